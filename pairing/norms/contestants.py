"""The players to be paired in a round, in the order of the classification, with B1b for each."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

from ledger.rulebooks.rulebook import Rulebook
from pairing.norms.model import Contestant
from projections.games.crosstable import Crosstable
from projections.standings.scores import scores
from projections.standings.standing import classified


class ToPair(NamedTuple):
    """A round to be paired: the table before it, its rules, those present, whether it is last."""

    table: Crosstable
    rules: Rulebook
    present: Collection[int]
    last_round: bool

    @property
    def in_number_order(self) -> list[int]:
        """Return those present in the order of their numbers."""
        return sorted(self.present, key=lambda player: self.table.numbers[player])


def may_have_bye(awards: Sequence[int], rules: Rulebook) -> bool:
    """Return whether a player may have the bye; `awards` are half points without play, by round.

    Rule: knsb-wp-1996 B1b, F1; knsb-wp-2014 B1b; knsb-rating-2014 B1b.
    """
    bar = 2 if rules.bye.barred_after == "full_point" else 1
    return (sum(awards) if rules.bye.halves_add_up else max(awards, default=0)) < bar


def in_classification(round_: ToPair) -> list[Contestant]:
    """Return the players of a round in the order of A4.

    Rule: knsb-wp-2014 A4; knsb-wp-2014 B2.
    """
    table, rules, present, last_round = round_
    by_player = scores(table, rules)
    here = set(present)
    topscorers_exempt = last_round and rules.colours.topscorer_exempt
    return [
        Contestant(
            key=player,
            points_halves=by_player[player].points_halves,
            colours=table.colours(player),
            met=table.met(player),
            may_have_bye=may_have_bye(table.unplayed_halves(player), rules),
            topscorer=topscorers_exempt and by_player[player].points_halves > table.rounds,
        )
        for player in classified(table, by_player)
        if player in here
    ]
