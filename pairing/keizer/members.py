"""The members that an evening pairs, in ranking order, from a season's crosstable."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence

from ledger.rulebooks.rulebook import Rulebook
from pairing.keizer.engine import EveningConditions, Member, pair
from pairing.norms.contestants import ToPair
from pairing.norms.faults import BoardPairs
from pairing.norms.model import Contestant, Pairing
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


def contestants(round_: ToPair) -> list[Contestant]:
    """Return the members of a round in ranking order, as every system has its contestants."""
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


def pair_round(round_: ToPair, among: Sequence[Contestant] | None) -> Pairing:
    """Return the pairing of an evening, by the ranking.

    Rule: mwkeizer c.
    """
    table, rules, present, _ = round_
    here = (
        members(table, rules, present)
        if among is None
        else ranked_members(table, [contestant.key for contestant in among])
    )
    return pair(here, evening(table, rules))


def conditions_broken(
    table: Crosstable, rules: Rulebook, boards: BoardPairs
) -> Iterator[tuple[tuple[int, int], str]]:
    """Yield the boards that break a condition, with the condition.

    Rule: mwkeizer a, b.
    """
    here = {member.key: member for member in members(table, rules, set(table.cells))}
    conditions = evening(table, rules)
    for white, black in boards:
        if white in here and black in here:
            for why in conditions.broken(here[white], here[black], as_white=True):
                yield (white, black), why
