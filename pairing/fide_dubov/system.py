"""The Dubov System of FIDE, as a system; what a command does not need is not imported."""

from __future__ import annotations

from importlib import import_module

from ledger.messages import message
from ledger.rulebooks.fide_keys import FideKeys
from pairing.fide_dubov.keys import DubovKeys
from pairing.system import SWISS_HISTORY, System, later

SYSTEM = System(
    name="fide-dubov",
    engine="fide-dubov",
    version="1",
    keys=(FideKeys, DubovKeys),
    pair=later("pairing.fide_dubov.engine", "pair_round"),
    contestants=later("pairing.fide_dubov.players", "contestants"),
    by_lot=lambda *_: None,
    explainer=later("pairing.fide_dubov.explain.explainer", "DubovExplainer"),
    colours=later("pairing.fide_dubov.explain.colouring", "DubovColouring"),
    writer=later("pairing.fide_dubov.explain.writer", "DubovWriter"),
    claim_keys=lambda: tuple(import_module("pairing.fide_dubov.criteria").EDITION_DUBOV.named),
    decide=later("pairing.fide_dubov.explain.decisions", "decide"),
    claim_kinds=lambda: import_module("pairing.fide.decisions").CLAIM_KINDS,
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
