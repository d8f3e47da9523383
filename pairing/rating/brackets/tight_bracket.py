"""The pairing of a bracket that drops no more than the counts of A8 make it drop: by bit sets.

In most brackets X and Z can be what X1 and Z1 say, and nothing else is dropped. A set of pairs does
that if and only if each of its pairs is of certain kinds, so no costs are needed: any complete
matching of a graph will do, and the order is fixed player by player, with a witness repaired.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from ledger.values import Colour
from pairing.graphs.matching import EXPOSED, augment, bits, maximum_matching
from pairing.rating.brackets.field import Bracket, Candidate, Level, RatingField, Vector
from projections.games.colours import STRONG

EXCHANGES_AT_MOST: Final = 400
"""So many exchanges of one player are tried; then the cheapest matching finds the first one."""


def mask_of(places: Iterable[int]) -> int:
    """Return the places as a bit set."""
    mask = 0
    for place in places:
        mask |= 1 << place
    return mask


def tight_pairing(
    field: RatingField, bracket: Bracket, level: Level, may_float: Sequence[int]
) -> Candidate | None:
    """Return the first pairing when it drops the least that the counts allow; None: not known.

    Rule: knsb-rating-2014 A7d, A7e, A8, D1, D2.
    """
    if level.m1 not in (0, len(bracket.moved)):
        return None
    down = set(bracket.moved)
    scores = {field.points[i] for i in bracket.players if i not in down}
    if level.m1 and (len(scores) > 1 or level.p1 < level.m1):
        return None
    tight = _Tight(field, bracket, level, may_float)
    return tight.candidate() if tight.is_plain else None


class _Tight:
    """The graph of a bracket, by place: the players, then one vertex for each who floats."""

    def __init__(
        self, field: RatingField, bracket: Bracket, level: Level, may_float: Sequence[int]
    ) -> None:
        self.field = field
        self.players = bracket.players
        self.level = level
        self.size = len(bracket.players)
        self.spare = self.size - 2 * level.p1
        self.moved = mask_of(
            at for at, i in enumerate(self.players) if level.m1 and i in set(bracket.moved)
        )
        self._read_wishes()
        counted = [field.down_in(bracket, i) != (0, 0) for i in self.players]
        wanted = set(may_float)
        self.floats = mask_of(
            at for at, i in enumerate(self.players) if i in wanted and not counted[at]
        )
        self.floats &= ~(self.needed | self.moved)
        self.rows = self._rows()

    def _read_wishes(self) -> None:
        """Find X and Z by the counts, and who must then be paired, no two of them together."""
        field, count = self.field, self.level.p1
        wishes = [field.preferences[i] for i in self.players]
        whites = sum(w.colour == "W" for w in wishes)
        blacks = sum(w.colour == "B" for w in wishes)
        larger: Colour = "W" if whites > blacks else "B"
        few = mask_of(at for at, w in enumerate(wishes) if w.colour != larger)
        weak = mask_of(
            at for at, w in enumerate(wishes) if w.colour != larger or w.strength < STRONG
        )
        self.x = max(count - few.bit_count(), 0)
        self.z = 0 if field.is_odd_round else max(count - weak.bit_count(), 0)
        # With Z above 0 the larger colour must be the same by strong preferences alone.
        strong = [w.colour for w in wishes if w.strength >= STRONG]
        rest = len(strong) - strong.count(larger)
        self.is_plain = not self.z or strong.count(larger) >= rest
        self.few = few if self.x else 0
        self.weak = weak if self.z else 0
        self.needed = self.few | self.weak

    def _rows(self) -> list[int]:
        """Return the graph: only pairs that a least dropping set of pairs can have."""
        field, players = self.field, self.players
        everyone = (1 << self.size) - 1
        place = {i: at for at, i in enumerate(players)}
        of_kind: dict[int, int] = {}
        for at, i in enumerate(players):
            of_kind[field.kind[i]] = of_kind.get(field.kind[i], 0) | 1 << at
        reach = {}
        for kind in of_kind:
            mask = 0
            for other, members in of_kind.items():
                cost = field.costs[kind][other]
                if cost is None or cost[0] or cost[1]:
                    continue
                if (cost[2] and not self.x) or (cost[3] and not self.z):
                    continue
                mask |= members
            reach[kind] = mask
        floated_up = mask_of(
            at for at, i in enumerate(players) if self.moved and "U" in field.players[i].floats
        )
        empty = ((1 << self.spare) - 1) << self.size
        rows = []
        for at, i in enumerate(players):
            own = 1 << at
            row = reach[field.kind[i]] & everyone & ~own
            row &= ~mask_of(place[j] for j in field.met[i] if j in place)
            if own & self.few:
                row &= ~self.few
            if own & self.weak:
                row &= ~self.weak
            if own & self.moved:
                row &= ~(self.moved | floated_up)
            elif own & floated_up:
                row &= ~self.moved
            if own & self.floats:
                row |= empty
            rows.append(row)
        return rows + [self.floats] * self.spare

    def _start(self, s1: Sequence[int], s2: Sequence[int], rows: Sequence[int]) -> list[int]:
        """Return the pairs S1[i]-S2[i] that the graph has, to begin with."""
        mates = [EXPOSED] * len(rows)
        for a, b in zip(s1, s2, strict=False):
            if rows[a] >> b & 1:
                mates[a], mates[b] = b, a
        return mates

    def candidate(self) -> Candidate | None:
        """Return the first pairing in the order of D1, D2, D1, or None when it is not tight."""
        alive = (1 << len(self.rows)) - 1
        places = list(range(self.size))
        half = self.level.p1
        mates = maximum_matching(self.rows, self._start(places[:half], places[half:], self.rows))
        if EXPOSED in mates:
            return None
        pairs = []
        for at in bits(self.moved):
            other = settle(self.rows, mates, at, alive)
            alive &= ~(1 << at | 1 << other)
            pairs.append((at, other))
        left = [at for at in places if alive >> at & 1]
        split = self._split(left, half - len(pairs))
        if split is None:
            return None
        s1, rows, mates = split
        for at in s1:
            other = settle(rows, mates, at, alive)
            alive &= ~(1 << at | 1 << other)
            pairs.append((min(at, other), max(at, other)))
        over = tuple(self.players[at] for at in places if alive >> at & 1)
        vector: Vector = (0, 0, self.x, self.z, 0, 0, 0, 0)
        named = tuple((self.players[a], self.players[b]) for a, b in pairs)
        return Candidate(named, over, vector)

    def _split(
        self, left: Sequence[int], half: int
    ) -> tuple[list[int], list[int], list[int]] | None:
        """Return S1 after the first exchange, with the graph between both and a matching of it.

        Rule: knsb-rating-2014 D2.
        """
        s1, s2 = list(left[:half]), list(left[half:])
        rows, mates = self._between(s1, s2, None)
        missing = sum(mates[at] == EXPOSED for at in s1)
        if not missing and EXPOSED not in mates[self.size :]:
            return s1, rows, mates
        if missing > 2:
            return None
        tried = 0
        for difference in range(1, len(left)):
            for a in range(half - 1, max(half - 1 - difference, -1), -1):
                b = a + difference - half
                if b >= len(s2):
                    continue
                tried += 1
                if tried > EXCHANGES_AT_MOST:
                    return None
                one = sorted([*s1[:a], *s1[a + 1 :], s2[b]])
                two = sorted([*s2[:b], *s2[b + 1 :], s1[a]])
                other_rows, new_mates = self._between(one, two, mates)
                if all(
                    new_mates[at] != EXPOSED for at in (*one, *range(self.size, len(new_mates)))
                ):
                    return one, other_rows, new_mates
        return None

    def _between(
        self, s1: Sequence[int], s2: Sequence[int], hint: Sequence[int] | None
    ) -> tuple[list[int], list[int]]:
        """Return the graph between S1 and S2 (S2 floats), and a greatest matching of it."""
        above, below = mask_of(s1), mask_of(s2)
        empty = ((1 << self.spare) - 1) << self.size
        rows = [0] * len(self.rows)
        for at in s1:
            rows[at] = self.rows[at] & below
        for at in s2:
            rows[at] = self.rows[at] & (above | empty)
        for at in range(self.size, len(rows)):
            rows[at] = self.rows[at] & below
        start = self._start(s1, s2, rows)
        if hint is not None:
            start = [
                b if b != EXPOSED and rows[a] >> b & 1 else EXPOSED for a, b in enumerate(hint)
            ]
        return rows, maximum_matching(rows, start)


def settle(rows: Sequence[int], mates: list[int], at: int, alive: int) -> int:
    """Give a vertex the first mate that leaves the others a complete matching; return it.

    ``mates`` is a complete matching of those alive, and is one afterwards.
    """
    for other in bits(rows[at] & alive):
        if mates[at] == other:
            return other
        trial = list(mates)
        one, two = trial[at], trial[other]
        trial[at], trial[other] = other, at
        trial[one] = trial[two] = EXPOSED
        if augment(rows, trial, one, alive & ~(1 << at | 1 << other)):
            mates[:] = trial
            return other
    raise AssertionError("the matching was complete")
