"""Members and conditions of an evening on Keizer, made at random."""

from __future__ import annotations

import random
from collections.abc import Mapping

from pairing.keizer.engine import EveningConditions, Member

Meetings = Mapping[int, tuple[int, str]]


def evening(number: int = 5, **keys: int | bool) -> EveningConditions:
    conditions = {
        "period_start": 1,
        "gap": 8,
        "bound": 2,
        "third_running": False,
        "return_reversed": True,
        **keys,
    }
    return EveningConditions(number, **conditions)  # type: ignore[arg-type]


def member(key: int, history: str = "", meetings: Meetings | None = None, free: int = 0) -> Member:
    return Member(key, history, meetings or {}, free)


def field(rng: random.Random, size: int, number: int) -> list[Member]:
    """Return members after some random evenings, so that every condition matters."""
    histories, free = [""] * size, [0] * size
    meetings: list[dict[int, tuple[int, str]]] = [{} for _ in range(size)]
    for round_ in range(1, number):
        order = [at for at in range(size) if rng.random() < 0.85]
        rng.shuffle(order)
        if len(order) % 2:
            free[order.pop()] += 1
        for white, black in zip(order[::2], order[1::2], strict=True):
            histories[white] += "W"
            histories[black] += "B"
            meetings[white][black] = (round_, "W")
            meetings[black][white] = (round_, "B")
    return [Member(at, histories[at], meetings[at], free[at]) for at in range(size)]


def conditions(rng: random.Random, number: int) -> EveningConditions:
    return EveningConditions(
        number,
        rng.choice([1, 1, max(1, number - 3)]),
        rng.randint(0, 12),
        rng.choice([1, 2, 2, 3]),
        rng.random() < 0.2,
        rng.random() < 0.8,
    )
