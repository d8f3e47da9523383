"""A round robin on paper: its whole schedule, its matrix, and both within 80 columns."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from desk.answers.competition import crosstable
from desk.answers.round_robin import fixtures
from desk.render.table import as_table
from ledger.refusals import Refusal
from pairing.berger.engine import rounds_needed
from projections.views.view import View
from tests.helpers.hall import Hall
from tests.helpers.terminal import Terminal, numbered
from tests.helpers.words import in_words, words

RESULTS = ("1-0", "1/2-1/2", "0-1")


def robin(players: int, rounds: int, cycles: int = 1) -> Hall:
    hall = Hall(players, rules="berger", set={"round_robin.cycles": cycles})
    for number in range(rounds):
        hall.play(*(RESULTS[(number + board) % 3] for board in range(players // 2)))
    return hall


REPORTS = {"fixtures": fixtures, "crosstable": crosstable}


def of(hall: Hall, report: str) -> View:
    view = REPORTS[report](hall.book)
    assert isinstance(view, View)
    return view


@pytest.mark.clause("berger table", "berger odd", "berger double")
@pytest.mark.parametrize(("players", "cycles"), [(4, 1), (5, 1), (6, 2), (5, 2)])
def test_the_schedule_is_known_before_round_one_and_is_what_gets_published(
    players: int, cycles: int
) -> None:
    rounds = rounds_needed(players, cycles)
    early = of(robin(players, 0, cycles), "fixtures").cells
    hall = robin(players, rounds, cycles)
    late = of(hall, "fixtures").cells
    facts = ("round", "board", "white", "black")
    assert [[row[key] for key in facts] for row in early] == [
        [row[key] for key in facts] for row in late
    ]
    assert not any(row["published"] or row["result"] for row in early)
    assert all(row["published"] for row in late)
    assert len(early) == rounds * (players // 2 + players % 2)
    boards = [(row["white"], row["black"]) for row in late if row["board"] and row["round"] == 1]
    assert boards == hall.boards(1)


def test_the_matrix_says_whose_games_count_for_nobody() -> None:
    hall = robin(6, 2)
    assert len(of(hall, "crosstable").notes) == 1
    hall.do("withdraw", player=6)
    _, lost, _ = of(hall, "crosstable").notes
    assert words(lost) == "left before half of the games, which count for nobody: 6"


def test_the_schedule_has_the_dates_results_and_boards_as_they_are() -> None:
    hall = robin(4, 1)
    hall.do("schedule", round=2, date="2026-12-01")
    hall.do("publish")
    (a, b), (c, _) = hall.boards(2)
    hall.do("board-swap", round=2, first=a, second=b, reason="sat down so")
    view = of(hall, "fixtures")
    keys = [column.key for column in view.columns]
    assert ("date" in keys, "time" in keys) == (True, False)
    rows = [row for row in view.cells if row["round"] == 2]
    assert [(row["white"], row["date"]) for row in rows] == [(b, "2026-12-01"), (c, "2026-12-01")]
    assert [row["result"] for row in view.cells][:3] == ["1-0", "1/2-1/2", None]
    hall.do("schedule", round=2, date="2026-12-01", time="20:00")
    view = of(hall, "fixtures")
    assert "time" in [column.key for column in view.columns]
    assert {row["time"] for row in view.cells if row["round"] == 2} == {"20:00"}
    assert {row["time"] for row in view.cells if row["round"] != 2} == {None}


def test_who_is_free_is_no_game_in_a_schedule_that_people_read(tmp_path: Path) -> None:
    terminal = numbered(tmp_path / "t.ledger", "ABC", "Open", "--rules", "berger")
    assert terminal.run("fixtures").count("bye") == 3
    assert "bye" not in terminal.run("fixtures", "--csv")
    assert {row["black_name"] for row in terminal.json("fixtures")["rows"]} == {None, "A", "B", "C"}
    page = tmp_path / "schedule.html"
    terminal.run("sheet", "schedule", "-o", page)
    rows = [row for row in page.read_text("utf-8").split("<tr>") if "</td>" in row]
    free = [row for row in rows if "bye" in row]
    assert len(free) == 3
    assert [("blank" in row, 'class="sq' in row) for row in free] == [(False, False)] * 3
    assert all("blank" in row and 'class="sq' in row for row in rows if "bye" not in row)


def test_there_is_no_schedule_without_numbers_or_in_a_swiss() -> None:
    swiss = fixtures(Hall(4).book)
    assert isinstance(swiss, Refusal)
    assert swiss.code == "no-fixtures"
    hall = Hall(rules="berger")
    hall.do("enter", name="One")
    refusal = fixtures(hall.book)
    assert isinstance(refusal, Refusal)
    assert refusal.code == "numbers-missing"


def test_the_matrix_is_by_number_with_the_own_place_marked_and_a_sign_a_cycle() -> None:
    hall = robin(4, 3, cycles=2)
    hall.do("withdraw", player=4)
    hall.do("publish")
    view = of(hall, "crosstable")
    assert [row["id"] for row in view.cells] == [1, 2, 3, 4]
    places = [str(row["results"]).split() for row in view.cells]
    assert [row[at] for at, row in enumerate(places)] == ["**"] * 4
    assert [list(row["against"].values()) for row in view.cells] == places  # type: ignore[attr-defined]
    against: dict[str, str] = {"1": "0", "0": "1", "½": "½", "+": "-", "-": "+", ".": "."}
    for one in range(4):
        for two in range(4):
            if one != two:
                assert places[two][one] == "".join(against[sign] for sign in places[one][two])
    assert {place[1] for row in places for place in row if place != "**"} == {".", "+", "-"}
    assert places[3].count("**") == 1
    signs: dict[Any, int] = {"1": 2, "½": 1, "+": 2, "-": 0, "0": 0, ".": 0}
    table = {row["id"]: row for row in view.cells}
    for number in (1, 2, 3):
        counted = [
            sign
            for at, place in enumerate(places[number - 1])
            if at != number - 1
            for sign in place
        ]
        assert sum(signs[sign] for sign in counted) == 2 * table[number]["points"]  # type: ignore[operator]


@pytest.mark.parametrize(
    ("players", "cycles", "blocks"),
    [(6, 1, 1), (14, 1, 1), (8, 2, 1), (10, 2, 1), (20, 1, 1), (30, 1, 2), (30, 2, 2)],
)
def test_matrix_and_schedule_fit_in_80_columns_and_signs_stand_below_their_numbers(
    players: int, cycles: int, blocks: int
) -> None:
    hall = robin(players, min(rounds_needed(players, cycles), 4), cycles)
    for report in ("crosstable", "fixtures"):
        lines = as_table(in_words(of(hall, report)), 80).splitlines()
        assert max(map(len, lines)) <= 80
    view = of(hall, "crosstable")
    parts = as_table(in_words(view), 80).split("\n\n")[1:-1]
    assert len(parts) == blocks
    below: dict[str, list[str]] = {}
    for part in parts:
        heading, _, *rows = part.split("\n")
        for number in re.finditer(r"\d+", heading):
            below[number[0]] = [row[: number.end()].split()[-1] for row in rows]
    numbers = [str(n) for n in range(1, players + 1)]
    signs = [str(row["results"]).split() for row in view.cells]
    assert below == dict(zip(numbers, map(list, zip(*signs, strict=True)), strict=True))


def test_the_verbs_have_their_dutch_names(tmp_path: Any) -> None:
    terminal = Terminal(tmp_path / "robin.ledger")
    terminal.run("init", "Robin", "--rules", "berger")
    for name in ("Aap", "Beer", "Coala"):
        terminal.run("enter", name)
    terminal.run("lots", "--by", "entry")
    assert terminal.run("rooster") == terminal.run("fixtures")
    assert terminal.json("rooster")["rounds"] == 3
    assert "*" in terminal.run("kruistabel")
