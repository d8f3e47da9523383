"""Why a field cannot be paired at all: a few players that prove it, for every Swiss engine."""

from __future__ import annotations

from collections.abc import Sequence

from pairing.matching import barrier, bits, maximum_matching
from pairing.state import NoPairing


def no_pairing(
    keys: Sequence[int], legal: Sequence[int], bye_allowed: Sequence[bool]
) -> NoPairing | None:
    """Return why these players have no complete pairing with one bye at most; None if they have.

    legal[i] is the mask of those whom B1a and B2 let player i meet, bye_allowed[i] whether B1b lets
    him have the bye. By Tutte's condition: without the opponents it counts, those it names fall
    apart into more odd groups than there are such opponents.

    Rule: knsb-wp-2014 B1a, B1b, B2; knsb-rating-2014 C13, B1a, B1b, B2.
    """
    size = len(keys)
    odd = size % 2 == 1
    if odd and not any(bye_allowed):
        why = "The number of players is odd and none of them may have the bye."
        return NoPairing(why, tuple(keys), "B1b")
    alone = [i for i in range(size) if not legal[i]]
    stranded = [i for i in alone if not (odd and bye_allowed[i])]
    if stranded:
        why = "A player has no opponent left whom B1a and B2 allow."
        return NoPairing(why, (keys[stranded[0]],), "B1a, B2")
    if len(alone) > 1:
        why = "Two players have no opponent left whom B1a and B2 allow, and there is one bye."
        return NoPairing(why, (keys[alone[0]], keys[alone[1]]), "B1a, B2")
    graph = list(legal)
    if odd:
        graph = [row | int(bye) << size for row, bye in zip(legal, bye_allowed, strict=True)]
        graph.append(sum(1 << i for i, bye in enumerate(bye_allowed) if bye))
    found = barrier(graph, maximum_matching(graph))
    if found is None:
        return None
    wall, others = found
    named = tuple(keys[i] for i in bits(others) if i < size)
    return NoPairing(
        f"{len(named)} players cannot all be paired: only some of them with each other, and the "
        f"others with no more than {wall.bit_count()} opponents or a bye.",
        named,
        "B1a, B2",
    )
