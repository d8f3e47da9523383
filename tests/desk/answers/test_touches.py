"""What a correction would touch is what it touches, and nothing is recorded to find it out."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from desk.answers.competition import standings
from desk.answers.touches import TouchedHead, touched_view
from ledger.refusals import Refusals
from pairing.systems.draft import Draft, draft
from projections.views.view import View
from tests.docs.schemas import SCHEMAS
from tests.helpers.family import examples
from tests.helpers.hall import Hall, command, hall_of
from tests.helpers.terminal import Terminal
from tests.helpers.words import in_words, words

OUTCOMES = ("1-0", "1/2-1/2", "0-1")


def _view(hall: Hall, verb: str, **fields: Any) -> tuple[View, TouchedHead]:
    before = hall.look()
    view = touched_view(hall.book, command(verb, **fields))  # type: ignore[arg-type]
    assert isinstance(view, View), view
    assert before == hall.look()
    assert isinstance(view.head, TouchedHead)
    return view, view.head


def _parts(top: TouchedHead) -> dict[str, bool | None]:
    return {touch.part: touch.changes for touch in top.touches}


def _said(top: TouchedHead, part: str) -> str:
    touch = next(touch for touch in top.touches if touch.part == part)
    return f"{words(touch.lead)}, {words(touch.text)}"


def _standing(hall: Hall, after: int) -> dict[object, tuple[object, object]]:
    view = standings(hall.book, after)
    assert isinstance(view, View)
    return {row["id"]: (row["rank"], row["points"]) for row in view.cells}


def _drafted(hall: Hall) -> dict[int, tuple[int, int]]:
    proposal = draft(hall.book)
    assert isinstance(proposal, Draft)
    return {n: (one.white, one.black) for n, one in enumerate(proposal.pairing.boards, 1)}


@pytest.mark.clause("knsb-wp-2014 F7")
@given(st.data())
@examples(25)
def test_what_is_shown_before_a_correction_is_what_it_changes(data: st.DataObject) -> None:
    rounds = data.draw(
        st.lists(st.tuples(*[st.sampled_from(OUTCOMES)] * 3), min_size=1, max_size=2)
    )
    hall = hall_of(*rounds)
    number = data.draw(st.integers(1, len(rounds)))
    board = data.draw(st.integers(1, 3))
    was = hall.state.rounds[number - 1].games[board - 1].outcome
    result = data.draw(st.sampled_from([one for one in (*OUTCOMES, "0-0", "1-0R") if one != was]))
    fields = {"round": number, "board": board, "result": result}
    view, top = _view(hall, "correct-result", **fields)
    before, drafted = _standing(hall, len(rounds)), _drafted(hall)
    hall.do("correct-result", **fields, reason="misread")
    now, drafted_now = _standing(hall, len(rounds)), _drafted(hall)
    rows = {
        row["number"]: ((row["rank_before"], row["points_before"]), (row["rank"], row["points"]))
        for row in view.cells
    }
    assert rows == {who: (before[who], now[who]) for who in now if before[who] != now[who]}
    assert {row.board for row in top.draft} == {
        board for board in drafted if drafted[board] != drafted_now[board]
    }
    assert (top.was, top.becomes) == (was, result)
    assert top.reason_required == (number < len(rounds))


def test_published_pairings_stay_and_the_correction_is_to_be_confirmed_with_a_reason() -> None:
    hall = hall_of(("1-0", "1-0", "1-0"), ("1-0", "1-0", "1-0"))
    _, top = _view(hall, "correct-result", round=1, board=1, result="0-1")
    assert (top.level, top.reason_required) == (3, True)
    touch = top.touches[0]
    assert (touch.part, touch.changes, touch.clause) == ("pairing", False, "knsb-wp-2014 F7")
    published = hall.state.rounds[1].position
    assert f"all 3 boards; it is published (#{published}) and played" in words(touch.text)
    assert _parts(top)["sheet"] is None
    assert top.corrects == hall.state.rounds[0].games[0].set_by


def test_the_last_round_is_corrected_without_a_reason_and_earlier_rounds_stay() -> None:
    hall = hall_of(("1-0", "1-0", "1-0"), ("1-0", "1-0", "1-0"))
    _, top = _view(hall, "correct-result", round=2, board=1, result="0-1")
    assert (top.level, top.reason_required) == (2, False)
    assert _parts(top) == {"rounds": False, "draft": True, "standing": True, "sheet": None}
    assert _said(top, "rounds") == "Stays: round 1, all colours, all results"


def test_reversed_colours_in_the_last_round_make_its_sheet_wrong_and_the_standing_stays() -> None:
    hall = hall_of(("1-0", "1-0", "1-0"))
    view, top = _view(hall, "correct-colours", round=1, board=2)
    assert view.rows == []
    assert _parts(top)["sheet"] is True
    assert _parts(top)["standing"] is False
    assert _said(top, "standing").startswith("Stays: the standing after round 1")
    assert (top.was, top.becomes) == ("1-0", "0-1")
    assert "print it again" in _said(top, "sheet")


def test_a_rating_touches_the_draft_where_the_system_pairs_by_rating() -> None:
    hall = hall_of(("1-0", "1-0", "1-0"), rules="knsb-rating-2014")
    fields = {"player": 6, "rating": 2500}
    _, top = _view(hall, "correct-rating", **fields)
    drafted = _drafted(hall)
    hall.do("correct-rating", **fields, reason="wrong list")
    changed = {board for board, pair in _drafted(hall).items() if drafted[board] != pair}
    assert {row.board for row in top.draft} == changed
    assert (top.was, top.becomes, top.reason_required) == (1994, 2500, True)


def test_of_a_standing_that_keeps_its_places_it_is_told_whose_tie_breaks_change() -> None:
    hall = hall_of(
        ("1-0", "1-0", "1-0"),
        ("1-0", "1/2-1/2", "0-1"),
        set={"ranking.final": '["sb", "bpg", "lots"]'},
    )
    view, top = _view(hall, "correct-colours", round=2, board=2)
    assert view.rows == []
    assert _said(top, "standing").endswith(", only the tie-breaks of 2 players")


def test_a_late_result_of_an_adjourned_game_touches_what_counted_it_as_a_draw() -> None:
    hall = hall_of()
    hall.do("publish")
    hall.do("adjourn", round=1, board=1)
    hall.play("-", "1-0", "1-0", publish=False)
    view, top = _view(hall, "result", round=1, board=1, result="0-1")
    assert (top.was, top.becomes) == ("adjourned", "0-1")
    assert view.rows
    assert _parts(top)["draft"] is True


def test_a_correction_after_which_no_round_can_be_paired_any_more_says_so() -> None:
    hall = Hall(4, 5)
    hall.do("publish")
    for board in (1, 2):
        hall.do("forfeit", round=1, board=board, black="excused")
    hall.play()
    hall.play()
    assert _drafted(hall), "who did not play may meet still"
    _, top = _view(hall, "correct-result", round=1, board=1, result="1-0")
    assert _parts(top)["draft"] is True
    assert _said(top, "draft").startswith("After this round 4 cannot be paired yet, ")


def test_the_last_open_game_makes_the_next_round_possible() -> None:
    hall = hall_of()
    hall.play("1-0", "1-0", "-")
    _, top = _view(hall, "result", round=1, board=3, result="0-1")
    assert _said(top, "draft") == "After this round 2 can be paired, "
    assert (top.was, top.corrects) == (None, None)


def test_a_default_that_stays_withdrawn_is_told_beforehand() -> None:
    hall = hall_of()
    hall.do("publish")
    hall.do("forfeit", round=1, board=1, black="no word")
    _, top = _view(hall, "correct-result", round=1, board=1, result="1-0")
    assert "F10" in _said(top, "remark")


def test_a_correction_that_is_refused_shows_its_refusal_instead() -> None:
    hall = hall_of(("1-0", "1-0", "1-0"))
    refusals: object = touched_view(
        hall.book,
        command("correct-result", round=1, board=1, result="1-0"),  # type: ignore[arg-type]
    )
    assert isinstance(refusals, tuple)
    wanted: Refusals = hall.decide("correct-result", round=1, board=1, result="1-0")  # type: ignore[assignment]
    assert refusals == wanted


def test_a_season_shows_its_totals() -> None:
    hall = hall_of(("1-0", "1-0", "1-0"), rules="mwkeizer")
    view, top = _view(hall, "correct-result", round=1, board=1, result="0-1")
    assert _parts(top)["standing"] is True
    assert all(row["points"] != row["points_before"] or row["up"] for row in view.cells)


def test_the_option_shows_it_in_both_languages_and_records_nothing(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path / "open.ledger")
    terminal.run("init", "Open")
    for name in ("Aalders", "Beekman", "Citroen", "Dekker"):
        terminal.run("enter", name)
    terminal.run("lots", "--by", "entry")
    terminal.run("publish")
    terminal.run("result", 1, 1, "1-0", 2, "1-0")
    last = terminal.json("status")["last_position"]
    shown = terminal.run("correct", "result", 1, 1, "0-1", "--dry-run")
    assert "Nothing is recorded." in shown
    dutch = terminal.run("--lang", "nl", "corrigeren", "uitslag", 1, 1, "0-1", "--dry-run")
    assert "Wordt anders: de stand na ronde 1, met een andere plaats voor" in dutch
    for line in (("result", 1, 1, "0-1"), ("colours", 1, 1), ("rating", 1, 1900)):
        printed = terminal.json("correct", *line, "--dry-run")
        Draft202012Validator(SCHEMAS["correct-dry-run"]).validate(printed)
    assert "is 1-0 already" in terminal.refused("correct", "result", 1, 1, "1-0", "--dry-run")
    assert terminal.json("status")["last_position"] == last


def test_the_title_says_what_becomes_what() -> None:
    hall = hall_of(("1-0", "1-0", "1-0"))
    view, _ = _view(hall, "correct-result", round=1, board=1, result="0-1R")
    assert words(in_words(view, "nl").title).endswith("1-0 wordt 0-1R")
