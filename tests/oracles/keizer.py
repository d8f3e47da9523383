"""Keizer as written: try everything, from the top down. Slow, and meant as an oracle for tests."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pairing.keizer.engine import EveningConditions, Member, colours
from pairing.norms.model import Pairing


def class_of(one: Member, two: Member, evening: EveningConditions) -> int:
    """Return 0 for a pair that keeps a and b, else the class in which it may be played."""
    fit = (evening.may_have(one, "W") and evening.may_have(two, "B")) or (
        evening.may_have(one, "B") and evening.may_have(two, "W")
    )
    if not fit:
        return evening.gap + 1
    met = one.meetings.get(two.key)
    if met is None or met[0] < evening.period_start or met[0] + evening.gap < evening.round:
        return 0
    return evening.gap + 1 - (evening.round - met[0])


def rounds(
    members: Sequence[Member], evening: EveningConditions, level: int
) -> Iterator[list[Member]]:
    """Yield complete pairings, best first: each free player's lowest class, then the nearest.

    A pairing is a list of pairs.
    """
    if not members:
        yield []
        return
    first, *others = members
    near = [m for m in others if class_of(first, m, evening) <= level]
    for opponent in sorted(near, key=lambda m: class_of(first, m, evening)):
        rest = [m for m in others if m is not opponent]
        for tail in rounds(rest, evening, level):
            yield [first, opponent, *tail]


def pair(members: Sequence[Member], evening: EveningConditions) -> Pairing:
    """Return the pairing: conditions give way one after another until a round is complete."""
    for level in range(evening.gap + 2):
        free: list[Member | None] = [None]
        if len(members) % 2:
            fewest = min(m.no_opponent for m in members)
            free = [m for m in reversed(members) if m.no_opponent == fewest]
        for bye in free:
            for order in rounds([m for m in members if m is not bye], evening, level):
                boards = tuple(
                    colours(order[at], order[at + 1], at // 2 + 1, evening)
                    for at in range(0, len(order), 2)
                )
                return Pairing(boards, bye.key if bye else None, ())
    raise AssertionError("everybody can meet everybody when nothing is asked")
