"""Whom the players of a bracket can be matched with when they float: seats, or all those below."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import Protocol

from pairing.fide_dutch.criteria import Criteria, DutchBracket
from pairing.fide_dutch.field import DutchField
from pairing.graphs.matching import bits, mask_of


class Outside(Protocol):
    """Vertices outside a bracket, in groups that cost the same; seats are a mask of like ones."""

    groups: list[list[int]]
    seats: int

    def kind(self, i: int) -> Hashable:
        """Return all of a player that the costs of floating go by."""

    def leaving(self, i: int, group: int) -> int | None:
        """Return what it costs that a player floats to one of a group."""

    def between(self, one: int, two: int) -> int | None:
        """Return what a pair of two groups costs."""

    def joined(self, legal: Sequence[int]) -> list[int]:
        """Return the graph of a bracket with those outside."""


class Seats:
    """As many seats as players float; those below are left out."""

    def __init__(self, first: int, count: int, floating: Mapping[int, int]) -> None:
        """Take the first vertex that is free, and what it costs those who may float."""
        self.first, self.count, self.floating = first, count, floating
        self.groups = [list(range(first, first + count))] if count else []
        self.seats = ((1 << count) - 1) << first

    def kind(self, i: int) -> Hashable:
        """Return what it costs that a player floats."""
        return self.floating.get(i) if self.count else None

    def leaving(self, i: int, group: int) -> int | None:
        """Return what it costs that a player floats."""
        return self.floating.get(i)

    def between(self, one: int, two: int) -> int | None:
        """Seats are not paired."""
        return None

    def joined(self, legal: Sequence[int]) -> list[int]:
        """Return the graph of a bracket with the seats."""
        rows = [*legal, *[mask_of(self.floating)] * self.count]
        for i in self.floating:
            rows[i] |= self.seats
        return rows


class AllBelow:
    """Everybody below a bracket, and the seat of the bye; C8 is a cost of who stays over.

    With stand-ins, as many of these take the place of all below the next scoregroup and of the
    seat: they may meet anybody, so that C4 is left aside.
    """

    seats = 0

    def __init__(
        self, field: DutchField, bracket: DutchBracket, criteria: Criteria, stand_ins: int
    ) -> None:
        """Take the criteria, C8 among them."""
        self.field, self.bracket, self.criteria = field, bracket, criteria
        members: dict[Hashable, list[int]] = {}
        following = set(bracket.following)
        for i in bracket.following if stand_ins else (*bracket.following, *bracket.lower):
            members.setdefault((i in following, field.wishes[i]), []).append(i)
        self.anybody = range(field.size + 1, field.size + 1 + stand_ins)
        if stand_ins:
            members["stand-ins"] = list(self.anybody)
        elif field.odd:
            members["seat"] = [field.seat]
        self.groups = list(members.values())
        self.follows = [group[0] in following for group in self.groups]
        self.everybody = mask_of(i for group in self.groups for i in group)

    def kind(self, i: int) -> Hashable:
        """Return what it costs that a player floats, stays over, and has the bye."""
        criteria = self.criteria
        return criteria.floating[i], criteria.over[i], criteria.in_seat[i]

    def leaving(self, i: int, group: int) -> int:
        """Return what it costs that a player floats to one of a group.

        Rule: fide-dutch-2026 C6, C7, C8, C9, C14, C16, C18, C20.
        """
        cost = self.criteria.floating[i]
        if not self.follows[group]:
            cost += self.criteria.over[i]
        if self.groups[group][0] == self.field.seat:
            cost += self.criteria.in_seat[i]
        return cost

    def between(self, one: int, two: int) -> int:
        """Return what a pair of two groups costs: one of the next scoregroup stays over, or not.

        Rule: fide-dutch-2026 C8.
        """
        if self.follows[one] == self.follows[two]:
            return 0
        return self.criteria.over[self.groups[one if self.follows[one] else two][0]]

    def joined(self, legal: Sequence[int]) -> list[int]:
        """Return the graph of a bracket with all those below."""
        own = self.field.legal
        here = mask_of(self.bracket.players) | self.everybody
        anybody = mask_of(self.anybody)
        rows = [*legal, *[here & ~(1 << i) for i in self.anybody]]
        for i in self.bracket.players:
            rows[i] = legal[i] | own[i] & self.everybody | anybody
        for i in bits(self.everybody & ~anybody):
            rows[i] = own[i] & here | anybody
        return rows
