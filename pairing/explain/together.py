"""Which claims of an explanation share a line, as they say the same of several players."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby

from pairing.explain.claims import Claim
from pairing.norms.criterion import Criterion

_SAID_TOGETHER = frozenset({"candidate", "other_room", "impossible_room", "forced", "reading"})


def together(claims: Iterable[Claim], criteria: Mapping[str, Criterion]) -> Iterator[list[Claim]]:
    """Yield the claims that share a line, at the position of the first of them.

    `criteria` are those of the system by key, which may say that values do not matter.
    """
    for kind, run in groupby(claims, key=lambda claim: claim.kind):
        if kind not in _SAID_TOGETHER:
            yield from ([claim] for claim in run)
            continue
        alike: dict[object, list[Claim]] = {}
        for claim in run:
            alike.setdefault(_alike(claim, criteria), []).append(claim)
        yield from alike.values()


def _alike(claim: Claim, criteria: Mapping[str, Criterion]) -> tuple[object, ...]:
    """Return the properties that claims must share to stand in one line."""
    if claim.kind == "forced" and len(claim.players) == 2:
        return (id(claim),)
    if claim.kind == "reading":
        return (claim.kind, claim.detail["decides"])
    value = (claim.found, claim.instead)
    others = claim.others
    if claim.kind in ("other_room", "impossible_room"):
        others = ()
    one = criteria.get(claim.key or "")
    if one is not None and claim.kind in one.together:
        value = (None, None)
        others = ()
    fails = claim.detail.get("fails")
    return (claim.kind, claim.clause, claim.key, claim.group, claim.unit, value, others, fails)
