"""The answer of `amend --dry-run`: the round that would come, and nothing recorded."""

from __future__ import annotations

from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from desk.answers.preview import amended_view
from projections.views.view import View
from tests.docs.schemas import SCHEMAS
from tests.helpers.hall import Hall, hall_of
from tests.helpers.terminal import Terminal
from tests.helpers.words import in_words, words


def _corrected(players: int = 6) -> Hall:
    hall = hall_of(("1-0", "1-0", "1-0"), players=players)
    hall.do("publish")
    hall.do("correct-result", round=1, board=1, result="0-1", reason="misread")
    return hall


@pytest.mark.clause("knsb-wp-2014 F6, F7")
@pytest.mark.parametrize("players", [6, 7])
def test_a_dry_run_shows_the_round_that_amend_then_makes(players: int) -> None:
    hall = _corrected(players)
    view, facts = amended_view(hall.book, 2), len(hall.facts)
    assert isinstance(view, View)
    assert len(hall.facts) == facts
    rows = [(row["white"], row["black"]) for row in view.cells]
    before = hall.boards(2)
    moved = [row["published"] for row in view.cells]
    hall.do("amend", round=2, reason="a wrong result", confirm="2")
    assert rows == hall.boards(2) != before
    same = zip(before, hall.boards(2), strict=True)
    assert moved == [[] if old == new else list(old) for old, new in same]


def test_a_dry_run_is_refused_as_amend_is_but_asks_for_no_reason() -> None:
    hall = hall_of(("1-0", "1-0", "1-0"))
    hall.do("publish")
    refusals = amended_view(hall.book, 2)
    assert isinstance(refusals, tuple)
    assert [refusal.code for refusal in refusals] == ["nothing-to-change"]


def test_a_dry_run_is_in_both_languages() -> None:
    view = amended_view(_corrected(7).book, 2)
    assert isinstance(view, View)
    dutch = in_words(view, "nl")
    assert words(dutch.title).startswith("Ronde 2 zoals die opnieuw ingedeeld zou worden · Zw")
    assert words(dutch.notes[0]).startswith("ronde 2 is openbaar; ")
    assert words(dutch.notes[1]).startswith("vrij: ")
    assert words(view.notes[-1]) == ("nothing is recorded; toernooi amend 2 changes the round")


def test_the_option_records_nothing(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path / "open.ledger")
    terminal.run("init", "Open")
    for name in ("Aalders", "Beekman", "Citroen", "Dekker"):
        terminal.run("enter", name)
    terminal.run("lots", "--by", "entry")
    terminal.run("publish")
    terminal.run("result", 1, 1, "1-0", 2, "1-0")
    terminal.run("publish")
    terminal.run("correct", "result", 1, 1, "0-1", "--reason", "misread")
    assert "Round 2 as it would be paired again" in terminal.run("amend", 2, "--dry-run")
    shown = terminal.json("amend", 2, "--dry-run")
    Draft202012Validator(SCHEMAS["amend-dry-run"]).validate(shown)
    assert shown["clause"] == "F7"
    assert terminal.json("log")["rows"][-1]["fact"] == "result-corrected"
