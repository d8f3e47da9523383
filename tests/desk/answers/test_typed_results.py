"""Results as they are typed: keys of a field, and slips in any order."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desk.answers.typed_results import TypedMeaning, meaning, slips


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("1", "1-0"),
        ("0", "0-1"),
        ("=", "1/2-1/2"),
        ("5", "1/2-1/2"),
        ("½", "1/2-1/2"),
        ("1-0", "1-0"),
        ("1–0", "1-0"),
        (" 0 : 1 ", "0-1"),
        ("½-½", "1/2-1/2"),
        ("0,5", "1/2-1/2"),
        ("0-0", "0-0"),
        ("F", "default"),
        ("1-0R", "default"),
        ("a", "adjourned"),
        ("U", "undo"),
        ("½-0", "1/2-0"),
        ("0–½", "0-1/2"),
        ("0.5-0", "1/2-0"),
        ("0 - 0,5", "0-1/2"),
        ("", None),
        ("2", None),
        ("10", None),
        ("x", None),
        ("1-", None),
    ],
)
def test_a_key_of_a_field_means_a_result(text: str, meant: TypedMeaning | None) -> None:
    assert meaning(text) == meant


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("7=", [(7, "1/2-1/2")]),
        ("110", [(11, "0-1")]),
        ("71", [(7, "1-0")]),
        ("7= 110 3 1-0", [(7, "1/2-1/2"), (11, "0-1"), (3, "1-0")]),
        ("7=110", [(7, "1/2-1/2"), (11, "0-1")]),
        ("15", [(1, "1/2-1/2")]),
        ("12 ½;4f, 5a", [(12, "1/2-1/2"), (4, "default"), (5, "adjourned")]),
        ("100=", [(100, "1/2-1/2")]),
        ("2:0–1 3 ½:½", [(2, "0-1"), (3, "1/2-1/2")]),
        ("7 ½-0 8:0-1/2 9 0-1", [(7, "1/2-0"), (8, "0-1/2"), (9, "0-1")]),
        ("2001", [(200, "1-0")]),
        ("", []),
        (" ; ", []),
    ],
)
def test_slips_are_typed_in_any_order_and_several_in_a_row(
    text: str, read: list[tuple[int, str]]
) -> None:
    assert [(slip.board, slip.meaning) for slip in slips(text)] == read


@pytest.mark.parametrize("text", ["7", "=", "abc", "72", "7 1", "12345", "1-0"])
def test_a_slip_that_cannot_be_read_is_told_and_not_guessed(text: str) -> None:
    assert any(slip.board is None for slip in slips(text))


@given(st.lists(st.tuples(st.integers(1, 999), st.sampled_from("10=5"))))
def test_what_is_typed_board_by_board_is_read_board_by_board(typed: list[tuple[int, str]]) -> None:
    text = " ".join(f"{board}{key}" for board, key in typed)
    assert [(slip.board, slip.meaning) for slip in slips(text)] == [
        (board, meaning(key)) for board, key in typed
    ]


@given(st.text(max_size=40))
def test_any_text_is_read_to_its_end(text: str) -> None:
    assert len(slips(text)) <= len(text)


def test_a_hundred_thousand_blanks_are_no_result_at_once() -> None:
    """The work grows with the length: with its square this test would take minutes."""
    assert meaning("1" + " " * 100_000 + "x") is None
