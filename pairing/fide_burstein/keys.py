"""The keys of FIDE's Burstein System: our readings of its text."""

from __future__ import annotations

from typing import ClassVar, Literal

from ledger.rulebooks.section import Section


class BursteinKeys(Section):
    """How the Burstein System reads its text where that leaves a choice.

    `burstein_boards`: boards go by points without virtual ones, or with them. `burstein_parity`:
    for the initial colour the pairing number is taken as it stands, or counted over the players who
    are or were in a pairing. `burstein_zpb`: a player who is in the round to be paired has no
    zero-point byes that lead up to it; or these may lead up to the last round (last_round).
    """

    name: ClassVar[str] = "burstein"

    burstein_boards: Literal["points", "pairing_score"] = "points"
    burstein_parity: Literal["number", "in_pairings"] = "number"
    burstein_zpb: Literal["round_to_be_paired", "last_round"] = "round_to_be_paired"
