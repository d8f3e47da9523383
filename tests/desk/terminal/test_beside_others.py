"""A tournament beside those that a ledger has: a person at a terminal is asked first."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.helpers.terminal import Terminal


@pytest.fixture
def terminal(tmp_path: Path) -> Terminal:
    terminal = Terminal(tmp_path / "club.ledger")
    terminal.run("init", "Eerste")
    return terminal


def test_a_second_tournament_is_asked_for_at_a_terminal(terminal: Terminal) -> None:
    ran = terminal.try_("nieuw", "Tweede", stdin=b"\n", at_keyboard=True)
    assert (ran.code, "not-confirmed" in ran.err) == (3, True)
    assert "the ledger has a tournament already: Eerste" in ran.err
    assert len(terminal.json("tournaments")["rows"]) == 1
    assert terminal.try_("status").code == 0
    terminal.try_("nieuw", "Tweede", stdin=b"yes\n", at_keyboard=True)
    assert len(terminal.json("tournaments")["rows"]) == 2


def test_a_script_and_a_first_tournament_are_not_asked(terminal: Terminal, tmp_path: Path) -> None:
    terminal.run("init", "Tweede")
    assert "which-tournament" in terminal.refused("status", code=2)
    fresh = Terminal(tmp_path / "other.ledger")
    assert fresh.try_("init", "Eerste", at_keyboard=True).code == 0


def test_a_name_that_is_there_is_refused_without_a_question(terminal: Terminal) -> None:
    ran = terminal.try_("init", "Eerste", at_keyboard=True)
    assert (ran.code, "name-taken" in ran.err) == (3, True)
