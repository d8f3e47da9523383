"""The keys of FIDE's Dubov System: readings where its text leaves a choice."""

from __future__ import annotations

from typing import ClassVar, Literal

from ledger.rulebooks.section import Section


class DubovKeys(Section):
    """How the Dubov System reads its text where that leaves a choice.

    `forfeit`: a pairing with a player on a higher score is an upfloat even when the game was not
    played, or only when it was.
    """

    name: ClassVar[str] = "dubov"

    forfeit: Literal["upfloat", "none"] = "upfloat"
