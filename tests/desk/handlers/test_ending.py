"""The end of a tournament: what it asks, what can be put right after it, and how it is taken back."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from desk.commands.commands import command_of
from desk.desk import Desk
from desk.outcomes import Warned
from desk.writing import carry_out
from ledger.facts.disputes import CommandUndone
from ledger.facts.tournament import ReportMade, TournamentReopened
from projections.exports.rating_report import report_comments
from projections.log.departures import comments
from tests.helpers.hall import Hall
from tests.helpers.terminal import Terminal, numbered
from tests.helpers.words import words

SHA = "9f86d081884c7d659a2feaa0c55ad015" * 2


def _played(*results: str) -> Hall:
    hall = Hall(players=4, rounds=1)
    hall.play(*results)
    return hall


def _ended(*results: str) -> Hall:
    hall = _played(*results)
    hall.do("finish")
    return hall


def test_the_end_is_asked_for_with_what_is_at_stake() -> None:
    hall = _played("1/2-1/2", "1/2-1/2")
    hall.do("protest", round=1, player=1, text="the clock")
    assert hall.warned("finish") == [("tournament-ends", 4)]
    [warning] = hall.decide("finish").warnings  # type: ignore[union-attr]
    assert warning.answer == "1"
    assert words(warning.what) == (
        '"Open" ends, after 1 round; lots are drawn for 4 players who are equal in everything; '
        "protest 1 is not decided"
    )


def test_lots_after_a_correction_are_drawn_without_another_question() -> None:
    hall = _ended("1/2-1/2", "1-0")
    hall.do("correct-result", round=1, board=2, result="1/2-1/2")
    assert hall.warned("finish") == []


def test_the_status_of_an_ended_tournament_names_nobody_as_away(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path / "a.ledger")
    terminal.run("init", "A", "--rounds", "2")
    for name in ("B", "C", "D"):
        terminal.run("enter", name)
    for verb in (("lots", "--by", "entry"), ("publish",), ("absent", "2", "2")):
        terminal.run(*verb)
    terminal.run("result", "1", "1", "1-0")
    assert "not there next round" in terminal.run("status")
    terminal.run("plan", "1")
    terminal.run("finish", "--confirm", "1")
    assert "not there next round" not in terminal.run("status")
    assert terminal.json("status")["away_next_round"] == [2]


def test_prizes_details_and_persons_are_still_put_right_after_the_end() -> None:
    hall = _ended("1-0")
    hall.do("prizes-declare", cents=[1000])
    hall.do("details", city="Breda")
    hall.do("correct-person", player=1, club="De Toren")
    assert hall.state.prizes_cents == (1000,)
    refusal = hall.refused("enter", name="X")
    assert "correcties, prijzen en gegevens" in words(refusal.what, "nl")


def test_a_report_of_the_end_keeps_undo_from_taking_it_back() -> None:
    hall = _ended("1-0")
    hall.do("report", reader="fide", sha256=SHA)
    refusal = hall.refused("undo")
    assert (refusal.code, refusal.events) == ("report-made", (hall.state.position,))
    asked = hall.refused("reopen")
    assert asked.code == "reason-required"
    assert f"#{hall.state.position}" in words(asked.what)
    assert hall.notes("reopen", reason="misread") == (
        "the next report says that the end was taken back, and why",
    )
    assert not hall.state.closed


def test_a_report_from_before_the_end_leaves_undo_free() -> None:
    hall = _played("1-0")
    hall.do("report", reader="fide", sha256=SHA)
    hall.do("finish")
    hall.do("undo")
    assert not hall.state.closed
    assert len(hall.state.reports) == 1


def test_undo_passes_over_a_report() -> None:
    hall = _played("1-0")
    last = hall.state.position
    hall.do("report", reader="federation", sha256=SHA)
    [fact] = hall.do("undo")
    assert fact == CommandUndone(facts=(last,))
    assert hall.refused("undo", fact=last + 1).code == "cannot-be-undone"


def test_the_end_is_taken_back_without_a_reason_until_a_report_is_made() -> None:
    hall = _ended("1-0")
    hall.do("correct-result", round=1, board=1, result="0-1", reason="misread")
    assert hall.do("reopen") == (TournamentReopened(),)
    assert hall.refused("reopen").code == "tournament-not-closed"
    hall.do("plan", rounds=2)
    hall.play()
    hall.do("finish")
    assert hall.state.closed


def test_taking_the_end_back_can_itself_be_undone() -> None:
    hall = _ended("1-0")
    hall.do("reopen")
    hall.do("undo")
    assert hall.state.closed


def test_a_report_is_recorded_once_while_it_stays_the_same() -> None:
    hall = _ended("1-0")
    report = {"reader": "fide", "sha256": SHA}
    assert hall.do("report", **report) == (ReportMade(reader="fide", sha256=SHA, basis=13),)
    again = hall.refused("report", **report)
    assert (again.code, again.events) == ("nothing-to-change", (14,))
    hall.do("report", **(report | {"reader": "federation"}))
    hall.do("report", **report, period=1)
    assert hall.refused("report", reader="fide", sha256="0" * 64, basis=99).code == (
        "unknown-position"
    )


def test_the_next_report_says_what_changed_since_the_last_one() -> None:
    hall = _ended("1-0")
    assert not any("#12" in words(line) for line in report_comments(hall.book, "fide", None))
    hall.do("report", reader="fide", sha256=SHA)
    first = list(map(words, report_comments(hall.book, "fide", None)))
    hall.do("reopen", reason="two results were exchanged")
    hall.do("correct-result", round=1, board=2, result="0-1", reason="misread")
    [head, *changes] = map(words, report_comments(hall.book, "fide", None))
    assert head == (
        "### this report comes after that of 2026-09-04T19:14Z (#14, sha256 9f86d081884c); "
        "2 facts were recorded since:"
    )
    assert changes[0] == (
        "### #15 the end of the tournament was taken back (two results were exchanged)"
    )
    assert changes[1].startswith("### #16 round 1: 2 - 3 corrected to 0-1")
    assert first == []
    assert list(report_comments(hall.book, "federation", None)) == []
    assert any("end taken back" in words(line) for line in comments(hall.book))


def test_a_report_made_again_of_the_same_facts_has_the_lines_it_had() -> None:
    hall = _ended("1-0")
    hall.do("report", reader="fide", sha256=SHA)
    hall.do("reopen", reason="misread")
    lines = list(report_comments(hall.book, "fide", None))
    hall.do("report", reader="fide", sha256="0" * 64)
    assert list(report_comments(hall.book, "fide", None)) == lines


# --- at the terminal ------------------------------------------------------------------------------


@pytest.fixture
def terminal(tmp_path: Path) -> Terminal:
    names = ("Aarts", "Bos", "Cohen", "Dam")
    terminal = numbered(tmp_path / "open.ledger", names, "Open", "--rounds", 1)
    terminal.run("publish")
    terminal.run("result", 1, 1, "1-0", 2, "1-0")
    return terminal


def test_a_script_is_refused_with_the_answer_it_may_add(terminal: Terminal) -> None:
    ran = terminal.try_("beeindigen")
    assert (ran.code, "--confirm 1" in ran.err) == (3, True)
    assert "by undo until a report is made" in ran.err
    wrong = terminal.try_("finish", "--confirm", "yes")
    assert '"yes" does not answer' in wrong.err or wrong.code == 3
    terminal.run("finish", "--confirm", "1")
    assert terminal.json("status")["finished"]


def test_the_status_says_the_end_and_what_may_still_be_done(terminal: Terminal) -> None:
    assert "since #" not in terminal.run("status")
    terminal.run("finish", "--confirm", "1")
    said, last = terminal.run("status"), terminal.json("status")["last_position"]
    assert f"yes, since #{last}; what was recorded can still be corrected" in said
    for command in ("standings --final", "export --for federation -o FILE", "reopen"):
        assert f"toernooi {command}" in said
    terminal.run("reopen")
    assert "since #" not in terminal.run("status")


def test_at_the_keyboard_the_end_is_asked_in_two_steps(terminal: Terminal) -> None:
    ran = terminal.try_("finish", stdin=b"1\n", at_keyboard=True)
    assert ran.code == 0
    assert "warning:" in ran.err
    assert terminal.json("status")["finished"]


def test_the_end_is_undone_and_ended_again_with_the_lots_that_were_drawn(
    terminal: Terminal,
) -> None:
    terminal.run("correct", "result", 1, 1, "=", "--reason", "misread")
    terminal.run("correct", "result", 1, 2, "=", "--reason", "misread")
    terminal.run("finish", "--confirm", "1")
    places = [row["name"] for row in terminal.json("standings", "--final")["rows"]]
    assert "the lots that were drawn at the end stay" in terminal.run("undo")
    assert not terminal.json("status")["finished"]
    terminal.run("finish", "--confirm", "1")
    assert [row["name"] for row in terminal.json("standings", "--final")["rows"]] == places
    assert terminal.run("log").count("lots drawn") <= 2
    terminal.run("undo")
    assert "2 Bos - 3 Cohen corrected" in terminal.run("undo")


def test_a_report_that_is_written_is_recorded_and_the_next_one_says_why_the_end_was_taken_back(
    terminal: Terminal, tmp_path: Path
) -> None:
    terminal.run("finish", "--confirm", "1")
    ran = terminal.try_("export", "--for", "fide", "-o", tmp_path / "first.trf")
    assert re.search(r"recorded that this report was made \(#\d+, sha256 [0-9a-f]{12}\)", ran.err)
    first = terminal.json("status")["last_position"]
    text = terminal.run("export", "--for", "fide")
    assert text.encode() == (tmp_path / "first.trf").read_bytes()
    assert terminal.json("status")["last_position"] == first
    assert "report-made" in terminal.refused("ongedaan")
    assert "reason-required" in terminal.refused("heropenen", code=2)
    terminal.run("heropenen", "--reason", "two results were exchanged")
    terminal.run("correct", "result", 1, 2, "0-1", "--reason", "misread")
    terminal.run("finish", "--confirm", "1")
    second = terminal.run("export", "--for", "fide")
    assert "### #" in second
    assert "two results were exchanged" in second
    assert "rating report made for FIDE" in terminal.run("log")


def test_a_ledger_that_cannot_be_written_gives_the_report_and_says_that_it_is_not_recorded(
    terminal: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    from ledger.errors import StoreError
    from ledger.messages import message
    from ledger.refusals import Refusal

    def refuse(*args: object, **kwargs: object) -> None:
        what = message("ending.not-ended", tournament="read-only")
        raise StoreError(Refusal("read-only", what, ""))

    monkeypatch.setattr("desk.terminal.recording_reports.carry_out", refuse)
    ran = terminal.try_("export", "--for", "federation")
    assert ran.code == 0
    assert ran.out.startswith("012 Open")
    assert "is not recorded: the ledger cannot be written" in ran.err


def test_a_file_of_commands_ends_a_tournament_with_the_answer(terminal: Terminal) -> None:
    desk = Desk(terminal.ledger)
    ends = command_of({"command": "finish"})
    assert not isinstance(ends, tuple)
    assert isinstance(carry_out(desk, [(None, ends)]), Warned)
