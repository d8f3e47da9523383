"""From a crosstable to the players an engine pairs: who is there, in which order, with what."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

from ledger.refusals import Refusal
from ledger.rulebook import Rulebook
from pairing.first_round import first_round
from pairing.round_robin import round_robin
from pairing.state import Contestant, NoPairing, Pairing
from projections.games import Crosstable
from projections.scores import scores
from projections.standings import classified

ENGINES = {"wp": ("wp", "1"), "round-robin": ("berger", "1")}
"""Name and version of the engine of each system. A version grows when the engine could find another
pairing from the same facts."""


def may_have_bye(awards: Sequence[int], rules: Rulebook) -> bool:
    """Tell whether a player may have the bye; awards are his half points without play, by round.

    Rule: knsb-wp-1996 B1b, F1; knsb-wp-2014 B1b.
    """
    bar = 2 if rules.bye.barred_after == "full_point" else 1
    return (sum(awards) if rules.bye.halves_add_up else max(awards, default=0)) < bar


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


def without_engine(rules: Rulebook) -> Refusal | None:
    """Return the refusal for a rulebook whose system no engine pairs; None when one does."""
    if rules.system in ENGINES:
        return None
    what = f"{rules.id} has rules for tie-breaks only; it pairs no rounds"
    step = "open the tournament with a rulebook that pairs: toernooi rules list"
    return Refusal("rulebook-does-not-pair", what, step)


def pair_round(
    table: Crosstable, rules: Rulebook, present: Collection[int], last_round: bool
) -> Pairing | NoPairing:
    """Return the next round's pairing of those present, by the engine of the rulebook.

    Round 1 is paired by lot number. A round robin takes everybody, whether present or not.

    Rule: knsb-wp-2014 C; knsb-wp-2014 D; berger table, double, odd.
    """
    if rules.system == "round-robin":
        keys = sorted(table.cells, key=lambda player: table.numbers[player])
        cycles, swap = rules.round_robin.cycles, rules.round_robin.swap_last_two
        return round_robin(keys, table.rounds + 1, cycles, swap)
    if table.rounds == 0:
        in_lot_order = sorted(present, key=lambda player: table.numbers[player])
        return first_round(in_lot_order, rules.pairing.first_round, rules.pairing.first_round_odd)
    from pairing.wp import pair

    return pair(contestants(table, rules, present, last_round), c2=rules.pairing.c2)


def no_pairing(
    number: int, found: NoPairing, rules: Rulebook, called: Callable[[int], str], next_step: str
) -> Refusal:
    """Return the refusal for a field that cannot be paired, with the players that prove it."""
    who = ", ".join(called(player) for player in found.players)
    why = found.why.rstrip(".")
    # The engine cites the text it was written from; the rulebook in force has the same clause.
    norm = found.clause.removeprefix("knsb-wp-2014 ")
    return Refusal(
        "no-legal-pairing",
        f"round {number}: {why[:1].lower()}{why[1:]}" + (f" ({who})" if who else ""),
        next_step,
        clause=f"{rules.id.partition('+')[0]} {norm}",
    )
