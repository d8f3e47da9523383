"""Every kind of claim, with its meaning: of all systems, then those of one's own."""

from __future__ import annotations

from pairing.explain.claims import KINDS
from pairing.systems.registry import SYSTEMS, system_named


def claim_kinds() -> dict[str, str]:
    """Return them in the order of the systems."""
    kinds = dict(KINDS)
    for name in SYSTEMS:
        kinds |= system_named(name).claim_kinds()
    return kinds
