"""The keys of FIDE's pairing systems: choices of the regulations, and readings of the texts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, ClassVar, Literal, TypeAlias

from pydantic import Field

from ledger.messages import message
from ledger.rulebooks.scores import Scores
from ledger.rulebooks.section import OutOfBounds, Section

Acceleration: TypeAlias = Literal["none", "baku", "by_player"]
"""How pairings are accelerated: not at all, by the Baku method, or by points given by player."""

PlaceOfLate: TypeAlias = Literal["proper_until_round_4", "always_proper"]
LateNumber: TypeAlias = Literal["last"] | PlaceOfLate
"""The number of a late entry: the last, its place until round 4 is paired, or always its place."""


class FideKeys(Section):
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
    pairing, or are taken as they stand. `accel_boards`: the order of boards goes by the scores with
    virtual points, or by the points alone.
    """

    name: ClassVar[str] = "fide"

    trf_code: Annotated[str, Field(pattern=r"^[A-Z0-9_]{0,40}$")] = ""
    first_colour: Literal["drawn", "W", "B"] = "drawn"
    acceleration: Acceleration = "none"
    late_number: PlaceOfLate = "proper_until_round_4"
    half_point_in_last_round: bool = False
    unplayed_float: Literal["above_loss", "always"] = "above_loss"
    pab_float: Literal["always", "above_loss"] = "always"
    pab_barred: Literal["win_without_play", "bye_or_forfeit_win"] = "win_without_play"
    tpn_parity: Literal["in_pairings", "number"] = "in_pairings"
    accel_boards: Literal["pairing_score", "points"] = "pairing_score"

    def out_of_bounds(self, scores: Scores) -> Iterator[OutOfBounds]:
        """Yield two draws that are worth more than a win and a loss, and scores without Baku.

        Baku acceleration asks that a win is worth two draws and a loss nothing.

        Rule: fide-dutch-2026 ACC1.1.
        """
        if self.acceleration == "baku" and (scores.win != 2 * scores.draw or scores.loss):
            yield OutOfBounds("", message("rulebooks.baku"))
        if 2 * scores.draw > scores.win + scores.loss:
            yield OutOfBounds("scores.draw", message("rulebooks.two-draws"))
