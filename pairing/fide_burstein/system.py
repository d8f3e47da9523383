"""FIDE's Burstein System, as a system; what a command does not need is not imported."""

from __future__ import annotations

from importlib import import_module

from ledger.messages import message
from ledger.rulebooks.fide_keys import FideKeys
from pairing.fide_burstein.keys import BursteinKeys
from pairing.system import SWISS_HISTORY, System, later

SYSTEM = System(
    name="fide-burstein",
    engine="fide-burstein",
    version="1",
    keys=(FideKeys, BursteinKeys),
    pair=later("pairing.fide_burstein.engine", "pair_round"),
    contestants=later("pairing.fide_burstein.ranking", "contestants"),
    by_lot=lambda *_: None,
    explainer=later("pairing.fide_burstein.explain.explainer", "explainer"),
    colours=later("pairing.fide_burstein.explain.colouring", "colouring"),
    writer=later("pairing.fide_burstein.explain.writer", "writer"),
    claim_keys=lambda: tuple(
        import_module("pairing.fide_burstein.criteria").EDITION_BURSTEIN.named
    ),
    decide=later("pairing.fide_burstein.explain.decisions", "decide"),
    claim_kinds=lambda: import_module("pairing.fide_burstein.explain.decisions").CLAIM_KINDS,
    decision_keys=lambda: import_module("pairing.fide_burstein.explain.decisions").KEYS,
    cites=later("pairing.fide_burstein.ranking", "cites"),
    order_columns=("rating", "wp", "sb"),
    order_clause="1.8",
    history=(
        *SWISS_HISTORY,
        message("systems.history.floats"),
        message("systems.history.opposition"),
    ),
    norm_broken=later("pairing.fide.contestants", "norm_broken"),
    judges_by_hand=True,
    bye_norm="C2",
    no_pairing_clause="1.9",
    default_numbers="rating",
    numbers_clause="GHR2.2",
    first_colour_clause="5.1",
    draws_first_colour=lambda rules: rules.of(FideKeys).first_colour == "drawn",
    rounds_clause="1.6",
    last_round_matters=False,
)
