"""The members that an evening pairs, in ranking order, from a season's crosstable."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from ledger.rulebooks.rulebook import Rulebook
from pairing.keizer.engine import EveningConditions, Member
from projections.games.colours import played_colours
from projections.games.crosstable import CellKind, Crosstable
from projections.standings.keizer import ranking


def members(table: Crosstable, rules: Rulebook, present: Collection[int]) -> list[Member]:
    """Return those present in ranking order.

    Rule: mwkeizer c, d.
    """
    here = set(present)
    return ranked_members(
        table, [line.player for line in ranking(table, rules).lines if line.player in here]
    )


def ranked_members(table: Crosstable, order: Iterable[int]) -> list[Member]:
    """Return the members with these keys, in the same order, as an evening pairs them."""
    return [
        Member(
            key=player,
            colours=played_colours(table.colours(player)),
            meetings={
                cell.opponent: (number, cell.colour)
                for number, cell in enumerate(table.cells[player], 1)
                if cell.played and cell.opponent is not None and cell.colour is not None
            },
            no_opponent=sum(
                c.kind in (CellKind.BYE, CellKind.FULL_BYE) for c in table.cells[player]
            ),
        )
        for player in order
    ]


def evening(table: Crosstable, rules: Rulebook) -> EveningConditions:
    """Return the conditions of the round after the table's.

    Rule: mwkeizer a, b, 2.
    """
    keys = rules.season_keys
    number = table.rounds + 1
    return EveningConditions(
        round=number,
        period_start=max([1, *(start for start in table.season.periods if start <= number)]),
        gap=keys.rematch_gap,
        bound=keys.colour_bound,
        third_running=keys.third_running,
        return_reversed=keys.return_game == "reversed",
    )
