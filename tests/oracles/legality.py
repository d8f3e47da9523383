"""Whether two players may be paired at all, for the literal twins and the tests."""

from __future__ import annotations

from pairing.norms.legality import have_met, may_play
from pairing.norms.model import Contestant


def is_legal_pair(one: Contestant, two: Contestant) -> bool:
    """Return whether two may be paired: not met, and some colours break B2 for neither.

    Rule: knsb-wp-2014 B1a, B2; knsb-wp-1996 B1a, B2.
    """
    if have_met(one, two):
        return False
    return (may_play(one, "W") and may_play(two, "B")) or (
        may_play(one, "B") and may_play(two, "W")
    )
