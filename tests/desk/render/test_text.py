"""Tables for people: widths, sides, and what gives way where a screen is narrow."""

from __future__ import annotations

import pytest

from desk.render.text import as_json, as_table, json_with_rows
from projections.views.view import Column, View

COLUMNS = (Column("no", "no", "right"), Column("name", "name"), Column("mid", "mid", "center"))


def table(*rows: tuple[object, ...], width: int | None = None) -> list[str]:
    keys = [column.key for column in COLUMNS]
    named = tuple(dict(zip(keys, row, strict=True)) for row in rows)
    return as_table(View("", COLUMNS, named), width).split("\n")


def test_a_column_is_as_wide_as_its_widest_cell_and_set_to_its_side() -> None:
    assert table((1, "Jansen", "x"), (10, "De Wit", "abcde")) == [
        "no   name      mid",
        "─" * 19,
        " 1   Jansen     x",
        "10   De Wit   abcde",
    ]


def test_a_sign_that_takes_two_places_is_counted_as_two_and_an_accent_of_its_own_as_none() -> None:
    assert table((1, "中村", "x"), (2, "Andre\u0301", "x"), (3, "Jansen", "x"))[2:] == [
        " 1   中村      x",
        " 2   Andre\u0301     x",
        " 3   Jansen    x",
    ]


def test_on_a_narrow_screen_the_widest_column_breaks_between_words_or_loses_an_end() -> None:
    lines = table((1, "Van der Meer, Johannes", "x"), (2, "Hottentottententen", "x"), width=22)
    assert lines[2:] == [
        " 1   Van der        x",
        "     Meer,",
        "     Johannes",
        " 2   Hottentott…    x",
    ]
    assert all(len(line) <= 22 for line in lines)


def test_a_text_of_two_lines_is_shown_as_one_and_a_bell_does_not_ring() -> None:
    assert table((1, "one\ntwo\a", "x"))[2:] == [" 1   one\\x0atwo\\x07    x"]


@pytest.mark.parametrize("count", [0, 1, 499, 500, 501, 1000])
def test_json_whose_rows_come_in_parts_is_that_of_all_of_them(count: int) -> None:
    rows = [{"n": n, "text": "a\nb\x1b", "several": [n, {"x": None}], "none": []}
            for n in range(count)]  # fmt: skip
    head: list[dict[str, object]] = [{"n": 1, "rows": [], "notes": []}, {"rows": [], "n": 2}]
    whole = [head[0] | {"rows": rows}, head[1] | {"rows": rows[:1]}]
    assert "".join(json_with_rows(head, [iter(rows), rows[:1]])) == as_json(whole)
