"""FIDE mode: on from the opening under FIDE's systems, and left once, for good."""

from __future__ import annotations

from pathlib import Path

import pytest

from desk.commands.decision import Decision, WarnLevel
from desk.commands.warnings import WARNINGS
from desk.handlers.dispatch import handle_all
from ledger.facts.fide import FideModeLeft
from ledger.facts.tournament import TournamentOpened
from tests.helpers.hall import Hall, command
from tests.helpers.terminal import Terminal

LEAVE = {"reason": "a pair that may not meet was asked for in round 3"}


def hall(**init: object) -> Hall:
    return Hall(4, 3, rules="fide-dutch-2026", **init)


@pytest.mark.parametrize(
    ("rules", "init", "expected"),
    [
        ("fide-dutch-2026", {}, True),
        ("fide-dutch-2017", {}, True),
        ("fide-dutch-2026", {"without_fide_mode": True}, False),
        ("knsb-wp-2014", {}, False),
        ("knsb-rating-2014", {}, False),
    ],
)
def test_a_tournament_begins_in_it_under_systems_of_fide_unless_asked_not_to(
    rules: str, init: dict[str, object], expected: bool
) -> None:
    opened = Hall(4, 3, rules=rules, **init)
    assert opened.state.fide.in_mode is expected
    [fact] = [one for one in opened.facts if isinstance(one, TournamentOpened)]
    assert fact.fide_mode is (True if expected else None)


def test_a_file_of_a_system_of_fide_begins_in_it_as_well(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path / "one.ledger")
    terminal.run("init", "Open", "--rules", "fide-dutch-2026", "--rounds", 3)
    for name in "ABCD":
        terminal.run("enter", name)
    terminal.run("lots")
    terminal.run("publish")
    terminal.run("export", "-o", tmp_path / "open.trf")
    for name, options, mode in (("in", (), "on"), ("out", ("--without-fide-mode",), None)):
        other = Terminal(tmp_path / f"{name}.ledger")
        other.run("import", tmp_path / "open.trf", "--confirm", "yes", *options)
        assert other.json("status")["fide_mode"] == mode


def test_it_is_left_by_typing_the_name_of_the_tournament_and_the_answer_is_recorded() -> None:
    left = hall()
    for answer in (None, "yes", "Opne"):
        decision = handle_all(
            left.book, [(None, command("fide-mode-leave", **LEAVE, confirm=answer))]
        )
        assert isinstance(decision, Decision)
        [warning] = decision.warnings
        assert (warning.code, warning.level, warning.answer) == ("fide-mode-ends", 4, "Open")
    assert left.state.fide.in_mode
    decision = handle_all(left.book, [(None, command("fide-mode-leave", **LEAVE, confirm="open"))])
    assert isinstance(decision, Decision)
    assert decision.facts == (FideModeLeft(**LEAVE, answered=("fide-mode-ends",)),)
    assert left.state.fide.left_at == len(left.book.facts)


def test_there_is_no_way_back_and_leaving_it_takes_a_reason() -> None:
    left = hall()
    assert left.refused("fide-mode-leave").code == "reason-required"
    left.do("fide-mode-leave", **LEAVE)
    assert left.refused("undo").code == "cannot-be-undone"
    assert left.refused("fide-mode-leave", **LEAVE).code == "not-in-fide-mode"
    never = Hall(4, 3)
    assert never.refused("fide-mode-leave", **LEAVE).code == "not-in-fide-mode"


def test_rules_that_are_not_of_fide_are_refused_until_it_is_left() -> None:
    there = hall()
    change = {"rulebook": "knsb-rating-2014", "reason": "the board asked for it"}
    refused = handle_all(there.book, [(None, command("rules-change", **change, confirm="1"))])
    assert isinstance(refused, tuple)
    assert [one.code for one in refused] == ["fide-mode-refuses"]
    there.do("fide-mode-leave", **LEAVE)
    there.do("rules-change", **change)
    assert there.book.rules.family == "knsb-rating-2014"


def test_outside_it_an_answer_is_not_part_of_the_fact() -> None:
    club = Hall(4, 3)
    club.play()
    club.play(publish=True)
    decision = handle_all(club.book, [(None, command("undo", confirm="yes"))])
    assert isinstance(decision, Decision)
    assert all(fact.answered is None for fact in decision.facts)


def test_a_level_is_never_lower_in_it_than_outside() -> None:
    for code, rule in WARNINGS.items():
        assert rule.in_mode is not None or rule.level is not None, code
        assert (rule.in_mode or WarnLevel.INFORM) >= (rule.level or WarnLevel.INFORM), code


def test_a_tournament_that_left_it_says_so_wherever_it_is_read(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path / "one.ledger")
    terminal.run("init", "Open", "--rules", "fide-dutch-2026", "--rounds", 3)
    for name in "ABCD":
        terminal.run("enter", name)
    terminal.run("lots")
    assert terminal.json("status")["fide_mode"] == "on"
    assert "outside FIDE mode" not in terminal.try_("players").err
    terminal.run("fide-mode-leave", "--reason", LEAVE["reason"], "--confirm", "Open")
    assert terminal.json("status")["fide_mode"] == "left"
    for verb in (("players",), ("status",), ("standings",), ("log",)):
        ran = terminal.try_(*verb)
        assert "outside FIDE mode since #" in ran.out + ran.err, verb
    [row] = [one for one in terminal.json("integrity")["rows"] if one["kind"] == "fide mode left"]
    assert row["reason"] == LEAVE["reason"]
    comment = f"Z, on -> left ({LEAVE['reason']})"
    assert comment in terminal.run("export")
    sheet = tmp_path / "sheet.html"
    terminal.run("sheet", "participants", "-o", sheet)
    assert "outside FIDE mode since Friday 4 September 2026, " in sheet.read_text("utf-8")
