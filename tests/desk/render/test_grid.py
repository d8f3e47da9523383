"""A view as the cells of a page."""

from __future__ import annotations

from desk.render.grid import grid
from projections.views.columns import Column, Kind
from projections.views.view import View

COLUMNS = (
    Column("rank", Kind("right", "#")),
    Column("name", Kind(heading="Name", name=True)),
    Column("points", Kind("right", "Points")),
    Column("colours", Kind(heading="Colours", letters=True)),
)
ROW: dict[str, object] = {"rank": 1, "name": "A", "points": 2.5, "colours": "WB", "id": 7}


def test_numbers_stand_on_the_right_and_letters_in_a_fixed_width() -> None:
    table = grid(View("", COLUMNS, [ROW]))
    assert [column.kind for column in table.columns] == ["num", "who", "num", "cols"]
    assert [cell.text for cell in table.rows[0].cells] == ["1", "A", "2½", "WB"]


def test_the_first_column_on_the_left_names_its_row() -> None:
    (row,) = grid(View("", COLUMNS, [ROW])).rows
    assert [cell.tag for cell in row.cells] == ["td", "th", "td", "td"]
    assert row.values["id"] == 7


def test_a_cell_is_one_line_without_control_characters() -> None:
    (row,) = grid(View("", COLUMNS, [ROW | {"name": "A\nB\u202e\x07"}])).rows
    name = row.cells[1].text
    assert name.isprintable()
    assert "\n" not in name


def test_a_table_without_rows_keeps_its_headings() -> None:
    table = grid(View("", COLUMNS, []))
    assert table.rows == ()
    assert table.columns[2].heading == "Points"
