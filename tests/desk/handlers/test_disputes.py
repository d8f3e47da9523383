"""Protests, rulings, undo, amend, and the views that a committee needs."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from desk.answers.audit import Report, audit
from desk.answers.departures import integrity
from desk.answers.tournament_file import tournament_file
from desk.commands.commands import SPECS
from desk.commands.decision import Decision, WarnLevel
from desk.handlers.dispatch import handle_all
from desk.render.text import as_json
from ledger.refusals import Refusal
from ledger.state.tournament import replay
from projections.formats.diff import diff_view
from projections.log.departures import comments
from projections.log.dossier import fact_view, protests_view
from projections.views.view import View
from tests.docs.schemas import SCHEMAS
from tests.helpers.hall import Hall, command, hall_of, swap_somebody
from tests.helpers.season import Season
from tests.helpers.words import in_words, whole, words

REPORTS: dict[str, Callable[..., View | Refusal]] = {
    "show": fact_view,
    "protests": protests_view,
    "diff": diff_view,
    "integrity": integrity,
}


def view(hall: Hall, verb: str, **options: Any) -> View:
    answer = REPORTS[verb](hall.book, **options)
    assert isinstance(answer, View), answer
    errors = Draft202012Validator(SCHEMAS[verb]).iter_errors(json.loads(as_json(answer.record())))
    assert not list(errors)
    return answer


# --- undo -----------------------------------------------------------------------------------------


def test_undo_takes_the_last_command_back_and_nothing_disappears() -> None:
    hall = hall_of()
    hall.do("publish")
    before = repr(hall.state.rounds)
    hall.do("result", round=1, board=1, result="1-0")
    position = hall.state.position
    hall.do("undo")
    assert repr(hall.state.rounds) == before
    assert hall.state.position == position + 1 == len(hall.facts)
    assert repr(replay(hall.facts)) == repr(hall.state)
    rows = view(hall, "show", fact=str(position)).record()
    assert rows["in_force"] is False
    hall.do("result", round=1, board=1, result="0-1")
    assert hall.state.rounds[0].games[0].outcome == "0-1"


def test_undo_goes_back_command_by_command_past_what_is_undone() -> None:
    hall = hall_of()
    hall.do("publish")
    for board, result in ((1, "1-0"), (2, "0-1")):
        hall.do("result", round=1, board=board, result=result)
    hall.do("undo")
    hall.do("undo")
    assert all(game.outcome is None for game in hall.state.rounds[0].games)
    refused = hall.refused("undo")
    assert refused.code == "cannot-be-undone"
    assert refused.clause == "knsb-wp-2014 F6"
    assert "amend" in words(refused.next)


def test_undo_gives_back_what_was_corrected() -> None:
    hall = hall_of(("1-0",))
    hall.do("correct-result", round=1, board=1, result="0-1")
    hall.do("undo")
    assert {game.outcome for game in hall.state.rounds[0].games} == {"1-0"}
    hall.do("correct-result", round=1, board=1, result="1/2-1/2")
    assert {game.outcome for game in hall.state.rounds[0].games} == {"1-0", "1/2-1/2"}


def test_undo_of_an_earlier_rounds_correction_is_asked_about() -> None:
    hall = hall_of(("1-0",))
    hall.do("publish")
    hall.do("correct-result", round=1, board=1, result="0-1", reason="misread")
    [warning] = hall.decide("undo").warnings  # type: ignore[union-attr]
    assert (warning.level, warning.code, warning.answer) == (
        WarnLevel.CONFIRM,
        "later-round-published",
        "yes",
    )


@pytest.mark.parametrize(
    ("verb", "fields"),
    [
        ("absent", {"player": 1, "round": 1}),
        ("withdraw", {"player": 1}),
        ("plan", {"rounds": 7}),
        ("schedule", {"round": 1, "date": "2026-09-04"}),
        ("enter", {"name": "New"}),
        ("correct-rating", {"player": 1, "rating": 1500}),
        ("prizes-declare", {"cents": [500]}),
        ("rules-change", {"rulebook": "knsb-wp-1996", "reason": "agreed"}),
        ("lots", {"by": "rating"}),
    ],
)
def test_what_nobody_has_acted_on_is_undone_whole(verb: str, fields: dict[str, Any]) -> None:
    hall = hall_of()
    before = hall.state.players, hall.state.rounds_planned, hall.state.rules
    text = repr(before)
    hall.do(verb, **fields)
    hall.do("undo")
    assert repr((hall.state.players, hall.state.rounds_planned, hall.state.rules)) == text


def test_a_season_is_undone_too() -> None:
    season = Season(4)
    season.play()
    before = season.standing()
    season.do("external", player=1, round=1, team="1", board=1, colour="W", result="1")
    assert season.standing() != before
    season.do("undo")
    assert season.standing() == before


def test_a_corrected_person_and_the_opening_of_a_tournament_in_use_are_not_undone() -> None:
    hall = hall_of()
    hall.do("correct-person", player=1, club="De Toren")
    assert hall.refused("undo").code == "cannot-be-undone"
    assert hall.refused("undo", fact=1).code == "not-the-last-command"


# --- amend and the levels of warnings -------------------------------------------------------------


@pytest.mark.clause("knsb-wp-2014 F6, F7")
def test_a_round_is_paired_again_by_f7_once_its_number_is_typed() -> None:
    hall = hall_of(("1-0", "1-0", "1-0"))
    hall.do("publish")
    before = hall.boards(2)
    hall.do("correct-result", round=1, board=1, result="0-1", reason="misread")
    fields = {"round": 2, "reason": "a wrong result"}
    [warning] = hall.decide("amend", **fields).warnings  # type: ignore[union-attr]
    assert (warning.level, warning.answer, warning.clause) == (
        WarnLevel.TYPE,
        "2",
        "knsb-wp-2014 F6",
    )
    [fact] = hall.do("amend", **fields, confirm="2")
    assert fact.clause == "F7"  # type: ignore[union-attr]
    assert hall.boards(2) != before
    assert hall.refused("amend", **fields).code == "nothing-to-change"


@pytest.mark.parametrize("answer", ["yes", "ja", "Ja"])
def test_a_warning_is_answered_in_either_language(answer: str) -> None:
    hall = hall_of(("1-0", "1-0", "1-0"))
    hall.do("publish")
    hall.do("correct-result", round=1, board=1, result="0-1", reason="misread")
    hall.do("correct-result", round=1, board=2, result="0-1", reason="misread")
    [warning] = hall.decide("undo").warnings  # type: ignore[union-attr]
    said = words(warning.what, "nl")
    assert "Player" in said, "what is taken back"
    assert said.endswith("wordt teruggenomen; ronde 2 is daarna ingedeeld en blijft zoals die is")
    [refusal] = handle_all(hall.book, [(None, command("undo", confirm="nee"))])  # type: ignore[misc]
    assert words(refusal.what, "nl") == "het is niet bevestigd en niet gedaan"
    decision = handle_all(hall.book, [(None, command("undo", confirm=answer))])
    assert isinstance(decision, Decision)
    assert [fact.TOPIC for fact in decision.facts] == ["command-undone"]


@pytest.mark.clause("knsb-wp-2014 F6")
def test_without_a_ground_a_round_is_not_paired_again() -> None:
    hall = hall_of(("1-0", "1-0", "1-0"))
    hall.do("publish")
    assert hall.refused("amend", round=2, reason="they asked").code == "nothing-to-change"
    swap_somebody(hall, 2)
    refused = hall.refused("amend", round=2, reason="back again")
    assert refused.code == "no-ground-to-amend"
    assert "board swap" in words(refused.next)
    hall.do("result", round=2, board=1, result="1-0")
    assert hall.refused("amend", round=2, reason="late").code == "round-has-results"
    assert hall.refused("amend", round=1, reason="late").code == "round-has-results"


@pytest.mark.clause("knsb-wp-2014 F7")
def test_where_the_rulebook_does_not_let_the_arbiter_f7_is_no_ground() -> None:
    hall = hall_of(("1-0", "1-0", "1-0"), set={"arbiter.f7_may_amend": False})
    hall.do("publish")
    hall.do("correct-result", round=1, board=1, result="0-1", reason="misread")
    assert hall.refused("amend", round=2, reason="a wrong result").code == "no-ground-to-amend"


def test_publish_asks_when_a_correction_is_newer_than_the_draft() -> None:
    hall = hall_of(("1-0", "1-0", "1-0"))
    basis = hall.state.position
    hall.do("schedule", round=2, date="2026-09-11")
    assert not hall.decide("publish", basis=basis).warnings  # type: ignore[union-attr]
    hall.do("correct-result", round=1, board=1, result="0-1")
    [warning] = hall.decide("publish", basis=basis).warnings  # type: ignore[union-attr]
    assert (warning.code, warning.level) == ("correction-is-newer", WarnLevel.CONFIRM)
    assert f"#{hall.state.position}" in words(warning.what)
    assert not hall.decide("publish").warnings  # type: ignore[union-attr]


# --- protests and views ---------------------------------------------------------------------------


def test_a_protest_is_listed_with_its_rulings_and_whether_it_was_in_time() -> None:
    hall = hall_of(("1-0",))
    late = datetime(2026, 1, 1, tzinfo=UTC)
    soon = hall.book.recorded[-1].stamp.recorded_at + timedelta(days=1)
    hall.do("protest", round=1, player=2, text="touched piece", deadline=late)
    hall.do("protest", round=1, player=3, text="noise", facts=[9], deadline=soon)
    hall.do("protest", round=1, player=4, text="light")
    hall.do("ruling", number=1, verdict="rejected", text="late")
    refused = hall.refused("ruling", number=1, verdict="upheld", text="on appeal", facts=[9])
    assert (refused.code, refused.events) == ("already-ruled", (hall.state.position,))
    assert "--reason" in words(refused.next)
    hall.do("ruling", number=1, verdict="upheld", text="a witness", facts=[9], reason="appeal")
    rows = view(hall, "protests").cells
    assert [(row["in_time"], row["verdict"]) for row in rows] == [
        ("late", "upheld"),
        ("yes", None),
        (None, None),
    ]
    assert [r["verdict"] for r in rows[0]["rulings"]] == ["rejected", "upheld"]  # type: ignore[attr-defined]
    assert [r["reason"] for r in rows[0]["rulings"]] == [None, "appeal"]  # type: ignore[attr-defined]
    both = hall.state.position
    assert [words(note) for note in view(hall, "protests").notes] == [
        "without a ruling: 2",
        f"protest 1: #{both - 1} rejected: late; #{both} upheld: a witness (appeal)",
    ]
    dutch = in_words(view(hall, "protests"), "nl")
    assert "afgewezen: late" in words(dutch.notes[1])
    assert [(row["in_time"], row["verdict"]) for row in dutch.cells][:2] == [
        ("te laat", "toegewezen"),
        ("ja", None),
    ]
    shown = audit(hall.book, 1, None, None)
    assert isinstance(shown, Report)
    assert "upheld: a witness (appeal)" in whole(map(words, shown.record.protests.lines))
    assert hall.refused("ruling", number=9, verdict="rejected", text="x").code == "unknown-protest"
    wrong = hall.refused("protest", round=1, player=1, text="x", facts=[999])
    assert wrong.code == "unknown-position"
    assert hall.refused("protest", round=4, player=1, text="x").code == "round-not-published"


def test_the_number_of_a_protest_that_was_taken_back_is_not_given_to_another() -> None:
    hall = hall_of()
    hall.do("publish")
    for text in ("touched piece", "noise"):
        hall.do("protest", round=1, player=2, text=text)
    hall.do("undo")
    hall.do("protest", round=1, player=3, text="light")
    assert [row["number"] for row in view(hall, "protests").cells] == [1, 3]
    assert hall.refused("ruling", number=2, verdict="upheld", text="x").code == "unknown-protest"
    hall.do("ruling", number=3, verdict="upheld", text="it was dark")
    assert [row["verdict"] for row in view(hall, "protests").cells] == [None, "upheld"]


def test_a_fact_is_shown_with_what_belongs_to_it() -> None:
    hall = hall_of(("1-0",))
    recorded = hall.state.rounds[0].games[0].set_by
    hall.do("correct-result", round=1, board=1, result="0-1")
    report = view(hall, "show", fact=str(recorded))
    assert {"field": "outcome", "value": "1-0", "shown": "1-0"} in report.cells
    assert [r["why"] for r in report.record()["related"]] == ["corrected by"]  # type: ignore[attr-defined]
    later = view(hall, "show", fact=f"#{hall.state.position}")
    assert [r["why"] for r in later.record()["related"]] == ["corrects"]  # type: ignore[attr-defined]
    assert isinstance(fact_view(hall.book, "999"), Refusal)


def test_two_moments_differ_in_what_was_recorded_between() -> None:
    hall = hall_of(("1-0", "1-0", "1-0"))
    then = str(hall.state.position)
    hall.do("correct-result", round=1, board=1, result="0-1")
    report = view(hall, "diff", moments=(then,))
    parts = {(row["part"], row["key"]) for row in report.cells}
    assert {("result", "result"), ("standing", "rank"), ("standing", "points")} <= parts
    assert {row["before"] for row in report.cells if row["part"] == "result"} == {"1-0"}
    assert in_words(view(hall, "diff", moments=(then, then))).notes == ("nothing differs",)
    assert view(hall, "diff", moments=(then,), after=0).cells[0]["part"] == "result"
    assert isinstance(diff_view(hall.book, (then,), after=2), Refusal)
    assert isinstance(diff_view(hall.book, ("never",)), Refusal)


def test_a_season_compares_ranks_points_and_values() -> None:
    season = Season(6)
    season.play("1-0", "1-0", "1-0")
    then = str(season.state.position)
    season.do("correct-result", round=1, board=1, result="0-1")
    keys = {row["key"] for row in view(season, "diff", moments=(then,)).cells}
    assert {"rank", "points", "value", "result"} <= keys


def test_departures_are_listed_and_go_into_a_file_as_comments_without_names() -> None:
    hall = hall_of(("1-0", "1-0", "1-0"))
    assert in_words(view(hall, "integrity")).notes == (
        "every pairing is the engine's, and nothing was corrected",
    )
    hall.do("enter", name="Late")
    hall.do("correct-result", round=1, board=1, result="0-1", reason="misread")
    hall.do("publish")
    swap_somebody(hall, 2)
    report = view(hall, "integrity")
    assert report.record()["counts"] == {
        "late entry": 1,
        "pairing by hand": 1,
        "result corrected": 1,
    }
    assert [row["kind"] for row in in_words(report, "nl").cells] == [
        "later ingeschreven",
        "uitslag gecorrigeerd",
        "indeling met de hand",
    ]
    lines = [*map(words, comments(hall.book))]
    assert len(lines) == 3
    assert all(line.startswith("### #") and "Player" not in line for line in lines)
    assert lines[1].endswith("(misread)")


def test_the_comments_are_in_the_exported_file_and_are_read_back_as_comments() -> None:
    from ledger.trf.model import TrfFile
    from ledger.trf.reader import parse
    from ledger.trf.writer import write

    hall = hall_of(("1-0", "1-0", "1-0"))
    hall.do("correct-result", round=1, board=1, result="0-1")
    file = tournament_file(hall.book, map(words, comments(hall.book)))
    assert isinstance(file, TrfFile)
    data = write(file)
    assert data.count(b"### #") == 1
    again = parse(data)
    assert isinstance(again, TrfFile), again
    assert write(again) == data


def test_every_command_has_somebody_who_decides_on_it() -> None:
    assert all(callable(spec.judge()) for spec in SPECS.values())


def test_an_undone_command_leaves_the_ledger_in_order(tmp_path: Path) -> None:
    from tests.helpers.terminal import Terminal

    club = Terminal(tmp_path / "club.ledger")
    club.run("init", "Cup", "--rounds", 3)
    for name in "ABCD":
        club.run("enter", name)
    club.run("lots")
    club.run("publish")
    club.run("result", 1, 1, "1-0")
    club.run("undo")
    club.run("result", 1, 1, "0-1", 2, "=")
    club.run("publish")
    assert "in order" in club.run("verify")


def test_a_printed_sheet_carries_the_head_and_its_code(tmp_path: Path) -> None:
    from tests.helpers.terminal import Terminal

    club = Terminal(tmp_path / "club.ledger")
    club.run("init", "Cup", "--rounds", 3)
    for name in "ABCD":
        club.run("enter", name)
    club.run("lots")
    club.run("publish")
    club.run("pairings", 1, "--html", tmp_path / "sheet.html")
    page = (tmp_path / "sheet.html").read_text("utf-8")
    assert page.count("<svg") == 1
    assert "code 8:" in page
    club.run("pairings", 1, "--html", tmp_path / "again.html")
    assert (tmp_path / "again.html").read_text("utf-8") == page


def test_a_key_is_never_given_to_another_player() -> None:
    hall = hall_of()
    hall.do("enter", name="Typo")
    gone = max(hall.state.players)
    basis = hall.state.position
    hall.do("undo")
    hall.do("enter", name="Right")
    assert max(hall.state.players) == gone + 1
    refused = hall.refused("publish", basis=basis)
    assert refused.code == "basis-outdated"


def test_a_draft_that_knows_what_was_taken_back_is_asked_about() -> None:
    hall = hall_of(("1-0", "1-0", "1-0"))
    hall.do("correct-result", round=1, board=1, result="0-1")
    basis = hall.state.position
    hall.do("undo")
    [warning] = hall.decide("publish", basis=basis).warnings  # type: ignore[union-attr]
    assert warning.code == "correction-is-newer"


def test_hints_name_the_board_and_not_the_player() -> None:
    hall = Hall(7, 5)
    hall.do("publish")
    round_ = hall.state.rounds[0]
    player = round_.games[1].white
    refusal = hall.refused("absent", player=player, round=1)
    assert words(refusal.next) == "toernooi forfeit 1 2"
    season = Season(7)
    season.do("publish")
    seated, free = season.state.rounds[0].games[2].black, season.state.rounds[0].bye
    refusal = season.refused("absent", player=seated, round=1)
    assert words(refusal.next) == "toernooi forfeit 1 3"
    refused = season.refused("absent", player=free, round=1)
    assert "has no opponent" in words(refused.what)
    assert "forfeit" not in words(refused.next)


def test_after_an_amendment_the_same_correction_is_no_ground_any_more() -> None:
    hall = hall_of(("1-0", "1-0", "1-0"))
    hall.do("publish")
    hall.do("correct-result", round=1, board=1, result="0-1", reason="misread")
    hall.do("amend", round=2, reason="F7", confirm="2")
    swap_somebody(hall, 2)
    assert hall.facts[-1].clause == "by hand"  # type: ignore[union-attr]


def test_no_is_no() -> None:
    hall = hall_of()
    command_ = command("publish", confirm="no")
    refused = handle_all(hall.book, [(None, command_)])
    assert isinstance(refused, tuple)
    assert refused[0].code == "not-confirmed"
