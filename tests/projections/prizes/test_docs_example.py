"""docs/prizes.md: its file is announced, its verbs run, and its table has the amounts that come."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from projections.prizes.allotment import allot
from projections.prizes.files import read_rules
from projections.prizes.rules import PrizeRules
from tests.docs.make import DOCS
from tests.helpers.console import Console
from tests.helpers.prizes import JUNIORS, paid

PAGE = (DOCS / "prizes.md").read_text("utf-8")
FILE = re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL)[0]
TABLE = re.findall(r"^\| `(\w+_first|best)` \|(.*)\|$", PAGE, re.MULTILINE)


@pytest.mark.parametrize(("choice", "cells"), TABLE)
def test_the_table_of_the_page_has_the_amounts_that_the_rules_give(choice: str, cells: str) -> None:
    text = f'main = [300, 200, 100]\nchoice = "{choice}"\n'
    text += '[[category]]\nname = "Juniors"\nprizes = [120, 60]\n'
    rules = read_rules(text, lambda _: 0)
    assert isinstance(rules, PrizeRules)
    written = [float(cell.strip().replace("-", "0")) for cell in cells.split("|")]
    assert paid(allot(JUNIORS, rules), 6) == written


def test_the_page_runs_as_it_stands(tmp_path: Path) -> None:
    console = Console(tmp_path)
    (tmp_path / "prizes.toml").write_text(FILE, "utf-8")
    console.must_run("init", "Open", "--rounds", "1")
    people = [
        ("Anna", 1900, 1990),
        ("Bram", 1850, 2008),
        ("Dora", 1750, 2010),
        ("Ernst", 1700, 1960),
    ]
    for name, rating, year in people:
        console.must_run("enter", name, "--rating", str(rating), "--birth", str(year))
    lines = re.findall(r"^toernooi (prizes .*)$", PAGE, re.MULTILINE)
    declare, announce, show, why, award, change, pay = lines
    for line in (declare, announce):
        console.must_run(*_words(line))
    console.must_run("lots", "--by", "entry")
    console.must_run("publish")
    console.must_run("result", "1", "1", "1-0", "2", "1/2")
    console.must_run(*_words(show))
    assert "150.00: a share of the main prizes; 300.00 divided among 2" in console.must_run(
        *_words(why)
    )
    console.must_run("finish", "--confirm", "1")
    for line in (award, change, pay, show):
        console.must_run(*_words(line))


def _words(line: str) -> list[str]:
    return [word.strip('"') for word in re.findall(r'"[^"]*"|\S+', line)]
