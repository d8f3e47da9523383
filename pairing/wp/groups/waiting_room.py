"""The choice of the waiting room of one score group (C2 to C4, C7, C9)."""

from collections.abc import Iterable, Iterator, Sequence
from heapq import heapify, heappop, heappush
from itertools import combinations, groupby
from math import comb
from typing import Literal, NamedTuple, TypeAlias

from pairing.wp.groups.below import Rest
from pairing.wp.groups.bounds import bound
from pairing.wp.groups.inside import Inside
from pairing.wp.groups.look_ahead import LookAhead
from pairing.wp.groups.relaxations import ManyWaiting

C2: TypeAlias = Literal["below_c4_1", "above_c4_1"]

# At most this many waiting rooms are listed and compared; beyond that, weights find the best.
LISTED_AT_MOST = 300
# At most this many are listed when a search for them has taken too long.
LISTED_IN_THE_END = 30_000
STEP_IN_ROOMS = 100

_ESTIMATED = 0
_LOOKED_AHEAD = 1
_EXACT = 2


class Choice(NamedTuple):
    """A waiting room with its keys in the order of comparison; `waiting` are places.

    Compared as a tuple it is k2 to k7 of rules/wp.md, with the key of C2 first (0 unless it is to
    be compared there). `differences` is k3 without its zeros.
    """

    c2: int
    w_scores: tuple[int, ...]
    differences: tuple[int, ...]
    refloat: int
    next_waiting: int
    denied: int
    denied_strong: int
    waiting: tuple[int, ...]


class Chooser:
    """Finds the best waiting room of one treated group; `ahead` is None for the last group."""

    def __init__(self, inside: Inside, rest: Rest, ahead: LookAhead | None, c2: C2) -> None:
        self.inside = inside
        self.rest = rest
        self.ahead = ahead
        self.c2_first = c2 == "above_c4_1"
        self._failures: list[tuple[frozenset[int], frozenset[int]]] = []

    def best(self) -> Choice | None:
        """Return the best waiting room; None when the rest of the field has no complete pairing.

        Rule: knsb-wp-2014 C3, C4.1, C7, C9; knsb-wp-1996 C3, C4.1, C7, C9.
        """
        size = self.inside.size
        own = self.inside.least_waiting()
        least = max(own, self.rest.least_waiting())
        least += (size - least) % 2
        isolated = self.inside.isolated()
        for number in range(least, size + 1 if self.ahead else 2, 2):
            if number < len(isolated):
                continue
            if self.ahead is not None and self._too_many(number, isolated):
                many = ManyWaiting(self.inside, self.ahead, self.c2_first, own)
                room = many.best(number, lambda size: self._patience(size, isolated))
                if room is not None:
                    return self._settle([room])
                if many.given_up is None:
                    return None
                number = many.given_up
            listed = self._best_listed(number, isolated)
            if listed is not None:
                return listed
        return None

    def _best_listed(self, number: int, isolated: Sequence[int]) -> Choice | None:
        """Return the best waiting room of a size, by a list of all; None when there is none."""
        for rooms in self._rooms(number, isolated):
            room = self._settle(rooms)
            if room is not None:
                return room
        return None

    def _patience(self, number: int, isolated: Sequence[int]) -> int | None:
        """Return the number of search steps before all rooms are listed after all; None: unlimited.

        A step takes about as long as judging STEP_IN_ROOMS rooms of a list.
        """
        rooms = comb(self.inside.size - len(isolated), number - len(isolated))
        return rooms // STEP_IN_ROOMS if rooms <= LISTED_IN_THE_END else None

    def _too_many(self, number: int, isolated: Sequence[int]) -> bool:
        """Return whether to search instead of listing."""
        rooms = comb(self.inside.size - len(isolated), number - len(isolated))
        return number > 1 and rooms > LISTED_AT_MOST

    def _rooms(self, number: int, isolated: Sequence[int]) -> Iterator[Iterable[tuple[int, ...]]]:
        """Yield all waiting rooms of a size, in batches of equal k2, the best batch first."""
        if number == 0:
            yield [()]
            return
        by_score = [
            list(places)
            for _, places in groupby(range(self.inside.size), key=self.inside.points.__getitem__)
        ]
        batches = (
            self._with_scores(by_score, isolated, numbers)
            for numbers in _score_counts([len(places) for places in by_score], number)
        )
        if self.c2_first:
            yield (room for batch in batches for room in batch)
        else:
            yield from batches

    @staticmethod
    def _with_scores(
        by_score: Sequence[Sequence[int]], isolated: Sequence[int], numbers: Sequence[int]
    ) -> Iterator[tuple[int, ...]]:
        """Yield the waiting rooms with given numbers of each score, with all isolated players."""
        rooms: Iterable[tuple[int, ...]] = [()]
        for places, number in zip(by_score, numbers, strict=True):
            fixed = [at for at in places if at in isolated]
            if len(fixed) > number:
                return
            others = [at for at in places if at not in isolated]
            parts = [
                tuple(sorted((*fixed, *part))) for part in combinations(others, number - len(fixed))
            ]
            rooms = [(*room, *part) for room in rooms for part in parts]
        yield from rooms

    def _settle(self, rooms: Iterable[tuple[int, ...]]) -> Choice | None:
        """Return the best of these waiting rooms that satisfies H1 and H2.

        Each starts with lower bounds of its keys; the smallest is refined until it is exact and
        still the smallest.
        """
        heap = [(choice, _ESTIMATED) for choice in map(self._estimate, rooms) if choice]
        heapify(heap)
        while heap:
            choice, stage = heappop(heap)
            if stage == _EXACT:
                return choice
            if any(self._fails_alike(choice.waiting)):
                continue
            if stage == _ESTIMATED:
                heappush(heap, (self._look_ahead(choice), _LOOKED_AHEAD))
                continue
            players = [self.inside.players[at] for at in choice.waiting]
            if not self.rest.completes(players):
                self._note_failure(players)
                continue
            optimum = self.inside.optimum(choice.waiting)
            if optimum is not None:
                exact = choice._replace(
                    differences=optimum.differences,
                    denied=optimum.denied,
                    denied_strong=optimum.denied_strong,
                )
                heappush(heap, (exact, _EXACT))
        return None

    def _note_failure(self, players: Sequence[int]) -> None:
        """Record why a waiting room fails H2: others with the same players to omit fail too.

        They do so unless they have one of the players to include.
        """
        omit, include = self.rest.ways_out(players)
        self._failures.append((frozenset(omit), frozenset(include)))

    def _fails_alike(self, waiting: Sequence[int]) -> Iterator[bool]:
        """Yield whether the reasons why other waiting rooms fail H2 hold for this one."""
        if self._failures:
            players = {self.inside.players[at] for at in waiting}
            for omit, include in self._failures:
                yield omit <= players and include.isdisjoint(players)

    def _estimate(self, waiting: tuple[int, ...]) -> Choice | None:
        inside = self.inside
        least = bound(inside.counts_without(waiting))
        if least is None:
            return None
        differences = inside.fixed_differences(waiting)
        if differences is None:
            differences = ()
        scores = tuple(inside.points[at] for at in waiting)
        return Choice(0, scores, differences, 0, 0, least.denied, least.denied_strong, waiting)

    def _look_ahead(self, choice: Choice) -> Choice:
        if self.ahead is None or (not choice.waiting and self.ahead.is_last):
            left = self.rest.is_odd and self.ahead is not None
            return choice._replace(next_waiting=int(left))
        players = [self.inside.players[at] for at in choice.waiting]
        refloat, next_waiting = self.ahead.keys(players)
        c2 = self.ahead.stuck(players) if self.c2_first else 0
        return choice._replace(c2=c2, refloat=refloat, next_waiting=next_waiting)

    def stuck(self, waiting: Sequence[int]) -> int:
        """Return the key of C2 of a waiting room, whether or not it is compared."""
        if self.ahead is None:
            return 0
        return self.ahead.stuck([self.inside.players[at] for at in waiting])


def _score_counts(available: Sequence[int], number: int) -> Iterator[tuple[int, ...]]:
    """Yield how many players of each score (highest first) wait, preferring low scores.

    The scores are compared from high to low: first few of the highest, then of the next, and so on.
    """
    if not available:
        if number == 0:
            yield ()
        return
    for first in range(max(0, number - sum(available[1:])), min(available[0], number) + 1):
        for others in _score_counts(available[1:], number - first):
            yield (first, *others)
