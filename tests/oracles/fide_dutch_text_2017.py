"""The FIDE (Dutch) System of 2017, candidate by candidate: slow, for tests alone.

Where it agrees with that of 2026 it uses that program. Numbers of criteria are those of 2017.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import combinations
from typing import NamedTuple

from tests.oracles.fide_dutch_text import (
    DutchText,
    Pairs,
    Treated,
    Vector,
    homogeneous,
    transpositions,
)
from tests.oracles.fide_people import Person

Accept = Callable[[tuple[int, ...]], bool]


class Group(NamedTuple):
    """A bracket: those moved down, residents, whether it is the last, whether C7 counts."""

    moved: tuple[int, ...]
    residents: tuple[int, ...]
    last: bool
    looks_ahead: bool


class DutchText2017(DutchText):
    """One round; the players in the order of A.2, whose point is worth `win`."""

    def __init__(self, players: Sequence[Person], initial: str = "W", win: int = 2) -> None:
        """Keep the players, the initial colour, and the value of a win."""
        super().__init__(players, initial)
        self.win = win
        self.next_pairs = cache(self._next_pairs)

    def _completes(self, places: Sequence[int]) -> bool:
        """Return whether all can be paired, with the bye for any one of an odd number."""
        mask = sum(1 << i for i in places)
        if len(places) % 2 == 0:
            return self.complete(mask, None)
        return any(
            self.players[i].may_have_pab and self.complete(mask & ~(1 << i), None) for i in places
        )

    def run(self) -> bool:
        """Pair the round, bracket by bracket (A.9)."""
        everybody = range(len(self.players))
        if not self.players or not self._completes(everybody):
            return not self.players
        scores = sorted({player.score for player in self.players}, reverse=True)
        floaters: tuple[int, ...] = ()
        for score in scores:
            residents = tuple(i for i in everybody if self.players[i].score == score)
            below = tuple(i for i in everybody if self.players[i].score < score)
            if not below:
                self._take(Group(floaters, residents, True, False), self._completes_alone)
                return True
            ordinary = Group(floaters, residents, False, True)
            best = self._best_of(ordinary, lambda _: True)
            if not self._completes((*best.floaters, *below)):
                break
            self.done.append(best)
            floaters = best.floaters
        penultimate = Group(floaters, residents, False, False)
        self._take(penultimate, lambda over: self._completes((*over, *below)))
        self._take(Group(self.done[-1].floaters, below, True, False), self._completes_alone)
        return True

    def _completes_alone(self, floaters: tuple[int, ...]) -> bool:
        """Return whether nobody is left over, or one who may have the bye."""
        return not floaters or (len(floaters) == 1 and self.players[floaters[0]].may_have_pab)

    def _take(self, group: Group, accept: Accept) -> None:
        self.done.append(self._best_of(group, accept))

    def _best_of(self, group: Group, accept: Accept) -> Treated:
        """Return the first of the best candidates with the most possible pairs (C.5)."""
        size = len(group.moved) + len(group.residents)
        for p in range(size // 2, -1, -1):
            best: Treated | None = None
            for pairs in self._all_of(group, p):
                paired = {i for pair in pairs for i in pair}
                floaters = tuple(i for i in (*group.moved, *group.residents) if i not in paired)
                if not accept(floaters):
                    continue
                vector = self._vector_of(group, pairs, floaters)
                if best is None or vector < best.vector:
                    best = Treated(group.moved, group.residents, pairs, floaters, vector)
            if best is not None:
                return best
        raise AssertionError("the bracket before keeps a complete pairing")

    def _all_of(self, group: Group, p: int) -> Iterator[Pairs]:
        """Yield the candidates of p pairs, those with more of the moved down before (B, D).

        A candidate with the lower ranked of a pair in S1 was met before, the other way round.
        """
        moved, residents = group.moved, group.residents
        for m1 in range(min(len(moved), len(residents), p), -1, -1):
            sets = sorted(
                combinations(moved, m1), key=lambda s: ([-self.players[i].score for i in s], s)
            )
            for chosen in sets:
                for pairs in transpositions(chosen, residents, self.legal):
                    met = {two for _, two in pairs}
                    remainder = [i for i in residents if i not in met]
                    if 2 * (p - m1) <= len(remainder):
                        for rest in homogeneous(remainder, p - m1, self.legal):
                            if all(i < j for i, j in rest):
                                yield (*pairs, *rest)

    def _difference(self, i: int, j: int) -> int:
        return abs(self.players[i].score - self.players[j].score)

    def _artificial(self, places: Sequence[int], i: int) -> int:
        """Return the difference of a floater: to a point below the lowest (A.8)."""
        lowest = min(self.players[j].score for j in places)
        return self.players[i].score - (lowest - self.win)

    def _psd(self, places: Sequence[int], pairs: Pairs, floaters: Sequence[int]) -> tuple[int, ...]:
        """Return the pairing score difference, highest first (A.8)."""
        differences = [self._difference(i, j) for i, j in pairs]
        return tuple(
            sorted(differences + [self._artificial(places, i) for i in floaters], reverse=True)
        )

    def _vector_of(self, group: Group, pairs: Pairs, floaters: tuple[int, ...]) -> Vector:
        """Return C.6 to C.19 of a candidate; C.5 is the number of its pairs."""
        players, places = self.players, (*group.moved, *group.residents)
        ahead: Vector = self.next_pairs(floaters, max(group.residents)) if group.looks_ahead else ()
        colours = [self.of_pair(*pair) for pair in pairs]
        down = [(i, self._artificial(places, i)) for i in floaters]
        down += [(i, self._difference(i, j)) for i, j in pairs if self._difference(i, j)]
        up = [(j, self._difference(i, j)) for i, j in pairs if self._difference(i, j)]
        lists = [
            tuple(sorted((d for i, d in floats if players[i].floats[back] == sign), reverse=True))
            for back in (0, 1)
            for floats, sign in ((down, "D"), (up, "U"))
        ]
        counts = [len(differences) for differences in lists]
        c8_c11 = [sum(each[at] for each in colours) for at in range(4)]
        return (self._psd(places, pairs, floaters), *ahead, *c8_c11, *counts, *lists)

    def _next_pairs(self, floaters: tuple[int, ...], lowest: int) -> Vector:
        """Return the next bracket's best result: who is left over there, and its PSD (C.7).

        In the last bracket a player who may not have the bye weighs three times as much.
        """
        level = self.players[lowest + 1].score
        group = tuple(i for i, player in enumerate(self.players) if player.score == level)
        last = group[-1] == len(self.players) - 1
        places = (*floaters, *group)
        best: Vector | None = None
        for pairs in self._pairings(places, set(floaters)):
            paired = {i for pair in pairs for i in pair}
            over = [i for i in places if i not in paired]
            weight = sum(3 if last and not self.players[i].may_have_pab else 1 for i in over)
            value = (weight, self._psd(places, pairs, over))
            if best is None or value < best:
                best = value
        assert best is not None
        return best

    def _pairings(self, places: Sequence[int], moved: set[int]) -> Iterator[Pairs]:
        """Yield all legal pairings of these, complete or not; moved-down players do not meet."""
        if not places:
            yield ()
            return
        one, rest = places[0], places[1:]
        yield from self._pairings(rest, moved)
        for at, two in enumerate(rest):
            if self.legal[one] >> two & 1 and not (one in moved and two in moved):
                for others in self._pairings((*rest[:at], *rest[at + 1 :]), moved):
                    yield ((one, two), *others)
