"""The keys of FIDE's pairing systems: choices of the regulations, and readings of the texts."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field

Acceleration: TypeAlias = Literal["none", "baku", "by_player"]
"""How pairings are accelerated: not at all, by the Baku method, or by points given by player."""


class FideKeys(BaseModel):
    """How a system of FIDE reads its texts where they leave a choice.

    `trf_code` is the code of the system in a tournament file (192), without its acceleration.

    `first_colour`: the initial colour is drawn, or named by the regulations. `acceleration`: nobody
    has virtual points, those of GA have them by the Baku method, or the regulations give them by
    player and round. `late_number`: a late entry takes its place in the order until round 4 is
    paired and the next number afterwards, or always its place.

    `half_point_in_last_round`: whether the regulations give half a point to who asks to miss the
    last round.

    `unplayed_float`: a round without play is a downfloat when it scores more than a loss, or
    always. `pab_float`: a pairing-allocated bye is a downfloat whatever its worth, or only when it
    scores more than a loss. `pab_barred`: the bye is barred after a bye, and after a round with a
    win's points without play; or only after a bye and a win by forfeit.

    `tpn_parity`: for the initial colour numbers are counted over the players who are or were in a
    pairing, or are taken as they stand. `c5_first`: the least score of the player with the bye is
    fixed before the first bracket. `c8`: the next bracket is to have as many pairs as possible,
    then floaters as low as possible. `c9_scope`: C9 counts where one player floats and nobody below
    can have the bye. `c13_absolute`: a refused absolute preference is not a strong one.
    `c18_limbo`: a moved-down player who floats on counts above those who are paired. `limbo_c7`:
    the unpaired players have the lowest reachable scores. `pref_first`: the first definition of a
    preference that fits holds. `rank_524`: the higher ranked player has the higher score, then the
    lower number. `late_points`: points for rounds before a late entry are points without play.
    `accel_floats` and `accel_boards`: floats and the order of boards go by the scores with virtual
    points, boards perhaps by the points alone. Where one reading is named, only that one is built.
    """

    model_config = ConfigDict(defer_build=True, frozen=True, extra="forbid")

    trf_code: Annotated[str, Field(pattern=r"^[A-Z0-9_]{0,40}$")] = ""
    first_colour: Literal["drawn", "W", "B"] = "drawn"
    acceleration: Acceleration = "none"
    late_number: Literal["proper_until_round_4", "always_proper"] = "proper_until_round_4"
    half_point_in_last_round: bool = False
    unplayed_float: Literal["above_loss", "always"] = "above_loss"
    pab_float: Literal["always", "above_loss"] = "always"
    pab_barred: Literal["win_without_play", "bye_or_forfeit_win"] = "win_without_play"
    tpn_parity: Literal["in_pairings", "number"] = "in_pairings"
    c5_first: Literal["before_brackets"] = "before_brackets"
    c8: Literal["pairs_then_scores"] = "pairs_then_scores"
    c9_scope: Literal["nobody_below"] = "nobody_below"
    c13_absolute: Literal["not_strong"] = "not_strong"
    c18_limbo: Literal["above_paired"] = "above_paired"
    limbo_c7: Literal["lowest_reached"] = "lowest_reached"
    pref_first: Literal["first_that_fits"] = "first_that_fits"
    rank_524: Literal["score_then_number"] = "score_then_number"
    late_points: Literal["unplayed"] = "unplayed"
    accel_floats: Literal["pairing_score"] = "pairing_score"
    accel_boards: Literal["pairing_score", "points"] = "pairing_score"
