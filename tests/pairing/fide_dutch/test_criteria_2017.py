"""For each criterion of 2017 a position where it alone decides: without it the text differs."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

import pytest

from tests.helpers.fide_fields import Found, by_engine, by_text
from tests.helpers.fide_rounds import random_position
from tests.oracles.fide_dutch_text import Pairs, Treated, Vector
from tests.oracles.fide_dutch_text_2017 import Accept, DutchText2017, Group

AHEAD = "C6", "C7", "C7"
"""The first criteria of a vector where C7 counts: a number and a list. Elsewhere it has no C7."""

OTHERS = (
    "C8",
    "C9",
    "C10",
    "C11",
    "C12",
    "C13",
    "C14",
    "C15",
    "C16",
    "C17",
    "C18",
    "C19",
)


@pytest.mark.clause(
    "fide-dutch-2017 C5, C6, C7, C8, C9, C10, C11, C12, C13, C14, C15, C16, C17, C18, C19"
)
@pytest.mark.parametrize(
    ("criterion", "seed", "size", "rounds"),
    [
        ("C4", 808, 8, 5),
        ("C4", 109745, 10, 4),
        ("C5", 808, 8, 5),
        ("C5", 2755, 9, 6),
        ("C6", 0, 9, 5),
        ("C6", 4, 7, 4),
        ("C7", 124, 8, 6),
        ("C7", 148, 9, 2),
        ("C8", 116281, 10, 4),
        ("C8", 125431, 7, 4),
        ("C9", 1569, 9, 5),
        ("C9", 2420, 8, 6),
        ("C10", 10, 6, 5),
        ("C10", 23, 8, 2),
        ("C11", 88, 9, 3),
        ("C11", 195, 9, 2),
        ("C12", 32, 6, 3),
        ("C12", 108, 7, 2),
        ("C13", 596, 9, 3),
        ("C13", 1712, 9, 3),
        ("C14", 7724, 7, 4),
        ("C14", 22453, 8, 3),
        ("C15", 7175, 9, 4),
        ("C16", 44, 9, 6),
        ("C16", 63, 9, 5),
        ("C17", 399, 6, 3),
        ("C17", 467, 8, 5),
        ("C18", 661, 7, 5),
        ("C18", 1792, 9, 5),
        ("C19", 1510, 9, 5),
        ("C19", 2140, 8, 4),
    ],
)
def test_a_criterion_alone_decides_and_the_engine_keeps_it(
    criterion: str, seed: int, size: int, rounds: int
) -> None:
    position = random_position(seed, size, rounds)
    expected = by_text(position, "2017")
    assert by_engine(position, "2017") == expected
    without = {"C4": any_floaters, "C5": any_number}.get(criterion)
    with without() if without else vector_without(criterion):
        otherwise = by_text(position, "2017")
    assert pairs(otherwise) != pairs(expected)


@contextmanager
def vector_without(criterion: str) -> Iterator[None]:
    """Let a criterion be equal for all candidates."""
    whole = DutchText2017._vector_of

    def vector(text: DutchText2017, group: Group, *arguments: Any) -> Vector:
        names = (AHEAD if group.looks_ahead else AHEAD[:1]) + OTHERS
        return tuple(
            value if name != criterion else 0 if isinstance(value, int) else ()
            for name, value in zip(names, whole(text, group, *arguments), strict=True)
        )

    with patch.object(DutchText2017, "_vector_of", vector):
        yield


@contextmanager
def any_floaters() -> Iterator[None]:
    """Let a penultimate bracket be paired without a thought of those below."""
    whole = DutchText2017._best_of

    def best_of(text: DutchText2017, group: Group, accept: Accept) -> Treated:
        return whole(text, group, accept if group.last else lambda _: True)

    def nobody_else(*_: Any) -> bool:
        return True

    with (
        patch.object(DutchText2017, "_best_of", best_of),
        patch.object(DutchText2017, "_completes_alone", nobody_else),
    ):
        yield


@contextmanager
def any_number() -> Iterator[None]:
    """Let candidates of all numbers of pairs be compared by the criteria after C5."""

    def best_of(text: DutchText2017, group: Group, accept: Accept) -> Treated:
        players = (*group.moved, *group.residents)

        def treated(chosen: Pairs) -> Treated:
            here = {i for pair in chosen for i in pair}
            over = tuple(i for i in players if i not in here)
            vector = text._vector_of(group, chosen, over)
            return Treated(group.moved, group.residents, chosen, over, vector)

        candidates = (
            treated(chosen)
            for count in range(len(players) // 2, -1, -1)
            for chosen in text._all_of(group, count)
        )
        accepted = [one for one in candidates if accept(one.floaters)]
        return min(accepted, key=lambda one: one.vector)

    with patch.object(DutchText2017, "_best_of", best_of):
        yield


def pairs(round_: Found | None) -> set[frozenset[int]]:
    assert round_ is not None
    return {frozenset(board) for board in round_.boards}
