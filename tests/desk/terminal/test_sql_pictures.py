"""An answer in SQL drawn to a file: from the command line, as `desk.render.chart` draws it."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.helpers.places import EXAMPLES
from tests.helpers.terminal import Terminal

GAMES = "select round, count(*) as games from games_now group by round order by round"


@pytest.fixture
def club(tmp_path: Path) -> Terminal:
    terminal = Terminal(tmp_path / "club.ledger")
    terminal.run("import", str(EXAMPLES / "club-open.trf"))
    return terminal


def test_an_answer_is_drawn_with_its_title_and_tells_its_numbers_in_words(
    club: Terminal, tmp_path: Path
) -> None:
    path = tmp_path / "games.svg"
    said = club.run("sql", GAMES, "--picture", path, "--title", "Games a round")
    assert said == f"written: {path}\n"
    drawn = ElementTree.fromstring(path.read_text("utf-8"))
    words = {element.tag.rpartition("}")[2]: element.text for element in drawn}
    assert words["title"] == "Games a round"
    rows = club.json("sql", GAMES)["rows"]
    assert words["desc"] == "; ".join(f"{row['round']}: games {row['games']}" for row in rows)


@pytest.mark.parametrize("kind", ["bars", "lines"])
def test_every_kind_is_drawn_and_takes_the_place_of_an_earlier_picture(
    club: Terminal, tmp_path: Path, kind: str
) -> None:
    path = tmp_path / "games.svg"
    club.run("sql", GAMES, "--picture", path)
    club.run("sql", GAMES, "--picture", path, "--kind", kind, "--title", kind)
    assert f"<title>{kind}</title>" in path.read_text("utf-8")


def test_what_cannot_be_drawn_is_told_and_no_other_file_is_touched(
    club: Terminal, tmp_path: Path
) -> None:
    path = tmp_path / "letter.svg"
    path.write_text("Dear arbiter", "utf-8")
    assert "content is not SVG" in club.refused("sql", GAMES, "--picture", path, code=2)
    assert path.read_text("utf-8") == "Dear arbiter"
    fresh = tmp_path / "fresh.svg"
    assert "no column of numbers" in club.refused(
        "sql", "select name from names", "--picture", fresh, code=2
    )
    assert "--picture" in club.refused("sql", f"{GAMES}; {GAMES}", "--picture", fresh, code=2)
    assert "one form at a time" in club.refused("sql", GAMES, "--picture", fresh, "--csv", code=2)
    assert "go with --picture" in club.refused("sql", GAMES, "--kind", "bars", code=2)
    assert "--picture takes a QUESTION" in club.refused("sql", "\\d", "--picture", fresh, code=2)
    assert not fresh.exists()
