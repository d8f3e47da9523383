"""The commands of a club season: their facts and their refusals."""

from __future__ import annotations

import pytest

from desk.answers.season import overview
from desk.commands.decision import Decision
from desk.handlers.changes import conditions_broken
from ledger.refusals import Exit
from projections.log.sentences import sentence
from projections.views.view import View
from tests.helpers.hall import Hall
from tests.helpers.season import Season
from tests.helpers.words import words

GAME = {"team": "1", "board": 1, "colour": "W", "result": "1"}


@pytest.mark.parametrize(
    ("verb", "fields"),
    [
        ("present", {"player": 1, "round": 1}),
        ("absent", {"player": 1, "round": 1, "kind": "club duty"}),
        ("external", {"player": 1, "round": 1, **GAME}),
        ("period", {"round": 2}),
        ("join", {"name": "New"}),
        ("leave", {"player": 1}),
        ("catch-up", {"round": 1, "white": 1, "black": 2, "result": "1-0"}),
    ],
)
def test_a_swiss_has_no_season(verb: str, fields: dict[str, object]) -> None:
    refusal = Hall(4, 5).refused(verb, **fields)
    assert refusal.code == "no-season"
    assert "mwkeizer" in words(refusal.next)


def test_members_are_expected_unless_they_are_absent() -> None:
    season = Season(4)
    assert season.refused("present", player=1, round=1).code == "already-expected"
    season.do("absent", player=1, round=1)
    assert season.refused("absent", player=1, round=1).code == "already-absent"
    season.do("absent", player=1, round=1, kind="club duty")
    season.do("present", player=1, round=1)
    season.do("publish")
    assert len(season.boards(1)) == 2


def test_where_presence_is_announced_only_those_who_come_are_paired() -> None:
    season = Season(5, presence="announced")
    assert season.refused("publish").code == "too-few-players"
    for player in (1, 3, 4):
        season.do("present", player=player, round=1)
    assert season.refused("present", player=1, round=1).code == "already-expected"
    season.do("absent", player=4, round=1)
    season.play()
    assert season.boards(1) == [(1, 3)]
    assert [what for _, what, _ in season.gains(2)] == ["absent"]


def test_why_somebody_was_away_can_be_mended_after_publication_with_a_reason() -> None:
    season = Season(5)
    season.do("absent", player=5, round=1)
    season.play()
    fields = {"player": 5, "round": 1, "kind": "club duty"}
    assert season.refused("absent", **fields).code == "reason-required"
    season.do("absent", **fields, reason="they kept the bar")
    assert [what for _, what, _ in season.gains(5)] == ["club duty"]
    assert season.refused("absent", player=1, round=1).code == "round-already-published"
    assert season.refused("absent", player=5, round=1, cancel=True).code == (
        "round-already-published"
    )


def test_a_reason_mended_after_the_next_publication_leaves_that_pairing() -> None:
    season = Season(5)
    season.do("absent", player=5, round=1)
    season.play()
    season.do("publish")
    notes = season.notes("absent", player=5, round=1, kind="club duty", reason="they kept the bar")
    assert notes[0].startswith("round 2 is published and stays as it is")
    assert season.notes("absent", player=5, round=3) == ()


@pytest.mark.clause("mwkeizer extern-meetellen")
def test_an_external_game_that_does_not_count_is_recorded_and_says_so() -> None:
    season = Season(4)
    assert season.notes("external", player=1, round=1, **GAME) == ()
    elsewhere = {**GAME, "club_evening": False}
    assert season.notes("external", player=2, round=1, **elsewhere, announced_to="leader") == ()
    [note] = season.notes("external", player=3, round=1, **elsewhere)
    assert note == (
        "recorded, but it does not count: it was not announced in advance (mwkeizer extern-meetellen)"
    )


@pytest.mark.clause("mwkeizer extern")
def test_an_external_game_needs_a_value_a_member_and_a_round_that_was_played() -> None:
    season = Season(4)
    refused = season.refused("external", player=1, round=1, **GAME | {"board": 4})
    assert refused.code == "no-value"
    assert refused.clause == "mwkeizer extern"
    assert season.refused("external", player=1, round=1, **GAME | {"team": "2"}).code == "no-value"
    assert season.refused("external", player=1, round=3, **GAME).code == "round-to-come"
    season.do("external", player=1, round=1, **GAME)
    assert season.refused("external", player=1, round=1, **GAME).code == "external-already-recorded"
    season.play()
    season.do("join", name="New")
    assert season.refused("external", player=5, round=1, **GAME).code == "not-a-member"


@pytest.mark.clause("mwkeizer extern-meetellen")
def test_an_external_game_elsewhere_counts_in_its_own_period() -> None:
    season = Season(4)
    season.do("schedule", round=1, date="2026-09-04")
    season.do("schedule", round=3, date="2026-11-06")
    season.do("period", round=3)
    season.play()
    notice = {"club_evening": False, "announced_to": "leader"}
    refused = season.refused("external", player=1, round=1, **GAME, **notice, date="2026-11-07")
    assert refused.code == "other-period"
    season.do("external", player=1, round=1, **GAME, **notice, date="2026-10-01")


def test_an_external_game_is_corrected_and_struck_and_the_log_says_so() -> None:
    season = Season(4)
    season.do("external", player=1, round=1, **GAME)
    assert season.refused("correct-external", player=1, round=1).code == "nothing-to-correct"
    assert season.refused("correct-external", player=2, round=1).code == "nothing-to-correct"
    season.do("correct-external", player=1, round=1, result="1/2")
    season.play()
    season.play()
    fix = {"player": 1, "round": 1, "board": 2}
    assert season.refused("correct-external", **fix).code == "reason-required"
    season.do("correct-external", **fix, reason="played board 2")
    assert (1, "external", 34) in season.gains(1)
    season.do("correct-external", player=1, round=1, strike=True, reason="it was a brother")
    assert not [gain for gain in season.gains(1) if gain[1] == "external"]
    assert season.refused("correct-external", player=1, round=1, strike=True).code == (
        "nothing-to-correct"
    )


@pytest.mark.clause("mwkeizer 2")
def test_periods_begin_with_rounds_to_come_and_in_order() -> None:
    season = Season(4, rounds=10)
    season.play()
    assert season.refused("period", round=1).code == "period-in-place"
    season.do("period", round=4, name="winter")
    assert season.refused("period", round=4).code == "period-in-place"
    assert season.refused("period", round=3).code == "period-in-place"
    assert season.refused("period", round=11).code == "no-such-round"
    assert [season.state.season.period_of(r) for r in (1, 3, 4, 10)] == [1, 1, 2, 2]


@pytest.mark.clause("mwkeizer 2")
def test_the_first_period_may_be_named_once_and_changes_nothing_else() -> None:
    season = Season(4, rounds=10)
    season.play()
    before = season.standing()
    (fact,) = season.do("period", round=1, name="herfst")
    assert words(sentence(fact, season.book.called)) == 'the first period is called "herfst"'
    assert (season.state.season.first_period, season.state.season.periods) == ("herfst", [])
    assert season.standing() == before
    view = overview(season.book, "period-standing")
    assert isinstance(view, View)
    assert "periode 1 (herfst)" in words(view.title, "nl")
    assert 'called "herfst"' in words(season.refused("period", round=1, name="lente").what)
    season.do("undo")
    season.do("period", round=1, name="lente")


def test_who_left_is_not_paired_and_may_come_back() -> None:
    season = Season(5)
    season.play()
    season.do("withdraw", player=5)
    assert season.refused("leave", player=5).code == "already-withdrawn"
    assert season.refused("leave", player=4, from_round=1).code == "round-is-past"
    season.play()
    assert all(5 not in board for board in season.boards(2))
    season.do("return", player=5)
    season.play()
    assert season.standing().order.count(5) == 1


@pytest.mark.clause("mwkeizer inhalen")
def test_catch_up_games_are_off_unless_the_club_has_them() -> None:
    off = Season(4)
    off.play()
    game = {"round": 1, "white": 3, "black": 4, "result": "1-0"}
    assert off.refused("catch-up", **game).clause == "mwkeizer inhalen"
    season = Season(5, catch_up=True)
    for player in (3, 4):
        season.do("absent", player=player, round=1)
    season.play()
    assert season.refused("catch-up", **game | {"white": 1}).code == "has-a-game"
    assert season.refused("catch-up", **game | {"white": 4}).code == "same-player"
    assert season.refused("catch-up", **game | {"round": 2}).code == "round-not-published"
    season.do("catch-up", **game)
    assert [what for _, what, _ in season.gains(3)] == ["win"]
    season.do("correct-result", round=1, board="3-4", result="1/2-1/2")
    assert [what for _, what, _ in season.gains(4)] == ["draw"]


@pytest.mark.clause("mwkeizer inhalen")
def test_only_who_was_a_member_in_the_round_catches_up_a_game_of_it() -> None:
    season = Season(4, catch_up=True)
    season.do("absent", player=4, round=1)
    season.do("absent", player=3, round=1)
    season.play()
    season.do("join", name="New")
    refusal = season.refused("catch-up", round=1, white=4, black=5, result="1-0")
    assert refusal.code == "not-a-member"
    assert words(refusal.what).startswith("5 ")


def test_who_had_no_opponent_loses_that_by_a_game_caught_up() -> None:
    season = Season(3, catch_up=True)
    season.do("join", name="Late", from_round=1)
    season.do("absent", player=4, round=1)
    season.play()
    free = season.state.rounds[0].bye
    assert free is not None
    season.do("catch-up", round=1, white=free, black=4, result="0-1")
    assert [what for _, what, _ in season.gains(free)] == ["loss"]


@pytest.mark.clause("mwkeizer startwaarde")
def test_the_top_value_must_be_enough_for_all_members() -> None:
    season = Season(4, top=4)
    refused = season.refused("join", name="New")
    assert refused.code == "top-too-low"
    assert refused.clause == "mwkeizer startwaarde"
    assert refused.exit is Exit.REFUSED


def test_a_board_made_by_hand_may_break_a_condition_and_says_so() -> None:
    season = Season(4)
    season.play("1-0", "1-0")
    season.do("publish")
    white, black = season.boards(2)[0]
    notes = season.notes(
        "board-swap", round=2, first=white, second=season.boards(2)[1][0], reason="they asked"
    )
    assert any("met 1 round ago" in note for note in notes)
    (condition,) = conditions_broken(season.book, 2, [season.boards(1)[0]])
    assert words(condition, "nl").endswith(": 1 ronde geleden al tegen elkaar")
    assert black in {p for board in season.boards(2) for p in board}


def test_the_values_of_teams_are_fixed_before_round_1() -> None:
    season = Season(4)
    season.play()
    change = {"rulebook": "mwkeizer", "reason": "agreed"}
    refused = season.refused("rules-change", **change, set={"keizer.external.1": "[90, 80]"})
    assert (refused.code, refused.clause) == ("values-are-fixed", "mwkeizer extern")
    season.do("rules-change", **change, set={"keizer.external.2": "[60, 58]"})
    season.do("external", player=1, round=1, **GAME | {"team": "2"})
    season.do("external", player=2, round=1, **GAME)
    assert (1, "external", 60) in season.gains(1)
    assert (1, "external", 70) in season.gains(2)


# --- one game on an evening -----------------------------------------------------------------------


def test_who_plays_for_a_team_on_the_club_evening_is_not_paired() -> None:
    season = Season(5)
    season.do("external", player=1, round=1, **GAME)
    season.play()
    assert season.state.rounds[0].bye is None
    assert season.state.rounds[0].game_of(1) is None
    assert season.gains(1) == [(1, "external", 70)]


def test_who_plays_for_a_team_on_another_day_is_paired_as_well() -> None:
    season = Season(4)
    season.do("external", player=1, round=1, **GAME, club_evening=False, announced_to="leader")
    season.play()
    assert [kind for _, kind, _ in season.gains(1)] == ["win", "external"]


def test_a_season_in_which_members_announce_their_presence_pairs_nobody_twice_either() -> None:
    season = Season(5, presence="announced")
    for player in range(1, 6):
        season.do("present", player=player, round=1)
    season.do("external", player=1, round=1, **GAME)
    season.play()
    assert season.state.rounds[0].game_of(1) is None


def test_a_game_for_a_team_of_somebody_who_was_paired_that_evening_is_asked_about() -> None:
    season = Season(5)
    season.play()
    bye = season.state.rounds[0].bye
    paired = season.boards(1)[0][0]
    assert season.warned("external", player=paired, round=1, **GAME) == [("second-game", 3)]
    assert season.warned("external", player=bye, round=1, **GAME) == [("second-game", 3)]
    for player, said in ((paired, "is paired in round 1"), (bye, "has no opponent in round 1")):
        asked = season.decide("external", player=player, round=1, **GAME)
        assert isinstance(asked, Decision)
        assert [said in words(one.what) for one in asked.warnings] == [True]
    elsewhere = {**GAME, "club_evening": False, "announced_to": "leader"}
    assert season.warned("external", player=paired, round=1, **elsewhere) == []
    season.do("external", player=paired, round=1, **elsewhere)
    moved = {"player": paired, "round": 1, "club_evening": True, "reason": "it was that evening"}
    assert season.warned("correct-external", **moved) == [("second-game", 3)]
    season.do("correct-external", **moved)
    again = {"player": paired, "round": 1, "result": "0", "reason": "misread"}
    assert season.warned("correct-external", **again) == []


def test_a_game_that_was_caught_up_is_of_another_day() -> None:
    season = Season(4, catch_up=True)
    for player in (1, 2):
        season.do("absent", player=player, round=1)
    season.play()
    season.do("catch-up", round=1, white=1, black=2, result="1-0")
    assert season.warned("external", player=1, round=1, **GAME) == []


def test_who_plays_for_a_team_is_put_on_a_board_by_hand_after_a_question() -> None:
    season = Season(4)
    season.do("external", player=1, round=1, **GAME)
    by_hand = {"round": 1, "boards": [[1, 2], [3, 4]]}
    assert ("second-game", 3) in season.warned("pairing-by-hand", **by_hand)
    season.do("publish")
    season.do("absent", player=2, round=2)
    added = {"round": 1, "white": 1, "black": season.state.rounds[0].bye, "reason": "they came"}
    assert ("second-game", 3) in season.warned("board-add", **added)


def test_an_evening_with_two_games_of_a_member_is_refused_with_the_line_or_confirmed() -> None:
    rows = "kind;player;opponent;result;team;board;colour\ngame;1;2;1-0;;;\nexternal;1;;1;1;1;W\n"
    season = Season(2)
    wanted = {"round": 1, "file": "e.csv", "content": rows.encode()}
    refusal = season.refused("evening", **wanted)
    assert (refusal.code, refusal.line) == ("confirmation-needed", 3)
    season.do("evening", **wanted, confirm="yes")
    assert [kind for _, kind, _ in season.gains(1)] == ["win", "external"]
