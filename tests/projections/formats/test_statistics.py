"""Statistics of a tournament, beside what is counted here by hand from its games."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.helpers.terminal import Terminal, made_once

RATINGS = (2000, 1900, 1850, 1800, 1700, 1650, 1600)
CLUBS = ("Toren", "Toren", "Toren", "Toren", "Toren", "Pion", "Pion")


def _played(folder: Path) -> Terminal:
    terminal = Terminal(folder / "cup.ledger")
    terminal.run("init", "Cup", "--rounds", 2)
    for at, (rating, club) in enumerate(zip(RATINGS, CLUBS, strict=True), 1):
        terminal.run("enter", f"Player {at}", "--rating", rating, "--club", club)
    terminal.run("lots", "--by", "rating")
    terminal.run("publish")
    terminal.run("result", 1, 1, "0-1", 2, "1/2-1/2")
    terminal.run("forfeit", 1, 3, "--black", "late")
    terminal.run("publish")
    return terminal


@pytest.fixture
def cup(tmp_path: Path) -> Terminal:
    return made_once(_played, tmp_path)


def rows(terminal: Terminal, what: str) -> list[dict[str, Any]]:
    listed: list[dict[str, Any]] = terminal.json("statistics", what)["rows"]
    return listed


def test_results_are_counted_by_round_and_in_all(cup: Terminal) -> None:
    first, second, together = rows(cup, "results")
    assert [first[key] for key in ("games", "white_wins", "draws", "black_wins", "defaults")] == [
        2,
        0,
        1,
        1,
        1,
    ]
    assert (first["byes"], first["open"], second["open"]) == (1, 0, 3)
    assert together["round"] is None
    assert together["games"] == 2


def test_a_game_that_the_lower_rated_won_is_an_upset(cup: Terminal) -> None:
    board = cup.json("pairings", 1)["rows"][0]
    rating = {row["id"]: row["rating"] for row in cup.json("players")["rows"]}
    white, black = rating[board["white"]], rating[board["black"]]
    lost_by_higher = white > black
    found = rows(cup, "upsets")
    assert len(found) == (1 if lost_by_higher and white - black >= 100 else 0)
    if found:
        assert found[0]["difference"] == white - black
        assert found[0]["winner"] == board["black"]


def test_a_score_stands_beside_what_the_table_expects(cup: Terminal) -> None:
    found = rows(cup, "differences")
    assert sum(row["games"] for row in found) == 2
    assert all(50 <= row["expected_pct"] <= 100 for row in found)
    assert all(row["score_pct"] == 50 * row["points"] * 2 / row["games"] for row in found)


def test_of_a_group_of_fewer_than_five_there_is_only_the_number(cup: Terminal) -> None:
    large, small = rows(cup, "clubs")
    assert (large["group"], large["players"]) == ("Toren", 5)
    standing = cup.json("standings")["rows"]
    points = sorted((row["points"] for row in standing if row["id"] <= 5), reverse=True)
    assert large["points"] == sum(points)
    assert large["best_four"] == sum(points[:4])
    assert large["best_place"] == min(row["rank"] for row in standing if row["id"] <= 5)
    assert small == {
        "group": "Pion",
        "players": 2,
        "points": None,
        "score_pct": None,
        "performance": None,
        "best_place": None,
        "best_name": "",
        "best_four": None,
    }


def test_the_field_is_in_figures(cup: Terminal) -> None:
    found = {row["what"]: row["value"] for row in rows(cup, "field")}
    assert found["players"] == 7
    assert found["average rating"] == 1786


def test_without_a_word_it_is_the_results_and_in_dutch_the_words_are_dutch(cup: Terminal) -> None:
    assert cup.json("statistics") == cup.json("statistics", "results")
    assert cup.run("statistiek", "uitslagen", "--lang", "nl").splitlines()[0] == "Cup: uitslagen"


def test_the_page_of_a_site_has_them_unless_the_organiser_shows_none(
    cup: Terminal, tmp_path: Path
) -> None:
    page = tmp_path / "site/en/cup/statistics/index.html"
    cup.run("website", tmp_path / "site", "--without-why")
    assert "Score of the higher rated" in page.read_text("utf-8")
    assert "Of fewer than five players" in page.read_text("utf-8")
    cup.run("website-choices", "--ratings", "no")
    cup.run("website", tmp_path / "site", "--without-why")
    text = page.read_text("utf-8")
    assert "Clubs" in text
    assert "Score of the higher rated" not in text
    assert "performance" not in text
    cup.run("website-choices", "--statistics", "no")
    cup.run("website", tmp_path / "site", "--without-why")
    assert not page.exists()
