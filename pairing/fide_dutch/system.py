"""The FIDE (Dutch) System, as a system; what a command does not need is not imported."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import TYPE_CHECKING, Any

from ledger.messages import message
from ledger.rulebooks.fide_keys import FideKeys
from pairing.system import SWISS_HISTORY, System, later

if TYPE_CHECKING:
    from pairing.fide_dutch.rules import DutchRules


def dutch_system(
    name: str,
    rules: Callable[[], DutchRules],
    *,
    order_clause: str,
    no_pairing_clause: str,
    numbers_clause: str,
    first_colour_clause: str,
) -> System:
    """Return the system of an edition; `rules` imports its rules when they are needed."""

    def engine() -> Any:
        return import_module("pairing.fide_dutch.engine")

    def explaining(module: str) -> Any:
        return import_module(f"pairing.fide_dutch.explain.{module}")

    return System(
        name=name,
        engine=name,
        version="1",
        keys=(FideKeys,),
        pair=lambda round_, among: engine().pair_round(round_, among, rules()),
        contestants=later("pairing.fide.contestants", "contestants"),
        by_lot=lambda *_: None,
        explainer=lambda question: explaining("explainer").DutchExplainer(question, rules()),
        colours=lambda question: explaining("colouring").DutchColouring(question, rules().edition),
        writer=lambda question: explaining("writer").DutchWriter(question, rules().edition),
        claim_keys=lambda: tuple(rules().edition.named),
        decide=lambda round_: explaining("decisions").decide(round_, rules()),
        claim_kinds=lambda: import_module("pairing.fide.decisions").CLAIM_KINDS,
        decision_keys=lambda: explaining("decisions").keys_of_dutch(rules().edition),
        order_columns=("rating", "part", "floats"),
        order_clause=order_clause,
        history=(*SWISS_HISTORY, message("systems.history.floats")),
        norm_broken=later("pairing.fide.contestants", "norm_broken"),
        judges_by_hand=True,
        bye_norm="C2",
        no_pairing_clause=no_pairing_clause,
        default_numbers="rating",
        numbers_clause=numbers_clause,
        first_colour_clause=first_colour_clause,
        draws_first_colour=lambda rules: rules.of(FideKeys).first_colour == "drawn",
    )


SYSTEM = dutch_system(
    "fide-dutch",
    lambda: import_module("pairing.fide_dutch.engine").RULES_2026,
    order_clause="1.2",
    no_pairing_clause="1.9",
    numbers_clause="GHR2.2",
    first_colour_clause="5.1",
)
