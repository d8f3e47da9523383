"""Costs of pairs as whole numbers, and cheapest pairs of some players, for the Swiss on rating."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from pairing.rating_field import Bracket, RatingField, Vector
from pairing.weighted_matching import CheapestMatching

Edges: TypeAlias = Mapping[tuple[int, int], int]
Pairs: TypeAlias = list[tuple[int, int]]


@dataclass(frozen=True, slots=True)
class Matched:
    """A cheapest choice of pairs: (higher, lower), who is left over, and the whole cost."""

    pairs: Pairs
    left: list[int]
    cost: int


def cheapest(
    players: Sequence[int], edges: Edges, floats: Mapping[int, int], count: int
) -> Matched | None:
    """Return the cheapest `count` pairs of the players; who is left over must be in floats.

    edges give the cost of a pair (i, j) with i < j, floats that of a player left over.
    """
    size = len(players)
    spare = size - 2 * count
    if spare < 0 or len(floats) < spare:
        return None
    at = {player: place for place, player in enumerate(players)}
    rows: list[dict[int, int]] = [{} for _ in range(size + spare)]
    for (i, j), cost in edges.items():
        rows[at[i]][at[j]] = cost
        rows[at[j]][at[i]] = cost
    for empty in range(size, size + spare):
        for player, cost in floats.items():
            rows[at[player]][empty] = cost
            rows[empty][at[player]] = cost
    mates = CheapestMatching(rows).run()
    if mates is None:
        return None
    pairs = [(players[a], players[b]) for a, b in enumerate(mates) if a < b < size]
    left = [players[a] for a, b in enumerate(mates) if a < size <= b]
    total = sum(edges[pair] for pair in pairs) + sum(floats[i] for i in left)
    return Matched(pairs, left, total)


class Costs:
    """The vector of a bracket as one number: a digit for each part, the first part highest."""

    def __init__(self, field: RatingField, bracket: Bracket, heterogeneous: bool) -> None:
        self.field = field
        self.bracket = bracket
        self.heterogeneous = heterogeneous
        self.base = 2 * len(bracket.players) + 2
        self.known: dict[tuple[int, ...], int] = {}

    def number(self, parts: tuple[int, ...]) -> int:
        """Return a vector as a number."""
        value = self.known.get(parts)
        if value is None:
            value = 0
            for part in parts:
                value = value * self.base + part
            self.known[parts] = value
        return value

    def vector(self, number: int) -> Vector:
        """Return the vector of a number."""
        parts = []
        for _ in range(8):
            number, part = divmod(number, self.base)
            parts.append(part)
        return tuple(reversed(parts))  # type: ignore[return-value]

    def edges(self, players: Sequence[int]) -> dict[tuple[int, int], int]:
        """Return the cost of every pair that is allowed."""
        field, found = self.field, {}
        for at, i in enumerate(players):
            met, costs, kind = field.met[i], field.costs[field.kind[i]], field.kind
            for j in players[at + 1 :]:
                cost = costs[kind[j]]
                if cost is not None and j not in met:
                    up = field.up(i, j) if self.heterogeneous else (0, 0)
                    found[i, j] = self.number((*cost, 0, 0, *up))
        return found

    def floats(self, players: Collection[int]) -> dict[int, int]:
        """Return the cost of each player that may be left over."""
        return {i: self.number((0, 0, 0, 0, *self._down(i), 0, 0)) for i in players}

    def _down(self, i: int) -> tuple[int, int]:
        readings = self.field.readings
        if self.bracket.last and not readings.bye_float:
            return 0, 0
        if not readings.down_md and i in self.bracket.moved:
            return 0, 0
        return self.field.down(i)
