"""The other waiting rooms of a score group: the possible ones, and the key by which each is worse.

Everything above the group stays as it is. Every room is judged by the engine's own computations.
Rooms of more than one player are all listed when they are few; otherwise only those that exchange
one player of the chosen room for one of the group.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import combinations, islice
from math import comb
from typing import Final, Literal, NamedTuple, TypeAlias

from pairing.norms.certificate import Certificate, certificate
from pairing.norms.criterion import Difference
from pairing.norms.model import KeyVector
from pairing.wp.explain.criteria import COMPARED, Keyed
from pairing.wp.explain.judge import Judge
from pairing.wp.groups.field import WpField
from pairing.wp.groups.inside import Inside
from pairing.wp.groups.waiting_room import C2

LISTED_AT_MOST: Final = 400
LISTED_BY_WEIGHTS_AT_MOST: Final = 40
"""The same limit where class counts do not give the optimum, so that each room takes work."""


Reason: TypeAlias = Literal["odd", "inside", "below", "both"]
"""Why no fewer players wait. "odd": one is left over of an odd number. "inside": the group cannot
be paired with fewer out of it. "below": it can, but those below cannot be paired with fewer.
"both": either could be done with fewer, but not both at once.
"""


class OtherRoom(NamedTuple):
    """A waiting room that was not taken; `waiting` are keys, best first.

    `fails`: "H1" the others of the group cannot be paired, "H2" those below cannot; else None, and
    `difference` is the first key in which it is worse than the room taken.
    """

    waiting: tuple[int, ...]
    fails: Literal["H1", "H2"] | None
    difference: Difference | None


class Treatment:
    """One group of the best pairing, for questions about other waiting rooms."""

    def __init__(self, judge: Judge, number: int, chosen: Keyed, c2: C2) -> None:
        self.judge = judge
        self.number = number
        self.chosen = chosen
        self.compared = COMPARED[c2]
        self.incoming = [judge.place[key] for key in chosen.group.incoming]
        self.players = judge.treated(number, self.incoming)
        self.rest, self.ahead = judge.rest(number, self.incoming)
        self.inside = Inside(judge.field, self.players)
        at = {place: i for i, place in enumerate(self.players)}
        optimum = self.inside.optimum([at[place] for place in chosen.waiting_places])
        self.is_quick = optimum is not None and optimum.by_counts
        self.at_most = LISTED_AT_MOST if self.is_quick else LISTED_BY_WEIGHTS_AT_MOST

    @property
    def all_listed(self) -> bool:
        """Return whether `others` gives every waiting room of the same size."""
        return comb(len(self.players), self.chosen.group.keys.size) <= self.at_most

    def others(self) -> list[OtherRoom]:
        """Return the other rooms of the same size: possible ones first, the best of them first.

        The last group has none, but another bye.

        Rule: knsb-wp-2014 C4.1, C4.2, C4.3, C4.4, C4.5; knsb-wp-1996 C4.1, C4.2, C4.3, C4.4, C4.5.
        """
        taken = self.chosen.waiting_places
        judged = [self._judge(room) for room in self._rooms() if self._places(room) != taken]
        possible = [(keyed, room) for keyed, room in judged if keyed is not None]
        ranked = sorted(possible, key=lambda pair: [*map(pair[0].total, self.compared.criteria)])
        return [room for _, room in ranked] + [room for keyed, room in judged if keyed is None]

    def _places(self, room: Sequence[int]) -> tuple[int, ...]:
        return tuple(self.players[at] for at in room)

    def _rooms(self) -> Iterator[tuple[int, ...]]:
        size = self.chosen.group.keys.size
        everyone = range(len(self.players))
        if self.all_listed:
            yield from combinations(everyone, size)
            return
        yield from islice(self._exchanges(everyone), self.at_most)

    def _exchanges(self, everyone: Iterable[int]) -> Iterator[tuple[int, ...]]:
        """Yield the rooms that differ in one player, those with the same score first."""
        at = {place: i for i, place in enumerate(self.players)}
        taken = [at[place] for place in self.chosen.waiting_places]
        points = self.inside.points
        for alike in (True, False):
            for leaves in taken:
                for comes in everyone:
                    if comes not in taken and (points[comes] == points[leaves]) == alike:
                        yield tuple(sorted([comes, *(x for x in taken if x != leaves)]))

    def _judge(self, room: tuple[int, ...]) -> tuple[Keyed | None, OtherRoom]:
        places = self._places(room)
        keys = tuple(self.judge.field.keys[p] for p in places)
        optimum = self.inside.optimum(room)
        if optimum is None:
            return None, OtherRoom(keys, "H1", None)
        if not self.rest.completes(places):
            return None, OtherRoom(keys, "H2", None)
        assert self.ahead is not None, "nobody waits below the last group"
        pairs = (len(self.players) - len(room)) // 2
        refloat, next_waiting = self.ahead.keys(places)
        vector = KeyVector(
            size=len(room),
            w_scores_halves=tuple(self.judge.field.points[p] for p in places),
            score_differences_halves=optimum.differences
            + (0,) * (pairs - len(optimum.differences)),
            refloat=refloat,
            next_waiting=next_waiting,
            denied=optimum.denied,
            denied_strong=optimum.denied_strong,
            stuck=self.ahead.stuck(places),
        )
        group = replace(self.chosen.group, waiting=keys, pairs=(), keys=vector)
        keyed = Keyed(group, places, ())
        difference = self.compared.difference(self.number, self.chosen, keyed)
        return keyed, OtherRoom(keys, None, difference)

    def why_so_many(self) -> tuple[Reason, Certificate | None]:
        """Return why the waiting room is this large, with a certificate if a small one exists.

        Rule: knsb-wp-2014 A3, C3, C7, C8, C9; knsb-wp-1996 A3, C3, C7, C8, C9.
        """
        size = self.chosen.group.keys.size
        parity = len(self.players) % 2
        if size == parity:
            return "odd", None
        own = self.inside.least_waiting()
        if own >= size:
            return "inside", None if parity else self.of_places(self.players)
        if own == 0:
            below = range(self.rest.begin, self.judge.field.size)
            return "below", self.of_places(below)
        return ("below" if self.rest.least_waiting() >= size else "both"), None

    def of_places(self, places: Sequence[int]) -> Certificate | None:
        """Return why these players have no complete pairing among themselves; None if they do."""
        return certificate(WpField([self.judge.field.contestants[p] for p in places]))
