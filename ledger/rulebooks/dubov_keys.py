"""The keys of FIDE's Dubov System: readings where its text leaves a choice."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict


class DubovKeys(BaseModel):
    """How the Dubov System reads its text where that leaves a choice.

    `forfeit`: a pairing with a player on a higher score is an upfloat even when the game was not
    played, or only when it was. `c9`: the upfloats of the maximum upfloaters are added up. `games`:
    the games that a player has played are those over the board. `shift`: a player who has just
    been shifted has no number for the second shift. `reference_224`: where 4.4.1 says 2.2.4, 3.2.4
    is meant. Where one reading is named, only that one is built.
    """

    model_config = ConfigDict(defer_build=True, frozen=True, extra="forbid")

    forfeit: Literal["upfloat", "none"] = "upfloat"
    c9: Literal["sum"] = "sum"
    games: Literal["over_the_board"] = "over_the_board"
    shift: Literal["not_numbered"] = "not_numbered"
    reference_224: Literal["3.2.4"] = "3.2.4"
