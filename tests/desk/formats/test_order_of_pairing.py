"""The table in an audit: what the engine paired from, in its order and by its rulebook."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from desk.answers.audit import Report, audit
from desk.formats.order_of_pairing import AROUND, PairedRow
from desk.formats.season import SeasonPairedRow
from ledger.values import Language
from pairing.explain.question import Question
from pairing.review.questions import of_book
from projections.standings.keizer import ranking
from projections.views.view import View
from tests.helpers.drafts import RULES
from tests.helpers.hall import Hall, hall_of
from tests.helpers.season import Season
from tests.helpers.terminal import numbered
from tests.helpers.words import whole, words

SYSTEMS = [name for name in RULES if name != "mwkeizer"]


def report_of(hall: Hall, number: int, board: str | None = None, **options: Any) -> Report:
    report = audit(hall.book, number, board, options.pop("player", None), **options)
    assert isinstance(report, Report), report
    return report


def question_of(hall: Hall, number: int) -> Question:
    question = of_book(hall.book, number)
    assert isinstance(question, Question)
    return question


def paired_rows(report: Report) -> list[PairedRow]:
    """Return the rows that people see, in the order of pairing."""
    [table] = [section.view for section in report.sections if section.view is not None][:1]
    return [row for row in table.rows if isinstance(row, PairedRow)]


def shown(report: Report) -> tuple[list[str], list[int]]:
    """Return the keys of the columns of the table, and the numbers in it."""
    [table] = [section.view for section in report.sections if section.view is not None][:1]
    return [column.key for column in table.columns], [int(str(row["id"])) for row in table.cells]


def of_sixty() -> Hall:
    """Return a tournament whose tables are too long to be shown whole."""
    hall = Hall(0, 5)
    for number in range(1, 61):
        hall.do("enter", name=f"Player {number:02}", rating=2000 - number)
    hall.do("lots", by="entry")
    return hall


def today_of(report: Report) -> View:
    views = [section.view for section in report.sections if section.view is not None]
    [today] = [view for view in views if view.columns[0].key == "found_in"]
    return today


def text_of(report: Report, language: Language = "en") -> str:
    return whole(words(line, language) for section in report.sections for line in section.lines)


@pytest.mark.parametrize("rulebook", SYSTEMS)
def test_the_table_has_the_order_that_the_engine_paired_from(rulebook: str) -> None:
    hall = Hall(7, 7, rules=rulebook)
    hall.play("1-0", "1/2-1/2", "0-1")
    hall.play("0-1", "1-0", "1-0")
    hall.do("publish")
    rows = paired_rows(report_of(hall, 3))
    question = question_of(hall, 3)
    assert [row.standing.line.id for row in rows if row.place is not None] == [
        hall.state.label(one.key) for one in question.contestants
    ]
    assert [row.place for row in rows] == [*range(1, 8)]
    assert [2 * (row.pairing_points or 0) for row in rows] == [
        one.points_halves for one in question.contestants
    ]


@pytest.mark.parametrize(
    ("rulebook", "there", "absent"),
    [
        ("knsb-wp-2014", ["wp", "sb", "decided_by"], ["rating", "part", "floats"]),
        ("knsb-rating-2014", ["rating", "part", "floats"], ["wp", "sb", "decided_by"]),
        ("fide-dutch-2026", ["rating", "part", "floats"], ["wp", "sb", "decided_by"]),
        ("fide-burstein-2026", ["rating", "wp", "sb"], ["part"]),
        ("fide-dubov-2026", ["rating", "floats"], ["wp", "part"]),
    ],
)
def test_the_table_has_what_the_system_goes_by(
    rulebook: str, there: list[str], absent: list[str]
) -> None:
    hall = hall_of(("1-0", "1/2-1/2", "0-1"), rules=rulebook)
    hall.do("publish")
    columns, _ = shown(report_of(hall, 2))
    assert [key for key in there if key not in columns] == []
    assert [key for key in absent if key in columns] == []
    assert "In the order of" in text_of(report_of(hall, 2))
    assert "In de volgorde van" in text_of(report_of(hall, 2), "nl")


def test_the_halves_of_a_score_group_and_the_floats_are_those_of_the_engine() -> None:
    hall = Hall(6, 4, rules="fide-dutch-2026")
    hall.play("1-0", "1-0", "1-0")
    hall.play("1-0", "1-0", "1-0")
    hall.do("publish")
    rows = {row.standing.line.id: row for row in paired_rows(report_of(hall, 3))}
    for one in question_of(hall, 3).contestants:
        last, before = getattr(one, "floats", ("", ""))
        assert rows[hall.state.label(one.key)].floats == (before or "-") + (last or "-")
    groups: dict[float, list[str | None]] = {}
    for row in rows.values():
        groups.setdefault(row.standing.line.points, []).append(row.part)
    assert all(parts[0] == "S1" for parts in groups.values() if len(parts) > 1)
    assert all(parts == [None] for parts in groups.values() if len(parts) == 1)


def test_after_a_change_of_rules_the_table_is_by_the_rulebook_of_the_round() -> None:
    hall = hall_of(("1-0", "1/2-1/2", "0-1"), ("0-1", "1-0", "1-0"), players=7)
    fields = {"reason": "the players agreed", "confirm": "3"}
    hall.do("rules-change", rulebook="knsb-rating-2014", **fields)
    hall.do("publish")
    report = report_of(hall, 3)
    assert shown(report)[0][3] == "rating"
    assert [row.standing.line.id for row in paired_rows(report)] == [
        hall.state.label(one.key) for one in question_of(hall, 3).contestants
    ]
    before = report_of(hall, 2)
    assert "rating" not in shown(before)[0]


@pytest.mark.clause("mwkeizer 2")
def test_after_a_change_of_keys_a_season_shows_the_values_it_was_paired_with() -> None:
    season = Season(7, top=70)
    season.play("1-0", "0-1", "1/2-1/2")
    keys = {"keizer.top": "30", "keizer.valuation": '"previous-ranking"'}
    season.do("rules-change", set=keys, reason="the members agreed")
    season.do("absent", player=7, round=2)
    season.do("publish")
    report = report_of(season, 2)
    rows = [row for row in report.record.known.rows if isinstance(row, SeasonPairedRow)]
    question = question_of(season, 2)
    values = ranking(question.table, question.rules)
    assert [(row.member.member.id, row.member.total.value) for row in rows] == [
        (season.state.label(line.player), line.value) for line in values.lines
    ]
    assert max(row.member.total.value for row in rows) == 30
    places = {row.member.member.id: row.place for row in rows}
    assert places[7] is None
    assert [places[season.state.label(one.key)] for one in question.contestants] == [*range(1, 7)]
    assert {"place", "id", "value", "colours"} <= set(shown(report)[0])


def test_programs_have_the_table_in_the_order_of_the_standing_with_the_places_of_pairing() -> None:
    hall = hall_of(("1-0", "1/2-1/2", "0-1"), ("0-1", "1-0", "1-0"), rules="knsb-rating-2014")
    hall.do("publish")
    report = report_of(hall, 3)
    rows = [row for row in report.record.known.rows if isinstance(row, PairedRow)]
    assert [row.standing.line.rank for row in rows] == [*range(1, 7)]
    assert {row.standing.line.id: row.place for row in rows} == {
        row.standing.line.id: row.place for row in paired_rows(report)
    }


def test_who_was_not_paired_comes_last_and_has_no_place() -> None:
    hall = hall_of(("1-0", "1-0", "1-0"), players=6)
    hall.do("absent", player=1, round=2)
    hall.do("publish")
    rows = paired_rows(report_of(hall, 2))
    assert [(row.standing.line.id, row.place) for row in rows if row.place is None] == [(1, None)]
    assert rows[-1].standing.line.id == 1


def test_of_a_long_table_people_see_that_around_the_board() -> None:
    hall = of_sixty()
    hall.do("publish")
    report = report_of(hall, 1, "1")
    _, numbers = shown(report)
    asked = [number for board in hall.boards(1)[:1] for number in board]
    assert len(numbers) <= 2 * (2 * AROUND + 1)
    assert set(asked) <= set(numbers)
    assert len(report.record.known.rows) == 60
    assert "lines are left out here: --whole" in text_of(report)
    whole_table = report_of(hall, 1, "1", whole=True)
    assert len(shown(whole_table)[1]) == 60
    assert "left out" not in text_of(whole_table)
    assert len(shown(report_of(hall, 1))[1]) == 60


def test_of_many_boards_that_differ_people_see_that_of_the_question() -> None:
    hall = of_sixty()
    hall.play()
    hall.do("publish")
    for board in range(1, 21):
        hall.do("correct-result", round=1, board=board, result="0-1", reason="misread")
    report, all_of_it = report_of(hall, 2, "1"), report_of(hall, 2, "1", whole=True)
    rows = report.record.today.rows
    assert rows is not None
    assert len(rows) > 30
    asked = {hall.state.label(player) for player in hall.boards(2)[0]}
    near, every = today_of(report), today_of(all_of_it)
    assert 1 <= len(near.rows) <= 4
    assert all({row["white"], row["black"]} & asked for row in near.cells)
    assert len(every.rows) == len(rows)


@pytest.mark.parametrize("rulebook", ["knsb-wp-2014", "knsb-rating-2014", "fide-dutch-2026"])
def test_the_audit_of_a_bye_says_why_nobody_else_had_it(rulebook: str) -> None:
    hall = hall_of(("1-0", "1/2-1/2", "0-1"), ("0-1", "1-0", "1-0"), players=7, rules=rulebook)
    hall.do("publish")
    free = hall.state.rounds[2].bye
    assert free is not None
    report = report_of(hall, 3, player=str(hall.state.label(free)))
    explained = report.record.explained
    assert explained is not None
    kinds = {claim.as_dict()["kind"] for claim in explained.claims}
    assert {"free", "group", "barred"} <= kinds


@pytest.mark.parametrize(
    ("rulebook", "clause"),
    [
        ("knsb-wp-2014", "F6"),
        ("fide-dutch-2026", "GHR4"),
        ("fide-dutch-2017", "GHR-A"),
        ("fide-dubov-2026", "GHR4"),
    ],
)
def test_that_a_pairing_stands_has_its_clause(rulebook: str, clause: str) -> None:
    hall = hall_of(("1-0", "1-0", "1-0"), rules=rulebook)
    assert f"({clause})" in text_of(report_of(hall, 1))


def test_a_check_code_of_earlier_facts_says_of_which(tmp_path: Path) -> None:
    names = ("Aap, A.", "Beer, B.")
    terminal = numbered(tmp_path / "cup.ledger", names, "Cup", "--rounds", 2)
    terminal.run("publish")
    page = tmp_path / "audit.html"
    terminal.run("audit", 1, 1, "--html", page)
    assert "Check code " in page.read_text("utf-8")
    assert "of the facts up to" not in page.read_text("utf-8")
    terminal.run("result", 1, 1, "1-0")
    page.unlink()
    terminal.run("audit", 1, 1, "--html", page)
    said = r"Check code (\d+):\S+, of the facts up to #(\d+)"
    [(size, position), *_] = re.findall(said, page.read_text("utf-8"))
    assert size == position
