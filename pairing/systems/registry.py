"""From a crosstable to the players an engine pairs: who is there, in which order, with what."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import TYPE_CHECKING

from ledger.advice import Sentence, advice, do
from ledger.refusals import Refusal
from ledger.rulebooks.rulebook import Rulebook
from ledger.values import Colour
from pairing.norms.first_round import first_round
from pairing.norms.model import Contestant, NoPairing, Pairing
from pairing.systems.berger import round_robin
from projections.games.crosstable import Crosstable
from projections.games.floats import floats, is_topscorer, order_a2
from projections.standings.scores import scores
from projections.standings.standing import classified

if TYPE_CHECKING:
    from pairing.norms.model import RatedPlayer

ENGINES = {
    "wp": ("wp", "1"),
    "rating": ("rating", "1"),
    "keizer": ("keizer", "1"),
    "round-robin": ("berger", "1"),
}
"""Name and version of the engine of each system. A version grows when the engine could find another
pairing from the same facts."""


def may_have_bye(awards: Sequence[int], rules: Rulebook) -> bool:
    """Tell whether a player may have the bye; awards are his half points without play, by round.

    Rule: knsb-wp-1996 B1b, F1; knsb-wp-2014 B1b; knsb-rating-2014 B1b.
    """
    bar = 2 if rules.bye.barred_after == "full_point" else 1
    return (sum(awards) if rules.bye.halves_add_up else max(awards, default=0)) < bar


def contestants(
    table: Crosstable, rules: Rulebook, present: Collection[int], last_round: bool
) -> list[Contestant]:
    """Return the players to be paired after the table's rounds, in the order of A4.

    That is A2 in the Swiss on rating, and the ranking in a Keizer season.

    Rule: knsb-wp-2014 A4; knsb-wp-2014 B2; knsb-rating-2014 A2.
    """
    here = set(present)
    if rules.system == "rating":
        order = [player for player in order_a2(table) if player in here]
        return [
            Contestant(p.key, p.points_halves, p.colours, p.met, p.may_have_bye, p.topscorer)
            for p in rated_players(table, rules, order, last_round)
        ]
    if rules.system == "keizer":
        from pairing.keizer.members import members

        return [
            Contestant(m.key, table.points_halves(m.key), table.colours(m.key),
                       table.met(m.key), True, False)
            for m in members(table, rules, here)
        ]  # fmt: skip
    by_player = scores(table, rules)
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


def without_engine(rules: Rulebook) -> Refusal | None:
    """Return the refusal for a rulebook whose system no engine pairs; None when one does."""
    if rules.system in ENGINES:
        return None
    what = f"{rules.id} has rules for tie-breaks only; it pairs no rounds"
    step = advice("open the tournament with a rulebook that pairs: ", do("rules-list"))
    return Refusal("rulebook-does-not-pair", what, step)


def pair_round(
    table: Crosstable,
    rules: Rulebook,
    present: Collection[int],
    last_round: bool,
    among: Sequence[Contestant] | None = None,
) -> Pairing | NoPairing:
    """Return the next round's pairing of those present, by the engine of the rulebook.

    among are the `contestants`, where they are known already.
    Round 1 is paired by lot number. A round robin takes everybody, whether present or not; a Keizer
    season pairs by its ranking. Where a round 1 on rating is only supposed, and no colour was drawn
    for it, the highest player has white.

    Rule: knsb-wp-2014 C; knsb-wp-2014 D; knsb-rating-2014 C; berger table, double, odd.
    """
    if rules.system == "round-robin":
        keys = sorted(table.cells, key=lambda player: table.numbers[player])
        cycles, swap = rules.round_robin.cycles, rules.round_robin.swap_last_two
        return round_robin(keys, table.rounds + 1, cycles, swap)
    if rules.system == "rating":
        return _pair_on_rating(table, rules, present, last_round)
    if table.rounds == 0 and rules.system != "keizer":
        in_lot_order = sorted(present, key=lambda player: table.numbers[player])
        return first_round(in_lot_order, rules.pairing.first_round, rules.pairing.first_round_odd)
    field = contestants(table, rules, present, last_round) if among is None else among
    if rules.system == "keizer":
        from pairing.keizer.engine import pair as pair_evening
        from pairing.keizer.members import evening, ranked_members

        members = ranked_members(table, [contestant.key for contestant in field])
        return pair_evening(members, evening(table, rules))
    from pairing.wp.engine import pair

    return pair(field, c2=rules.pairing.c2)


def _pair_on_rating(
    table: Crosstable, rules: Rulebook, present: Collection[int], last_round: bool
) -> Pairing | NoPairing:
    from pairing.rating.colours import first_round as first_round_on_rating
    from pairing.rating.engine import pair as pair_on_rating

    here = set(present)
    order = [player for player in order_a2(table) if player in here]
    numbers = [table.numbers[player] for player in order]
    keys = rules.rating
    if table.rounds == 0:
        colour = first_colour(table, rules) or "W"
        return first_round_on_rating(order, numbers, colour, keys.e5)
    players = rated_players(table, rules, order, last_round)
    return pair_on_rating(players, table.rounds + 1, numbers, keys)


def first_colour(table: Crosstable, rules: Rulebook) -> Colour | None:
    """Return the colour of the highest player in round 1 on rating; None: it is to be drawn yet.

    Rule: knsb-rating-2014 E5.
    """
    fixed = rules.rating.first_colour
    return table.first_colour if fixed == "drawn" else fixed


def rated_players(
    table: Crosstable, rules: Rulebook, order: Sequence[int], last_round: bool
) -> list[RatedPlayer]:
    """Return these players, given in A2 order, as the Swiss on rating pairs them.

    Rule: knsb-rating-2014 A10, B1b.
    """
    from pairing.norms.model import RatedPlayer

    known, keys = floats(table, rules.rating), rules.rating
    bound = table.rounds + (keys.topscorer == "total")
    return [
        RatedPlayer(
            key=player,
            points_halves=table.points_halves(player),
            colours=table.colours(player),
            met=table.met(player),
            may_have_bye=may_have_bye(table.unplayed_halves(player), rules),
            topscorer=last_round and is_topscorer(table.points_halves(player), bound),
            floats=known[player],
        )
        for player in order
    ]


def no_pairing(
    number: int,
    found: NoPairing,
    rules: Rulebook,
    called: Callable[[int], str],
    next_step: Sentence,
) -> Refusal:
    """Return the refusal for a field that cannot be paired, with the players that prove it."""
    who = ", ".join(called(player) for player in found.players)
    why = found.why.rstrip(".")
    return Refusal(
        "no-legal-pairing",
        f"round {number}: {why[:1].lower()}{why[1:]}" + (f" ({who})" if who else ""),
        next_step,
        clause=f"{rules.family} {found.clause}",
    )
