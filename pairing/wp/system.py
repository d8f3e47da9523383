"""The Swiss on resistance points, as a system; what a command does not need is not imported."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ledger.rulebooks.rulebook import Rulebook
from ledger.values import Language
from pairing.norms.contestants import ToPair, in_classification
from pairing.norms.first_round import first_round
from pairing.norms.legality import broken_norm
from pairing.norms.model import Contestant, NoPairing, Pairing
from pairing.system import Explains, ExplainsColours, System
from projections.games.crosstable import Crosstable

if TYPE_CHECKING:
    from pairing.explain.decisions import Decided, DecisionKey
    from pairing.explain.question import Question
    from pairing.explain.writer import Writer


def _pair(round_: ToPair, among: Sequence[Contestant] | None) -> Pairing | NoPairing:
    """Return the pairing of a round; round 1 is paired by lot number.

    Rule: knsb-wp-2014 C; knsb-wp-2014 D.
    """
    keys = round_.rules.pairing
    if round_.table.rounds == 0:
        return first_round(round_.in_number_order, keys.first_round, keys.first_round_odd)
    from pairing.wp.engine import pair

    return pair(in_classification(round_) if among is None else among, c2=keys.c2)


def _by_lot(table: Crosstable, rules: Rulebook) -> str | None:
    return None if table.rounds else rules.pairing.first_round


def explainer(question: Question) -> Explains:
    """Return what answers questions about a round."""
    from pairing.wp.explainer import Explainer

    return Explainer(question)


def colours(question: Question) -> ExplainsColours:
    """Return what answers questions about the colours of a round."""
    from pairing.explain.colours import Colouring

    return Colouring(question)


def writer(question: Question, language: Language) -> Writer:
    """Return what writes the claims about a round."""
    from pairing.explain.writer import Writer

    return Writer(question, language)


def _decide(round_: ToPair) -> Decided | NoPairing:
    from pairing.wp.decisions import decide

    return decide(round_)


def _keys() -> tuple[DecisionKey, ...]:
    from pairing.wp.decisions import KEYS

    return KEYS


SYSTEM = System(
    name="wp", engine="wp", version="1", contestants=in_classification, pair=_pair, by_lot=_by_lot,
    explainer=explainer, colours=colours, writer=writer, decide=_decide, decision_keys=_keys,
    norm_broken=lambda _, white, black: broken_norm(white, black), judges_by_hand=True,
)  # fmt: skip
