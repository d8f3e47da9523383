"""FIDE's Burstein System by its text, pairing after pairing: slow.

Written from the text, for tests alone; it shares nothing with the engine. The ranking comes from a
crosstable; the pairings of a bracket come in the order of article 4, each with its vector (C5 to
C8), and the first with the least vector is chosen. Players are places in the ranking 1.8.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import cache
from itertools import combinations
from typing import NamedTuple

from projections.games.crosstable import CellKind, Crosstable
from tests.oracles.fide_people import OVER_THE_BOARD, Person, people

Pairs = tuple[tuple[int, int], ...]
Vector = tuple[int | tuple[int, ...], ...]

LATE = CellKind.NOT_ENTERED
GIVEN = (
    CellKind.BYE,
    CellKind.FULL_BYE,
    CellKind.HALF_BYE,
    CellKind.DEFAULT_WIN,
    CellKind.DEFAULT_LOSS,
    CellKind.OPEN,
    CellKind.ANNULLED,
    LATE,
)
"""The rounds without a game that are no zero-point byes."""


class Ranked(NamedTuple):
    """One player, with the index; the place in a sequence of them is the rank."""

    person: Person
    buchholz: int
    sonneborn_berger: int

    @property
    def score(self) -> int:
        """Return the pairing score."""
        return self.person.score


class BursteinBracket(NamedTuple):
    """A bracket as it was paired, by places."""

    moved: tuple[int, ...]
    residents: tuple[int, ...]
    pairs: Pairs
    floaters: tuple[int, ...]


def index_of(
    table: Crosstable, key: int, present: Collection[int], *, draw: int = 1, zero_byes: bool = True
) -> tuple[int, int]:
    """Return Buchholz and Sonneborn-Berger of a player (1.7), in half and in quarter points."""
    buchholz = berger = 0
    mine = sum(cell.halves for cell in table.cells[key])
    for cell in table.cells[key]:
        score = mine
        if cell.kind in OVER_THE_BOARD:
            assert cell.opponent is not None
            row = list(table.cells[cell.opponent])
            score = sum(one.halves for one in row)
            while zero_byes and row and cell.opponent not in present:
                last = row.pop()
                if last.halves or last.kind in OVER_THE_BOARD or last.kind in GIVEN:
                    break
                score += draw
        buchholz += score
        berger += score * cell.halves
    return buchholz, berger


def ranked_people(
    table: Crosstable,
    present: Collection[int],
    *,
    prohibited: Iterable[frozenset[int]] = (),
    points: tuple[int, int, int] = (2, 1, 0),
    zero_byes: bool = True,
) -> list[Ranked]:
    """Return those present in the ranking 1.8; `points` are those of a win, a draw and a loss."""
    win, draw, loss = points
    here = people(table, present, False, (win, loss), prohibited)
    ranked = [
        Ranked(one, *index_of(table, one.key, present, draw=draw, zero_byes=zero_byes))
        for one in here
    ]
    return sorted(ranked, key=lambda one: (-one.buchholz, -one.sonneborn_berger, one.person.number))


def pairings(numbers: Sequence[int], floaters: int) -> Iterator[Pairs]:
    """Yield the pairings of numbers with so many floaters in the order of 4.3; a floater has 0."""
    if not numbers:
        yield ()
        return
    first, *others = numbers
    if len(numbers) > floaters:
        for at in range(len(others) - 1, -1, -1):
            rest = [*others[:at], *others[at + 1 :]]
            for pairs in pairings(rest, floaters):
                yield ((first, others[at]), *pairs)
    if floaters:
        for pairs in pairings(others, floaters - 1):
            yield ((first, 0), *pairs)


class BursteinText:
    """One round after the seeding rounds; the players in the ranking 1.8."""

    def __init__(self, players: Sequence[Ranked], initial: str = "W") -> None:
        """Take the players, and the colour drawn before round 1."""
        self.players, self.initial = players, initial
        self.legal = [
            sum(1 << j for j, two in enumerate(players) if i != j and self._legal(one, two))
            for i, one in enumerate(players)
        ]
        self.complete = cache(self._complete)
        self.next_best = cache(self._next_best)
        self.bye: int | None = None
        self.done: list[BursteinBracket] = []

    @staticmethod
    def _legal(ranked: Ranked, other: Ranked) -> bool:
        """Return whether C1 and C3 let two meet."""
        one, two = ranked.person, other.person
        if two.key in one.met or one.key in two.met:
            return False
        return one.wish != two.wish or one.wish[1] < 3

    def _complete(self, mask: int) -> bool:
        """Return whether all of a mask can be paired (C1, C3)."""
        if not mask:
            return True
        one = (mask & -mask).bit_length() - 1
        rest = mask & ~(1 << one)
        near = self.legal[one] & rest
        while near:
            low = near & -near
            near ^= low
            if self.complete(rest & ~low):
                return True
        return False

    def completes(self, places: Iterable[int]) -> bool:
        """Return whether all of these can be paired (C4)."""
        mask = sum(1 << i for i in places)
        return mask.bit_count() % 2 == 0 and self.complete(mask)

    def may_have_bye(self, at: int) -> bool:
        """Return whether C2 lets a player have the bye."""
        return self.players[at].person.may_have_pab

    def bye_order(self, at: int) -> tuple[int, ...]:
        """Return where a player stands for the bye: 3.1.3, 3.1.4, 3.1.5."""
        return self.players[at].score, -len(self.players[at].person.games), -at

    def run(self) -> bool:
        """Pair the round; False: it has no complete pairing."""
        left = list(range(len(self.players)))
        if len(left) % 2:
            may = [
                i
                for i in left
                if self.may_have_bye(i) and self.completes(j for j in left if j != i)
            ]
            if not may:
                return False
            self.bye = min(may, key=self.bye_order)
            left.remove(self.bye)
        elif not self.completes(left):
            return False
        floaters: tuple[int, ...] = ()
        for score in sorted({self.players[i].score for i in left}, reverse=True):
            residents = tuple(i for i in left if self.players[i].score == score)
            below = [i for i in left if self.players[i].score < score]
            self.done.append(self._bracket(floaters, residents, below))
            floaters = self.done[-1].floaters
        assert not floaters, "the last bracket is paired completely"
        return True

    def _bracket(
        self, moved: tuple[int, ...], residents: tuple[int, ...], below: Sequence[int]
    ) -> BursteinBracket:
        """Return the bracket with the first pairing that is best (3.2)."""
        places = dict(enumerate(sorted((*moved, *residents)), 1))
        for floating in range(len(places) % 2, len(places) + 1, 2):
            best: tuple[Vector, Pairs, tuple[int, ...]] | None = None
            for by_number in pairings(list(places), floating):
                pairs = tuple((places[a], places[b]) for a, b in by_number if b)
                floaters = tuple(places[a] for a, b in by_number if not b)
                if any(not self.legal[i] >> j & 1 for i, j in pairs):
                    continue
                if not self.completes((*floaters, *below)):
                    continue
                vector = self.vector(pairs, floaters, below)
                if best is None or vector < best[0]:
                    best = vector, pairs, floaters
            if best is not None:
                return BursteinBracket(moved, residents, tuple(sorted(best[1])), best[2])
        raise AssertionError("the bracket before keeps C4")

    def vector(self, pairs: Pairs, floaters: tuple[int, ...], below: Sequence[int]) -> Vector:
        """Return C6, C7 and C8 of a pairing; C5 is equal for all that are compared."""
        return (
            self.scores(floaters),
            *self.next_best(floaters, tuple(below)),
            sum(self.refuses(*pair) for pair in pairs),
        )

    def scores(self, floaters: Iterable[int]) -> tuple[int, ...]:
        """Return the scores of floaters as C6 compares them."""
        return tuple(sorted((self.players[i].score for i in floaters), reverse=True))

    def refuses(self, i: int, j: int) -> bool:
        """Return whether one of two does not get the colour they prefer (C8)."""
        mine, theirs = self.players[i].person.wish[0], self.players[j].person.wish[0]
        return mine != "" and mine == theirs

    def _next_best(
        self, floaters: tuple[int, ...], below: tuple[int, ...]
    ) -> tuple[int, tuple[int, ...]]:
        """Return how few of the next bracket can be left unpaired, and their scores (C7)."""
        if not below:
            return 0, ()
        level = max(self.players[i].score for i in below)
        bracket = [*floaters, *(i for i in below if self.players[i].score == level)]
        lower = [i for i in below if self.players[i].score < level]
        for unpaired in range(len(bracket) + 1):
            scores = [
                self.scores(out)
                for out in combinations(bracket, unpaired)
                if self.completes(i for i in bracket if i not in out)
                and self.completes((*out, *lower))
            ]
            if scores:
                return unpaired, min(scores)
        raise AssertionError("the pairing keeps C4")

    def boards(self) -> tuple[frozenset[tuple[int, int]], int | None]:
        """Return (white, black) of each board, by key, and the player with the bye."""
        boards = set()
        for bracket in self.done:
            for i, j in bracket.pairs:
                higher, lower = self.players[min(i, j)].person, self.players[max(i, j)].person
                white = self.white_of(higher, lower)
                boards.add((white.key, (lower if white is higher else higher).key))
        return frozenset(boards), None if self.bye is None else self.players[self.bye].person.key

    def white_of(self, higher: Person, lower: Person) -> Person:
        """Return who of two has white (5.2)."""
        (mine, how), (theirs, how_theirs) = higher.wish, lower.wish
        if not higher.games and not lower.games:
            same = higher.number % 2 == 1
            return higher if same == (self.initial == "W") else lower
        if mine != theirs:
            return higher if mine == "W" or (not mine and theirs == "B") else lower
        if how != how_theirs:
            first = higher if how > how_theirs else lower
            return first if mine == "W" else (lower if first is higher else higher)
        for own, others in zip(reversed(higher.games), reversed(lower.games), strict=False):
            if own != others:
                return higher if own == "B" else lower
        return higher if mine == "W" else lower
