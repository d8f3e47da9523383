"""The README's examples are run; their output is compared to the letter."""

from __future__ import annotations

import re
from pathlib import Path
from typing import get_args

import pytest

from ledger.csv_files.season import COLUMNS, RowKind
from tests.docs.make import DOCS, IN_DUTCH, README, SEASON_FILES, SESSIONS
from tests.helpers.console import Console, rerun


@pytest.mark.parametrize("session", [*SESSIONS, *IN_DUTCH], ids=lambda pages: pages[0].stem)
def test_every_example_prints_what_its_page_says(session: tuple[Path, ...], tmp_path: Path) -> None:
    console = Console(tmp_path, width=80, language="nl" if session in IN_DUTCH else "en")
    for page in session:
        text = page.read_text("utf-8")
        assert "```console" in text
        assert rerun(text, console) == text, f"{page.name}: make docs writes what they print now"


def test_the_readme_is_short() -> None:
    assert len(README.read_text("utf-8").splitlines()) < 200


def test_the_page_on_season_files_names_every_kind_of_row_and_every_column() -> None:
    page = SEASON_FILES.read_text("utf-8")
    assert [kind for kind in get_args(RowKind) if f"`{kind}`" not in page] == []
    assert [column for column in COLUMNS if f"`{column}`" not in page] == []


def test_its_first_screen_shows_what_it_is_for_and_two_commands() -> None:
    lines = README.read_text("utf-8").splitlines()
    first = "\n".join(lines[:30])
    order = ["Runs a chess tournament", "FIDE (Dutch) System", "docs/desk/round.png"]
    order += ["docs/desk/phone-why.png", "pipx install .", "toernooi serve --demo"]
    assert [first.find(text) for text in order] == sorted(first.find(text) for text in order)
    assert all(text in first for text in order)
    whole = "\n".join(lines)
    sections = ["## One evening", "```console", "| You are |", "## By which rules", "## Limits"]
    assert [whole.find(text) for text in sections] == sorted(whole.find(text) for text in sections)
    assert all(text in whole for text in ("make test", "make demo", *sections))


@pytest.mark.parametrize("page", [README, *DOCS.glob("*.md")], ids=lambda page: page.stem)
def test_every_link_leads_somewhere(page: Path) -> None:
    text = re.sub(r"^```.*?^```$", "", page.read_text("utf-8"), flags=re.MULTILINE | re.DOTALL)
    heads = {
        re.sub(r"[^a-z0-9 -]", "", h.lower()).replace(" ", "-")
        for h in re.findall(r"^##+ (.*)$", text, re.MULTILINE)
    }
    for target in re.findall(r"\]\(([^)]+)\)", text):
        if target.startswith("#"):
            assert target[1:] in heads, target
        elif "://" not in target:
            assert (page.parent / target.partition("#")[0]).exists(), target
