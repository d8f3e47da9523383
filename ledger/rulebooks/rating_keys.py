"""The keys of the Swiss on rating: readings of its text."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict


class RatingKeys(BaseModel):
    """How the Swiss on rating reads its text where it is silent or ambiguous.

    `first_colour`: the colour of the highest player in round 1 is drawn (E5), or named by the
    regulations. `e5`: the colours of round 1 alternate by place in S1, or by number. `e3`:
    histories are compared closed up (F3), or round by round. `nobody_prefers`: the higher ranked
    player has white, or white and black alternate by their number. `half`: A3 counts its half after
    C1, or before. `half_up`: B5/B6 for upfloats hold also where A3 treats a bracket as homogeneous.
    `default_loss_float`: the loser of a default game has the float of the published pairing, or
    none. `bye_float`: B5/B6 count for the bye. `down_md`: B5/B6 count for players moved down who
    float again. `lower_x1`: C14a lowers X1 and Z1 with P1. `b2_pair`: B2 can be dropped where
    either player, or only where both are topscorers. `topscorer`: more than half of the points so
    far, or of those of the whole tournament. `c1_last`: in the last bracket a player who can have
    the bye is not without opponent, or is. `c1_fail`: when C12 does not help a player moved down
    without opponent, they move on. `c12_half`: C12 also for a bracket that A3 treats as
    homogeneous. `c12_repeat`: C12 is tried again at every M1 and P1. `c12_c1`: out of C1, C12 asks
    for P0 pairs. `c13_m1`: where C13 brings P1 below M1, M1 follows. `merge_md`: S1 of a merged
    bracket is the added bracket with its own floaters. `d3`: another subset is taken once the
    requirements cannot be dropped further, and nothing prefers higher scores in it. `outside_s1`:
    players moved down outside S1 go to S2 and the remainder. Where one reading is named, only that
    one is built.
    """

    model_config = ConfigDict(defer_build=True, frozen=True, extra="forbid")

    first_colour: Literal["drawn", "W", "B"] = "drawn"
    e5: Literal["position", "number"] = "position"
    e3: Literal["closed", "rounds"] = "closed"
    nobody_prefers: Literal["higher_white", "parity"] = "higher_white"
    half: Literal["after", "before"] = "after"
    half_up: Literal[False] = False
    default_loss_float: Literal["paired", "none"] = "paired"
    bye_float: bool = True
    down_md: bool = True
    lower_x1: Literal[True] = True
    b2_pair: Literal["either", "both"] = "either"
    topscorer: Literal["so_far", "total"] = "so_far"
    c1_last: Literal["bye", "literal"] = "bye"
    c1_fail: Literal["moves_on"] = "moves_on"
    c12_half: bool = True
    c12_repeat: Literal[True] = True
    c12_c1: Literal["p0"] = "p0"
    c13_m1: Literal["clip"] = "clip"
    merge_md: Literal["both"] = "both"
    d3: Literal["lexicographic"] = "lexicographic"
    outside_s1: Literal["remainder"] = "remainder"
