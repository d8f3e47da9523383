"""Answers as SVG: every number is in the picture, and impossible pictures are refused."""

from __future__ import annotations

import re
from fractions import Fraction
from itertools import pairwise
from typing import Any
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desk.render.chart import KINDS, MOST_ROWS, ChartKind, picture
from desk.render.svg import COLOURS, exact, in_lines, px, ticks, written
from ledger.refusals import Refusal
from projections.views.columns import Column, Kind
from projections.views.view import View
from tests.helpers import words as spoken

SVG = "{http://www.w3.org/2000/svg}"
NUMBERS = st.one_of(
    st.none(), st.integers(-(10**6), 10**6), st.floats(-1000, 1000), st.just(float("nan"))
)


def view(keys: str, *rows: tuple[object, ...]) -> View:
    """Return a view with these columns; `keys` are separated by blanks."""
    names = keys.split()
    return View(
        "Title",
        tuple(Column(name, Kind(heading=name)) for name in names),
        tuple(dict(zip(names, row, strict=True)) for row in rows),
    )


GAMES = view("round white black", (1, 3, 2), (2, 1, 4), (3, 2, 2))
CLUBS = view("club points", ("De Toren", 4.5), ("Het Paard", 3))


def drawn(chart: str | Refusal) -> str:
    assert isinstance(chart, str), chart
    return chart


def words(svg: str) -> list[str]:
    return [one.text or "" for one in ElementTree.fromstring(svg).iter(f"{SVG}text")]


def refused(refusal: str | Refusal) -> str:
    assert isinstance(refusal, Refusal)
    assert refusal.code == "nothing-to-draw"
    assert refusal.next
    return spoken.words(refusal.what)


@pytest.mark.parametrize("kind", KINDS)
def test_a_picture_has_its_title_its_names_and_every_number_in_words(kind: ChartKind) -> None:
    root = ElementTree.fromstring(drawn(picture(GAMES, kind, title="Wins <&>")))
    assert root.findtext(f"{SVG}title") == "Wins <&>"
    assert root.findtext(f"{SVG}desc") == (
        "1: white 3, black 2; 2: white 1, black 4; 3: white 2, black 2"
    )
    assert {"Wins <&>", "white", "black", "round", "1", "2", "3"} <= set(
        words(ElementTree.tostring(root, "unicode"))
    )
    assert root.get("width") == "700"


@pytest.mark.parametrize("kind", KINDS)
def test_the_same_answer_gives_the_same_bytes(kind: ChartKind) -> None:
    assert picture(GAMES, kind) == picture(GAMES, kind)


def test_bars_stand_on_zero_and_are_as_long_as_their_numbers() -> None:
    svg = drawn(picture(view("x y", ("a", 10), ("b", 5), ("c", -5)), "bars"))
    matches = re.findall(rf'y="([\d.]+)" width="[\d.]+" height="([\d.]+)" fill="{COLOURS[0]}"', svg)
    (top, high), (middle, half), (zero, below) = [(float(y), float(h)) for y, h in matches]
    assert high == pytest.approx(2 * half, abs=0.2)
    assert half == pytest.approx(below, abs=0.2)
    assert top + high == pytest.approx(middle + half) == pytest.approx(zero)
    assert {"10", "5", "−5"} <= set(words(svg))


def test_a_line_has_a_gap_where_there_is_no_number() -> None:
    rows = [(at, None if at == 3 else at) for at in range(1, 6)]
    (path,) = re.findall(r'class="l"[^>]* d="([^"]+)"', drawn(picture(view("x y", *rows), "lines")))
    assert (path.count("M"), path.count("L")) == (2, 2)


def test_a_number_stands_in_its_place_on_a_line_and_a_word_after_the_one_before() -> None:
    def steps(*names: object) -> list[float]:
        svg = drawn(picture(view("x y", *((name, 1) for name in names)), "lines"))
        (path,) = re.findall(r'class="l"[^>]* d="([^"]+)"', svg)
        places = [float(x) for x in re.findall(r"[ML]([\d.]+)", path)]
        return [b - a for a, b in pairwise(places)]

    near, far = steps(1, 2, 5)
    assert far == pytest.approx(3 * near, abs=0.3)
    first, second = steps("1", "2", "5")
    assert first == pytest.approx(second, abs=0.1)


def test_without_a_kind_numbers_are_a_line_and_words_are_bars() -> None:
    assert 'class="l"' in drawn(picture(GAMES))
    assert 'class="l"' not in drawn(picture(CLUBS))


def test_columns_can_be_chosen_named_and_labelled() -> None:
    svg = drawn(
        picture(
            GAMES,
            "bars",
            x="black",
            y=["white"],
            labels={"black": "won by black"},
            x_label="",
            y_label="games",
        )
    )
    assert {"won by black", "games"} <= set(words(svg))
    assert "round" not in words(svg)


def test_names_of_several_words_are_broken_into_lines_where_there_is_no_room() -> None:
    rows = [(f"a long-named club {at}", at) for at in range(9)]
    svg = drawn(picture(view("club n", *rows), "bars"))
    assert "rotate" not in svg
    for at in range(9):
        assert {"a long-", "named", f"club {at}"} <= {*words(svg)}


@pytest.mark.parametrize("kind", KINDS)
def test_a_picture_for_a_phone_has_the_same_words_and_breaks_its_title(kind: ChartKind) -> None:
    title = "The games that white and black won, round by round"
    wide, narrow = (drawn(picture(GAMES, kind, title=title, narrow=one)) for one in (False, True))
    assert 'viewBox="0 0 360 ' in narrow
    told = [one[: one.index("<style>")].partition("<title>")[2] for one in (wide, narrow)]
    assert told[0] == told[1]
    assert {"The games that white and black won,", "round by round"} <= {*words(narrow)}


def test_bars_for_a_phone_lie_on_both_sides_of_zero_each_with_its_number() -> None:
    rows = [("De Toren", 4, None), ("Het Paard", -2, 6), ("Niets", 0, 1)]
    svg = drawn(picture(view("club lost won", *rows), "bars", narrow=True))
    boxes = [box.attrib for box in ElementTree.fromstring(svg).iter(f"{SVG}rect")]
    bars = [(float(box["x"]), float(box["width"])) for box in boxes if box["height"] == "13"]
    zero = bars[0][0]
    assert [(x - zero, round(long / bars[-1][1])) for x, long in bars] == [
        (0, 4),
        (pytest.approx(-bars[1][1], abs=0.2), 2),
        (0, 6),
        (0, 0),
        (0, 1),
    ]
    assert words(svg) == [
        *("Title", "lost", "won"),
        *("De Toren", "4", "Het Paard", "−2", "6", "Niets", "0", "1"),
    ]
    assert all(x >= 20 and x + long <= 340 for x, long in bars)


def test_names_that_have_no_room_side_by_side_stand_aslant() -> None:
    rows = [(f"Schaakvereniging{at}", at) for at in range(9)]
    svg = drawn(picture(view("club n", *rows), "bars"))
    assert svg.count("rotate(-35") == 9
    assert drawn(picture(CLUBS, "bars")).count("rotate(-35") == 0


@pytest.mark.parametrize(
    ("of", "kind", "said"),
    [
        (view("a b"), "bars", "no rows"),
        (view("a b", ("x", "y")), "bars", "no column of numbers"),
        (view("a b", ("x", True)), "bars", "no column of numbers"),
        (view("a b", (1, float("inf"))), "lines", "no column of numbers"),
        (view("a b", *[("x", 1)] * (MOST_ROWS + 1)), "bars", "too many"),
        (view("k a b c d e f g h i", tuple(range(10))), "bars", "9 columns are too many"),
    ],
)
def test_what_cannot_be_drawn_is_said(of: View, kind: ChartKind, said: str) -> None:
    assert said in refused(picture(of, kind))


def test_a_column_that_is_not_there_is_named() -> None:
    assert "no column board" in refused(picture(GAMES, x="board"))
    assert "no column board" in refused(picture(GAMES, y=["white", "board"]))


@given(
    rows=st.lists(
        st.tuples(st.one_of(st.text(max_size=60), st.integers()), NUMBERS, NUMBERS),
        min_size=1,
        max_size=30,
    ),
    kind=st.sampled_from(KINDS),
)
def test_whatever_the_numbers_a_picture_is_sound_and_nothing_lies_outside(
    rows: list[Any], kind: ChartKind
) -> None:
    svg = picture(view("x y z", *rows), kind)
    if isinstance(svg, Refusal):
        return
    root = ElementTree.fromstring(svg)
    high = float(root.get("height", "0"))
    for one in root.iter(f"{SVG}rect"):
        left, top = float(one.get("x", "")), float(one.get("y", ""))
        wide, tall = float(one.get("width", "")), float(one.get("height", ""))
        assert min(left, top, wide, tall) >= 0
        assert left + wide <= 701
        assert top + tall <= high


@given(st.fractions(-(10**6), 10**6), st.fractions(0, 10**6), st.integers(2, 9))
def test_the_lines_across_are_round_numbers_around_all_there_is(
    low: Fraction, span: Fraction, about: int
) -> None:
    marks = ticks(low, low + span, about)
    assert marks[0] <= low
    assert marks[-1] >= low + span
    assert 2 <= len(marks) <= about + 3
    (step,) = {b - a for a, b in pairwise(marks)}
    digits = re.sub(r"[0.]|e.*", "", f"{float(step):.6e}")
    assert digits in ("1", "2", "5")


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (0, "0"),
        (1234.5, "1,234.5"),
        (-0.5, "−0.5"),
        (29.9, "29.9"),
        (1 / 3, "0.333"),
        (0.00004, "0.00004"),
        (-1, "−1"),
        (2.0, "2"),
        (0.9999, "1"),
    ],
)
def test_numbers_are_written_as_people_read_them(value: float, shown: str) -> None:
    assert written(exact(value)) == shown


def test_a_coordinate_has_a_tenth_of_a_pixel_at_most() -> None:
    assert [px(Fraction(1, 3)), px(Fraction(-7, 2)), px(12), px(Fraction(-1, 100))] == [
        "0.3",
        "-3.5",
        "12",
        "0",
    ]


@pytest.mark.parametrize(
    ("room", "lines"), [(42, ["abc de"]), (41, ["abc", "de"]), (7, ["abc", "de"])]
)
def test_a_text_that_fits_just_stays_on_its_line(room: int, lines: list[str]) -> None:
    assert in_lines("abc de", room) == lines
