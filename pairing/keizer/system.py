"""The Keizer system of a club season, as a system; what a command does not need is not imported."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from ledger.rulebooks.rulebook import Rulebook
from ledger.values import Language
from pairing.norms.contestants import ToPair
from pairing.norms.faults import BoardPairs
from pairing.norms.model import Contestant, Pairing
from pairing.system import System
from projections.games.crosstable import Crosstable

if TYPE_CHECKING:
    from pairing.explain.decisions import Decided, DecisionKey
    from pairing.explain.question import Question
    from pairing.explain.writer import Writer
    from pairing.keizer.explainer import SeasonExplainer


def _contestants(round_: ToPair) -> list[Contestant]:
    from pairing.keizer.members import members

    table, rules, present, _ = round_
    return [
        Contestant(m.key, table.points_halves(m.key), table.colours(m.key), table.met(m.key),
                   True, False)
        for m in members(table, rules, present)
    ]  # fmt: skip


def _pair(round_: ToPair, among: Sequence[Contestant] | None) -> Pairing:
    """Return the pairing of an evening, by the ranking.

    Rule: mwkeizer c.
    """
    from pairing.keizer.engine import pair
    from pairing.keizer.members import evening, members, ranked_members

    table, rules, present, _ = round_
    here = (
        members(table, rules, present)
        if among is None
        else ranked_members(table, [contestant.key for contestant in among])
    )
    return pair(here, evening(table, rules))


def _explainer(question: Question) -> SeasonExplainer:
    from pairing.keizer.explainer import SeasonExplainer

    return SeasonExplainer(question)


def _writer(question: Question, language: Language) -> Writer:
    from pairing.keizer.writer import SeasonWriter

    return SeasonWriter(question, language)


def _decide(round_: ToPair) -> Decided:
    from pairing.keizer.decisions import decide

    return decide(round_)


def _keys() -> tuple[DecisionKey, ...]:
    from pairing.keizer.decisions import KEYS

    return KEYS


def _conditions_broken(
    table: Crosstable, rules: Rulebook, boards: BoardPairs
) -> Iterator[tuple[tuple[int, int], str]]:
    """Yield the boards that break a condition, and which.

    Rule: mwkeizer a, b.
    """
    from pairing.keizer.members import evening, members

    here = {member.key: member for member in members(table, rules, set(table.cells))}
    conditions = evening(table, rules)
    for white, black in boards:
        if white in here and black in here:
            for why in conditions.broken(here[white], here[black], as_white=True):
                yield (white, black), why


SYSTEM = System(
    name="keizer", engine="keizer", version="1", contestants=_contestants, pair=_pair,
    by_lot=lambda *_: None, explainer=_explainer, colours=_explainer, writer=_writer,
    decide=_decide, decision_keys=_keys, conditions_broken=_conditions_broken,
    last_round_matters=False,
)  # fmt: skip
