"""The Dubov System of FIDE, as a system; what a command does not need is not imported."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import TYPE_CHECKING, cast

from ledger.messages import message
from ledger.rulebooks.fide_keys import FideKeys
from pairing.fide_dubov.keys import DubovKeys
from pairing.norms.contestants import ToPair
from pairing.norms.model import Contestant, NoPairing, Pairing
from pairing.system import SWISS_HISTORY, System, later

if TYPE_CHECKING:
    from pairing.fide_dubov.players import DubovPlayer


def _pair(round_: ToPair, among: Sequence[Contestant] | None) -> Pairing | NoPairing:
    """Return the pairing of a round; where no initial colour was drawn it is white.

    Rule: fide-dubov-2026 3.2, 5.1.
    """
    from pairing.fide.contestants import initial_colour
    from pairing.fide_dubov.engine import pair
    from pairing.fide_dubov.players import contestants

    players = contestants(round_) if among is None else cast("Sequence[DubovPlayer]", among)
    by_points = round_.rules.of(FideKeys).accel_boards == "points"
    initial = initial_colour(round_.table, round_.rules)
    return pair(players, initial, last_round=round_.last_round, by_points=by_points)


SYSTEM = System(
    name="fide-dubov",
    engine="fide-dubov",
    version="1",
    keys=(FideKeys, DubovKeys),
    pair=_pair,
    contestants=later("pairing.fide_dubov.players", "contestants"),
    by_lot=lambda *_: None,
    explainer=later("pairing.fide_dubov.explain.explainer", "DubovExplainer"),
    colours=later("pairing.fide_dubov.explain.colouring", "DubovColouring"),
    writer=later("pairing.fide_dubov.explain.writer", "DubovWriter"),
    claim_keys=lambda: tuple(import_module("pairing.fide_dubov.criteria").EDITION_DUBOV.named),
    decide=later("pairing.fide_dubov.explain.decisions", "decide"),
    decision_keys=lambda: import_module("pairing.fide_dubov.explain.decisions").KEYS,
    order_columns=("rating", "floats"),
    order_clause="1.2",
    history=(*SWISS_HISTORY, message("systems.history.floats")),
    norm_broken=later("pairing.fide.contestants", "norm_broken"),
    judges_by_hand=True,
    bye_norm="C2",
    no_pairing_clause="C4",
    default_numbers="rating",
    numbers_clause="1.2.1",
    first_colour_clause="5.1",
    rounds_clause="1.8",
    ratings_clause="1.2.1",
    draws_first_colour=lambda rules: rules.of(FideKeys).first_colour == "drawn",
)
