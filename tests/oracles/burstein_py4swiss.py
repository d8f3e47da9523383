"""Rounds of the Burstein System by py4swiss, each difference from the text named by its clauses.

py4swiss 0.3 reads some articles otherwise. The text is altered in the same way, one article after
another: the fewest alterations under which it can make the same round name the difference. So each
name is shown, and a difference that no alterations make has none.

Where py4swiss leaves a choice among equals (its matching takes any of them) all choices are
followed. For tests alone; nothing of its code is used.
"""

from __future__ import annotations

import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from importlib import import_module
from itertools import combinations
from pathlib import Path
from typing import Any, NamedTuple

from projections.games.crosstable import CellKind
from tests.helpers.fide_rounds import Position, file_text
from tests.oracles.fide_burstein_text import BursteinText, ranked_people
from tests.oracles.fide_people import Person

Matching = tuple[tuple[int, int], ...]
Weight = tuple[int, tuple[int, ...], tuple[int, ...], int]

FAULTS = ("1.5", "1.7.2", "C2", "3.1.4", "C6", "C7", "4.3")
"""The articles that py4swiss reads otherwise.

1.5: with a colour difference of one and two games of the other colour last, the absolute
preference is by the difference. 1.7.2: the zero-point byes that lead up to the round never count as
draws. C2: a full-point bye does not bar the bye. 3.1.4: the bye is for the fewest games, and one
step of games weighs as little as the ranking. C6: the highest scores float. C7: a pair of a floater
with somebody of the next bracket who is ranked higher is not counted, and scores count in reverse,
those of the bracket's own pairs too. 4.3: to float weighs as much as to meet the next number, and
whom a floater is matched with below stays fixed.
"""


class Theirs(NamedTuple):
    """A round of py4swiss: pairs of keys, boards (white, black), and the bye."""

    pairs: frozenset[frozenset[int]]
    boards: frozenset[tuple[int, int]]
    bye: int | None


def by_py4swiss(position: Position) -> Theirs | None:
    """Return the round of py4swiss; None: it finds none."""
    engine: Any = import_module("py4swiss.engines").BursteinEngine
    parser = import_module("py4swiss.trf").TrfParser
    lines = file_text(position, "xx").splitlines()
    planned = [f"XXR {position.table.planned}" if "XXR" in line else line for line in lines]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "round.trf"
        path.write_text("\n".join([*planned, ""]))
        try:
            paired = engine.generate_pairings(parser.parse(path))
        except import_module("py4swiss.engines.common").PairingError:
            return None
    boards = frozenset((pair.white, pair.black) for pair in paired if pair.black)
    bye = next((pair.white for pair in paired if not pair.black), None)
    return Theirs(frozenset(map(frozenset, boards)), boards, bye)


class ByDifference(Person):
    """A player whose absolute preference goes by the difference where there is one."""

    @property
    def wish(self) -> tuple[str, int]:
        """Return the preferred colour and its strength."""
        colour, strength = super().wish
        if self.difference and strength == 3:
            colour = "B" if self.difference > 0 else "W"
        return colour, strength


class AlteredText(BursteinText):
    """The text with some articles read as py4swiss reads them."""

    def __init__(self, position: Position, faults: frozenset[str]) -> None:
        """Take the position, and the articles."""
        table, here = position.table, position.present
        players = ranked_people(table, here, zero_byes="1.7.2" not in faults)
        if "1.5" in faults:
            players = [one._replace(person=ByDifference(*one.person)) for one in players]
        assert table.first_colour is not None
        super().__init__(players, table.first_colour)
        self.faults, self.table = faults, table
        self.matchings = cache(self._matchings)

    # --- the bye ----------------------------------------------------------------------------------

    def may_have_bye(self, at: int) -> bool:
        """Return whether C2 lets a player have the bye."""
        if "C2" not in self.faults:
            return super().may_have_bye(at)
        row = self.table.cells[self.players[at].person.key]
        return not any(cell.kind in (CellKind.BYE, CellKind.DEFAULT_WIN) for cell in row)

    def byes(self) -> Iterator[int]:
        """Yield who can have the bye, in an odd field."""
        everybody = range(len(self.players))
        may = [
            i
            for i in everybody
            if self.may_have_bye(i) and self.completes(j for j in everybody if j != i)
        ]
        if not may:
            return
        if "3.1.4" not in self.faults:
            yield min(may, key=self.bye_order)
            return
        scores = sorted({one.score for one in self.players}, reverse=True)
        games = sorted({len(one.person.games) for one in self.players}, reverse=True)
        width = 1 << len(games).bit_length()
        weights = {
            i: scores.index(self.players[i].score) * width
            + games.index(len(self.players[i].person.games))
            for i in may
        }
        most = max(weights.values())
        for i in reversed(may):
            if weights[i] + 1 >= most:
                yield i
            if weights[i] == most:
                return

    # --- a bracket --------------------------------------------------------------------------------

    def _matchings(self, places: tuple[int, ...]) -> list[Matching]:
        """Return all complete legal pairings, in each pair the higher ranked first."""
        if not places:
            return [()]
        one, *rest = places
        return [
            ((one, two), *others)
            for two in rest
            if self.legal[one] >> two & 1
            for others in self.matchings(tuple(i for i in rest if i != two))
        ]

    def weight(self, pairs: Matching, own: frozenset[int], lower: frozenset[int]) -> Weight:
        """Return what makes a complete pairing good for a bracket, greater is better."""
        inside = [pair for pair in pairs if own.issuperset(pair)]
        c6 = self._counts((i for pair in inside for i in pair), "C6" in self.faults)
        both = own | lower
        if "C7" in self.faults:
            counted = [(i, j) for i, j in pairs if j in lower and i in both]
            firsts = [i for i, j in pairs if i in own and j in both]
            c7 = (len(counted), *self._counts(firsts, True))
        else:
            crossing = [pair for pair in pairs if not own.issuperset(pair)]
            over = [i for pair in crossing if not both.issuperset(pair) for i in pair if i in both]
            c7 = (-len(over), *(-count for count in self._counts(over, False)))
        return len(inside), c6, c7, -sum(self.refuses(*pair) for pair in inside)

    def _counts(self, places: Iterable[int], lowest_first: bool) -> tuple[int, ...]:
        """Return how many of these have each score of the round."""
        count = Counter(self.players[i].score for i in places)
        scores = sorted({one.score for one in self.players}, reverse=not lowest_first)
        return tuple(count[score] for score in scores)

    def _makes_bracket(
        self, left: Sequence[int], own: frozenset[int], lower: frozenset[int], pairs: Matching
    ) -> bool:
        """Tell whether a bracket can be paired so; `left` are its players and all below."""
        matchings = self.matchings(tuple(left))
        if not matchings:
            return False
        weights = [self.weight(one, own, lower) for one in matchings]
        best = max(weights)
        among = [one for one, weight in zip(matchings, weights, strict=True) if weight == best]
        numbered = sorted(own)
        opponent = {a: b for pair in pairs for a, b in (pair, pair[::-1])}
        if "4.3" not in self.faults:
            first = max(among, key=lambda one: _opponents(one, numbered))
            return _opponents(first, numbered) == _opponents(pairs, numbered)
        return self._by_steps(among, numbered, 0, opponent)

    def _by_steps(
        self, among: list[Matching], numbered: list[int], at: int, opponent: dict[int, int]
    ) -> bool:
        """Tell whether steps from a number on can lead there: each takes the heaviest, and stays.

        The opponent with the next number weighs 0, as floating does, the one after it 1.
        """
        if at == len(numbered):
            return True
        one = numbered[at]
        partners = {b for pairs in among for a, b in _both(pairs) if a == one}
        weights = {
            two: numbered.index(two) - at - 1 if two in numbered[at + 1 :] else 0
            for two in partners
        }
        if any(two in numbered[:at] for two in partners):
            return self._by_steps(among, numbered, at + 1, opponent)
        most = max(weights.values())
        chosen = [two for two in partners if weights[two] == most]
        if one in opponent:
            chosen = [two for two in chosen if two == opponent[one]]
        else:
            chosen = [two for two in chosen if two not in numbered]
        return any(
            self._by_steps(
                [pairs for pairs in among if (one, two) in pairs or (two, one) in pairs],
                numbered,
                at + 1,
                opponent,
            )
            for two in chosen
        )

    def makes(self, theirs: Theirs) -> bool:
        """Tell whether the altered text can make the pairs and the bye of a round."""
        place = {one.person.key: at for at, one in enumerate(self.players)}
        left = list(range(len(self.players)))
        if len(left) % 2:
            if theirs.bye is None or place[theirs.bye] not in self.byes():
                return False
            left.remove(place[theirs.bye])
        pairs = [tuple(sorted(place[key] for key in pair)) for pair in theirs.pairs]
        score = [one.score for one in self.players]
        for level in sorted({score[i] for i in left}, reverse=True):
            own = frozenset(i for i in left if score[i] >= level)
            below = {score[i] for i in left if score[i] < level}
            lower = frozenset(i for i in left if below and score[i] == max(below))
            here = tuple((i, j) for i, j in pairs if i in own and j in own)
            if not self._makes_bracket(left, own, lower, here):
                return False
            gone = {i for pair in here for i in pair}
            left = [i for i in left if i not in gone]
            pairs = [pair for pair in pairs if pair not in here]
        return not left

    def gives_colours(self, theirs: Theirs) -> bool:
        """Tell whether the text gives a round these colours."""
        place = {one.person.key: at for at, one in enumerate(self.players)}
        for white, black in theirs.boards:
            higher, lower = sorted((place[white], place[black]))
            whose = self.white_of(self.players[higher].person, self.players[lower].person)
            if whose.key != white:
                return False
        return True


def _both(pairs: Matching) -> Iterator[tuple[int, int]]:
    for i, j in pairs:
        yield i, j
        yield j, i


def _opponents(pairs: Matching, numbered: list[int]) -> tuple[int, ...]:
    """Return the number of each opponent, 0 for a floater."""
    number = {i: at for at, i in enumerate(numbered, 1)}
    opponent = dict(_both(pairs))
    return tuple(number.get(opponent.get(i, -1), 0) for i in numbered)


def named(position: Position) -> str:
    """Return how py4swiss's round of a position differs from the text's: "same", or the articles.

    What begins with ? has no name.
    """
    theirs = by_py4swiss(position)
    text = AlteredText(position, frozenset())
    if theirs is None:
        return "same" if not text.run() else "? they have no pairing"
    for count in range(len(FAULTS) + 1):
        for faults in combinations(FAULTS, count):
            altered = AlteredText(position, frozenset(faults))
            if altered.makes(theirs) and altered.gives_colours(theirs):
                return " ".join(faults) or "same"
    return "? no alteration makes it"
