"""The decisions of a round on resistance points, group by group, as the engine makes them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from ledger.values import halves_text
from pairing.explain import decisions as shared
from pairing.explain.decisions import Decided, DecisionKey, KeyValue, Unit
from pairing.norms.contestants import ToPair, in_classification
from pairing.norms.first_round import first_round
from pairing.norms.model import Group, NoPairing, Pairing
from pairing.wp.engine import pair
from pairing.wp.explain.judge import CLAUSE_OF

_LOTS = "the boards made by lot"

KEYS: Final = (
    DecisionKey("k1", CLAUSE_OF["k1"], "players", "how many wait", "0, or 1 of an odd group"),
    DecisionKey(
        "c2",
        CLAUSE_OF["c2"],
        "players",
        "of those who wait, how many have no legal opponent among themselves and the next group",
        "0",
    ),
    DecisionKey("k2", CLAUSE_OF["k2"], "half points", "scores of those who wait, high to low"),
    DecisionKey(
        "k3",
        CLAUSE_OF["k3"],
        "half points",
        "score differences of the pairs, high to low; text leaves the zeros out",
    ),
    DecisionKey(
        "k4", CLAUSE_OF["k4"], "players", "of those who wait, how many must float again", "0"
    ),
    DecisionKey(
        "k5",
        CLAUSE_OF["k5"],
        "players",
        "the smallest waiting room that the next group can have",
        "0, or 1 where they are odd",
    ),
    DecisionKey(
        "k6", "B4, " + CLAUSE_OF["k6"], "players", "how many are denied the colour they prefer", "0"
    ),
    DecisionKey(
        "k6_strong",
        "B4, " + CLAUSE_OF["k6"],
        "players",
        "of these, how many where both of a pair have a strong or absolute preference",
        "0",
    ),
    DecisionKey("k7", CLAUSE_OF["k7"], "places", "places of those who wait in the classification"),
    DecisionKey(
        "k8",
        CLAUSE_OF["k8"],
        "places",
        "place of the lower player of each pair, in the order of the higher",
    ),
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
        CLAUSE_OF["c2"],
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
    order = {player.key: at for at, player in enumerate(players)}
    others: frozenset[tuple[int, int]] | None = None
    if c2 == "above_c4_1" or any(group.keys.stuck for group in pairing.groups):
        # Where no waiting player is stuck, the other order gives the same result.
        other = pair(players, c2="above_c4_1" if c2 == "below_c4_1" else "below_c4_1")
        assert isinstance(other, Pairing)
        others = frozenset(two for group in other.groups for two in group.pairs)
    keys: list[KeyValue] = []
    scores: tuple[int, ...] = ()
    for number, group in enumerate(pairing.groups, 1):
        following = pairing.groups[number].residents if number < len(pairing.groups) else ()
        inside = (*group.incoming, *group.residents)
        label = halves_text(group.score_halves)
        unit = Unit(number, label, inside, len(group.pairs), group.incoming)
        keys += _of_group(unit, group, order, len(following))
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


def _of_group(
    unit: Unit, group: Group, order: dict[int, int], following: int
) -> Iterator[KeyValue]:
    """Yield the keys of a group; `following` is the number of players of the next (0: none).

    Rule: knsb-wp-2014 C2, C3, C4.1, C4.2, C4.3, C4.4, C4.5, C5, B3, B4.
    """
    keys = group.keys
    waiting = _places(group.waiting, order)
    lower = _places([two for _, two in group.pairs], order)
    apart = keys.score_differences_halves
    scores = keys.w_scores_halves
    least = (keys.size + following) % 2 if following else 0
    yield KeyValue(unit, "k1", keys.size, len(unit.players) % 2)
    yield KeyValue(unit, "c2", keys.stuck, 0)
    yield KeyValue(unit, "k2", None, parts=scores, text=shared.points(scores))
    yield KeyValue(unit, "k3", None, parts=apart, text=shared.points([d for d in apart if d]))
    yield KeyValue(unit, "k4", keys.refloat, 0)
    yield KeyValue(unit, "k5", keys.next_waiting, least)
    yield KeyValue(unit, "k6", keys.denied, 0)
    yield KeyValue(unit, "k6_strong", keys.denied_strong, 0)
    yield KeyValue(unit, "k7", None, parts=waiting, text=shared.listed(waiting))
    yield KeyValue(unit, "k8", None, parts=lower, text=shared.listed(lower))


def _places(places: Sequence[int], order: dict[int, int]) -> tuple[int, ...]:
    """Return places counted from 1, as people count them."""
    return tuple(order[one] + 1 for one in places)
