"""The system "first-free": engine, contestants, and its decisions."""

from __future__ import annotations

from collections.abc import Sequence

from pairing.explain.decisions import Decided, DecisionKey, KeyValue, Unit, not_recomputed
from pairing.norms.contestants import ToPair
from pairing.norms.model import Board, Contestant, NoPairing, Pairing
from pairing.system import System
from tests.helpers.first_free.explainer import FirstFreeExplainer, FirstFreeWriter

KEYS = (
    DecisionKey("met", "order", "players", "free players passed over, as they had met", "0"),
    not_recomputed("order"),
)


def _contestants(round_: ToPair) -> list[Contestant]:
    table = round_.table
    return [
        Contestant(p, table.points_halves(p), table.colours(p), table.met(p), True, False)
        for p in round_.in_number_order
    ]


def _pair(round_: ToPair, among: Sequence[Contestant] | None) -> Pairing | NoPairing:
    free = list(_contestants(round_) if among is None else among)
    boards: list[Board] = []
    bye = free.pop().key if len(free) % 2 else None
    while free:
        one = free.pop(0)
        two = next((other for other in free if other.key not in one.met), None)
        if two is None:
            return NoPairing("everybody who is still free was met", (one.key,), "order")
        free.remove(two)
        white, black = (one, two) if round_.table.rounds % 2 == 0 else (two, one)
        boards.append(Board(white.key, black.key, "white"))
    return Pairing(tuple(boards), bye, ())


def _decide(round_: ToPair) -> Decided | NoPairing:
    pairing = _pair(round_, None)
    if isinstance(pairing, NoPairing):
        return pairing
    keys, free = list[KeyValue](), round_.in_number_order
    for number, board in enumerate(pairing.boards, 1):
        one, two = sorted((board.white, board.black), key=round_.in_number_order.index)
        free.remove(one)
        passed = free.index(two)
        free.remove(two)
        keys.append(KeyValue(Unit(number, f"board {number}", (one, two), 1), "met", passed, 0))
    return Decided(pairing, keys)


SYSTEM = System(
    name="first-free",
    engine="first-free",
    version="3",
    contestants=_contestants,
    pair=_pair,
    by_lot=lambda *_: None,
    explainer=FirstFreeExplainer,
    colours=FirstFreeExplainer,
    writer=FirstFreeWriter,
    decide=_decide,
    decision_keys=lambda: KEYS,
    no_pairing_clause="order",
    last_round_matters=False,
)
