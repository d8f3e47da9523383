"""Why, in public: each board of a round and each place, without what the arbiter typed."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path

from tests.helpers.terminal import Terminal


def text_of(path: Path) -> str:
    return unescape(re.sub("<[^>]+>", " ", path.read_text("utf-8")))


def test_every_board_has_a_page_that_says_what_the_verb_says(
    hall: Terminal, site_of_hall: Path
) -> None:
    boards = hall.json("pairings", 5)["rows"]
    for row in boards:
        page = site_of_hall / f"en/club-open/round/5/board/{row['board']}/index.html"
        said = text_of(page)
        assert row["white_name"] in said
        assert row["black_name"] in said
    printed = hall.json("why", 5, 2)["rows"]
    clauses = {row["clause"] for row in printed if row["clause"]}
    page_5_2 = (site_of_hall / "en/club-open/round/5/board/2/index.html").read_text("utf-8")
    cited = set(re.findall(r'rules/index\.html#([^"]+)"', page_5_2))
    assert cited
    assert cited & {part for clause in clauses for part in clause.split(", ")}
    rules = (site_of_hall / "en/club-open/rules/index.html").read_text("utf-8")
    assert all(f'id="{name}"' in rules for name in cited)


def test_nothing_that_the_arbiter_typed_stands_on_a_page(hall: Terminal, tmp_path: Path) -> None:
    rows = hall.json("pairings", 6)["rows"]
    one, two = rows[4]["white"], rows[5]["white"]
    hall.run("board", "swap", 6, one, two, "--reason", "they are brothers", "--confirm", 6)
    hall.run("website", tmp_path / "site")
    board = tmp_path / "site/en/club-open/round/6/board/5/index.html"
    assert board.exists()
    for path in (tmp_path / "site").rglob("*"):
        assert not path.is_file() or b"they are brothers" not in path.read_bytes(), path


def test_each_place_is_built_up_and_drawn(hall: Terminal, site_of_hall: Path) -> None:
    page = site_of_hall / "en/club-open/player/3/why/index.html"
    blamed = hall.json("blame", "standings", "--player", 3)
    said = text_of(page)
    assert str(blamed["wp"]) in said
    markup = page.read_text("utf-8")
    assert markup.count("<rect") > 5
    assert "style-src 'self' 'sha256-" in markup
    assert "sha256-" not in (page.parents[1] / "index.html").read_text("utf-8")


def test_who_is_in_a_hurry_leaves_why_out(hall: Terminal, tmp_path: Path) -> None:
    whole = hall.json("website", tmp_path / "site")
    less = hall.json("website", tmp_path / "site", "--without-why")
    assert less["files"] < whole["files"]
    gone = [path for path in less["removed"] if "/board/" in path]
    assert len(gone) == 2 * 7 * 6
    assert not (tmp_path / "site/nl/club-open/player/3/why").exists()
