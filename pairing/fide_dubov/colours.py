"""Colours in the Dubov System: who has not played yet prefers black, mildly."""

from __future__ import annotations

from typing import Final

from ledger.values import Colour
from pairing.fide_dubov.players import DubovPlayer
from projections.games.colours import (
    LIGHT,
    Preference,
    last_difference,
    other,
    played_colours,
    preference,
)

NOT_PLAYED: Final = Preference("B", LIGHT)
"""The preference before the first game."""


def preference_of(player: DubovPlayer) -> Preference:
    """Return a player's preference.

    Rule: fide-dubov-2026 1.6.
    """
    return preference(player.colours) if has_played(player) else NOT_PLAYED


def has_played(player: DubovPlayer) -> bool:
    """Tell whether a player has played a game over the board."""
    return bool(played_colours(player.colours))


def colour_of_higher(
    higher: DubovPlayer, lower: DubovPlayer, initial: Colour
) -> tuple[Colour, str]:
    """Return the colour of the higher ranked, and the clause that gives it.

    `initial` is the colour drawn before round 1. Higher ranked is by pairing score, then number.

    Rule: fide-dubov-2026 5.2.1, 5.2.2, 5.2.3, 5.2.4, 5.2.5.
    """
    if not has_played(higher) and not has_played(lower):
        return (initial if higher.counted % 2 else other(initial)), "5.2.1"
    mine = preference_of(higher)
    theirs = preference_of(lower)
    assert mine.colour is not None
    assert theirs.colour is not None
    if mine.colour != theirs.colour:
        return mine.colour, "5.2.2"
    if mine.strength != theirs.strength:
        return (mine.colour if mine.strength > theirs.strength else other(theirs.colour)), "5.2.3"
    before = last_difference(higher.colours, lower.colours)
    if before is not None:
        return other(before[0]), "5.2.4"
    return mine.colour, "5.2.5"
