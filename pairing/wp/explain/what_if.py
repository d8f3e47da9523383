"""The best pairing in which two given players meet, or one has the bye: for "why not these two?".

The definition stays the same; only the choice is smaller. The two are removed from the players to
be paired and from what must stay possible (H1, H2), while the keys that look ahead (k4, k5, the key
of C2) consider the whole field, as they always do. The two only add their own part to all other
keys.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from heapq import heapify, heappop, heappush
from itertools import combinations
from math import comb
from typing import Final, TypeAlias

from pairing.norms.certificate import Certificate, certificate
from pairing.norms.criterion import Forced
from pairing.wp.explain.criteria import COMPARED, Keyed
from pairing.wp.explain.judge import Judge
from pairing.wp.groups.below import Rest
from pairing.wp.groups.field import WpField
from pairing.wp.groups.inside import Inside
from pairing.wp.groups.look_ahead import LookAhead
from pairing.wp.groups.waiting_room import C2, Chooser

LISTED_AT_MOST: Final = 20_000
"""At most this many waiting rooms of a group are compared one by one, which is always exact."""


_RoomKeys: TypeAlias = tuple[int, tuple[int, ...], tuple[int, ...], int, int, int, int]
"""The key of C2 (or 0), then k2 to k6."""


class _View:
    """A field without some players, and the maps between its places and those of the whole."""

    def __init__(self, field: WpField, gone: Sequence[int]) -> None:
        self.gone = gone
        self.kept = [p for p in range(field.size) if p not in gone]
        self.field = WpField([field.contestants[p] for p in self.kept]) if gone else field

    def there(self, place: int) -> int:
        return place - sum(p < place for p in self.gone)

    def theirs(self, places: Sequence[int]) -> list[int]:
        return [self.there(p) for p in places if p not in self.gone]

    def back(self, places: Sequence[int]) -> list[int]:
        return [self.kept[p] for p in places]


class _Rooms:
    """The waiting rooms of the rest of one treated group, compared one by one.

    `whole` looks ahead from the whole field; `also` is the forced player, who waits as well;
    `places` of the others are those of `view`.
    """

    def __init__(
        self, inside: Inside, rest: Rest, whole: LookAhead | None, view: _View, also: list[int]
    ) -> None:
        self.inside = inside
        self.rest = rest
        self.whole = whole
        self.view = view
        self.also = also

    def best(self, c2: C2) -> tuple[tuple[int, ...], bool]:
        """Return the best room, as places of the group, and whether that is proved."""
        inside = self.inside
        size = self.inside.size
        least = max(inside.least_waiting(), self.rest.least_waiting(), len(inside.isolated()))
        least += (size - least) % 2
        for number in range(least, size + 1, 2):
            if number > 1 and comb(size, number) > LISTED_AT_MOST:
                return self._searched(c2), False
            room = self._settle(number, c2)
            if room is not None:
                return room, True
        raise AssertionError("the groups above left a complete pairing")

    def _searched(self, c2: C2) -> tuple[int, ...]:
        """Return the engine's choice, which ignores the forced player."""
        assert self.whole is not None, "only the bye is left over of the last group"
        begin = self.view.there(self.whole.begin)
        end = self.view.there(self.whole.end)
        ahead = LookAhead(self.rest, begin, end)
        choice = Chooser(self.inside, self.rest, ahead, c2).best()
        assert choice is not None
        return choice.waiting

    def _settle(self, number: int, c2: C2) -> tuple[int, ...] | None:
        """Return the best room of a size that satisfies H1 and H2.

        Each starts with lower bounds of its keys; the smallest is refined until it is exact and
        still the smallest.
        """
        isolated = self.inside.isolated()
        rooms = combinations(range(self.inside.size), number)
        heap = [(self._least(room), False, room) for room in rooms if {*room} >= {*isolated}]
        heapify(heap)
        while heap:
            _, exact, room = heappop(heap)
            if exact:
                return room
            keys = self._keys(room, c2)
            if keys is not None:
                heappush(heap, (keys, True, room))
        return None

    def _least(self, room: tuple[int, ...]) -> _RoomKeys:
        differences = self.inside.fixed_differences(room) or ()
        return 0, tuple(self.inside.points[at] for at in room), differences, 0, 0, 0, 0

    def _keys(self, room: tuple[int, ...], c2: C2) -> _RoomKeys | None:
        places = [self.inside.players[at] for at in room]
        optimum = self.inside.optimum(room)
        if optimum is None or not self.rest.completes(places):
            return None
        stuck = refloat = next_waiting = 0
        if self.whole is not None:
            waiting = sorted([*self.view.back(places), *self.also])
            refloat, next_waiting = self.whole.keys(waiting)
            stuck = self.whole.stuck(waiting) if c2 == "above_c4_1" else 0
        scores = tuple(self.inside.points[at] for at in room)
        denied = optimum.denied, optimum.denied_strong
        return stuck, scores, optimum.differences, refloat, next_waiting, *denied


class Forcer:
    """Answers for one field and its best pairing; it can be asked any number of times."""

    def __init__(self, judge: Judge, best: Sequence[Keyed], c2: C2) -> None:
        self.judge = judge
        self.field = judge.field
        self.best = best
        self.c2 = c2
        self.compared = COMPARED[c2]
        spans = enumerate(self.field.groups)
        self.group_of = [number for number, (begin, end) in spans for _ in range(begin, end)]
        self.whole = _View(self.field, ())
        places = judge.place
        self.paired_in = {
            places[key]: number
            for number, keyed in enumerate(best)
            for two in keyed.group.pairs
            for key in two
        }

    def forced(self, one: int, two: int | None) -> Forced:
        """Return what gets worse first when `one` meets `two` (None: has the bye), by key.

        The two must be a legal pair, or `one` be allowed the bye of an odd field.

        Rule: knsb-wp-2014 C; knsb-wp-1996 C.
        """
        run, groups = self._run(one, two)
        if not groups:
            proof = certificate(run.without.field)
            assert proof is not None
            return Forced(proof, None)
        number = len(groups) - 1
        difference = self.compared.difference(number, self.best[number], groups[number])
        return Forced(None, difference, run.proved)

    def treated(self, one: int, two: int | None) -> list[Keyed]:
        """Return the groups of the best pairing with the two, up to the first that is worse.

        There are none when nobody can pair the others.
        """
        return self._run(one, two)[1]

    def _run(self, one: int, two: int | None) -> tuple[_Run, list[Keyed]]:
        run = _Run(self, sorted(self.judge.place[key] for key in (one, two) if key is not None))
        begin = run.first_group()
        groups = [] if begin is None else list(self.best[:begin])
        for number, keyed in () if begin is None else run.groups(begin):
            groups.append(keyed)
            if self.compared.difference(number, self.best[number], keyed) is not None:
                break
        return run, groups

    def obstacle(self, one: int, two: int | None) -> Certificate | None:
        """Return why more players wait when two meet, if that is a pairing by itself.

        `two` is None when `one` has the bye. Either the others of the group cannot be paired with
        two fewer of them waiting, which leaves one of them at most, or those below cannot be paired
        among themselves.

        Rule: knsb-wp-2014 C3, C7, C9; knsb-wp-1996 C3, C7, C9.
        """
        groups = self.treated(one, two)
        group = groups[-1].group
        _, end = self.field.groups[len(groups) - 1]
        forced = {self.judge.place[key] for key in (one, two) if key is not None}
        here = [self.judge.place[key] for key in (*group.incoming, *group.residents)]
        others = [place for place in here if place not in forced]
        spare = len([place for place in groups[-1].waiting_places if place not in forced]) - 2
        if not len(others) % 2 <= spare <= 1:
            return None
        inside = certificate(_Left(self.field, others))
        below = [place for place in range(end, self.field.size) if place not in forced]
        if inside is not None or spare or (two is None and len(below) % 2):
            return inside
        return certificate(WpField([self.field.contestants[place] for place in below]))


class _Left:
    """Players any one of whom may be left over."""

    def __init__(self, field: WpField, places: Sequence[int]) -> None:
        self.field = WpField([field.contestants[place] for place in places])
        self.keys = self.field.keys
        self.size = len(places)
        self.bye_allowed = [True] * len(places)

    def adjacency(self, players: range) -> list[int]:
        """Return the legal pairs as bit masks."""
        return self.field.adjacency(players)


class _Run:
    """One forced pair (or bye), by places, higher first."""

    def __init__(self, forcer: Forcer, places: Sequence[int]) -> None:
        self.forcer = forcer
        self.judge = forcer.judge
        self.field = forcer.field
        self.places = places
        self.meet_in = len(self.field.groups) if len(places) == 1 else forcer.group_of[places[1]]
        self.proved = True

    @cached_property
    def without(self) -> _View:
        return _View(self.field, self.places)

    def first_group(self) -> int | None:
        """Return the first group whose treatment must change; those above can stay as they are.

        None when the others have no complete pairing at all.
        """
        best = self.forcer.best
        paired_in = self.forcer.paired_in
        last = len(best) - 1
        begin = min(self.meet_in, *(paired_in.get(p, last) for p in self.places))
        for number in range(begin, -1, -1):
            if self._completes(number, self._came(number)):
                return number
        return None

    def _came(self, number: int) -> list[int]:
        return [self.judge.place[key] for key in self.forcer.best[number].group.incoming]

    def _completes(self, number: int, incoming: Sequence[int]) -> bool:
        """Return whether a group and those below, without the two, can be paired completely."""
        there = self.without.theirs(incoming)
        start = self.without.there(self.field.groups[number][0])
        return Rest(self.without.field, there, start).completes(there)

    def groups(self, begin: int) -> Iterator[tuple[int, Keyed]]:
        """Yield the best treatment of each group, starting from a given one."""
        incoming = self._came(begin)
        for number in range(begin, len(self.field.groups)):
            waiting, pairs = self._treat(number, incoming)
            yield number, self.judge.keyed(number, incoming, waiting, pairs)
            incoming = waiting

    def _treat(
        self, number: int, incoming: Sequence[int]
    ) -> tuple[list[int], list[tuple[int, int]]]:
        players = self.judge.treated(number, incoming)
        here = [p for p in self.places if p in players]
        also = here if number < self.meet_in else []
        chosen = [(self.places[0], self.places[1])] if here and not also else []
        others = [p for p in players if p not in here]
        waiting, pairs = self._choose(number, incoming, others, also) if others else ([], [])
        return sorted([*waiting, *also]), sorted([*chosen, *pairs])

    def _choose(
        self, number: int, incoming: Sequence[int], others: Sequence[int], also: list[int]
    ) -> tuple[list[int], list[tuple[int, int]]]:
        end = self.field.groups[number][1]
        # Where both are treated already, nothing below them changes and the field may stay whole.
        both_treated = len(self.places) > 1 and self.places[-1] < end
        view = self.forcer.whole if both_treated else self.without
        inside = Inside(view.field, view.theirs(others))
        rest = Rest(view.field, inside.players, view.there(end))
        _, whole = self.judge.rest(number, incoming)
        room, proved = _Rooms(inside, rest, whole, view, also).best(self.forcer.c2)
        self.proved &= proved
        pairs = [(others[a], others[b]) for a, b in inside.pairs(room)]
        return [others[at] for at in room], pairs
