"""The decision on a protest as a sheet: facts, clause, decision and room for signatures."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.helpers.printer import printed
from tests.helpers.terminal import Terminal, with_round_1


def page_of(terminal: Terminal, language: str) -> Path:
    page = terminal.ledger.with_name("decision.html")
    page.unlink(missing_ok=True)
    terminal.run("--lang", language, "sheet", "decision", 1, "-o", page)
    return page


@pytest.fixture
def disputed(tmp_path: Path) -> Terminal:
    terminal = with_round_1(tmp_path)
    terminal.run("details", "--arbiter", "Vera Scheids")
    terminal.run("result", 1, 1, "1-0")
    terminal.run("protest", 1, 1, "the clock was set wrongly")
    return terminal


def test_a_protest_without_a_ruling_has_room_for_one(disputed: Terminal) -> None:
    text = page_of(disputed, "nl").read_text("utf-8")
    for said in (
        "Beslissing op protest 1",
        "Feiten",
        "the clock was set wrongly",
        "Bord 1: ",
        "(F6)",
        "Toegepast artikel: ....",
        "toegewezen / deels toegewezen / afgewezen / ingetrokken",
        "Vera Scheids",
        "Commissie van beroep",
    ):
        assert said in text


def test_a_ruling_stands_on_the_sheet_with_its_ground(disputed: Terminal) -> None:
    disputed.run("ruling", 1, "rejected", "two witnesses say otherwise")
    text = page_of(disputed, "en").read_text("utf-8")
    assert "Decision on protest 1" in text
    assert "<p>rejected" in text
    assert "<p>two witnesses say otherwise</p>" in text
    assert "circle one" not in text


def test_a_decision_of_no_protest_is_refused(tmp_path: Path) -> None:
    terminal = with_round_1(tmp_path)
    for words in ((), (7,)):
        assert "unknown-protest" in terminal.refused("sheet", "decision", *words, code=2)


@pytest.mark.desk
@pytest.mark.parametrize("language", ["en", "nl"])
def test_a_decision_is_one_page(disputed: Terminal, language: str) -> None:
    disputed.run("ruling", 1, "rejected", "a reason of some length, as it is given. " * 8)
    assert len(printed(page_of(disputed, language))) == 1
