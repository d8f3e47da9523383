"""Whether two players may be paired at all, for the literal twins and the tests."""

from __future__ import annotations

from pairing.norms.legality import have_met, may_play
from pairing.norms.model import Contestant

_MAY_PLAY: dict[tuple[bool, str], tuple[bool, bool]] = {}
"""Whether who has had some colours may have white, and black: asked of every pair of a field."""


def _colours_of(player: Contestant) -> tuple[bool, bool]:
    had = player.topscorer, player.colours
    if had not in _MAY_PLAY:
        _MAY_PLAY[had] = may_play(player, "W"), may_play(player, "B")
    return _MAY_PLAY[had]


def is_legal_pair(one: Contestant, two: Contestant) -> bool:
    """Return whether two may be paired: not met, and some colours break B2 for neither.

    Rule: knsb-wp-2014 B1a, B2; knsb-wp-1996 B1a, B2.
    """
    if have_met(one, two):
        return False
    (white, black), (other_white, other_black) = _colours_of(one), _colours_of(two)
    return (white and other_black) or (black and other_white)
