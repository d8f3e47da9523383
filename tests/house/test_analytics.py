"""docs/analytics.md: its year can be made, and its questions have these answers and pictures."""

from __future__ import annotations

import base64
import json
import shutil
from pathlib import Path
from typing import Any

import duckdb
import nbformat
import pytest

from desk.making.year import LEAST_SIZE
from desk.render.table import as_table
from projections.lake.dataset import files_of_lake, lake_asked
from projections.mirror.progress import open_current
from projections.sql.answers import table_of
from projections.sql.questions import ask, shut, statements
from tests.docs.analytics import analytics_pages, drawing
from tests.docs.analytics_questions import FOLDER, QUESTIONS
from tests.docs.make import DOCS, GENERATED
from tests.docs.notebook import NOTEBOOK, run_cells, without_pictures
from tests.helpers.console import Console
from tests.helpers.federation import built
from tests.helpers.year import Year, shared_year
from tests.oracles.sql import differences


@pytest.fixture(scope="session")
def year(tmp_path_factory: pytest.TempPathFactory) -> Year:
    """Return the year of the docs."""
    return shared_year(tmp_path_factory)


def _rows(year: Year, name: str) -> list[Any]:
    (question,) = [question for question in QUESTIONS if question.name == name]
    return list(year.view(question.sql).rows)


def test_the_page_and_its_pictures_are_up_to_date(year: Year) -> None:
    """The year of the docs is made, once for all who ask."""
    for name, text in analytics_pages(GENERATED, year).items():
        assert (DOCS / name).read_text("utf-8") == text, f"{name} is out of date: make docs"


def test_the_notebook_is_that_of_its_script_and_its_answers_are_those_of_the_year(
    year: Year,
) -> None:
    kept = json.loads(NOTEBOOK.read_text("utf-8"))
    nbformat.validate(kept)
    cells = run_cells(year.ledger.parent)
    assert without_pictures(kept["cells"]) == without_pictures(cells), "make docs"
    pictures = [
        base64.b64decode(output["data"]["image/png"])
        for cell in cells
        for output in cell.get("outputs", ())
        if "image/png" in output["data"]
    ]
    assert len(pictures) == 3
    assert all(picture.startswith(b"\x89PNG") and len(picture) > 5_000 for picture in pictures)


def test_the_folder_has_every_question_and_picture_and_no_more() -> None:
    wanted = {f"{question.name}.sql" for question in QUESTIONS}
    wanted |= {f"{question.name}.svg" for question in QUESTIONS if question.drawn}
    assert {path.name for path in FOLDER.iterdir()} == wanted
    assert len(QUESTIONS) == 11


def test_the_verb_prints_the_answers_of_the_page(year: Year) -> None:
    console = Console(year.ledger.parent)
    for question in QUESTIONS:
        ran = console.run("--ledger", year.ledger.name, "sql", question.sql)
        assert ran.stdout == year.printed(question.sql) + "\n"


def test_a_year_of_another_size_has_an_answer_and_a_picture_to_every_question(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    small = shared_year(tmp_path_factory, LEAST_SIZE)
    (counted,) = small.view("SELECT count(*) AS tournaments FROM tournaments").rows
    assert counted == {"tournaments": 15 + 15 + 7 + 2 * 3 + 1 + 1}
    for question in QUESTIONS:
        assert small.view(question.sql).rows
        if question.drawn:
            assert drawing(question, small).startswith("<svg")


def test_every_standing_of_the_year_has_the_wp_and_sb_that_sql_finds(year: Year) -> None:
    with open_current(year.ledger) as database:
        wrong, standings = differences(database)
    assert wrong == []
    assert standings > 1_500


def test_a_rating_of_today_changes_no_answer(year: Year, tmp_path: Path) -> None:
    for suffix in ("ledger", "duckdb"):
        shutil.copy(year.ledger.with_suffix(f".{suffix}"), tmp_path)
    with duckdb.connect(str(tmp_path / "year.duckdb")) as database:
        database.execute("UPDATE players SET rating = 1000 + player")
    later = Year(tmp_path / "year.ledger")
    for question in QUESTIONS:
        assert later.printed(question.sql) == year.printed(question.sql), question.name


def test_what_is_said_of_floats_and_of_the_virtual_opponent_holds(year: Year) -> None:
    *_, every = _rows(year, "upsets-and-floats")
    assert every["float_upsets_pct"] > 1.5 * every["level_upsets_pct"]
    by_kind = {row["kind"]: row for row in _rows(year, "virtual-opponent")}
    assert all(row["gain_lower_half"] > row["gain_upper_half"] for row in by_kind.values())
    for kind in ("gain_lower_half", "gain_upper_half"):
        assert by_kind["default loss"][kind] > by_kind["default win"][kind]
        assert by_kind["absent"][kind] > by_kind["bye"][kind]


def test_what_is_said_of_colours_corrections_and_those_away_holds(year: Year) -> None:
    by_rules = {row["rules"]: row["by_two_pct"] for row in _rows(year, "colour-imbalance")}
    assert max(by_rules, key=by_rules.__getitem__) == "mwkeizer"
    touched = [row["places_touched"] for row in _rows(year, "corrections-and-prizes")]
    assert touched == sorted(touched, reverse=True)
    away = [row["away_pct"] for row in _rows(year, "forfeits-by-round")]
    assert away == sorted(away)


def test_what_is_said_of_values_and_of_the_first_move_holds(year: Year) -> None:
    moved = [row["mean_change"] for row in _rows(year, "keizer-drift")]
    assert sum(moved[:5]) > 2 * sum(moved[-5:])
    assert max(moved[9:]) < 2
    for row in _rows(year, "first-move"):
        assert abs(row["white_pct"] - row["with_black_pct"]) < 6


def test_what_is_said_of_places_opponents_and_keys_holds(year: Year) -> None:
    for row in _rows(year, "tie-breaks"):
        assert row["wp_pct"] > row["sb_pct"] > row["lots_pct"]
        assert (row["mutual_result_pct"] > 0) == (row["place"] == 2)
    first, *_, last = _rows(year, "far-opponents")
    assert first["rating"] > first["resistance_points"] > first["keizer"]
    assert last["keizer"] > max(last["rating"], last["resistance_points"])
    wishes = {row["what"]: row for row in _rows(year, "what-gave-way")}
    strong = wishes["WP C4.4: strong"]
    assert min(strong["r2"], strong["r4"], strong["r6"]) > max(
        strong["r3"], strong["r5"], strong["r7"]
    )


def test_a_lake_of_the_year_gives_every_answer_but_of_rounds_paired_again(
    year: Year, tmp_path: Path
) -> None:
    """A lake of the whole year is made, and every question of the page asked."""
    built(year.ledger, tmp_path / "lake", versions=("knsb-wp-2014",))
    with lake_asked(tmp_path / "lake", described=False) as database:
        shut(database, may_read=files_of_lake(tmp_path / "lake"))
        for question in QUESTIONS:
            if "replayed_" in question.sql:
                continue  # a lake pairs no rounds again
            (statement,) = statements(question.sql)
            answer = ask(database, statement)
            assert answer is not None
            assert as_table(table_of(answer)) == year.printed(question.sql), question.name
