"""Numbers in sentences."""

from __future__ import annotations

import pytest

from ledger.words import counted, listed, rounds_named


def test_a_number_has_its_noun_in_singular_or_plural() -> None:
    assert [counted(n, "board") for n in (0, 1, 2)] == ["0 boards", "1 board", "2 boards"]
    assert counted(1, "entry", "entries") == "1 entry"
    assert counted(2, "entry", "entries") == "2 entries"


def test_parts_are_listed_as_a_sentence_does() -> None:
    assert [listed("abc"[:n]) for n in (1, 2, 3)] == ["a", "a and b", "a, b and c"]


@pytest.mark.parametrize(
    ("numbers", "said"),
    [
        ([3], "round 3"),
        ([3, 3], "round 3"),
        ([2, 1], "rounds 1 and 2"),
        ([1, 2, 3], "rounds 1 to 3"),
        ([1, 2, 3, 5, 7, 8], "rounds 1 to 3, 5, 7 and 8"),
    ],
)
def test_rounds_are_named_in_runs(numbers: list[int], said: str) -> None:
    assert rounds_named(numbers) == said
