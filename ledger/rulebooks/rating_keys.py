"""The keys of the Swiss on rating: readings of its text."""

from __future__ import annotations

from typing import Literal

from ledger.rulebooks.scores import Part


class RatingKeys(Part):
    """How the Swiss on rating reads its text where it is silent or ambiguous.

    `first_colour`: the colour of the highest player in round 1 is drawn (E5), or named by the
    regulations. `e5`: the colours of round 1 alternate by place in S1, or by number. `e3`:
    histories are compared closed up (F3), or round by round. `nobody_prefers`: the higher ranked
    player has white, or white and black alternate by their number. `half`: A3 counts its half after
    C1, or before. `default_loss_float`: the loser of a default game has the float of the published
    pairing, or none. `bye_float`: B5/B6 count for the bye. `down_md`: B5/B6 count for players moved
    down who float again. `b2_pair`: B2 can be dropped where either player, or only where both are
    topscorers. `topscorer`: more than half of the points so far, or of those of the whole
    tournament. `c1_last`: in the last bracket a player who can have the bye is not without
    opponent, or is. `c12_half`: C12 also for a bracket that A3 treats as homogeneous.
    """

    first_colour: Literal["drawn", "W", "B"] = "drawn"
    e5: Literal["position", "number"] = "position"
    e3: Literal["closed", "rounds"] = "closed"
    nobody_prefers: Literal["higher_white", "parity"] = "higher_white"
    half: Literal["after", "before"] = "after"
    default_loss_float: Literal["paired", "none"] = "paired"
    bye_float: bool = True
    down_md: bool = True
    b2_pair: Literal["either", "both"] = "either"
    topscorer: Literal["so_far", "total"] = "so_far"
    c1_last: Literal["bye", "literal"] = "bye"
    c12_half: bool = True
