"""The Swiss on rating, as a system; what a command does not need is not imported."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ledger.rulebooks.rulebook import Rulebook
from ledger.values import Language
from pairing.norms.contestants import ToPair
from pairing.norms.model import Contestant, NoPairing, Pairing
from pairing.rating.contestants import contestants, first_colour, in_a2_order, rated_players
from pairing.system import Explains, ExplainsColours, System

if TYPE_CHECKING:
    from pairing.explain.decisions import Decided, DecisionKey
    from pairing.explain.question import Question
    from pairing.explain.writer import Writer


def _pair(round_: ToPair, among: Sequence[Contestant] | None) -> Pairing | NoPairing:
    """Return the pairing of a round; where no colour was drawn for round 1, the highest has white.

    Rule: knsb-rating-2014 C, E5, F4.
    """
    from pairing.rating.colours import first_round
    from pairing.rating.engine import pair

    table, rules, last_round = round_.table, round_.rules, round_.last_round
    order, keys = in_a2_order(round_), rules.rating
    numbers = [table.numbers[player] for player in order]
    if table.rounds == 0:
        return first_round(order, numbers, first_colour(table, rules), keys.e5)
    players = rated_players(table, rules, order, last_round)
    return pair(players, table.rounds + 1, numbers, keys)


def _explainer(question: Question) -> Explains:
    from pairing.rating.explainer import RatingExplainer

    return RatingExplainer(question)


def _colours(question: Question) -> ExplainsColours:
    from pairing.rating.colouring import RatingColouring

    return RatingColouring(question)


def _writer(question: Question, language: Language) -> Writer:
    from pairing.rating.writer import RatingWriter

    return RatingWriter(question, language)


def _decide(round_: ToPair) -> Decided | NoPairing:
    from pairing.rating.decisions import decide

    return decide(round_)


def _keys() -> tuple[DecisionKey, ...]:
    from pairing.rating.decisions import KEYS

    return KEYS


def _norm_broken(rules: Rulebook, white: Contestant, black: Contestant) -> str | None:
    from pairing.rating.colouring import norm_broken

    return norm_broken(rules, white, black)


SYSTEM = System(
    name="rating", engine="rating", version="1", contestants=contestants, pair=_pair,
    by_lot=lambda table, _: None if table.rounds else "F4", explainer=_explainer, colours=_colours,
    writer=_writer, decide=_decide, decision_keys=_keys, norm_broken=_norm_broken,
    judges_by_hand=True, no_pairing_clause="C13", default_numbers="rating", numbers_clause="A2",
    first_colour_clause="E5", draws_first_colour=lambda rules: rules.rating.first_colour == "drawn",
)  # fmt: skip
