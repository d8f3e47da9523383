"""From a crosstable to the players an engine pairs: who is there, in which order, with what."""

from __future__ import annotations

from collections.abc import Collection

from ledger.rulebook import Rulebook
from pairing.first_round import first_round
from pairing.state import Contestant, NoPairing, Pairing
from projections.games import Crosstable
from projections.scores import scores
from projections.standings import classified

ENGINE = "wp"
ENGINE_VERSION = "1"
"""Grows when the engine could find another pairing from the same facts."""


def may_have_bye(unplayed_halves: int, rules: Rulebook) -> bool:
    """Tell whether a player with so many half points without play may have the bye.

    Rule: knsb-wp-1996 B1b; knsb-wp-1996 F1; knsb-wp-2014 B1b.
    """
    return unplayed_halves < (2 if rules.bye.barred_after == "full_point" else 1)


def contestants(
    table: Crosstable, rules: Rulebook, present: Collection[int], last_round: bool
) -> list[Contestant]:
    """Return the players to be paired after the table's rounds, in the order of A4.

    Rule: knsb-wp-2014 A4; knsb-wp-2014 B2.
    """
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


def pair_round(
    table: Crosstable, rules: Rulebook, present: Collection[int], last_round: bool
) -> Pairing | NoPairing:
    """Return the next round's pairing of those present, by the engine of the rulebook.

    Round 1 is paired by lot number.

    Rule: knsb-wp-2014 C; knsb-wp-2014 D.
    """
    if table.rounds == 0:
        in_lot_order = sorted(present, key=lambda player: table.numbers[player])
        return first_round(in_lot_order, rules.pairing.first_round)
    from pairing.wp import pair

    return pair(contestants(table, rules, present, last_round), c2=rules.pairing.c2)
