"""For each criterion a position where it alone decides: without it the text pairs otherwise."""

from __future__ import annotations

from typing import Any
from unittest.mock import patch

import pytest

from tests.helpers.fide_fields import by_engine, by_text
from tests.helpers.fide_rounds import random_position
from tests.oracles.fide_dutch_text import DutchText, Vector

NAMES = (
    "C6",
    "C7",
    "C8",
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
    "C20",
    "C21",
)
"""The criteria of a vector; C8 is a number and a list."""


@pytest.mark.parametrize(
    ("criterion", "seed", "size", "rounds"),
    [
        ("C7", 93, 9, 5),
        ("C7", 122, 8, 4),
        ("C8", 114, 10, 3),
        ("C8", 324, 10, 3),
        ("C9", 3, 9, 2),
        ("C9", 54, 10, 4),
        ("C10", 40824, 10, 4),
        ("C10", 42724, 10, 5),
        ("C11", 1127, 8, 3),
        ("C11", 1706, 7, 5),
        ("C12", 1, 7, 2),
        ("C12", 9, 10, 3),
        ("C13", 58, 9, 5),
        ("C13", 203, 9, 6),
        ("C14", 3, 9, 2),
        ("C14", 9, 10, 3),
        ("C15", 10, 6, 3),
        ("C15", 114, 10, 3),
        ("C16", 154, 10, 4),
        ("C16", 184, 10, 3),
        ("C17", 7078, 9, 3),
        ("C17", 21119, 10, 4),
        ("C18", 178, 9, 2),
        ("C18", 194, 10, 4),
        ("C19", 1658, 9, 3),
        ("C19", 1807, 8, 5),
        ("C20", 1149, 10, 6),
        ("C20", 1453, 9, 4),
        ("C21", 374, 10, 5),
        ("C21", 816, 7, 3),
    ],
)
def test_a_criterion_alone_decides_and_the_engine_keeps_it(
    criterion: str, seed: int, size: int, rounds: int
) -> None:
    position = random_position(seed, size, rounds)
    expected = by_text(position)
    assert expected is not None
    assert by_engine(position) == expected
    whole = DutchText._vector

    def without(text: DutchText, *arguments: Any) -> Vector:
        vector = whole(text, *arguments)
        return tuple(
            value if name != criterion else 0 if isinstance(value, int) else ()
            for name, value in zip(NAMES, vector, strict=True)
        )

    with patch.object(DutchText, "_vector", without):
        otherwise = by_text(position)
    assert otherwise is not None
    assert pairs(otherwise.boards) != pairs(expected.boards)


def pairs(boards: frozenset[tuple[int, int]]) -> set[frozenset[int]]:
    return {frozenset(board) for board in boards}
