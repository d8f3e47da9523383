"""Sheets cut into leafs: nothing is lost, nothing is twice, and no leaf is too full."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desk.render.leafs import (
    AIRY,
    CLOSE,
    ROOMY,
    TYPES,
    USUAL,
    Leaf,
    LeafSection,
    PaperType,
    chosen_type,
    cut,
    leaf_tables,
    leafs_of,
    lines_of,
    room_of,
    title_above,
)
from projections.views.columns import Column, Kind
from projections.views.view import View

COLUMNS = (
    Column("rank", Kind("right", "#")),
    Column("name", Kind(heading="Name", name=True)),
    Column("points", Kind("right", "P")),
)
ROOM = room_of(
    USUAL, title="Standing", name="Open", about="Ede", beside=("round 1",), foot=("a", "b", "c")
)
TEXTS = st.text("abc def", min_size=0, max_size=400)


def table_of(names: list[str]) -> View:
    rows: list[dict[str, object]] = [
        {"rank": at, "name": name, "points": 1.5} for at, name in enumerate(names, 1)
    ]
    return View("", COLUMNS, rows)


def ranks(leaf: Leaf) -> list[str]:
    return [row[0].text for part in leaf.sections if part.table for row in part.table.rows]


@given(names=st.lists(TEXTS, max_size=120), lines=st.lists(TEXTS, max_size=80))
def test_every_row_and_line_stands_on_one_leaf_in_order(names: list[str], lines: list[str]) -> None:
    tables = leaf_tables(table_of(names)) if names else [None]
    sections = [LeafSection("Lines", tuple(lines)), LeafSection("Table", (), tables[0], ("End",))]
    leafs = cut(sections, USUAL, ROOM)
    said = [line for leaf in leafs for part in leaf.sections for line in part.lines]
    assert said == lines
    assert [rank for leaf in leafs for rank in ranks(leaf)] == [
        str(at) for at in range(1, len(names) + 1)
    ]
    headings = [part.heading for leaf in leafs for part in leaf.sections if part.heading]
    assert headings == ["Lines", "Table"]
    assert leafs[-1].sections[-1].notes == ("End",)


@given(rows=st.integers(1, 200))
def test_a_leaf_has_at_most_the_rows_that_its_paper_holds(rows: int) -> None:
    (table,) = leaf_tables(table_of([f"Player {at}" for at in range(rows)]))
    leafs = cut([LeafSection("", (), table)], USUAL, ROOM)
    most = (ROOM - 90) // USUAL.row
    *before, last = [len(ranks(leaf)) for leaf in leafs]
    spared = max(4 - (rows % most or most), 0)
    assert before == [most] * (len(before) - 1) + [most - spared] * bool(before)
    assert min(rows, 4) <= last <= most
    assert 26 <= most <= 28


def test_a_leaf_of_few_high_rows_keeps_four_of_them() -> None:
    (table,) = leaf_tables(table_of(["word " * 80] * 6))
    of_five = 90 + 5 * (ROOM - 90) // 5
    high = replace(USUAL, row=(of_five - 90) // 5)
    leafs = cut([LeafSection("", (), table)], high, of_five)
    assert [len(ranks(leaf)) for leaf in leafs] == [4, 2]


def test_a_long_table_begins_with_four_rows_or_on_the_next_leaf() -> None:
    (table,) = leaf_tables(table_of(["A"] * 40))
    for lines in range(60):
        leafs = cut([LeafSection("", ("x",) * lines), LeafSection("", (), table)], USUAL, ROOM)
        assert len(ranks(leafs[0])) not in (1, 2, 3)


def test_few_rows_of_the_hall_are_large_though_a_long_name_is_folded() -> None:
    columns = (*COLUMNS, Column("other", Kind(heading="Name", name=True)))
    row = {"rank": 1, "name": "word " * 9, "points": 1.5, "other": "Player"}
    tables = leaf_tables(View("", columns, [row] * 8))
    section = LeafSection("", (), tables[0])
    assert leafs_of([section], roomy=True, room=room)[0] is ROOMY
    assert leafs_of([section], roomy=False, room=room)[0] is USUAL


def test_a_title_without_room_across_from_the_round_stands_above_it() -> None:
    beside = ("ronde 4 van 5", "maandag 30 november 2026, 20.00 uur")
    title = "Indeling ronde 4, op naam"
    assert not title_above(USUAL, title, beside, logo=False)
    assert title_above(USUAL, title, beside, logo=True)
    assert not title_above(USUAL, "Indeling", beside, logo=True)

    def left(title: str, logo: bool) -> int:
        return room_of(
            USUAL, title=title, name="N", about="", beside=beside * 2, foot=(), logo=logo
        )

    assert left("Indeling", logo=True) - left(title, logo=True) == 82, "a line by itself"
    assert left(title * 3, logo=True) < left(title, logo=True)


@pytest.mark.parametrize(("rows", "paper"), [(16, AIRY), (28, CLOSE)])
def test_close_rows_are_higher_where_the_leaf_has_room(rows: int, paper: PaperType) -> None:
    keys = ("rank", "name", "other", "third", "points")
    columns = tuple(Column(key, Kind(heading="Name", name=key != "rank")) for key in keys)
    tables = leaf_tables(View("", columns, [dict.fromkeys(keys, "x" * 15)] * rows))
    chosen, leafs = leafs_of([LeafSection("", (), tables[0])], roomy=True, room=room)
    assert (chosen, len(leafs)) == (paper, 1)


def room(paper: PaperType) -> int:
    return room_of(
        paper, title="Standing", name="Open", about="Ede", beside=("round 1",), foot=("a", "b", "c")
    )


@pytest.mark.parametrize(
    ("rows", "name", "pages"),
    [
        (20, "", 1),
        (27, "snug", 1),
        (30, "snug", 1),
        (32, "close", 1),
        (45, "", 2),
        (110, "snug", 4),
    ],
)
def test_rows_that_spill_are_set_closer_where_that_saves_a_leaf(
    rows: int, name: str, pages: int
) -> None:
    (table,) = leaf_tables(table_of([f"Player {at}" for at in range(rows)]))
    paper, leafs = leafs_of([LeafSection("", (), table)], roomy=False, room=room)
    assert (paper.name, len(leafs)) == (name, pages)
    assert sum(len(ranks(leaf)) for leaf in leafs) == rows


def test_a_foot_without_a_code_leaves_more_room_and_long_lines_of_it_less() -> None:
    def left(line: str, coded: bool) -> int:
        return room_of(
            USUAL, title="T", name="N", about="", beside=(), foot=(line,) * 3, coded=coded
        )

    assert left("a", coded=False) > left("a", coded=True) > left("a" * 200, coded=True)


def test_the_address_of_a_website_takes_room_in_the_foot_as_a_code_does() -> None:
    def left(website: str, line: str = "a") -> int:
        foot = (line,) * 2
        return room_of(
            USUAL, title="T", name="N", about="", beside=(), foot=foot, coded=False, website=website
        )

    assert left("") - left("https://a.example") == 200 - 80
    assert left("https://a.example") > left("https://a.example/" + "a" * 100)
    assert left("https://a.example", "a" * 200) < left("", "a" * 200)


def test_a_table_that_fits_on_a_leaf_is_not_divided() -> None:
    (table,) = leaf_tables(table_of(["A"] * 15))
    lines = ("x",) * 30
    leafs = cut([LeafSection("One", lines), LeafSection("Two", (), table)], USUAL, ROOM)
    assert [len(ranks(leaf)) for leaf in leafs] == [0, 15]
    assert leafs[1].sections[0].heading == "Two"


@pytest.mark.parametrize(("rows", "paper"), [(15, ROOMY), (16, USUAL)])
def test_few_rows_to_write_on_are_large(rows: int, paper: PaperType) -> None:
    tables = leaf_tables(table_of(["Player"] * rows))
    assert chosen_type(tables, roomy=True) is paper
    assert chosen_type(tables, roomy=False) is USUAL


def test_a_wide_table_turns_the_paper_and_then_becomes_smaller() -> None:
    def paper(columns: int) -> PaperType:
        wide = tuple(Column(f"c{at}", Kind("right", "12345")) for at in range(columns))
        return chosen_type(leaf_tables(View("", wide, [{}])), roomy=False)

    papers = [TYPES.index(paper(columns)) for columns in range(1, 40)]
    assert papers == sorted(papers)
    assert set(papers) == set(range(len(TYPES)))


def test_a_text_beyond_reason_is_cut_and_its_row_still_fits() -> None:
    (table,) = leaf_tables(table_of(["x" * 10_000]))
    assert len(table.rows[0][1].text) == 200
    assert len(cut([LeafSection("", (), table)], USUAL, ROOM)) == 1


def test_a_long_line_takes_the_lines_that_it_fills() -> None:
    assert [lines_of("x" * n, USUAL) for n in (0, 79, 80, 160)] == [1, 1, 2, 3]


def test_notes_stand_apart_from_what_they_are_about_and_not_from_each_other() -> None:
    section = LeafSection("", ("line",), None, ("first", "second", "third"))
    needed = 4 * USUAL.text + 30
    assert [len(cut([section], USUAL, room)) for room in (needed, needed - 1)] == [1, 2]


@pytest.mark.parametrize("beyond", [0, 1, 20])
def test_where_numbers_leave_no_room_a_text_is_as_wide_as_it_would_be(beyond: int) -> None:
    numbers = (USUAL.width - 2 * USUAL.pad) // USUAL.sign + beyond
    columns = (Column("points", Kind("right", "x" * numbers)), COLUMNS[1])
    [table] = leaf_tables(View("", columns, [{"points": 1, "name": "Player"}]))
    [leaf] = cut([LeafSection("", (), table)], USUAL, ROOM)
    laid_out = leaf.sections[0].table
    assert laid_out is not None
    wide = [signs * USUAL.sign + USUAL.pad for signs in (numbers, len("Player") + 1)]
    assert laid_out.widths == tuple(each * 1000 // sum(wide) for each in wide)


def test_a_row_has_its_squares_and_places_to_write() -> None:
    columns = (
        Column("board", Kind("right", "B")),
        Column("white_name", Kind(heading="W", name=True)),
        Column("result", Kind("center", "R")),
        Column("black_name", Kind(heading="Z", name=True)),
        Column("signature", Kind(heading="S")),
    )
    played = {"board": 1, "white_name": "A", "black_name": "B", "result": "1/2-1/2"}
    (table,) = leaf_tables(View("", columns, [played, {**played, "result": None}]))
    assert [cell.mark for cell in table.rows[0]] == ["", "W", "", "B", "sign"]
    assert [row[2].text for row in table.rows] == ["½–½", ""]
    assert table.rows[1][2].mark == "blank"


def test_a_club_beside_a_long_name_stands_on_one_line_as_its_row_is_counted() -> None:
    columns = (
        Column("number", Kind("right", "No")),
        Column("name", Kind(heading="Name", name=True)),
        Column("club", Kind(heading="Club")),
        Column("rating", Kind("right", "Rating")),
    )
    club = "SV Ons Genoegen"
    rows: list[dict[str, object]] = [
        {"number": at, "name": "Nonnekens-van Oudheusden " * 3, "club": club, "rating": 1800}
        for at in range(1, 60)
    ]
    [table] = leaf_tables(View("", columns, rows))
    assert [cell.kind for cell in table.rows[0]] == ["num", "nm", "", "num"]
    _, leafs = leafs_of([LeafSection("", (), table)], False, lambda paper: ROOM)
    laid_out = leafs[0].sections[0].table
    assert laid_out is not None
    tenths_of_mm = laid_out.widths[2] * USUAL.width // 1000 - USUAL.pad
    assert tenths_of_mm >= 352, "so wide is the text in the widest of the usual fonts"
