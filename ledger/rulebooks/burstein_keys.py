"""The keys of FIDE's Burstein System: our readings of its text."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict


class BursteinKeys(BaseModel):
    """How the Burstein System reads its text where that leaves a choice.

    `burstein_refs`: articles 1.7 and 1.9 refer to others by wrong numbers, which are corrected.
    `burstein_fpb`: the bye is barred by any round with a win's points without play (C2), though
    3.1.1 names a win by forfeit alone. `burstein_c7`: the next bracket, and no other, is to have as
    many pairs as possible, then floaters as low as possible. `burstein_zpb`: a player who is in the
    round to be paired has no zero-point byes that lead up to it; or these may lead up to the last
    round (last_round). `burstein_late`: rounds before a late entry are unplayed rounds worth what
    they scored. `burstein_boards`: boards go by points without virtual ones, or with them.
    `burstein_parity`: for the initial colour the pairing number is taken as it stands, or counted
    over the players who are or were in a pairing. Where one reading is named, only that one is
    built.
    """

    model_config = ConfigDict(defer_build=True, frozen=True, extra="forbid")

    burstein_refs: Literal["corrected"] = "corrected"
    burstein_fpb: Literal["any_win_unplayed"] = "any_win_unplayed"
    burstein_c7: Literal["pairs_then_scores"] = "pairs_then_scores"
    burstein_zpb: Literal["round_to_be_paired", "last_round"] = "round_to_be_paired"
    burstein_late: Literal["unplayed"] = "unplayed"
    burstein_boards: Literal["points", "pairing_score"] = "points"
    burstein_parity: Literal["number", "in_pairings"] = "number"
