"""The public pairing of a round is withdrawn: what is in its way, what goes with it, how it is marked."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from desk.access.file import AccessFile
from desk.access.tickets import TicketHolder, holder_of, last_published, ticket
from desk.answers.audit import Report, audit
from ledger.facts.disputes import CommandUndone
from ledger.refusals import Refusal
from ledger.runtime import Runtime
from projections.log.departures import comments, departures
from projections.log.sentences import teller
from tests.helpers.agreement import hold_to_one_story
from tests.helpers.competitions import Competition
from tests.helpers.hall import Hall, hall_of
from tests.helpers.terminal import Terminal
from tests.helpers.words import words

WHY = "a late entry was forgotten"
SYSTEMS = ["knsb-wp-2014", "knsb-rating-2014", "fide-dutch-2026", "mwkeizer"]


def _published(rounds: int = 2, **init: Any) -> Hall:
    hall = Hall(6, 5, **init)
    for _ in range(rounds - 1):
        hall.play()
    hall.do("publish")
    return hall


def _withdraw(hall: Hall, number: int = 2, **fields: Any) -> CommandUndone:
    [fact] = hall.do("un-publish", round=number, reason=WHY, confirm=str(number), **fields)
    assert isinstance(fact, CommandUndone)
    return fact


@pytest.mark.clause("knsb-wp-2014 F6")
@pytest.mark.parametrize("rules", SYSTEMS)
def test_the_round_is_to_be_paired_again_and_its_draft_is_made_anew(rules: str) -> None:
    hall = _published(2, rules=rules)
    before = hall.boards(2)
    assert _withdraw(hall).withdraws == 2
    assert hall.state.next_round == 2
    hall.do("absent", player=1, round=2)
    hall.do("publish")
    assert hall.boards(2) != before
    assert hall.state.rounds[1].position == hall.state.position
    assert not hall.state.rounds[1].changes


@pytest.mark.clause("knsb-wp-2014 F6")
def test_it_says_that_no_clause_allows_it_and_asks_for_the_number_of_the_round() -> None:
    hall = _published()
    assert hall.warned("un-publish", round=2, reason=WHY) == [("pairing-withdrawn", 4)]
    [warning] = hall.decide("un-publish", round=2, reason=WHY).warnings  # type: ignore[union-attr]
    assert warning.answer == "2"
    assert "knsb-wp-2014 F6" in str(warning.clause)
    assert words(warning.what) == (
        "no clause allows it (F6): a published pairing stands; the 3 boards of round 2 are "
        "withdrawn by hand, and marked for ever as such"
    )
    assert hall.refused("un-publish", round=2).code == "reason-required"


@pytest.mark.parametrize(
    ("verb", "fields", "code"),
    [
        ("start", {}, "round-has-begun"),
        ("result", {"board": 1, "result": "1-0"}, "round-has-results"),
        ("forfeit", {"board": 1, "white": "no word"}, "round-has-results"),
        ("adjourn", {"board": 1}, "round-has-results"),
        ("claim", {"player": 1, "result": "1-0", "device": "00000000000000a1"}, "round-has-claims"),
    ],
)
def test_what_was_played_or_claimed_is_in_its_way_until_it_is_taken_back(
    verb: str, fields: dict[str, Any], code: str
) -> None:
    hall = _published()
    of_round = {} if verb == "claim" else {"round": 2}
    hall.do(verb, **of_round, **fields)
    refused = hall.refused("un-publish", round=2, reason=WHY)
    assert refused.code == code
    assert refused.clause == "knsb-wp-2014 F6"
    assert hall.state.rounds[1].position < refused.events[0] <= hall.state.position
    hall.do("undo", fact=refused.events[0])
    assert _withdraw(hall)


def test_a_round_with_a_later_one_after_it_stays() -> None:
    hall = _published(3)
    assert hall.refused("un-publish", round=2, reason=WHY).code == "not-the-last-round"
    assert hall.refused("un-publish", round=4, reason=WHY).code == "round-not-published"


def test_changes_by_hand_go_with_the_pairing() -> None:
    hall = _published()
    one, two = hall.boards(2)[0]
    hall.do("board-swap", round=2, first=one, second=two, reason="wrong colours")
    swapped = hall.state.position
    assert swapped in _withdraw(hall).facts
    hall.do("publish")
    assert not hall.state.rounds[1].changes


def test_log_integrity_audit_and_file_say_that_it_was_withdrawn_by_hand() -> None:
    hall = _published()
    at = hall.state.rounds[1].position
    _withdraw(hall)
    assert words(teller(hall.book)(at)).endswith("(taken back)")
    said = words(teller(hall.book)(at + 1))
    assert said.startswith(f"pairing of round 2 withdrawn by hand: #{at} round 2: 3 boards")
    assert [kind for _, _, kind in departures(hall.facts)] == ["pairing withdrawn"]
    [line] = map(words, comments(hall.book))
    assert "pairing withdrawn: pairing of round 2 withdrawn by hand" in line
    assert line.endswith(f"({WHY})")
    hall.do("publish")
    report = audit(hall.book, 2, None, None)
    assert isinstance(report, Report)
    lines = [words(line) for line in report.record.published.lines]
    [withdrawn] = [line for line in lines if line.startswith("Published before;")]
    assert f"withdrawn by hand: #{at + 1} " in withdrawn
    assert withdrawn.endswith(f"({WHY})")


def test_in_fide_mode_the_file_has_the_boards_that_were_withdrawn() -> None:
    hall = _published(2, rules="fide-dutch-2026")
    boards = hall.boards(2)
    _withdraw(hall)
    [line] = [one for one in map(words, comments(hall.book)) if one.startswith("### MPA @")]
    assert "### MPA @ Round 2: " in line
    assert f" {boards[0][0]}-{boards[0][1]} " in line
    assert f"-> - ({WHY})" in line


def test_an_undo_names_it_as_the_way_back_and_does_not_take_a_withdrawal_back() -> None:
    hall = _published()
    undo = hall.refused("undo")
    assert "un-publish 2" in words(undo.next)
    withdrawn = _withdraw(hall)
    hall.do("undo")
    assert hall.facts[-2] == withdrawn
    assert hall.state.next_round == 2


def test_a_pairing_from_the_withdrawn_one_is_not_taken_up_again() -> None:
    hall = _published()
    basis = hall.state.position
    _withdraw(hall)
    refused = hall.refused("publish", basis=basis)
    assert words(refused.what)


def test_what_was_recorded_with_the_pairing_is_as_before(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path / "cup.ledger")
    terminal.run("init", "Cup", "--rules", "knsb-wp-2014", "--rounds", "3")
    for name in ("Anna", "Bram", "Cor", "Dirk"):
        terminal.run("enter", name)
    terminal.run("lots", "--by", "entry")
    terminal.run("publish")
    terminal.run("result", "1", "1", "1-0", "2", "0-1")
    before = json.loads(terminal.run("rounds", "--json"))
    terminal.run("publish")
    asked = terminal.try_("un-publish", "2", "--reason", WHY)
    assert asked.code
    said = terminal.run("un-publish", "2", "--reason", WHY, "--confirm", "2")
    assert "toernooi pair" in said
    after = json.loads(terminal.run("rounds", "--json"))
    assert [row["state"] for row in after["rows"]] == [row["state"] for row in before["rows"]]
    terminal.run("verify")
    terminal.run("publish")
    terminal.run("verify")
    assert "withdrawn by hand" in terminal.run("audit", "2")


def test_defaults_of_a_round_robin_are_no_games_that_began(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path / "cup.ledger")
    terminal.run("init", "Cup", "--rules", "berger")
    for name in ("Anna", "Bram", "Cor", "Dirk"):
        terminal.run("enter", name)
    terminal.run("lots", "--by", "entry")
    terminal.run("withdraw", "Anna")
    terminal.run("publish")
    assert "default" in terminal.run("log")
    terminal.run("un-publish", "1", "--reason", WHY, "--confirm", "1")
    assert "round-not-published" in terminal.refused("pairings", "1", code=2)
    assert "round 1" in terminal.run("publish")


def test_slips_of_the_withdrawn_pairing_are_void(tmp_path: Path) -> None:
    hall = hall_of()
    hall.do("publish")
    before = last_published(hall.book)
    holder = TicketHolder("P", 1)
    with AccessFile(tmp_path / "cup.ledger", Runtime()) as file:
        assert before
        slip = ticket(file, before, holder)
        assert holder_of(file, slip, before) == holder
        _withdraw(hall, 1)
        assert isinstance(holder_of(file, slip, last_published(hall.book)), Refusal)
        hall.do("publish")
        assert isinstance(holder_of(file, slip, last_published(hall.book)), Refusal)


@pytest.mark.parametrize("rules", [*SYSTEMS, "berger"])
def test_every_view_and_the_mirror_tell_one_story_of_it(tmp_path: Path, rules: str) -> None:
    """Two seconds a system: the mirror is made, and asked beside every view."""
    competition = Competition(tmp_path / "cup.ledger", rules, seed=1, players=6)
    for player in range(1, 7):
        competition.do("present", player=player, round=1)
    assert competition.do("publish")
    one, two = competition.state.rounds[0].seats[0]
    competition.do("board-swap", round=1, first=one, second=two, reason="wrong colours")
    competition.terminal.run("mirror", "update")
    assert competition.do("un-publish", round=1, reason=WHY)
    hold_to_one_story(competition)
    for player in range(1, 7):
        competition.do("present", player=player, round=1)
    assert competition.do("publish")
    hold_to_one_story(competition)
    competition.terminal.run("bundle", "make", "-o", tmp_path / "cup.bundle")
    competition.terminal.run("bundle", "verify", tmp_path / "cup.bundle")
    competition.terminal.run("export", "-o", tmp_path / "cup.trf")
