"""A year in figures: as tables, as JSON and as one page, of a mirror and of a lake."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from ledger.refusals import Refusal
from projections.digest.questions import FOLDER, digest_of
from projections.lake.dataset import files_of_lake, lake_asked
from projections.mirror.progress import open_current
from projections.sql.questions import shut
from tests.docs.analytics_questions import QUESTIONS
from tests.helpers.axe import looked_at
from tests.helpers.chromium import chromium
from tests.helpers.console import Console
from tests.helpers.federation import built, federation
from tests.helpers.mirrors import refresh
from tests.helpers.terminal import Terminal, made_once
from tests.helpers.year import Year, shared_year

LISTS = ("corrections", "late_corrections", "colours", "byes", "upsets", "defaults", "far_apart")


@pytest.fixture(scope="session")
def year(tmp_path_factory: pytest.TempPathFactory) -> Year:
    """Return the year of the docs."""
    return shared_year(tmp_path_factory)


def _typed(year: Year, *words: str, language: str = "en") -> str:
    console = Console(year.ledger.parent, width=80)
    return console.run("--lang", language, "--ledger", year.ledger.name, *words).stdout


def _json(year: Year, *words: str) -> dict[str, Any]:
    figures: dict[str, Any] = json.loads(_typed(year, "digest", "--json", *words))
    return figures


@pytest.fixture
def club(tmp_path: Path) -> Terminal:
    """Return a ledger of one tournament, one game of which was corrected and one by default."""
    return made_once(_club, tmp_path)


def _club(folder: Path) -> Terminal:
    terminal = Terminal(folder / "club.ledger")
    terminal.run("init", "Club Open", "--rounds", "1")
    for name, rating in (
        ("Anna", 2100),
        ("Bram", 1650),
        ("Corry", 1640),
        ("Dirk", 1200),
        ("Els", 1100),
    ):
        terminal.run("enter", name, "--rating", str(rating))
    terminal.run("lots", "--by", "entry")
    terminal.run("publish")
    terminal.run("result", "1", "1", "1-0")
    terminal.run("correct", "result", "1", "1", "0-1", "--reason", "misread")
    terminal.run("forfeit", "1", "2", "--black", "late")
    return terminal


def test_the_numbers_are_those_of_the_tournament(club: Terminal) -> None:
    figures = club.json("digest")
    assert (figures["tournaments"], figures["entries"], figures["rounds"]) == (1, 5, 1)
    assert (figures["games"], figures["played"], figures["white_won_pct"]) == (2, 1, 0.0)
    (corrected,) = figures["corrections"]
    assert (corrected["kind"], corrected["corrections"]) == ("result", 1)
    (byes,) = figures["byes"]
    assert byes == {"system": "wp", "rounds": 1, "byes": 1, "asked": 0, "twice": 0}
    (defaults,) = figures["defaults"]
    assert (defaults["games"], defaults["by_default"], defaults["default_pct"]) == (2, 1, 50.0)
    (far,) = figures["far_apart"]
    games = club.json("sql", "from games_now")["rows"]
    gaps = [abs(game["white_rating"] - game["black_rating"]) for game in games]
    assert (far["boards"], far["largest_gap"]) == (2, max(gaps))
    assert far["far"] == sum(gap >= 400 for gap in gaps)


def test_a_correction_that_is_taken_back_counts_as_that_alone(club: Terminal) -> None:
    club.run("undo")
    club.run("undo")
    assert [(row["kind"], row["corrections"]) for row in club.json("digest")["corrections"]] == [
        ("taken back", 2)
    ]


def test_a_table_says_each_number_of_the_json(year: Year) -> None:
    """The year of the docs is made for whichever test asks first."""
    said = _typed(year, "digest")
    figures = _json(year)
    for name in LISTS:
        assert figures[name], name
        for row in figures[name]:
            cells = [v for v in row.values() if isinstance(v, int)]
            assert any(all(str(c) in line.split() for c in cells) for line in said.splitlines())
    assert all(len(line) <= 80 for line in said.splitlines())


def test_the_page_says_the_numbers_of_the_json_in_both_languages_and_is_always_the_same(
    year: Year, tmp_path: Path
) -> None:
    """A page is made three times of the year of the docs."""
    figures = _json(year)
    for verb, language, comma in (("digest", "en", "."), ("jaaroverzicht", "nl", ",")):
        page = tmp_path / f"{language}.html"
        _typed(year, verb, str(page), language=language)
        text = page.read_text("utf-8")
        assert f'<html lang="{language}">' in text
        assert text.count("<h2>") == text.count("<table>") == len(LISTS)
        assert text.count("<svg") == 2 * len(LISTS)  # one of each for a phone
        assert text.count('viewBox="0 0 360 ') == len(LISTS)
        assert text.count('role="img"') == text.count("</title><desc>") == 2 * len(LISTS)
        assert not re.search(r"<script|src=|@import|url\(", text), "it needs another file"
        for name in LISTS:
            for row in figures[name]:
                for cell in row.values():
                    if isinstance(cell, int):
                        assert f">{cell}</t" in text
        assert f">{figures['colours'][0]['balanced_pct']}<".replace(".", comma) in text
    again = tmp_path / "again.html"
    _typed(year, "digest", str(again))
    assert again.read_bytes() == (tmp_path / "en.html").read_bytes()


def test_no_name_of_a_person_is_on_the_page(club: Terminal, tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    club.run("digest", page)
    text = page.read_text("utf-8")
    assert not [name for name in ("Anna", "Bram", "Corry", "Dirk", "Els") if name in text]


def test_a_ledger_without_a_game_has_a_page_that_says_so(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path / "new.ledger")
    terminal.run("init", "Club Open")
    terminal.run("digest", tmp_path / "page.html")
    text = (tmp_path / "page.html").read_text("utf-8")
    assert "Nothing was corrected." in text
    assert "<svg" not in text
    assert "There was no round." in terminal.run("digest")


def test_a_lake_has_the_figures_of_its_ledgers(tmp_path: Path) -> None:
    lake = tmp_path / "lake"
    ledgers = federation(tmp_path / "clubs")
    built(tmp_path / "clubs", lake, decisions=False)
    with lake_asked(lake, described=False) as database:
        shut(database, None, files_of_lake(lake))
        of_lake = digest_of(database)
    assert not isinstance(of_lake, Refusal)
    parts = []
    for ledger in ledgers:
        refresh(ledger)
        with open_current(ledger) as database:
            shut(database)
            one = digest_of(database)
        assert not isinstance(one, Refusal)
        parts.append(one)
    assert of_lake.totals.games == sum(part.totals.games for part in parts) > 0
    assert sum(row.corrections for row in of_lake.corrections) == sum(
        row.corrections for part in parts for row in part.corrections
    )
    assert sum(row.byes for row in of_lake.byes) == sum(
        row.byes for part in parts for row in part.byes
    )


def test_a_season_has_its_own_figures_and_an_unknown_one_is_refused(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path / "club.ledger")
    for name, day, results in (("Autumn", "2025-10-01", "1-0"), ("Next", "2026-10-01", "0-1")):
        terminal.run("init", name, "--rounds", "1")
        terminal.run("--tournament", name, "details", "--begins", day)
        for player in ("Anna", "Bram"):
            terminal.run("--tournament", name, "enter", player)
        terminal.run("--tournament", name, "lots", "--by", "entry")
        terminal.run("--tournament", name, "publish")
        terminal.run("--tournament", name, "result", "1", "1", results)
        terminal.run(
            "--tournament", name, "correct", "result", "1", "1", "1/2-1/2", "--reason", "x"
        )
    both = terminal.json("digest")
    assert both["seasons"] == ["2025-2026", "2026-2027"]
    assert (both["games"], both["corrections"][0]["corrections"]) == (2, 2)
    one = terminal.json("digest", "--season", "2025-2026")
    assert one["seasons"] == ["2025-2026"]
    assert (one["games"], one["corrections"][0]["corrections"]) == (1, 1)
    assert one["begins"] == "2025-10-01"
    refused = terminal.refused("digest", "--season", "2020-2021", code=2)
    assert "there are of 2025-2026 and 2026-2027" in refused
    assert "toernooi digest --season 2026-2027" in refused


def test_a_page_is_not_data(club: Terminal, tmp_path: Path) -> None:
    assert "leave out --json" in club.refused("digest", tmp_path / "x.html", "--json", code=2)


def test_every_question_of_the_folder_is_asked_and_those_of_the_docs_are_the_same() -> None:
    named = {path.stem for path in FOLDER.glob("*.sql")}
    asked = set(re.findall(r'_rows\(database, "([\w-]+)"', (FOLDER / "questions.py").read_text()))
    assert named == asked
    assert {q.name for q in QUESTIONS if q.of_digest} == {
        "corrections-and-prizes",
        "colour-imbalance",
        "forfeits-by-round",
    }


@pytest.mark.desk
def test_the_page_is_in_order_in_every_width_and_light_and_on_paper(
    year: Year, tmp_path: Path
) -> None:
    """A browser looks at a page in two widths, in light, in dark and printed."""
    page = tmp_path / "page.html"
    _typed(year, "digest", str(page))
    with chromium() as browser:
        opened = browser.new_page()
        opened.goto(page.as_uri())
        assert looked_at(opened) == []
