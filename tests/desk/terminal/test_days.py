"""Days in tables: as sentences write them; for programs with the year first."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.helpers.terminal import Terminal

READ = [
    ("status",),
    ("rounds",),
    ("log",),
    ("integrity",),
    ("protests",),
    ("rating-lists",),
    ("rating-lists", 1),
    ("standings",),
    ("pairings", 1),
    ("audit", 1),
    ("show", 7),
    ("check",),
    ("head",),
    ("player", 1),
    ("players",),
    ("checked-in", 1),
    ("diff", "--as-of", "5"),
    ("acceleration",),
    ("prohibited",),
]
"""Verbs that show a day or a moment, and those that people look at most."""

YEAR_FIRST = re.compile(r"\b20\d\d-\d\d-\d\d(?!T)")
"""A day; a moment in UTC, as `show` has it, is written as it was recorded."""


@pytest.fixture(scope="module")
def open_(tmp_path_factory: pytest.TempPathFactory) -> Terminal:
    terminal = Terminal(Path(tmp_path_factory.mktemp("days")) / "open.ledger")
    terminal.run("init", "Open", "--rules", "fide-dutch-2026", "--rounds", 3)
    terminal.run("details", "--begins", "28-11-2026", "--ends", "30-11-2026")
    for name in "ABCD":
        terminal.run("enter", name, "--rating", 2000)
    terminal.run("rating-list", "FIDE", "2026-11-01", "--player", "A", "--rating", 2100)
    terminal.run("schedule", 1, "28-11-2026", "10:00")
    terminal.run("schedule", 2, "29-11-2026")
    terminal.run("lots")
    terminal.run("publish")
    terminal.run("result", 1, 1, "1-0")
    terminal.run("correct", "result", 1, 1, "0-1", "--reason", "typing error", "--confirm", "yes")
    terminal.run("protest", 1, "A", "move", "--deadline", "30-11-2026 22:30")
    return terminal


@pytest.mark.parametrize("language", ["nl", "en"])
@pytest.mark.parametrize("verb", READ, ids=str)
def test_no_table_for_people_has_a_day_with_its_year_first(
    open_: Terminal, verb: tuple[object, ...], language: str
) -> None:
    ran = open_.try_("--lang", language, *verb)
    assert ran.code == 0, ran.err
    assert YEAR_FIRST.findall(ran.out + ran.err) == []


@pytest.mark.parametrize("verb", ["rounds", "log", "status"])
def test_programs_read_days_with_the_year_first(open_: Terminal, verb: str) -> None:
    day = "2026-11-28" if verb == "rounds" else "2026-"
    assert day in open_.run(verb, "--json")
    if verb != "status":
        assert day in open_.run(verb, "--csv")
        assert "28-11-2026" in open_.run("rounds")
