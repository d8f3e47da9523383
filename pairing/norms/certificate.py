"""Why some players cannot all be paired: a small set of them that proves it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple, Protocol

from pairing.graphs.matching import barrier, bits, components, maximum_matching


class Certificate(NamedTuple):
    """A set of players that proves that a field has no complete pairing; keys.

    `kind`: "no_bye" the number is odd and nobody may have the bye (B1b); "alone" a player without
    any opponent (`partners` are all others, whom they may not meet); "two_alone" two such players,
    and one bye; "too_few" `players` can only be paired partly with each other, and otherwise with
    `partners`: without the partners they fall apart into `parts` odd parts, more than there are
    partners, so that somebody is left. `bye` says where the bye is counted, as if it were a player:
    among the "players", the "partners", or "nowhere".
    """

    kind: Literal["no_bye", "alone", "two_alone", "too_few"]
    players: tuple[int, ...]
    partners: tuple[int, ...] = ()
    parts: int = 1
    bye: Literal["players", "partners", "nowhere"] = "nowhere"


class Pairable(Protocol):
    """Players to be paired, by place: their keys, who may have the bye, and who can meet whom."""

    @property
    def keys(self) -> Sequence[int]:
        """Return the keys, in order."""

    @property
    def size(self) -> int:
        """Return how many players there are."""

    @property
    def bye_allowed(self) -> Sequence[bool]:
        """Return who may have the bye."""

    def adjacency(self, players: range) -> list[int]:
        """Return the legal pairs as bit masks."""


def certificate(field: Pairable) -> Certificate | None:
    """Return a small set of players that proves there is no complete pairing; None if there is one.

    Rule: knsb-wp-2014 B1a, B1b, B2, C9; knsb-wp-1996 B1a, B1b, B2, C9; knsb-rating-2014 B1a, B1b,
    B2, C13.
    """
    keys = field.keys
    size = field.size
    odd = size % 2
    if odd and not any(field.bye_allowed):
        return Certificate("no_bye", tuple(keys))
    graph = field.adjacency(range(size))
    alone = [p for p in range(size) if not graph[p]]
    stranded = [p for p in alone if not (odd and field.bye_allowed[p])]
    if stranded:
        left = tuple(key for p, key in enumerate(keys) if p != stranded[0])
        return Certificate("alone", (keys[stranded[0]],), left)
    if len(alone) > 1:
        return Certificate("two_alone", (keys[alone[0]], keys[alone[1]]))
    if odd:
        allowed = sum(1 << p for p in range(size) if field.bye_allowed[p])
        for p in bits(allowed):
            graph[p] |= 1 << size
        graph.append(allowed)
    obstacle = barrier(graph, maximum_matching(graph))
    if obstacle is None:
        return None
    wall, others = obstacle
    people = (1 << size) - 1
    return Certificate(
        "too_few",
        tuple(keys[p] for p in bits(others & people)),
        tuple(keys[p] for p in bits(wall & people)),
        sum(part.bit_count() % 2 for part in components(graph, others)),
        "players" if others >> size & 1 else "partners" if wall >> size & 1 else "nowhere",
    )
