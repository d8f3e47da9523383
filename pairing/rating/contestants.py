"""The players to be paired on rating: in A2 order, with their floats, and the first colour."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TypeAlias

from ledger.rulebooks.rating_keys import RatingKeys
from ledger.rulebooks.rulebook import Rulebook
from ledger.values import Colour
from pairing.norms.contestants import ToPair, may_have_bye
from pairing.norms.model import Contestant, RatedPlayer
from projections.games.crosstable import Crosstable
from projections.games.floats import floats, is_topscorer, order_a2

RatedPlayers: TypeAlias = Callable[[RatingKeys], Sequence[RatedPlayer]]
"""Gives the players of a round under other readings."""


def contestants(round_: ToPair) -> list[Contestant]:
    """Return the players of a round in the order of A2.

    Rule: knsb-rating-2014 A2.
    """
    table, rules, _, last_round = round_
    return [
        Contestant(
            key=p.key,
            points_halves=p.points_halves,
            colours=p.colours,
            met=p.met,
            may_have_bye=p.may_have_bye,
            topscorer=p.topscorer,
        )
        for p in rated_players(table, rules, in_a2_order(round_), last_round)
    ]


def in_a2_order(round_: ToPair) -> list[int]:
    """Return those present in the order of A2."""
    here = set(round_.present)
    return [player for player in order_a2(round_.table) if player in here]


def by_readings(round_: ToPair) -> RatedPlayers:
    """Return a function that gives the players of a round under given readings."""
    table, rules, _, last_round = round_
    known = rated_players(table, rules, in_a2_order(round_), last_round)

    def players(readings: RatingKeys) -> Sequence[RatedPlayer]:
        if readings == rules.rating:
            return known
        floats_of = floats(table, readings)
        bound = _topscorer_bound(table, readings)
        read = []
        for player in known:
            topscorer = last_round and is_topscorer(player.points_halves, bound)
            now = floats_of[player.key]
            same = player.topscorer == topscorer and player.floats == now
            read.append(player if same else replace(player, topscorer=topscorer, floats=now))
        return read

    return players


def rated_players(
    table: Crosstable, rules: Rulebook, order: Sequence[int], last_round: bool
) -> list[RatedPlayer]:
    """Return these players, given in A2 order, as the Swiss on rating pairs them.

    Rule: knsb-rating-2014 A10, B1b.
    """
    keys = rules.rating
    floats_of = floats(table, keys)
    bound = _topscorer_bound(table, keys)
    return [
        RatedPlayer(
            key=player,
            points_halves=table.points_halves(player),
            colours=table.colours(player),
            met=table.met(player),
            may_have_bye=may_have_bye(table.unplayed_halves(player), rules),
            topscorer=last_round and is_topscorer(table.points_halves(player), bound),
            floats=floats_of[player],
        )
        for player in order
    ]


def _topscorer_bound(table: Crosstable, readings: RatingKeys) -> int:
    """Return the rounds of which a topscorer has more than half of the points.

    Rule: knsb-rating-2014 A10.
    """
    return table.rounds + (readings.topscorer == "total")


def first_colour(table: Crosstable, rules: Rulebook) -> Colour:
    """Return the colour of the highest player in round 1; white before it is drawn.

    Rule: knsb-rating-2014 E5.
    """
    fixed = rules.rating.first_colour
    return (table.first_colour or "W") if fixed == "drawn" else fixed
