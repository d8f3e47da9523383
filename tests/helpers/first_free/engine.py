"""The engine of "first-free": in order, everybody gets the first free opponent."""

from __future__ import annotations

from collections.abc import Sequence

from pairing.norms.contestants import ToPair
from pairing.norms.model import Board, Contestant, NoPairing, Pairing
from tests.helpers.first_free.keys import FirstFreeKeys


def contestants(round_: ToPair) -> list[Contestant]:
    """Return the players in order of number."""
    table = round_.table
    return [
        Contestant(p, table.points_halves(p), table.colours(p), table.met(p), True, False)
        for p in round_.in_number_order
    ]


def pair(round_: ToPair, among: Sequence[Contestant] | None) -> Pairing | NoPairing:
    """Return the pairing of a round."""
    free = list(contestants(round_) if among is None else among)
    boards: list[Board] = []
    at = 0 if round_.rules.of(FirstFreeKeys).free == "first" else -1
    bye = free.pop(at).key if len(free) % 2 else None
    while free:
        one = free.pop(0)
        two = next((other for other in free if other.key not in one.met), None)
        if two is None:
            return NoPairing("everybody who is still free was met", (one.key,), "order")
        free.remove(two)
        white, black = (one, two) if round_.table.rounds % 2 == 0 else (two, one)
        boards.append(Board(white.key, black.key, "white"))
    return Pairing(tuple(boards), bye, ())
