"""The absolute norms of a pair: B1a and B2. (B1b is a property of one player, given as a flag.)"""

from typing import Literal

from ledger.values import Colour
from pairing.norms.model import Contestant
from projections.games.colours import breaks_b2


def may_play(player: Contestant, colour: Colour) -> bool:
    """Return whether B2 allows a player this colour; lifted for a topscorer in the last round.

    Rule: knsb-wp-2014 B2; knsb-wp-1996 B2.
    """
    return player.topscorer or not breaks_b2(player.colours, colour)


def have_met(one: Contestant, two: Contestant) -> bool:
    """Return whether two players have already met over the board.

    Rule: knsb-wp-2014 B1a, F3; knsb-wp-1996 B1a, F3.
    """
    return two.key in one.met or one.key in two.met


def broken_norm(white: Contestant, black: Contestant) -> Literal["B1a", "B2"] | None:
    """Return the norm that this board breaks, or None."""
    if have_met(white, black):
        return "B1a"
    return None if may_play(white, "W") and may_play(black, "B") else "B2"
