"""A bracket of the Dubov System: two groups by colour, shifted until they are equal, then paired.

As few pairs as can be are within a group; each of these pairs has one player who is shifted to the
other group. Every pairing between the groups so made refuses as few preferences as can be: a pair
of two shifted players would leave one of the pairs within a group without need. So the opponents
are then found one by one.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from pairing.fide_dubov.field import DubovField
from pairing.graphs.cheapest_matching import CheapestMatching
from pairing.graphs.matching import (
    EXPOSED,
    bits,
    find_partner,
    first_partner,
    mask_of,
    maximum_matching,
)


@dataclass(frozen=True, slots=True)
class DubovBracket:
    """A bracket as it is paired, by places.

    `groups` are G1 and G2 before any shift, `numbered` the members of each in the order in which
    they are shifted; `shifted` the members of each who were. `pairs` are (S1, T2), in the order of
    S1. `by_halves`: nobody in it has played yet, so that G1 is the first half.
    """

    residents: tuple[int, ...]
    upfloaters: tuple[int, ...]
    groups: tuple[tuple[int, ...], tuple[int, ...]]
    shifted: tuple[tuple[int, ...], tuple[int, ...]]
    pairs: tuple[tuple[int, int], ...]
    by_halves: bool

    @property
    def players(self) -> tuple[int, ...]:
        """Return everybody in it."""
        return (*self.residents, *self.upfloaters)


def paired(field: DubovField, residents: int, upfloaters: int) -> DubovBracket:
    """Return a bracket as it is paired; it must have a complete pairing.

    Rule: fide-dubov-2026 3.2.3, 3.2.4, 3.2.5.
    """
    everybody = residents | upfloaters
    groups = groups_of(field, everybody)
    shifted = _Shifts(field, groups).both()
    one = groups[0] & ~shifted[0] | shifted[1]
    pairs = _transposed(field, one, everybody & ~one)
    first, second = (tuple(seekers(field, group, at == 0)) for at, group in enumerate(groups))
    return DubovBracket(
        residents=tuple(bits(residents)),
        upfloaters=tuple(at for at in field.order if upfloaters >> at & 1),
        groups=(first, second),
        shifted=(tuple(bits(shifted[0])), tuple(bits(shifted[1]))),
        pairs=tuple(pairs),
        by_halves=not field.played & everybody,
    )


def groups_of(field: DubovField, everybody: int) -> tuple[int, int]:
    """Return G1 and G2 of a bracket as masks.

    Rule: fide-dubov-2026 3.2.3.
    """
    if field.played & everybody:
        return everybody & field.white, everybody & ~field.white
    places = list(bits(everybody))
    half = mask_of(places[: len(places) // 2])
    return half, everybody & ~half


def seekers(field: DubovField, group: int, white: bool) -> list[int]:
    """Return a group in its order: G1 by the opponents' rating and number, G2 by number.

    Rule: fide-dubov-2026 4.3.2.
    """
    if not white:
        return list(bits(group))
    return sorted(bits(group), key=lambda at: (field.players[at].opponents_rating, at))


def by_middle(members: Sequence[int]) -> list[int]:
    """Return a list from its middle outwards: each time the middle of those left, or the upper one.

    Rule: fide-dubov-2026 4.3.3.
    """
    left = list(members)
    order: list[int] = []
    while left:
        order.append(left.pop((len(left) - 1) // 2))
    return order


class _Shifts:
    """Who is shifted from each group of a bracket."""

    def __init__(self, field: DubovField, groups: tuple[int, int]) -> None:
        self.field = field
        self.groups = groups
        self.everybody = groups[0] | groups[1]
        self.small = 0 if groups[0].bit_count() <= groups[1].bit_count() else 1
        self.numbered = [
            by_middle(seekers(field, group, at == 0)) for at, group in enumerate(groups)
        ]

    def both(self) -> tuple[int, int]:
        """Return who leaves G1 and who leaves G2, as masks.

        The smaller group shifts first, or G1; as a rule nobody of it has to.

        Rule: fide-dubov-2026 3.2.4, 4.3.1.
        """
        large = 1 - self.small
        count = (self.groups[large].bit_count() - self.groups[self.small].bit_count()) // 2
        rows = self._rows()
        mates = maximum_matching(rows, alive=self.everybody)
        if any(mates[at] == EXPOSED for at in bits(self.everybody)):
            return self._by_weight()
        shifted = self._one_by_one(rows, mates, count)
        return (shifted, 0) if large == 0 else (0, shifted)

    def _rows(self) -> list[int]:
        """Return the graph of the bracket without pairs within the smaller group."""
        rows = [0] * self.field.size
        small = self.groups[self.small]
        for at in bits(self.everybody):
            others = self.everybody & ~small if small >> at & 1 else self.everybody
            rows[at] = self.field.legal[at] & others
        return rows

    def _one_by_one(self, rows: list[int], mates: list[int], count: int) -> int:
        """Return the first players of the larger group that can have opponents who stay in it.

        Rule: fide-dubov-2026 3.2.4, 4.3.1.
        """
        large = self.groups[1 - self.small]
        shifted = 0
        for at in self.numbered[1 - self.small]:
            if shifted.bit_count() == count:
                break
            stay = large & ~shifted & ~(1 << at)
            if not find_partner(rows, mates, at, stay, self.everybody):
                continue
            shifted |= 1 << at
            for other in bits(rows[at] & ~stay):
                rows[other] &= ~(1 << at)
            rows[at] &= stay
        return shifted

    def _by_weight(self) -> tuple[int, int]:
        """Return both sets where pairs within the smaller group cannot be avoided.

        A pair within a group costs most in the smaller group. Lighter than that, its earlier player
        counts, who is the one shifted, with more than all after them.

        Rule: fide-dubov-2026 3.2.4, 4.3.1.
        """
        places = list(bits(self.everybody))
        number = {at: n for n, at in enumerate(places)}
        order = [*self.numbered[self.small], *self.numbered[1 - self.small]]
        turn = {at: n for n, at in enumerate(order)}
        size = len(places)
        small = self.groups[self.small]
        within = size + 1 << size
        rows: list[dict[int, int]] = []
        for at in places:
            costs = {}
            for other in bits(self.field.legal[at] & self.everybody):
                alike = small >> at & 1 == small >> other & 1
                cost = 0
                if alike:
                    cost = (within << 1 if small >> at & 1 else within) - (
                        1 << size - 1 - min(turn[at], turn[other])
                    )
                costs[number[other]] = cost
            rows.append(costs)
        mates = CheapestMatching(rows).run()
        assert mates is not None, "the bracket has a complete pairing"
        shifted = [0, 0]
        for n, mate in enumerate(mates):
            one = places[n]
            two = places[mate]
            for at, group in enumerate(self.groups):
                if group >> one & group >> two & 1 and turn[one] < turn[two]:
                    shifted[at] |= 1 << one
        return shifted[0], shifted[1]


def _transposed(field: DubovField, one: int, two: int) -> Iterable[tuple[int, int]]:
    """Return the pairs of S1 with the first legal transposition of G2.

    Rule: fide-dubov-2026 3.2.5, 4.4.
    """
    rows = [0] * field.size
    mates = [EXPOSED] * field.size
    for group, others in ((one, two), (two, one)):
        for at in bits(group):
            rows[at] = field.legal[at] & others
    order = seekers(field, one, white=True)
    for first, second in zip(order, bits(two), strict=True):
        if rows[first] >> second & 1:
            mates[first] = second
            mates[second] = first
    alive = one | two
    mates = maximum_matching(rows, mates, alive)
    for at in order:
        other = first_partner(rows, mates, at, alive)
        alive &= ~(1 << at | 1 << other)
        yield at, other
