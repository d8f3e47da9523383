"""The README's examples are run; what they print is compared to the letter."""

from __future__ import annotations

import re
from pathlib import Path
from typing import get_args

from ledger.csv_files.season import COLUMNS, RowKind
from tests.docs.make import README, SEASON_FILES
from tests.helpers.console import Console, rerun
from tests.helpers.places import ROOT


def test_every_example_of_the_readme_prints_what_it_says(tmp_path: Path) -> None:
    page = README.read_text("utf-8")
    assert page.count("```console") >= 3
    assert rerun(page, Console(tmp_path, width=80)) == page, "make docs writes what they print now"


def test_every_example_of_the_page_on_season_files_prints_what_it_says(tmp_path: Path) -> None:
    page = SEASON_FILES.read_text("utf-8")
    assert page.count("```console") >= 5
    assert rerun(page, Console(tmp_path, width=80)) == page, "make docs writes what they print now"


def test_the_page_on_season_files_names_every_kind_of_row_and_every_column() -> None:
    page = SEASON_FILES.read_text("utf-8")
    assert [kind for kind in get_args(RowKind) if f"`{kind}`" not in page] == []
    assert [column for column in COLUMNS if f"`{column}`" not in page] == []


def test_the_first_screen_has_the_sentence_a_transcript_and_the_two_commands() -> None:
    first = README.read_text("utf-8").split("\n## ")[0]
    order = ["A ledger for chess", "```console", "make demo", "make test", "| You are |"]
    assert [first.find(text) for text in order] == sorted(first.find(text) for text in order)
    assert all(text in first for text in order)


def test_every_link_of_the_readme_leads_somewhere() -> None:
    page = README.read_text("utf-8")
    heads = {re.sub(r"[^a-z0-9 -]", "", h.lower()).replace(" ", "-")
             for h in re.findall(r"^##+ (.*)$", page, re.MULTILINE)}  # fmt: skip
    for target in re.findall(r"\]\(([^)]+)\)", page):
        if target.startswith("#"):
            assert target[1:] in heads, target
        else:
            assert (ROOT / target).exists(), target
