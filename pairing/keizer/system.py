"""The Keizer system of a club season, as a system; modules are imported when first needed."""

from __future__ import annotations

from importlib import import_module

from ledger.rulebooks.keizer_keys import KeizerKeys
from pairing.system import System, later, values_later

SYSTEM = System(
    name="keizer",
    engine="keizer",
    version="1",
    keys=(KeizerKeys,),
    contestants=later("pairing.keizer.members", "contestants"),
    pair=later("pairing.keizer.members", "pair_round"),
    by_lot=lambda *_: None,
    explainer=later("pairing.keizer.explain.explainer", "SeasonExplainer"),
    colours=later("pairing.keizer.explain.explainer", "SeasonExplainer"),
    writer=later("pairing.keizer.explain.writer", "SeasonWriter"),
    claim_keys=values_later("pairing.keizer.explain.explainer", "SeasonKey"),
    decide=later("pairing.keizer.explain.decisions", "decide"),
    claim_kinds=lambda: import_module("pairing.keizer.explain.decisions").CLAIM_KINDS,
    decision_keys=lambda: import_module("pairing.keizer.explain.decisions").KEYS,
    conditions_broken=later("pairing.keizer.members", "conditions_broken"),
    asks_why_by_hand=False,
    last_round_matters=False,
    default_numbers="rating_if_any",
)
