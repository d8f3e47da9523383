"""Costs of pairs as whole numbers, and cheapest pairs of some players, for the Swiss on rating."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from pairing.graphs.cheapest_matching import CheapestMatching
from pairing.graphs.matching import bits, mask_of
from pairing.rating.brackets.field import Bracket, RatingField, Vector

Edges: TypeAlias = Mapping[tuple[int, int], int]
BracketPairs: TypeAlias = list[tuple[int, int]]


@dataclass(frozen=True, slots=True)
class Matched:
    """A cheapest choice of pairs: (higher, lower), the players left over, and the total cost."""

    pairs: BracketPairs
    left: list[int]
    cost: int


class MorePairs(Exception):
    """Raised when more pairs than requested can be made with the others below: inconclusive."""


@dataclass(frozen=True, slots=True)
class Below:
    """The players who must be paired, by any pairs, together with those left over.

    `legal` holds, as a mask for each player of the field, the opponents among those left over and
    those below. `places` are slots that take one player instead (a bye, or another bracket), each
    with the players who may have it.

    Rule: knsb-rating-2014 C12, C13.
    """

    players: Sequence[int]
    legal: Sequence[int]
    places: Sequence[frozenset[int]]


def cheapest(
    players: Sequence[int],
    edges: Edges,
    floats: Mapping[int, int],
    count: int,
    below: Below | None = None,
) -> Matched | None:
    """Return the cheapest `count` pairs of the players; those left over must be in `floats`.

    `edges` gives the cost of a pair (i, j) with i < j, `floats` that of a player left over. With
    others below, the players left over must be paired among themselves and with these.
    """
    if below is not None:
        return _cheapest_above(players, edges, floats, count, below)
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


def _cheapest_above(
    players: Sequence[int], edges: Edges, floats: Mapping[int, int], count: int, below: Below
) -> Matched | None:
    """Return the cheapest pairs where the players left over must be paired with others.

    Being left over costs most, so that as many pairs as possible are made: fewer pairs than
    requested means that there is no solution, more that the outcome is inconclusive (MorePairs).
    Two players who are left over and paired with each other could equally be a pair, if that pair
    is among the edges.
    """
    everybody = [*players, *below.players]
    size = len(players)
    spare = len(players) - 2 * count
    dear = 1 + 4 * (size + 1) * max(map(abs, (*edges.values(), *floats.values())), default=0)
    rows: list[dict[int, int]] = [{} for _ in range(len(everybody) + len(below.places))]

    def join(a: int, b: int, cost: int) -> None:
        rows[a][b] = rows[b][a] = cost

    at = {player: place for place, player in enumerate(everybody)}
    for (i, j), cost in edges.items():
        join(at[i], at[j], cost)
    leaving = {i: cost + dear for i, cost in floats.items()} | dict.fromkeys(below.players, 0)
    leavers = mask_of(leaving)
    for i, cost in leaving.items():
        for empty, place in enumerate(below.places, len(everybody)):
            if i in place:
                join(at[i], empty, cost)
        for j in bits(below.legal[i] & leavers & ((1 << i) - 1)):
            if (j, i) not in edges:
                join(at[i], at[j], cost + leaving[j])
    mates = CheapestMatching(rows).run()
    if mates is None:
        return None
    pairs = [
        (players[a], players[b])
        for a, b in enumerate(mates)
        if a < b < size and (players[a], players[b]) in edges
    ]
    paired = {i for pair in pairs for i in pair}
    left = [i for i in players if i not in paired]
    if len(left) < spare:
        raise MorePairs
    if len(left) > spare:
        return None
    total = sum(edges[pair] for pair in pairs) + sum(floats[i] for i in left)
    return Matched(pairs, left, total)


class BracketCosts:
    """The vector of a bracket as one number: a digit for each part, the first part highest."""

    def __init__(
        self,
        field: RatingField,
        bracket: Bracket,
        heterogeneous: bool,
        must_float: frozenset[int] = frozenset(),
    ) -> None:
        self.field = field
        self.must_float = must_float
        self.bracket = bracket
        self.heterogeneous = heterogeneous
        self.base = 2 * len(bracket.players) + 2
        self.cache: dict[tuple[int, ...], int] = {}

    def number(self, parts: tuple[int, ...]) -> int:
        """Return a vector as a number."""
        value = self.cache.get(parts)
        if value is None:
            value = 0
            for part in parts:
                value = value * self.base + part
            self.cache[parts] = value
        return value

    def vector(self, number: int) -> Vector:
        """Return the vector of a number."""
        parts = []
        for _ in range(8):
            number, part = divmod(number, self.base)
            parts.append(part)
        return tuple(reversed(parts))  # type: ignore[return-value]

    def edges(self, players: Sequence[int]) -> dict[tuple[int, int], int]:
        """Return the cost of every allowed pair."""
        field = self.field
        edges = {}
        players = [i for i in players if i not in self.must_float]
        for at, i in enumerate(players):
            met = field.met[i]
            costs = field.costs[field.kind[i]]
            kind = field.kind
            for j in players[at + 1 :]:
                cost = costs[kind[j]]
                if cost is not None and j not in met:
                    up = field.up(i, j) if self.heterogeneous else (0, 0)
                    edges[i, j] = self.number((*cost, 0, 0, *up))
        return edges

    def floats(self, players: Collection[int]) -> dict[int, int]:
        """Return the cost of each player who may be left over."""
        down = self.field.down_in
        return {i: self.number((0, 0, 0, 0, *down(self.bracket, i), 0, 0)) for i in players}
