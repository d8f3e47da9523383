"""The Swiss on rating, as a system; modules are imported when first needed."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import TYPE_CHECKING

from ledger.later import Later
from ledger.messages import message
from pairing.norms.contestants import ToPair
from pairing.norms.model import Contestant, NoPairing, Pairing
from pairing.rating.colours import first_round
from pairing.rating.contestants import contestants, first_colour, in_a2_order, rated_players
from pairing.system import SWISS_HISTORY, System, later

if TYPE_CHECKING:
    from pairing.rating import engine
else:
    engine = Later("pairing.rating.engine")


def _pair(round_: ToPair, among: Sequence[Contestant] | None) -> Pairing | NoPairing:
    """Return the pairing of a round; without a drawn colour for round 1, the highest has white.

    Rule: knsb-rating-2014 C, E5, F4.
    """
    table = round_.table
    rules = round_.rules
    last_round = round_.last_round
    order = in_a2_order(round_)
    keys = rules.rating
    numbers = [table.numbers[player] for player in order]
    if table.rounds == 0:
        return first_round(order, numbers, first_colour(table, rules), keys.e5)
    players = rated_players(table, rules, order, last_round)
    return engine.pair(players, table.rounds + 1, numbers, keys)


SYSTEM = System(
    name="rating",
    engine="rating",
    version="1",
    contestants=contestants,
    pair=_pair,
    by_lot=lambda table, _: None if table.rounds else "F4",
    explainer=later("pairing.rating.explain.explainer", "RatingExplainer"),
    colours=later("pairing.rating.explain.colouring", "RatingColouring"),
    writer=later("pairing.rating.explain.writer", "RatingWriter"),
    claim_keys=lambda: tuple(import_module("pairing.rating.explain.criteria").EDITION_RATING.named),
    decide=later("pairing.rating.explain.decisions", "decide"),
    order_columns=("rating", "part", "floats"),
    order_clause="A2",
    history=(*SWISS_HISTORY, message("systems.history.floats")),
    claim_kinds=lambda: import_module("pairing.rating.explain.decisions").CLAIM_KINDS,
    decision_keys=lambda: import_module("pairing.rating.explain.decisions").KEYS,
    norm_broken=later("pairing.rating.explain.colouring", "norm_broken"),
    judges_by_hand=True,
    no_pairing_clause="C13",
    default_numbers="rating",
    numbers_clause="A2",
    first_colour_clause="E5",
    draws_first_colour=lambda rules: rules.rating.first_colour == "drawn",
)
