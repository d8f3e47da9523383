"""The Dubov System of 2026 by its text, set by set and pairing by pairing: slow, for tests alone.

Written from the text; it shares nothing with the engine. `faults` are readings of another program
that are not the text's, each by its clause, so that a difference can be classified by them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from functools import cache
from itertools import combinations, permutations
from typing import NamedTuple

from projections.games.crosstable import Crosstable
from tests.oracles.fide_people import OVER_THE_BOARD, Person, people

Pairs = tuple[tuple[int, int], ...]

FAULTS = ("3.1.4", "1.6.1", "2.1.2", "2.3.2", "2.3.5", "3.2.3", "4.3.1", "1.3.2")
"""The clauses that another program reads otherwise; 1.3.2 is a reading of the rulebook."""


class DubovPerson(NamedTuple):
    """One player: `rounds_up` tells of each round whether they were upfloated in it."""

    key: int
    number: int
    score: int
    games: str
    met: frozenset[int]
    may_have_pab: bool
    aro: int
    rounds_up: tuple[bool, ...]
    by_difference: bool = False

    @property
    def wish(self) -> tuple[str, int]:
        """Return the preferred colour and strength: 3 absolute, 2 strong, 1 mild (1.6)."""
        if not self.games:
            return "B", 1
        difference = self.games.count("W") - self.games.count("B")
        alternate = "B" if self.games[-1] == "W" else "W"
        if abs(difference) > 1:
            return ("B" if difference > 0 else "W"), 3
        if self.games[-2:] in ("WW", "BB"):
            # Another program goes by the difference where there is one (1.6.1).
            towards = ("B" if difference > 0 else "W") if difference else alternate
            return (towards if self.by_difference else alternate), 3
        if difference:
            return ("B" if difference > 0 else "W"), 2
        return alternate, 1


def dubov_people(
    table: Crosstable,
    present: Collection[int],
    prohibited: Collection[frozenset[int]] = (),
    faults: Collection[str] = (),
    points: tuple[int, int] = (2, 0),
) -> list[DubovPerson]:
    """Return those present, by pairing score and number; `points` are those of a win and a loss."""
    edition = 2017 if "2.1.2" in faults else 2026
    here = people(table, present, False, points, prohibited, edition)
    return [_person(table, one, faults) for one in here]


def _person(table: Crosstable, one: Person, faults: Collection[str]) -> DubovPerson:
    forfeits = "1.3.2" not in faults
    row = table.cells[one.key]
    met = [cell.opponent for cell in row if cell.kind in OVER_THE_BOARD]
    ratings = [table.ratings[other] for other in met if other is not None]
    # A half is rounded up, and ratings are whole.
    aro = int(sum(ratings) / len(ratings) + 0.5) if ratings else 0
    up = []
    for at, cell in enumerate(row):
        counts = cell.opponent is not None and (forfeits or cell.kind in OVER_THE_BOARD)
        up.append(bool(counts) and _score(table, cell.opponent, at) > _score(table, one.key, at))
    return DubovPerson(
        one.key,
        one.number,
        one.score,
        one.games,
        one.met,
        one.may_have_pab,
        aro,
        tuple(up),
        "1.6.1" in faults,
    )


def _score(table: Crosstable, key: int | None, at: int) -> int:
    """Return the pairing score of a player before a round."""
    assert key is not None
    virtual = dict(enumerate(table.virtual.get(key, ()))).get(at, 0)
    return sum(cell.halves for cell in table.cells[key][:at]) + virtual


class Treated(NamedTuple):
    """A bracket as it was paired: keys; `shifted` are those who left G1, and G2."""

    residents: frozenset[int]
    upfloaters: frozenset[int]
    shifted: tuple[frozenset[int], frozenset[int]]
    pairs: tuple[tuple[int, int], ...]


class DubovText:
    """One round; the players by score and number."""

    def __init__(
        self,
        players: Sequence[DubovPerson],
        initial: str,
        rounds: int,
        number: int,
        faults: Collection[str] = (),
    ) -> None:
        """Take the players, the initial colour, and the number of rounds and of this round."""
        self.players = {one.key: one for one in players}
        self.initial, self.faults = initial, faults
        self.last, self.first = number == rounds, number == 1
        self.most = 2 + rounds // 5
        self.done: list[Treated] = []
        self.bye: int | None = None
        self.complete = cache(self._complete)
        self.fewest_refused = cache(self._fewest_refused)

    def may_meet(self, one: int, two: int) -> bool:
        """Tell whether C1 and C3 let two meet."""
        a, b = self.players[one], self.players[two]
        if two in a.met or one in b.met:
            return False
        return not (a.wish == b.wish and a.wish[1] == 3)

    def _complete(self, keys: frozenset[int]) -> bool:
        """Tell whether all of these can be paired."""
        if not keys:
            return True
        one, rest = min(keys), keys - {min(keys)}
        return any(self.may_meet(one, two) and self.complete(rest - {two}) for two in rest)

    def run(self) -> bool:
        """Pair the round; False: it has no complete pairing."""
        left = frozenset(self.players)
        if len(left) % 2:
            free = [
                one
                for one in self.players.values()
                if one.may_have_pab and self.complete(left - {one.key})
            ]
            if not free:
                return False
            self.bye = self._pab(free)
            left -= {self.bye}
        if not self.complete(left):
            return False
        while left:
            score = max(self.players[key].score for key in left)
            residents = frozenset(key for key in left if self.players[key].score == score)
            chosen = self._upfloaters(residents, left - residents)
            self._pair(residents, chosen)
            left -= residents | chosen
        return True

    def _pab(self, free: Sequence[DubovPerson]) -> int:
        """Return who has the bye of those who may (3.1)."""
        if "3.1.4" in self.faults:
            return _pab_of_py4swiss(free, self.players.values())
        return min(free, key=lambda one: (one.score, -len(one.games), -one.number)).key

    # --- upfloaters -------------------------------------------------------------------------------

    def _upfloaters(self, residents: frozenset[int], lower: frozenset[int]) -> frozenset[int]:
        """Return the first of the best sets (3.2.1, 3.2.2, 4.2)."""
        order = sorted(lower, key=lambda key: (-self.players[key].score, self.players[key].number))
        for count in range(len(order) + 1):
            sets = [frozenset(chosen) for chosen in combinations(order, count)]
            legal = [
                one for one in sets if self.complete(residents | one) and self.complete(lower - one)
            ]
            if legal:
                # The first of equal ones.
                return min(legal, key=lambda one: self._quality(residents, one))
        raise AssertionError("the round has a complete pairing")

    def _quality(
        self, residents: frozenset[int], chosen: frozenset[int]
    ) -> tuple[list[int], int, int, list[int], int]:
        """Return C6 to C10 of a set; less is better."""
        players = [self.players[key] for key in chosen]
        scores = sorted((one.score for one in players), reverse="2.3.2" in self.faults)
        c7 = self.fewest_refused(residents | chosen)
        most = [sum(one.rounds_up) for one in players if sum(one.rounds_up) >= self.most]
        again = sum(one.rounds_up[-1:] == (True,) for one in players)
        if self.last:
            most, again = [], 0
        c9 = [sum(most)]
        if "2.3.5" in self.faults:
            # The upfloats of each, and more of them are better.
            c9 = sorted(-ups for ups in most)
        return [-score for score in scores], c7, len(most), c9, again

    def _pairings(self, keys: frozenset[int]) -> Iterator[Pairs]:
        if not keys:
            yield ()
            return
        one, rest = min(keys), keys - {min(keys)}
        for two in sorted(rest):
            if self.may_meet(one, two):
                for others in self._pairings(rest - {two}):
                    yield ((one, two), *others)

    def _fewest_refused(self, keys: frozenset[int]) -> int:
        """Return the fewest preferences that a legal pairing refuses (C7)."""
        return min(self._refused(pairs) for pairs in self._pairings(keys))

    def _refused(self, pairs: Pairs) -> int:
        return sum(self.players[a].wish[0] == self.players[b].wish[0] for a, b in pairs)

    # --- a bracket --------------------------------------------------------------------------------

    def _pair(self, residents: frozenset[int], chosen: frozenset[int]) -> None:
        """Pair a bracket (3.2.3 to 3.2.5)."""
        everybody = residents | chosen
        unplayed = not any(self.players[key].games for key in everybody)
        if "3.2.3" in self.faults:
            unplayed = self.first
        if unplayed:
            by_number = sorted(everybody, key=lambda key: self.players[key].number)
            one = frozenset(by_number[: len(by_number) // 2])
        else:
            one = frozenset(key for key in everybody if self.players[key].wish[0] == "W")
        groups = [one, everybody - one]
        small = 0 if len(groups[0]) <= len(groups[1]) else 1
        unavoidable = min(
            sum(a in groups[small] and b in groups[small] for a, b in pairs)
            for pairs in self._pairings(everybody)
        )
        shifted = [frozenset[int](), frozenset[int]()]
        now = list(groups)
        for at, first in ((small, True), (1 - small, False)):
            count = unavoidable if first else (len(now[at]) - len(now[1 - at])) // 2
            numbered = groups[at] if "4.3.1" not in self.faults else now[at]
            for shift in combinations(self._numbered(numbered, at), count):
                after = list(now)
                after[at], after[1 - at] = now[at] - set(shift), now[1 - at] | set(shift)
                if self._can_still(after, at, groups, first):
                    shifted[at], now = frozenset(shift), after
                    break
            else:
                raise AssertionError("the bracket has a legal pairing")
        pairs = self._first_legal(now)
        assert pairs is not None
        self.done.append(Treated(residents, chosen, (shifted[0], shifted[1]), pairs))

    def _numbered(self, members: Collection[int], at: int) -> list[int]:
        """Return a group by the numbers of its shifters (4.3.2, 4.3.3)."""
        left, order = self._sorted(members, at), []
        while left:
            middle = (len(left) + 1) // 2
            order.append(left[middle - 1])
            del left[middle - 1]
        return order

    def _sorted(self, members: Collection[int], at: int) -> list[int]:
        def rank(key: int) -> tuple[int, int]:
            player = self.players[key]
            return (player.aro if at == 0 else 0), player.number

        return sorted(members, key=rank)

    def _can_still(
        self, now: Sequence[frozenset[int]], at: int, groups: Sequence[frozenset[int]], first: bool
    ) -> bool:
        """Tell whether a legal G1-G2 pairing with the least C7 is left after a shift."""
        if not first:
            return self._with_least(now)
        # Any shift of the larger group may follow; those just shifted are not of it.
        other = 1 - at
        count = (len(now[other]) - len(now[at])) // 2
        pool = now[other] if "4.3.1" in self.faults else groups[other]
        for shift in combinations(sorted(pool), count):
            after = list(now)
            after[other], after[at] = now[other] - set(shift), now[at] | set(shift)
            if self._with_least(after):
                return True
        return False

    def _with_least(self, groups: Sequence[frozenset[int]]) -> bool:
        least = self.fewest_refused(groups[0] | groups[1])
        return any(self._refused(pairs) == least for pairs in self._between(*groups))

    def _between(self, one: frozenset[int], two: frozenset[int]) -> Iterator[Pairs]:
        """Yield the legal pairings of two groups."""
        if not one:
            yield ()
            return
        a = min(one)
        for b in sorted(two):
            if self.may_meet(a, b):
                for rest in self._between(one - {a}, two - {b}):
                    yield ((a, b), *rest)

    def _first_legal(self, groups: Sequence[frozenset[int]]) -> Pairs | None:
        """Return S1 against the first legal transposition of G2 (3.2.5, 4.4)."""
        s1 = self._sorted(groups[0], 0)
        for t2 in permutations(self._sorted(groups[1], 1)):
            pairs = tuple(zip(s1, t2, strict=True))
            if all(self.may_meet(a, b) for a, b in pairs):
                return pairs
        return None

    # --- colours ----------------------------------------------------------------------------------

    def boards(self) -> frozenset[tuple[int, int]]:
        """Return (white, black) of each board, by key."""
        boards = set()
        for treated in self.done:
            for a, b in treated.pairs:
                white = self.white_of(a, b)
                boards.add((white, b if white == a else a))
        return frozenset(boards)

    def white_of(self, a: int, b: int) -> int:
        """Return who of two has white (5.2)."""
        one, two = sorted(
            (self.players[a], self.players[b]), key=lambda player: (-player.score, player.number)
        )
        if not one.games and not two.games:
            odd = one.number % 2 == 1
            return one.key if odd == (self.initial == "W") else two.key
        (mine, how), (theirs, how_theirs) = one.wish, two.wish
        if mine != theirs:
            return one.key if mine == "W" else two.key
        if how != how_theirs:
            first = one if how > how_theirs else two
        else:
            for own, others in zip(reversed(one.games), reversed(two.games), strict=False):
                if own != others:
                    return one.key if own == "B" else two.key
            first = one
        second = two if first is one else one
        return first.key if mine == "W" else second.key


def _pab_of_py4swiss(free: Sequence[DubovPerson], everybody: Collection[DubovPerson]) -> int:
    """Return who has the bye by another program.

    It takes the fewest games first, and one step of games gives way to the number.
    """
    points = sorted({one.score for one in everybody}, reverse=True)
    games = sorted({len(one.met) for one in everybody}, reverse=True)
    width = len(games).bit_length()

    def weight(one: DubovPerson) -> int:
        return (points.index(one.score) << width) + games.index(len(one.met))

    most = max(map(weight, free))
    last_first = sorted(free, key=lambda one: (one.score, -one.number))
    return next(one.key for one in last_first if weight(one) + 1 >= most)
