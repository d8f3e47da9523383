"""Questions about a round of the Dubov System for tests, and all pairings that it could have."""

from __future__ import annotations

from collections.abc import Iterator

from pairing.explain.question import Question
from pairing.fide_dubov.explain.judge import DubovJudge
from pairing.norms.faults import BoardPairs
from tests.helpers.dubov_fields import dubov_players, dubov_position
from tests.helpers.fide_questions import asked_about
from tests.helpers.fide_rounds import Position

Complete = tuple[BoardPairs, int | None]


def dubov_asked(*position: int) -> Question:
    """Return a round of a random position, published as the engine pairs it."""
    return asked_about(dubov_position(*position), "fide-dubov-2026")


def judge_of(position: Position) -> DubovJudge:
    """Return the judge of a position."""
    return DubovJudge(dubov_players(position), last_round=position.last_round)


def complete_pairings(judge: DubovJudge) -> Iterator[Complete]:
    """Yield every complete legal pairing of a round: pairs of keys, and who has the bye."""
    keys = list(judge.place)
    frees: list[int | None] = [None]
    if len(keys) % 2:
        frees = [key for key in keys if judge.may_have_bye(key)]
    for free in frees:
        for pairs in _pairings(judge, [key for key in keys if key != free]):
            yield pairs, free


def _pairings(judge: DubovJudge, keys: list[int]) -> Iterator[tuple[tuple[int, int], ...]]:
    if not keys:
        yield ()
        return
    one, *others = keys
    for two in others:
        if judge.fault_of(one, two) is None:
            for rest in _pairings(judge, [key for key in others if key != two]):
                yield ((one, two), *rest)
