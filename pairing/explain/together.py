"""Which claims of an explanation share a line, as they say the same of several players."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import Final

from pairing.explain.claims import Claim

BY_ORDER: Final = frozenset(
    {
        "d3",
        "d1_moved",
        "d2",
        "d1",
        "moved_s1",
        "moved_opponents",
        "exchange",
        "opponents",
        "upfloater_order",
        "shift_first",
        "shift_second",
    }
)
"""Keys that only determine an order."""

_SAID_TOGETHER = frozenset({"candidate", "other_room", "impossible_room", "forced", "reading"})


def together(claims: Iterable[Claim]) -> Iterator[list[Claim]]:
    """Yield the claims that share a line, at the position of the first of them."""
    for kind, run in groupby(claims, key=lambda claim: claim.kind):
        if kind not in _SAID_TOGETHER:
            yield from ([claim] for claim in run)
            continue
        alike: dict[object, list[Claim]] = {}
        for claim in run:
            alike.setdefault(_alike(claim), []).append(claim)
        yield from alike.values()


def _alike(claim: Claim) -> tuple[object, ...]:
    """Return the properties that claims must share to stand in one line."""
    if claim.kind == "forced" and len(claim.players) == 2:
        return (id(claim),)
    if claim.kind == "reading":
        return (claim.kind, claim.detail["decides"])
    value = (claim.found, claim.instead)
    others = claim.others
    if claim.kind in ("other_room", "impossible_room"):
        others = ()
    by_place = (
        ("candidate", "k8"),
        ("forced", "k7"),
        ("other_room", "k7"),
        ("forced", "bye_score"),
        ("forced", "bye_games"),
        ("forced", "bye_rank"),
        ("forced", "bye_number"),
    )
    if (claim.kind, claim.key) in by_place or claim.key in BY_ORDER:
        value = (None, None)
        others = ()
    fails = claim.detail.get("fails")
    return (claim.kind, claim.clause, claim.key, claim.group, claim.unit, value, others, fails)
