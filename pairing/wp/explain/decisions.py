"""The decisions of a round on resistance points, group by group, as the engine makes them."""

from __future__ import annotations

from typing import Final

from ledger.values import halves_text
from pairing.explain import decisions as shared
from pairing.explain.decisions import Decided, DecisionKey, KeyValue, Unit
from pairing.norms.contestants import ToPair, in_classification
from pairing.norms.first_round import first_round
from pairing.norms.model import NoPairing, Pairing
from pairing.wp.engine import pair
from pairing.wp.explain.criteria import EDITION_WP
from pairing.wp.explain.judge import keyed_groups

_LOTS = "the boards made by lot"

KEYS: Final = (
    *map(shared.key_of, EDITION_WP.criteria),
    DecisionKey(
        "float",
        "A3",
        "half points",
        "how far each who came out of the waiting room is above the group; value: the farthest",
    ),
    DecisionKey("bye", "F1", "half points", shared.BYE_MEANING),
    DecisionKey("D1", "D1", "boards", _LOTS),
    DecisionKey("D2", "D2", "boards", _LOTS),
    *shared.colour_keys("E1", "E2", "E3", "E4", "B2"),
    DecisionKey("D by analogy", "D", "boards", "boards where nobody prefers a colour"),
    DecisionKey(
        "pairing.c2",
        EDITION_WP.named["c2"].clause,
        "boards",
        "the first bullet of C2 is compared after C4.1, or before it",
        "0",
    ),
    DecisionKey(
        "pairing.first_round_odd",
        "D1",
        "boards",
        "in an odd field number 1 is free, or the last number",
        "0",
    ),
    shared.not_recomputed("B1a, B2"),
)
"""Every key, in the order of its rows."""


def decide(round_: ToPair) -> Decided | NoPairing:
    """Decide a round: its pairing, and the keys of each group.

    Rule: knsb-wp-2014 C, F1; knsb-wp-1996 C, F1.
    """
    if round_.table.rounds == 0:
        return _decide_by_lot(round_)
    players = in_classification(round_)
    c2 = round_.rules.pairing.c2
    pairing = pair(players, c2=c2)
    if isinstance(pairing, NoPairing):
        return pairing
    place = {player.key: at for at, player in enumerate(players)}
    others: frozenset[tuple[int, int]] | None = None
    if c2 == "above_c4_1" or any(group.keys.stuck for group in pairing.groups):
        # Where no waiting player is stuck, the other order gives the same result.
        other = pair(players, c2="above_c4_1" if c2 == "below_c4_1" else "below_c4_1")
        assert isinstance(other, Pairing)
        others = frozenset(two for group in other.groups for two in group.pairs)
    keys: list[KeyValue] = []
    scores: tuple[int, ...] = ()
    for number, keyed in enumerate(keyed_groups(pairing.groups, place), 1):
        group = keyed.group
        inside = (*group.incoming, *group.residents)
        label = halves_text(group.score_halves)
        unit = Unit(number, label, inside, len(group.pairs), group.incoming)
        keys += [shared.of_criterion(unit, one, keyed) for one in EDITION_WP.criteria]
        keys += shared.floats(unit, [halves - group.score_halves for halves in scores])
        lost = 0 if others is None else len(set(group.pairs) - others)
        keys += [KeyValue(unit, "pairing.c2", lost, 0, text=c2)] if lost else []
        scores = group.keys.w_scores_halves
    keys += shared.bye(pairing, scores[0] if scores else 0)
    keys += shared.colours(pairing.boards)
    return Decided(pairing, keys)


def _decide_by_lot(round_: ToPair) -> Decided:
    """Rule: knsb-wp-2014 D1, D2."""
    players = round_.in_number_order
    reading = round_.rules.pairing
    method = reading.first_round
    odd = reading.first_round_odd
    pairing = first_round(players, method, odd)
    unit = Unit(1, "lots", tuple(players), len(pairing.boards))
    keys = [KeyValue(unit, method, len(pairing.boards)), *shared.bye(pairing, 0)]
    if method == "D1" and len(players) % 2:
        other = first_round(players, method, "last_free" if odd == "first_free" else "first_free")
        lost = shared.lost_boards(pairing, other)
        name = "pairing.first_round_odd"
        keys += [KeyValue(unit, name, lost, 0, text=odd, clause="D1")] if lost else []
    return Decided(pairing, keys)
