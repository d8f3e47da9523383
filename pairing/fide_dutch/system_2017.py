"""The FIDE (Dutch) System of 2017, as a system; what a command does not need is not imported."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import TYPE_CHECKING, cast

from ledger.messages import message
from ledger.rulebooks.fide_keys import FideKeys
from pairing.norms.contestants import ToPair
from pairing.norms.model import Contestant, NoPairing, Pairing
from pairing.system import SWISS_HISTORY, System, later

if TYPE_CHECKING:
    from pairing.fide.players import FidePlayer


def _pair(round_: ToPair, among: Sequence[Contestant] | None) -> Pairing | NoPairing:
    """Return the pairing of a round; where no initial colour was drawn it is white.

    Rule: fide-dutch-2017 A9.
    """
    from pairing.fide.contestants import contestants, initial_colour
    from pairing.fide_dutch.engine_2017 import pair

    players = contestants(round_) if among is None else cast("Sequence[FidePlayer]", among)
    by_points = round_.rules.fide_keys.accel_boards == "points"
    return pair(players, initial_colour(round_.table, round_.rules), by_points=by_points)


SYSTEM = System(
    name="fide-dutch-2017",
    engine="fide-dutch-2017",
    version="1",
    keys=(FideKeys,),
    pair=_pair,
    contestants=later("pairing.fide.contestants", "contestants"),
    by_lot=lambda *_: None,
    explainer=later("pairing.fide_dutch.explain.answers_2017", "explainer"),
    colours=later("pairing.fide_dutch.explain.answers_2017", "colouring"),
    writer=later("pairing.fide_dutch.explain.answers_2017", "writer"),
    claim_keys=lambda: tuple(import_module("pairing.fide_dutch.editions").EDITION_2017.named),
    decide=later("pairing.fide_dutch.explain.answers_2017", "decide"),
    decision_keys=lambda: import_module("pairing.fide_dutch.explain.answers_2017").KEYS,
    order_columns=("rating", "part", "floats"),
    order_clause="A2",
    history=(*SWISS_HISTORY, message("systems.history.floats")),
    norm_broken=later("pairing.fide.contestants", "norm_broken"),
    judges_by_hand=True,
    bye_norm="C2",
    no_pairing_clause="A9",
    default_numbers="rating",
    numbers_clause="GHR-B",
    first_colour_clause="E",
    draws_first_colour=lambda rules: rules.fide_keys.first_colour == "drawn",
)
