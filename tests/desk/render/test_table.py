"""Tables for people: widths, sides, and the order of shortening on a narrow screen."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desk.render import table as tables
from desk.render.table import as_table, fitted, wrapped
from projections.views.columns import STEP, TEXT, Column, Kind
from projections.views.view import Row, View

COLUMNS = (
    Column("no", Kind("right", "no")),
    Column("name", Kind(heading="name", name=True)),
    Column("mid", Kind("center", "mid")),
)


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


def test_numbers_with_decimals_stand_under_each_other_with_the_point_of_their_reader() -> None:
    columns = (Column("name", Kind(heading="name", name=True)), Column("n", Kind("right", "n")))
    rows = [{"name": "A", "n": 1.3}, {"name": "B", "n": 11.56}, {"name": "C", "n": 2}]
    view = View("", columns, rows, point=",")
    assert [line[-5:] for line in as_table(view).split("\n")[2:]] == [" 1,30", "11,56", " 2,00"]


def test_a_column_of_halves_keeps_them_and_one_with_words_keeps_its_whole_numbers() -> None:
    assert table((1.5, "A", ""), (2, "B", ""))[2:] == ["1½   A", " 2   B"]
    assert table(("none", "A", ""), (0.3, "B", ""), (2, "C", ""))[3:] == [" 0.3   B", "   2   C"]


def test_a_sign_that_takes_two_places_is_counted_as_two_and_an_accent_of_its_own_as_none() -> None:
    assert table((1, "中村", "x"), (2, "Andre\u0301", "x"), (3, "Jansen", "x"))[2:] == [
        " 1   中村      x",
        " 2   Andre\u0301     x",
        " 3   Jansen    x",
    ]


def test_a_text_is_folded_between_its_words_and_a_name_loses_its_end() -> None:
    columns = (
        Column("no", Kind("right", "no")),
        Column("name", Kind(heading="name", name=True)),
        Column("what", Kind(heading="what")),
    )
    row = {
        "no": 1,
        "name": "Hottentottententen, Johannes",
        "what": " ".join(["a text of many words"] * 3),
    }
    lines = as_table(View("", columns, (row,)), 41).split("\n")
    assert lines[2:] == [
        " 1  Hottentottententen, Jo…  a text of",
        "                             many words a",
        "                             text of many",
        "                             words a text",
        "                             of many",
        "                             words",
    ]


NAME = "Van den Hottentottententententoonstelling, Wilhelmina Maria"


@given(
    name=st.integers(12, len(NAME)),
    text=st.integers(1, 60),
    spare=st.integers(0, 3),
    width=st.integers(40, 120),
)
def test_a_name_is_cut_only_where_nothing_else_can_give_way(
    name: int, text: int, spare: int, width: int
) -> None:
    spared = tuple(
        Column(f"s{n}", Kind(heading=f"heading{n}"), spare=n) for n in range(1, spare + 1)
    )
    columns = (
        Column("name", Kind(heading="name", name=True)),
        Column("text", Kind(heading="text")),
        *spared,
    )
    row: dict[str, object] = {column.key: "x" * 9 for column in spared}
    row |= {"name": NAME[:name].strip(), "text": " ".join(["word"] * text)}
    shown = list[str]()

    def left_out(names: tuple[str, ...]) -> str:
        shown.extend(names)
        return ""

    lines = as_table(View("", columns, (row,)), width, left_out).split("\n")
    assert max(map(len, lines)) <= width
    if "…" in "".join(lines):
        assert len(shown) == spare
        assert len(lines[1]) - lines[0].index("text") <= 12


def wide(**more: object) -> View:
    columns = (
        Column("name", Kind(heading="name", name=True)),
        Column("a", Kind("right", "alpha"), spare=2),
        Column("b", Kind(heading="beta"), spare=1),
        Column("points", Kind("right", "points"), short="pts"),
    )
    row = {"name": "Van der Meer, Johannes", "a": "a" * 9, "b": "b" * 9, "points": 3.5}
    return View("", columns, (row,), **more)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("width", "heading"),
    [
        (60, ["name", "alpha", "beta", "points"]),
        (54, ["name", "alpha", "beta", "points"]),
        (49, ["name", "alpha", "beta", "pts"]),
        (40, ["name", "alpha", "pts"]),
        (30, ["name", "points"]),
        (20, ["name", "pts"]),
    ],
)
def test_what_gives_way_is_declared(width: int, heading: list[str]) -> None:
    text = as_table(wide(), width, lambda names: f"without {', '.join(names)}")
    assert text.split("\n")[0].split() == heading
    assert all(len(line) <= width for line in text.split("\n"))
    gone = [name for name in ("alpha", "beta") if name not in heading]
    assert text.endswith(f"without {', '.join(gone)}" if gone else "3½")
    assert ("…" in text) == (width == 20)


def test_rounds_stand_in_blocks_below_each_other() -> None:
    rounds = tuple(Column(f"r{n}", Kind("right", str(n)), in_blocks=True) for n in range(1, 5))
    view = View(
        "",
        (Column("name", Kind(name=True)), *rounds, Column("points", Kind(heading="points"))),
        ({"name": "Jansen", "r1": "12w1", "r2": "3b0", "r3": "7w½", "r4": "10b1", "points": 2.5},),
    )
    named = replace(
        view, columns=(Column("name", Kind(heading="name", name=True)), *view.columns[1:])
    )
    assert as_table(named, 24).split("\n") == [
        "name       1    2    3",
        "─" * 22,
        "Jansen  12w1  3b0  7w½",
        "",
        "name       4  points",
        "─" * 20,
        "Jansen  10b1  2½",
    ]


@pytest.mark.parametrize(
    ("width", "line"), [(31, "A   1w1  2z1  3w½   1"), (22, "A     1w1 2z1 3w½    1")]
)
def test_rounds_stand_in_one_table_where_a_short_heading_or_less_room_lets_them(
    width: int, line: str
) -> None:
    rounds = tuple(Column(str(n), Kind("right", str(n)), in_blocks=True) for n in (1, 2, 3))
    points = Column("points", Kind("right", "points together"), short="pts")
    columns = (Column("name", Kind(heading="name", name=True)), *rounds, points)
    row: Row = {"name": "A", "1": "1w1", "2": "2z1", "3": "3w½", "points": 1}
    lines = as_table(View("", columns, (row,)), width).split("\n")
    assert len(lines) == 3
    assert lines[0].split() == ["name", "1", "2", "3", "pts"]
    assert lines[2].split() == line.split()


def test_signs_of_a_matrix_stand_close_and_beside_a_long_name_there_is_room_for_four_columns() -> (
    None
):
    def lines(wide: int, width: int) -> list[str]:
        many = tuple(Column(f"a.{n}", Kind("right", str(n)), in_blocks=True) for n in range(8, 14))
        row: dict[str, object] = {"name": NAME, "a": {str(n): "1w½"[:wide] for n in range(8, 14)}}
        return as_table(
            View("", (Column("name", Kind(heading="name", name=True)), *many), (row,)), width
        ).split("\n")

    assert lines(1, 80)[::2] == [f"{'name':<59}   8 9 10 11 12 13", f"{NAME}   1 1  1  1  1  1"]
    assert lines(3, 60) == [
        f"{'name':<40}    8    9   10   11",
        "─" * 60,
        f"{NAME[:39]}…  1w½  1w½  1w½  1w½",
        "",
        f"{'name':<40}   12   13",
        "─" * 50,
        f"{NAME[:39]}…  1w½  1w½",
    ]


def test_a_note_is_broken_between_words_and_not_in_a_command() -> None:
    assert wrapped("nothing is recorded: toernooi publish --basis 74", 30) == [
        "nothing is recorded:",
        "  toernooi publish --basis 74",
    ]
    assert wrapped("a" * 7, 4) == ["aaaa", "  aa", "  a"]


def test_a_command_is_folded_only_where_nothing_else_can_give_way() -> None:
    columns = (Column("a", TEXT, "what"), Column("b", STEP, "next"))
    row: dict[str, object] = {
        "a": "the first day of the tournament",
        "b": "toernooi details --begins DATE",
    }
    assert as_table(View("", columns, (row,)), 50).split("\n")[2:] == [
        "the first day of    toernooi details --begins DATE",
        "the tournament",
    ]


def test_a_text_of_two_lines_is_shown_as_one_and_a_bell_does_not_ring() -> None:
    assert table((1, "one\ntwo\a", "x"))[2:] == [" 1   one\\x0atwo\\x07    x"]


@pytest.mark.parametrize("letter", ["A", "é", "中", "a\u0301"])
def test_a_word_of_a_hundred_thousand_letters_is_shown_at_once(letter: str) -> None:
    """The work grows with the length: with its square, or its cube, this test would not end."""
    word = letter * 100_000
    columns = (
        Column("name", Kind(heading="name", name=True)),
        Column("what", Kind(heading="what")),
        Column("more", Kind(heading="more")),
    )
    row: dict[str, object] = {"name": word, "what": word, "more": f"x {word}"}
    lines = as_table(View(word, columns, (row,), notes=(word,)), 80).split("\n")
    assert "".join(lines).count(letter) > 4 * 100_000
    assert sum("…" in line for line in lines) == 1
    assert fitted(word, 40) == letter * (20 if letter == "中" else 40)


@given(widths=st.lists(st.integers(1, 60), min_size=1, max_size=5), room=st.integers(1, 120))
def test_the_widest_columns_give_way_first_as_if_a_place_at_a_time(
    widths: list[int], room: int
) -> None:
    gaps, letters = 2 * (len(widths) - 1), "abcde"[: len(widths)]
    columns = tuple(Column(letter, Kind("right", "")) for letter in letters)
    row: dict[str, object] = {c: c * wide for c, wide in zip(letters, widths, strict=True)}
    line = as_table(View("", columns, (row,)), room + gaps).split("\n")[2]
    twin = list(widths)
    while sum(twin) > room and max(twin) > 1:
        twin[twin.index(max(twin))] -= 1
    assert [line.count(letter) for letter in letters] == twin


CELLS = st.lists(st.integers(0, 90), min_size=1, max_size=4)
OF_A_TEXT = st.tuples(CELLS, st.integers(1, 30), st.integers(0, 40))
"""How long the cells of a column are and their words, and how much wider its heading is."""


@given(
    columns=st.lists(OF_A_TEXT, min_size=1, max_size=4),
    surplus=st.integers(1, 200),
)
def test_texts_are_folded_as_if_a_place_at_a_time_where_that_costs_the_fewest_lines(
    columns: list[tuple[list[int], int, int]], surplus: int
) -> None:
    texts = list[tables._Shown]()
    for cells, word, more in columns:
        shown = [("x" * word + " ") * 90 for _ in cells]
        cut = [
            text[:wide].rstrip().ljust(wide, "x") for text, wide in zip(shown, cells, strict=True)
        ]
        texts.append(tables._Shown(Column("a", Kind()), "", cut, max(cells), max(cells) + more))
    twin = [each.width for each in texts]
    floors = [max(12, min(24, tables._longest_word(each))) for each in texts]
    left = surplus
    for lowest in (floors, [12] * len(twin)):
        while left and any(map(int.__gt__, twin, lowest)):
            at = min(
                (sum(-(-w // (now - 1)) + (-w // now) for w in cells), -now, at)
                for at, ((cells, *_), now) in enumerate(zip(columns, twin, strict=True))
                if now > lowest[at]
            )[2]
            twin[at] -= 1
            left -= 1
    tables._fold(texts, surplus)
    assert [each.width for each in texts] == twin


def test_where_there_is_little_room_a_column_without_a_text_gives_way_first_and_is_not_missed() -> (
    None
):
    columns = (Column("what", Kind(heading="what")), Column("reason", Kind(heading="reason")))
    rows: list[Row] = [
        {"what": "a word or two or three", "reason": ""},
        {"what": "four", "reason": None},
    ]
    view = View("", columns, rows)
    assert "reason" in as_table(view, 40)
    narrow = as_table(view, 24, left_out=lambda names: f"left out: {names}")
    assert narrow.splitlines() == ["what", "─" * 22, "a word or two or three", "four"]
    view = replace(view, rows=[*rows, {"what": "five", "reason": "so"}])
    assert "reason" in as_table(view, 24)


def test_a_text_of_fixed_words_gives_way_before_a_free_one() -> None:
    columns = (
        Column("kind", Kind(heading="kind", words="departure")),
        Column("what", Kind(heading="what")),
    )
    rows: list[Row] = [{"kind": "result corrected", "what": "one two three four five six seven"}]
    heading = as_table(View("", columns, rows), 44).split("\n")[0]
    assert heading.index("what") < len("result corrected"), "the kind is folded, not what was done"


def test_a_title_is_broken_between_its_parts() -> None:
    view = View("Club Open: stand na ronde 3 · Zwitsers op rating (2026) · bekend bij #12", (), ())
    assert as_table(view, 60).splitlines()[:2] == [
        "Club Open: stand na ronde 3 · Zwitsers op rating (2026) ·",
        "bekend bij #12",
    ]
    assert as_table(view).splitlines()[0] == view.title
    assert max(map(len, as_table(view, 20).splitlines())) <= 20
