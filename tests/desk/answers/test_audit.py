"""The audit report: the facts then, the engine's pairing again, what F6 and F7 allow, today."""

from __future__ import annotations

import json
import re
from typing import Any, get_args

import pytest
from jsonschema import Draft202012Validator

from desk.answers.audit import Report, audit, sheet_of, text_of
from desk.commands.decision import Decision
from desk.render.catalogue import Words
from desk.render.sheets import Stationery, sheet_page
from desk.render.table import as_table
from desk.render.text import as_json
from ledger.messages import message
from ledger.refusals import Refusal
from ledger.values import Language
from pairing.norms.model import Pairing
from pairing.review.advice import advice_on
from tests.docs.schemas import SCHEMAS
from tests.helpers.hall import Hall, broken_by_colours, hall_of, swap_somebody
from tests.helpers.html_reader import Reader
from tests.helpers.season import Season
from tests.helpers.words import in_language, in_words, whole, words


def report_of(hall: Hall, number: int, board: str | None = None, **options: Any) -> Report:
    report = audit(hall.book, number, board, options.get("player"))
    assert isinstance(report, Report), report
    errors = Draft202012Validator(SCHEMAS["audit"]).iter_errors(
        json.loads(as_json(in_language(report.record.as_dict())))
    )
    assert not [error.message for error in errors]
    return report


def lines(report: Report, key: str) -> str:
    return whole(record(report, key)["lines"])


def record(report: Report, key: str, language: Language = "en") -> Any:
    return in_language(report.record.as_dict()[key], language)


def text_in(report: Report, language: Language) -> str:
    return text_of(
        report,
        lambda view: as_table(in_words(view, language), None),
        lambda text: words(text, language),
    )


ENGLISH = re.compile(
    r"\b(the|round|rounds|board|boards|player|players|points|name|by|white|black|from|published|"
    r"played|entered|rulings?|provisional|counted|pairings?|corrected|adjourned|against|game|"
    r"games|now|not|yes|late|rejected|rule|rules|who|has|have|colours?)\b"
)


def disputed() -> Hall:
    """Return a tournament with something of everything that an audit reports."""
    hall = hall_of(("1-0", "0-1", "1/2-1/2"), players=8)
    hall.do("publish")
    hall.do("adjourn", round=2, board=1)
    hall.do("forfeit", round=2, board=2, white="late", black="no word")
    for board in (3, 4):
        hall.do("result", round=2, board=board, result="1-0")
    hall.do("enter", name="Laatkomer", rating=1500, from_round=3)
    hall.do("publish")
    hall.do("correct-result", round=1, board=1, result="0-1", reason="verkeerd afgelezen")
    hall.do("protest", round=3, player=1, text="verkeerde kleur")
    hall.do("ruling", number=1, verdict="rejected", text="de kleur klopt")
    hall.do("protest", round=3, player=2, text="weer")
    return hall


def test_an_audit_in_dutch_has_no_english_left_but_what_people_wrote() -> None:
    hall = disputed()
    for number in (1, 2, 3):
        text = text_in(report_of(hall, number, "1"), "nl").replace("Player", "")
        assert not ENGLISH.findall(text), text
        assert "\nPublicatie\n----------\n" in text


def test_of_many_boards_that_are_not_by_the_rules_an_audit_of_one_names_those_in_question() -> None:
    hall = Hall(26, 5)
    by_hand = [[number, number + 1] for number in range(1, 26, 2)]
    hall.do("pairing-by-hand", round=1, boards=by_hand, reason="they asked")
    text = text_in(report_of(hall, 1, "3"), "en")
    assert "not by the rules: 5 Player E - 6 Player F" in text
    assert text.count("by the rules: ") == 3
    assert "21 lines are left out here: --whole" in text


def test_a_dutch_audit_gives_programs_the_same_values() -> None:
    report = report_of(disputed(), 3)
    for key, part in report.record.as_dict().items():
        if isinstance(part, dict) and "rows" in part:
            assert record(report, key, "nl")["rows"] == record(report, key)["rows"], key


def test_a_published_pairing_is_found_again_from_its_basis() -> None:
    hall = hall_of(("1-0", "0-1", "1/2-1/2"), ("1-0", "0-1", "1-0"))
    report = report_of(hall, 2, "1")
    assert report.record.same
    assert record(report, "recomputed")["verdict"] == "same"
    published = record(report, "published")
    assert published["engine"] == "wp"
    assert published["rules_hash"] == hall.book.rules.hash
    assert record(report, "explained")["claims"]
    assert "has white" in lines(report, "explained")
    assert "1 Player A: W, difference +1: strong preference for black." in lines(
        report, "explained"
    )
    assert record(report, "since")["facts"] == []
    assert [row["points"] for row in record(report, "known")["rows"]] == [1, 1, 0.5, 0.5, 0, 0]


@pytest.mark.clause("knsb-wp-2014 F6, F7")
def test_the_standing_is_that_of_then_and_today_is_told_apart() -> None:
    hall = hall_of(("1-0", "1-0", "1-0"))
    hall.do("publish")
    before = record(report_of(hall, 2), "known")["rows"]
    hall.do("correct-result", round=1, board=1, result="0-1", reason="misread")
    correction = hall.state.position
    report = report_of(hall, 2)
    assert record(report, "known")["rows"] == before
    assert report.record.same
    assert record(report, "today")["same"] is False
    assert [f["position"] for f in record(report, "since")["facts"]] == [correction]
    assert "misread" in lines(report, "since")
    allowed = record(report, "allowed")
    assert allowed["corrections"] == [correction]
    assert allowed["may_amend"] is True
    assert "could change the pairing" in lines(report, "allowed")
    hall.do("amend", round=2, reason="F7", confirm="2")
    published = record(report_of(hall, 2), "published")
    assert (published["position"], published["basis"]) == (hall.state.position, correction)
    assert published["changed"] == [hall.state.position]
    assert "paired again by wp 1" in lines(report_of(hall, 2), "published")
    assert record(report_of(hall, 2), "recomputed")["verdict"] == "same"
    assert record(report_of(hall, 2), "since")["facts"] == []
    assert record(report_of(hall, 2), "today")["same"] is True


@pytest.mark.clause("knsb-wp-2014 F6")
@pytest.mark.parametrize(
    ("until", "verb", "fields"),
    [
        ("first_result", "start", {}),
        ("first_result", "adjourn", {"board": 1}),
        ("start", "start", {}),
        ("start", "result", {"board": 1, "result": "1-0"}),
    ],
)
def test_the_audit_and_a_change_by_hand_agree_on_when_a_round_began(
    until: str, verb: str, fields: dict[str, Any]
) -> None:
    hall = hall_of(players=4, set={"arbiter.amend_until": until})
    hall.do("publish")
    assert record(report_of(hall, 1), "allowed")["begun_at"] is None
    hall.do(verb, round=1, **fields)
    one, two = hall.boards(1)[1]
    swap = hall.decide("board-swap", round=1, first=one, second=two, reason="they asked")
    assert isinstance(swap, Decision)
    assert [warning.code for warning in swap.warnings] == ["round-has-begun"]
    assert record(report_of(hall, 1), "allowed")["begun_at"] == hall.state.position


@pytest.mark.clause("knsb-wp-2014 F6, F7")
def test_a_correction_after_the_start_is_no_ground_and_the_audit_says_when_it_began() -> None:
    hall = hall_of(("1-0", "1-0", "1-0"))
    hall.do("publish")
    hall.do("start", round=2)
    begun = hall.state.position
    hall.do("correct-result", round=1, board=1, result="0-1", reason="misread")
    allowed = record(report_of(hall, 2, "1"), "allowed")
    assert (allowed["begun_at"], allowed["may_amend"]) == (begun, False)
    said = lines(report_of(hall, 2), "allowed")
    assert "came when the round had begun" in said
    assert "could change the pairing" not in said
    assert "no ground" not in said
    assert hall.refused("amend", round=2, reason="misread").events[0] == begun


@pytest.mark.clause("knsb-wp-2014 F6, F7")
def test_once_games_have_begun_the_pairing_stands() -> None:
    hall = hall_of(("1-0", "1-0", "1-0"))
    hall.do("publish")
    hall.do("result", round=2, board=1, result="1-0")
    begun = hall.state.position
    hall.do("correct-result", round=1, board=1, result="0-1", reason="misread")
    report = report_of(hall, 2)
    assert record(report, "allowed")["begun_at"] == begun
    assert record(report, "allowed")["may_amend"] is False
    assert "came when the round had begun" in lines(report, "allowed")
    assert "stands" in lines(report, "allowed")


@pytest.mark.clause("knsb-wp-2014 F11")
def test_the_later_result_of_an_adjourned_game_is_named_as_a_draw_of_then() -> None:
    hall = hall_of(players=8)
    hall.play("1-0", "1-0", "1-0", "-")
    hall.do("adjourn", round=1, board=4)
    hall.do("publish")
    assert record(report_of(hall, 2), "since")["facts"] == []
    assert record(report_of(hall, 2), "today")["same"]
    hall.do("result", round=1, board=4, result="1-0")
    report = report_of(hall, 2)
    assert [f["position"] for f in record(report, "since")["facts"]] == [hall.state.position]
    assert "adjourned until then, and counted as a draw for this round (F11)" in lines(
        report, "since"
    )
    assert record(report, "allowed")["corrections"] == []


@pytest.mark.clause("knsb-wp-2014 F7")
def test_exchanged_colours_of_the_round_itself_are_named_and_do_not_change_its_pairing() -> None:
    hall = hall_of(("1-0", "1-0", "1-0"))
    hall.play("1-0", "1-0", "1-0")
    hall.do("correct-colours", round=2, board=1, reason="seen on the score sheets")
    report = report_of(hall, 2)
    assert [f["position"] for f in record(report, "since")["facts"]] == [hall.state.position]
    assert record(report, "today") == {
        "lines": ["The round would be paired the same."],
        "same": True,
    }


def test_a_game_caught_up_later_does_not_change_how_its_round_was_paired() -> None:
    season = Season(8, catch_up=True)
    season.do("absent", player=8, round=1)
    season.play()
    free = season.state.rounds[0].bye
    season.do("catch-up", round=1, white=free, black=8, result="1-0")
    assert record(report_of(season, 1), "today")["lines"] != [
        "The round would be paired otherwise:"
    ]


@pytest.mark.clause("knsb-wp-2014 F7")
def test_a_rulebook_may_leave_f7_to_later_rounds() -> None:
    hall = hall_of(("1-0", "1-0", "1-0"), set={"arbiter.f7_may_amend": False})
    hall.do("publish")
    hall.do("correct-result", round=1, board=1, result="0-1", reason="misread")
    report = report_of(hall, 2)
    assert "do not let a published pairing be changed" in lines(report, "allowed")
    assert record(report, "allowed")["may_amend"] is False


@pytest.mark.clause("knsb-wp-2014 B2, F6")
def test_a_pairing_that_breaks_b2_after_the_start_is_said_not_to_stand_and_why() -> None:
    hall, _, _ = broken_by_colours()
    record_ = record(report_of(hall, 3), "allowed")
    assert (record_["answer"], record_["clause"], record_["may_amend"]) == ("norm", "F6", True)
    said = lines(report_of(hall, 3), "allowed")
    assert "A published pairing then stands" not in said
    assert "A pairing that breaks it does not stand (F6)" in said
    for broken in record_["breaks"]:
        white, black = (hall.book.called(player) for player in hall.boards(3)[broken["board"] - 1])
        since = f"breaks B2 since the correction #{broken['since']}."
        assert f"Board {broken['board']}, {white} - {black}, {since}" in said


@pytest.mark.clause("knsb-wp-2014 F7")
def test_a_round_that_would_have_the_same_boards_in_another_order_stands() -> None:
    hall = Hall(8, 6, rules="knsb-wp-1996")
    hall.play("1-0", "1-0", "1-0", "1-0")
    hall.play("0-1", "1-0", "1/2-1/2", "1-0")
    hall.play("1/2-1/2", "1-0", "1-0", "1/2-1/2")
    hall.play("1-0", "1/2-1/2", "1-0", "1-0")
    hall.do("publish")
    before = hall.boards(5)
    hall.do("correct-result", round=2, board=3, result="0-1", reason="misread")
    advice = advice_on(hall.book, hall.state.rounds[-1])
    assert isinstance(advice.pairing, Pairing)
    again = [(board.white, board.black) for board in advice.pairing.boards]
    assert sorted(again) == sorted(before)
    assert again != before
    report = report_of(hall, 5)
    allowed = record(report, "allowed")
    assert (allowed["answer"], allowed["may_amend"]) == ("order", False)
    assert "the same in another order, so the pairing stands" in lines(report, "allowed")
    assert record(report, "today")["same"]
    refusal = hall.refused("amend", round=5, reason="misread")
    assert refusal.code == "nothing-to-change"
    assert "the same boards, in another order" in words(refusal.what)


def test_a_board_changed_by_hand_and_a_protest_are_in_it() -> None:
    hall = hall_of(("1-0", "1-0", "1-0"))
    hall.do("publish")
    swap_somebody(hall, 2)
    hall.do("protest", round=2, player=1, text="wrong opponent")
    hall.do("ruling", number=1, verdict="rejected", text="by hand, with a reason")
    report = report_of(hall, 2)
    assert report.record.same, "as published"
    assert any("by hand" in f["what"] for f in record(report, "since")["facts"])
    assert record(report, "protests")["rows"][0]["verdict"] == "rejected"
    assert record(report, "today")["same"] is False


def test_a_season_and_the_swiss_on_rating_are_audited_too() -> None:
    season = Season(6)
    season.play("1-0", "0-1", "1/2-1/2")
    season.do("publish")
    season.do("correct-result", round=1, board=1, result="0-1", reason="misread")
    report = report_of(season, 2, "1")
    assert report.record.same
    assert record(report, "explained")["claims"]
    rating = hall_of(("1-0", "0-1", "1/2-1/2"), ("1-0", "0-1", "1-0"), rules="knsb-rating-2014")
    assert report_of(rating, 2, "1").record.same


@pytest.mark.parametrize("language", get_args(Language))
def test_it_is_one_page_and_one_text_in_both_languages(language: Language) -> None:
    hall = hall_of(("1-0", "1-0", "1-0"))
    hall.do("correct-person", player=1, name="<b>Bold & Co</b>", reason="full name")
    hall.do("publish")
    report = report_of(hall, 2, "1")
    assert words(message("audit.published"), language) in text_in(report, language)

    def write() -> str:
        sheet = sheet_of(hall.book, report)
        return sheet_page(sheet, Words(language, lambda do, _: do.verb), Stationery("p {}"))

    page = write()
    assert page == write()
    assert words(message("audit.published"), language) in page
    assert f'<html lang="{language}" class="paper">' in page
    assert "<b>" not in page
    assert "<script" not in page

    Reader(page)


def test_what_cannot_be_audited_is_refused() -> None:
    hall = hall_of(("1-0", "1-0", "1-0"))
    unpublished = audit(hall.book, 2, None, None)
    assert isinstance(unpublished, tuple)
    assert unpublished[0].code == "round-not-published"
    nobody = audit(hall.book, 1, None, "nobody")
    assert isinstance(nobody, tuple)
    assert isinstance(nobody[0], Refusal)
