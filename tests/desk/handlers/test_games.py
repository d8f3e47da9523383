"""Commands about games and rounds: results, defaults, adjournments, corrections, closing."""

from __future__ import annotations

from typing import Any

import pytest

from desk.commands.decision import Decision, WarnLevel
from ledger.facts.tournament import (
    ColoursCorrected,
    GameAdjourned,
    GameForfeited,
    PlayerWithdrew,
    ResultCorrected,
    ResultRecorded,
    RoundClosed,
    RoundScheduled,
    RoundsPlanned,
    RoundStarted,
)
from ledger.messages import commands_of
from ledger.refusals import Exit
from projections.games.crosstable import CellKind, of_tournament
from projections.standings.scores import scores
from tests.helpers.hall import Hall, hall_of
from tests.helpers.words import words


def points(hall: Hall, player: int, after: int | None = None) -> int:
    return of_tournament(hall.state, hall.book.rules, after).points_halves(player)


# --- naming a game --------------------------------------------------------------------------------


@pytest.mark.parametrize("board", [2, "2", " 2 ", "2-3", "2 - 3", "Player B", "player c"])
def test_a_board_is_named_by_number_by_white_and_black_or_by_a_name(board: int | str) -> None:
    hall = Hall(players=4)
    hall.do("publish")
    (fact,) = hall.do("result", round=1, board=board, result="0-1")
    assert isinstance(fact, ResultRecorded)
    assert (fact.white, fact.black, fact.outcome, fact.rated) == (2, 3, "0-1", True)


@pytest.mark.parametrize(
    ("board", "code"),
    [
        (9, "unknown-board"),
        (0, "unknown-board"),
        ("3-2", "unknown-board"),
        ("1-2", "unknown-board"),
        ("77-78", "unknown-board"),
        ("Player E", "unknown-board"),
        ("Player", "ambiguous-player"),
        ("Nobody", "unknown-player"),
        ("²", "unknown-player"),
        ("-", "ambiguous-player"),
        ("9" * 100, "unknown-player"),
    ],
    ids=lambda value: str(value)[:12],
)
def test_a_board_that_is_not_there_is_refused_as_wrong_use(board: int | str, code: str) -> None:
    hall = Hall()
    for letter in "ABCDE":
        hall.do("enter", name=f"Player-{letter}" if board == "-" else f"Player {letter}")
    hall.do("lots", by="entry")
    hall.do("absent", player=5, round=1)
    hall.do("publish")
    for verb, more in (
        ("result", {"result": "1-0"}),
        ("forfeit", {"white": "late"}),
        ("adjourn", {}),
        ("correct-result", {"result": "1-0"}),
        ("correct-colours", {}),
    ):
        refusal = hall.refused(verb, round=1, board=board, **more)
        assert (refusal.code, refusal.exit) == (code, Exit.USAGE)
        assert hall.refused(verb, round=2, board=board, **more).code == "round-not-published"


# --- results --------------------------------------------------------------------------------------


def test_an_unrated_game_counts() -> None:
    hall = Hall(players=4)
    hall.do("publish")
    hall.do("result", round=1, board=1, result="1-0", rated=False)
    assert points(hall, 1) == 2
    assert not of_tournament(hall.state, hall.book.rules).cells[1][0].rated


def test_a_second_result_is_refused_and_names_the_first() -> None:
    hall = Hall(players=4)
    hall.do("publish")
    hall.do("result", round=1, board=1, result="1-0")
    for verb, more in (
        ("result", {"result": "1-0"}),
        ("forfeit", {"black": "late"}),
        ("adjourn", {}),
    ):
        refusal = hall.refused(verb, round=1, board=1, **more)
        assert refusal.code == "result-already-recorded"
        assert refusal.events == (hall.state.position,)
        assert words(refusal.next) == "toernooi correct result 1 1 RESULT"


# --- defaults -------------------------------------------------------------------------------------


@pytest.mark.clause("knsb-wp-2014 A1d")
@pytest.mark.clause("knsb-wp-2014 F10")
@pytest.mark.parametrize(
    ("white", "black", "outcome", "withdrawn"),
    [
        ("late", None, "0-1R", []),
        (None, "excused", "1-0R", []),
        ("no word", None, "0-1R", [1]),
        (None, "no word", "1-0R", [4]),
        ("no word", "no word", "0-0R", [1, 4]),
        ("late", "no word", "0-0R", [4]),
        ("late", "excused", "0-0R", []),
    ],
)
def test_a_default_asks_why_and_only_no_word_withdraws(
    white: str | None, black: str | None, outcome: str, withdrawn: list[int]
) -> None:
    hall = Hall(players=4, rounds=5)
    hall.do("publish")
    causes = {k: v for k, v in (("white", white), ("black", black)) if v}
    forfeited, *left = hall.do("forfeit", round=1, board=1, **causes)
    assert isinstance(forfeited, GameForfeited)
    assert (forfeited.outcome, forfeited.white_cause, forfeited.black_cause) == (
        outcome,
        white,
        black,
    )
    assert [f.player for f in left if isinstance(f, PlayerWithdrew)] == withdrawn
    assert all(
        isinstance(f, PlayerWithdrew) and not f.announced and f.from_round == 2 for f in left
    )
    table = of_tournament(hall.state, hall.book.rules)
    assert table.colours(1) == table.colours(4) == "-"
    assert table.met(1) == frozenset()


@pytest.mark.clause("knsb-wp-2014 F10")
def test_no_word_withdraws_nobody_where_the_regulations_switch_it_off() -> None:
    hall = Hall(players=4, set={"arbiter.no_word_withdraws": False})
    hall.do("publish")
    assert len(hall.do("forfeit", round=1, board=1, black="no word")) == 1


def test_who_had_withdrawn_already_is_not_withdrawn_again_by_a_default() -> None:
    hall = Hall(players=4)
    hall.do("publish")
    hall.do("withdraw", player=4)
    assert len(hall.do("forfeit", round=1, board=1, black="no word")) == 1


def test_a_default_without_a_cause_is_asked_for_one() -> None:
    hall = Hall(players=4)
    hall.do("publish")
    refusal = hall.refused("forfeit", round=1, board=1)
    assert (refusal.code, refusal.exit) == ("cause-missing", Exit.USAGE)
    assert words(refusal.next) == 'toernooi forfeit 1 1 --black "no word"'


@pytest.mark.clause("knsb-wp-2014 F10")
def test_correcting_a_default_says_who_stays_withdrawn_because_of_it() -> None:
    hall = Hall(players=4)
    hall.do("publish")
    hall.do("forfeit", round=1, board=1, black="no word")
    notes = hall.notes("correct-result", round=1, board=1, result="1/2-1/2")
    assert any("4 Player D stays withdrawn" in note for note in notes)
    assert any("toernooi return 4" in note for note in notes)
    hall.do("return", player=4)
    assert of_tournament(hall.state, hall.book.rules).met(1) == {4}


# --- adjournment ----------------------------------------------------------------------------------


@pytest.mark.clause("knsb-wp-2014 F11")
@pytest.mark.clause("knsb-wp-1996 F11")
@pytest.mark.parametrize("name", ["knsb-wp-1996", "knsb-wp-2014"])
def test_an_adjourned_game_is_a_draw_until_it_is_finished_even_after_the_next_round(
    name: str,
) -> None:
    hall = Hall(players=4, rounds=3, rules=name)
    hall.play("-", "1-0")
    (fact,) = hall.do("adjourn", round=1, board=1)
    assert isinstance(fact, GameAdjourned)
    adjourned = hall.state.position
    assert points(hall, 1) == points(hall, 4) == 1
    assert of_tournament(hall.state, hall.book.rules).provisional
    closed, _ = hall.do("publish")
    assert isinstance(closed, RoundClosed)
    published = hall.state.position
    notes = hall.notes("result", round=1, board=1, result="0-1")
    assert notes == (
        "round 2 is published and stays as it is; this game counted as a draw for it (F11)",
    )
    assert (points(hall, 1, after=1), points(hall, 4, after=1)) == (0, 2)
    assert hall.state.rounds[0].games[0].earlier == [(adjourned, "adjourned")]
    assert published == hall.state.rounds[1].position


def test_an_adjourned_game_may_be_decided_by_default_and_is_not_adjourned_twice() -> None:
    hall = Hall(players=4)
    hall.do("publish")
    hall.do("adjourn", round=1, board=1)
    refusal = hall.refused("adjourn", round=1, board=1)
    assert (refusal.code, words(refusal.next)) == (
        "already-adjourned",
        "toernooi result 1 1 RESULT",
    )
    assert words(hall.refused("correct-result", round=1, board=1, result="1-0").next) == (
        "toernooi result 1 1 1-0"
    )
    hall.do("forfeit", round=1, board=1, white="excused")
    assert of_tournament(hall.state, hall.book.rules).cells[1][0].kind is CellKind.DEFAULT_LOSS


# --- corrections ----------------------------------------------------------------------------------


@pytest.mark.clause("knsb-wp-2014 F7")
@pytest.mark.parametrize("outcome", ["0-1", "1/2-1/2", "0-0", "1-0R", "0-1R", "0-0R"])
def test_a_corrected_result_counts_and_the_old_one_stays_visible(outcome: str) -> None:
    hall = Hall(players=4)
    hall.play("1-0")
    was = hall.state.rounds[0].games[0].set_by
    (fact,) = hall.do("correct-result", round=1, board=1, result=outcome)
    assert isinstance(fact, ResultCorrected)
    assert (fact.corrects, fact.reason) == (was, None)
    game = hall.state.rounds[0].games[0]
    last = hall.state.position
    assert (game.outcome, game.earlier, game.set_by) == (outcome, [(was, "1-0")], last)


@pytest.mark.parametrize("verb", ["result", "correct-result"])
def test_a_result_beside_the_name_of_black_is_asked_before_it_is_recorded(verb: str) -> None:
    hall = Hall(players=4)
    hall.do("publish")
    if verb == "correct-result":
        hall.do("result", round=1, board=1, result="0-0")

    def codes(board: int | str, result: str) -> list[str]:
        decision = hall.decide(verb, round=1, board=board, result=result)
        assert isinstance(decision, Decision)
        return [warning.code for warning in decision.warnings]

    white, black = hall.boards(1)[0]
    for result in ("1-0", "0-1", "1/2-0"):
        assert codes(hall.book.name(black), result) == ["named-has-black"]
        for board in (1, "1", f"{white}-{black}", hall.book.name(white)):
            assert codes(board, result) == []
    assert codes(hall.book.name(black), "1/2-1/2") == []
    decision = hall.decide(verb, round=1, board="Player D", result="1-0")
    assert isinstance(decision, Decision)
    said = words(decision.warnings[0].what)
    assert said.startswith("4 Player D has black on board 1: 1-0 is the result of 1 Player A")
    confirmed = hall.decide(verb, round=1, board="Player D", result="1-0", confirm="yes")
    assert isinstance(confirmed, Decision)


@pytest.mark.clause("knsb-wp-2014 F7")
def test_colours_are_corrected_and_each_player_keeps_their_points() -> None:
    hall = Hall(players=4)
    hall.play("1-0")
    (fact,) = hall.do("correct-colours", round=1, board=1)
    assert isinstance(fact, ColoursCorrected)
    table = of_tournament(hall.state, hall.book.rules)
    assert (table.colours(1), table.colours(4)) == ("B", "W")
    assert (table.points_halves(1), table.points_halves(4)) == (2, 0)
    assert hall.state.rounds[0].games[0].outcome == "0-1"
    hall.do("correct-colours", round=1, board="4-1")
    game = hall.state.rounds[0].games[0]
    assert (game.white, game.black, game.outcome) == (1, 4, "1-0")


@pytest.mark.parametrize(
    ("verb", "fields", "clause"),
    [
        ("correct-result", {"board": 1, "result": "1-0"}, None),
        ("correct-result", {"board": 3, "result": "1-0"}, None),
        ("correct-colours", {"board": 2}, "knsb-wp-2014 F3"),
    ],
    ids=["the-same", "no-result-yet", "not-played"],
)
def test_there_must_be_something_to_correct(
    verb: str, fields: dict[str, Any], clause: str | None
) -> None:
    hall = Hall(players=6)
    hall.do("publish")
    hall.do("result", round=1, board=1, result="1-0")
    hall.do("forfeit", round=1, board=2, white="late")
    refusal = hall.refused(verb, round=1, **fields)
    assert (refusal.code, refusal.clause) == ("nothing-to-correct", clause)


def test_a_game_without_a_result_is_decided_not_corrected_at_the_board_or_by_default() -> None:
    hall = Hall(players=4)
    hall.do("publish")
    for result, verb in (("1-0", "result"), ("0-1R", "forfeit")):
        refusal = hall.refused("correct-result", round=1, board=1, result=result)
        assert refusal.code == "nothing-to-correct"
        assert [command.verb for command in commands_of(refusal.next)] == [verb]


def test_colours_of_a_game_without_a_result_are_corrected_when_the_arbiter_says_so() -> None:
    hall = Hall(players=4)
    hall.do("publish")
    decision = hall.decide("correct-colours", round=1, board=1)
    assert isinstance(decision, Decision)
    (warning,) = decision.warnings
    assert (warning.code, warning.level) == ("colours-before-result", WarnLevel.CONFIRM)
    assert [command.verb for command in commands_of(warning.what)] == ["board-swap"]
    (fact,) = hall.do("correct-colours", round=1, board=1, confirm="yes")
    assert isinstance(fact, ColoursCorrected)


@pytest.mark.parametrize(
    ("verb", "more"),
    [
        ("correct-result", {"result": "0-1"}),
        ("correct-colours", {}),
        ("correct-rating", {"rating": 2000}),
    ],
)
def test_no_reason_is_invented_for_a_correction_without_one(
    verb: str, more: dict[str, Any]
) -> None:
    hall = Hall(players=4)
    if verb == "correct-rating":
        (fact,) = hall.do(verb, player=1, **more)
    else:
        hall.play("1-0")
        (fact,) = hall.do(verb, round=1, board=1, **more)
    assert fact.reason is None


@pytest.mark.clause("knsb-wp-2014 F7")
@pytest.mark.parametrize(
    ("verb", "more"), [("correct-result", {"result": "0-1"}), ("correct-colours", {})]
)
def test_a_correction_after_a_later_pairing_needs_a_reason_and_changes_no_published_pairing(
    verb: str, more: dict[str, Any]
) -> None:
    hall = Hall(players=6, rounds=5)
    hall.play()
    hall.play()
    hall.do("publish")
    before = [hall.boards(number) for number in (2, 3)]
    refusal = hall.refused(verb, round=1, board=1, **more)
    assert (refusal.code, refusal.exit) == ("reason-required", Exit.USAGE)
    assert refusal.clause == "knsb-wp-2014 F7"
    assert refusal.events == (hall.state.rounds[1].position,)
    notes = hall.notes(verb, round=1, board=1, reason="score sheet misread", **more)
    assert notes[0] == (
        "rounds 2 to 3 are published and stay as they are; "
        "the correction counts for pairings still to be made (F7)"
    )
    assert notes[1].startswith("round 3 has not begun: the arbiter may still change it (F7)")
    assert [hall.boards(number) for number in (2, 3)] == before


@pytest.mark.clause("knsb-wp-2014 F7")
def test_the_note_of_a_correction_names_one_later_round_and_no_choice_once_it_began() -> None:
    hall = Hall(players=6, rounds=5)
    hall.play()
    hall.do("publish")
    hall.do("start", round=2)
    notes = hall.notes("correct-result", round=1, board=1, result="0-1", reason="misread")
    assert notes == (
        "round 2 is published and stays as it is; "
        "the correction counts for pairings still to be made (F7)",
    )
    hall.play(publish=False)
    assert hall.notes("correct-result", round=2, board=1, result="0-1") == ()


@pytest.mark.clause("knsb-wp-2014 F7")
def test_a_correction_counts_in_the_pairing_of_the_next_round() -> None:
    def third_round(corrected: bool) -> list[tuple[int, int]]:
        hall = Hall(players=8, rounds=5)
        hall.play()
        hall.play("1-0", "1-0", "1-0", "1-0")
        if corrected:
            for board in (1, 2):
                hall.do("correct-result", round=2, board=board, result="0-1")
        hall.do("publish")
        return hall.boards(3)

    assert third_round(corrected=True) != third_round(corrected=False)


# --- rounds ---------------------------------------------------------------------------------------


def test_a_round_is_started_once_scheduled_and_closed_when_nothing_is_open() -> None:
    hall = Hall(players=4, rounds=2)
    (dated,) = hall.do("schedule", round=1, date="2026-09-04")
    assert isinstance(dated, RoundScheduled)
    hall.do("publish")
    (begun,) = hall.do("start", round=1)
    assert isinstance(begun, RoundStarted)
    assert hall.refused("start", round=1).code == "round-already-started"
    assert hall.refused("start", round=2).code == "round-not-published"
    refusal = hall.refused("close")
    assert (refusal.code, refusal.clause) == ("games-open", "knsb-wp-2014 F11")
    assert "1 Player A - 4 Player D" in words(refusal.what)
    hall.play(publish=False)
    (closed,) = hall.do("close")
    assert isinstance(closed, RoundClosed)
    assert hall.refused("close").code == "round-already-closed"
    assert hall.refused("close", round=1).code == "round-already-closed"
    assert hall.refused("close", round=2).code == "round-not-published"
    assert hall.refused("schedule", round=3, date="2026-09-04").code == "no-such-round"


def test_nothing_can_be_closed_before_a_round_is_published() -> None:
    assert Hall(players=2).refused("close").code == "round-not-published"


def test_the_number_of_rounds_is_planned_and_changed_but_not_below_those_published() -> None:
    hall = Hall(players=6)
    (fact,) = hall.do("plan", rounds=5)
    assert isinstance(fact, RoundsPlanned)
    assert hall.refused("plan", rounds=5).code == "nothing-to-change"
    hall.play()
    hall.play()
    assert hall.refused("plan", rounds=1).code == "rounds-already-published"
    hall.do("plan", rounds=3)
    (_, published) = hall.do("publish")
    assert getattr(published, "last_round", None) is True


def test_wp_of_both_rule_sets_differ_after_a_default_in_the_ledger() -> None:
    wp = {}
    for name in ("knsb-wp-1996", "knsb-wp-2014"):
        hall = Hall(players=4, rounds=3, rules=name)
        hall.do("publish")
        hall.do("forfeit", round=1, board=1, black="late")
        hall.play(publish=False)
        hall.play()
        wp[name] = scores(of_tournament(hall.state, hall.book.rules), hall.book.rules)[1]
    assert wp["knsb-wp-1996"] != wp["knsb-wp-2014"]


def test_what_commands_say_is_dutch_for_who_reads_dutch() -> None:
    hall = hall_of(("1-0", "1-0", "1-0"))
    refusal = hall.refused("result", round=1, board=1, result="0-1")
    assert words(refusal.what, "nl") == "ronde 1: 1 Player A - 6 Player F is al 1-0"
    assert words(refusal.next, "nl") == "toernooi corrigeren uitslag 1 1 UITSLAG"
    hall.do("publish")
    refusal = hall.refused("correct-result", round=1, board=1, result="0-1")
    assert words(refusal.what, "nl") == "ronde 2 is ingedeeld voor deze correctie van ronde 1"
    step = "zeg waarom: --reden TEKST"
    assert words(refusal.next, "nl") == step
    decision = hall.decide("correct-result", round=1, board=1, result="0-1", reason="misread")
    assert isinstance(decision, Decision)
    stays, may = (words(note, "nl") for note in decision.notes)
    assert stays == (
        "ronde 2 is gepubliceerd en blijft zoals die is; "
        "de correctie telt voor indelingen die nog komen (F7)"
    )
    assert may.startswith("ronde 2 is niet begonnen: de wedstrijdleider mag de indeling nog")
