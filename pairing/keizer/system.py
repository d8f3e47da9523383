"""The Keizer system of a club season, as a system; modules are imported when first needed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from importlib import import_module

from ledger.rulebooks.keizer_keys import KeizerKeys
from ledger.rulebooks.rulebook import Rulebook
from pairing.norms.contestants import ToPair
from pairing.norms.faults import BoardPairs
from pairing.norms.model import Contestant, Pairing
from pairing.system import System, later, values_later
from projections.games.crosstable import Crosstable


def _contestants(round_: ToPair) -> list[Contestant]:
    from pairing.keizer.members import members

    table, rules, present, _ = round_
    return [
        Contestant(
            key=m.key,
            points_halves=table.points_halves(m.key),
            colours=table.colours(m.key),
            met=table.met(m.key),
            may_have_bye=True,
            topscorer=False,
        )
        for m in members(table, rules, present)
    ]


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


def _conditions_broken(
    table: Crosstable, rules: Rulebook, boards: BoardPairs
) -> Iterator[tuple[tuple[int, int], str]]:
    """Yield the boards that break a condition, with the condition.

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
    name="keizer",
    engine="keizer",
    version="1",
    keys=(KeizerKeys,),
    contestants=_contestants,
    pair=_pair,
    by_lot=lambda *_: None,
    explainer=later("pairing.keizer.explain.explainer", "SeasonExplainer"),
    colours=later("pairing.keizer.explain.explainer", "SeasonExplainer"),
    writer=later("pairing.keizer.explain.writer", "SeasonWriter"),
    claim_keys=values_later("pairing.keizer.explain.explainer", "SeasonKey"),
    decide=later("pairing.keizer.explain.decisions", "decide"),
    decision_keys=lambda: import_module("pairing.keizer.explain.decisions").KEYS,
    conditions_broken=_conditions_broken,
    asks_why_by_hand=False,
    last_round_matters=False,
    default_numbers="rating_if_any",
)
