"""The Swiss on resistance points, as a system; modules are imported when first needed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib import import_module
from typing import TYPE_CHECKING

from ledger.later import Later
from ledger.messages import message
from pairing.norms.contestants import ToPair, in_classification
from pairing.norms.first_round import first_round
from pairing.norms.legality import broken_norm
from pairing.norms.model import Contestant, NoPairing, Pairing
from pairing.system import SWISS_HISTORY, Explains, ExplainsColours, System, later

if TYPE_CHECKING:
    from pairing.explain.question import Question
    from pairing.explain.writer import Writer
    from pairing.wp import engine
else:
    engine = Later("pairing.wp.engine")


def _pair(round_: ToPair, among: Sequence[Contestant] | None) -> Pairing | NoPairing:
    """Return the pairing of a round; round 1 is paired by lot number.

    Rule: knsb-wp-2014 C; knsb-wp-2014 D.
    """
    keys = round_.rules.pairing
    if round_.table.rounds == 0:
        return first_round(round_.in_number_order, keys.first_round, keys.first_round_odd)
    return engine.pair(in_classification(round_) if among is None else among, c2=keys.c2)


explainer: Callable[[Question], Explains] = later("pairing.wp.explain.explainer", "Explainer")
"""A function that returns the explainer of a round."""
colours: Callable[[Question], ExplainsColours] = later("pairing.explain.colours", "Colouring")
"""A function that returns the explainer of the colours of a round."""
writer: Callable[[Question], Writer] = later("pairing.wp.explain.writer", "WpWriter")
"""A function that returns the writer of a round's claims."""

SYSTEM = System(
    name="wp",
    engine="wp",
    version="1",
    contestants=in_classification,
    pair=_pair,
    by_lot=lambda table, rules: None if table.rounds else rules.pairing.first_round,
    explainer=explainer,
    colours=colours,
    writer=writer,
    claim_keys=lambda: tuple(import_module("pairing.wp.explain.criteria").EDITION_WP.named),
    decide=later("pairing.wp.explain.decisions", "decide"),
    order_columns=("wp", "sb", "decided_by"),
    order_clause="A4",
    history=(*SWISS_HISTORY, message("systems.history.wp")),
    decision_keys=lambda: import_module("pairing.wp.explain.decisions").KEYS,
    norm_broken=lambda _, white, black: broken_norm(white, black),
    judges_by_hand=True,
)
