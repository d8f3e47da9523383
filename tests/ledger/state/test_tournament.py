"""The state of a tournament: players, boards, records, and their order."""

from __future__ import annotations

import json
from datetime import UTC, date, datetime

import pytest
from pydantic import ValidationError

from ledger.facts.codec import encode
from ledger.facts.disputes import CommandUndone
from ledger.facts.season import ClubDutyAssigned, PresenceAnnounced
from ledger.facts.stamps import Recorded, Stamp
from ledger.facts.tournament import (
    NumbersAssigned,
    PairingMadeByHand,
    PlayerRegistered,
    ResultRecorded,
    RoundScheduled,
    RulesChanged,
    TournamentOpened,
)
from ledger.state.tournament import Tournament, carried_on, replay
from projections.games.crosstable import of_tournament
from projections.log.sentences import sentence
from tests.helpers.hall import Hall
from tests.helpers.words import words


def opened() -> Tournament:
    """Return a tournament of four numbered players with an imported round, without a command."""
    state = Tournament()
    state.apply(TournamentOpened(name="T", rulebook="r", rulebook_text="x", rulebook_hash="h"))
    for player in (1, 2, 3, 4):
        state.apply(PlayerRegistered(player=player, person=f"p{player}", person_hash=""))
    state.apply(NumbersAssigned(players=(4, 3, 2, 1), numbers=(1, 2, 3, 4), method="file"))
    state.apply(PairingMadeByHand(round=1, whites=(1,), blacks=(2,), bye=3, source="import"))
    return state


def test_positions_are_counted_while_facts_have_none_yet() -> None:
    state = opened()
    assert state.position == 7
    assert (state.rounds[0].position, state.rounds[0].basis) == (7, 6)


def test_the_rulebook_in_force_is_that_of_the_last_change() -> None:
    state = opened()
    assert (state.rulebook_text, state.rulebook_hash) == ("x", "h")
    state.apply(RulesChanged(from_round=2, rulebook="s", rulebook_text="y", rulebook_hash="i"))
    assert (state.rulebook_text, state.rulebook_hash) == ("y", "i")
    assert [state.rulebook_text_of(number) for number in (0, 1, 2, 3)] == ["x", "x", "y", "y"]


def test_a_round_has_the_time_that_was_said_last_and_none_when_that_was_left_out() -> None:
    state, day = opened(), date(2026, 11, 27)
    for time, times in (("20:00", {2: "20:00"}), ("19:30", {2: "19:30"}), (None, {})):
        state.apply(RoundScheduled(round=2, date=day, time=time))
        assert (state.dates, state.times) == ({2: day}, times)
    for wrong in ("24:00", "9:30", "20.00", "20:00:00", "20:00\n", "", "١٢:00"):
        with pytest.raises(ValidationError):
            RoundScheduled(round=2, date=day, time=wrong)


def test_a_round_without_a_time_has_the_bytes_it_had_before_there_were_times() -> None:
    stamp = Stamp(
        tournament="t",
        position=1,
        event_id="e",
        recorded_at=datetime(2026, 9, 1, tzinfo=UTC),
        actor="a",
        correlation_id="c",
        causation_id=None,
    )
    day = date(2026, 11, 27)
    facts = (RoundScheduled(round=2, date=day, time=time) for time in (None, "20:00"))
    one, other = (json.loads(encode(Recorded(fact, stamp))) for fact in facts)
    assert "time" not in one
    assert other == one | {"time": "20:00"}


def test_what_a_member_said_of_a_round_stands_with_the_position_of_its_fact() -> None:
    state = opened()
    state.apply(PresenceAnnounced(player=1, round=2))
    assert state.season.coming == {(1, 2): state.position}
    state.apply(ClubDutyAssigned(player=1, round=2))
    assert (state.season.coming, state.season.duties) == ({}, {(1, 2): state.position})


def test_results_taken_together_leave_the_same_state() -> None:
    one_by_one, together = opened(), opened()
    result = ResultRecorded(round=1, white=1, black=2, outcome="1-0", rated=False)
    one_by_one.apply(result)
    assert together.take_results(1, [result]) == [together.rounds[0].games[0]]
    assert repr(together) == repr(one_by_one)


def test_a_state_is_carried_on_past_results_and_an_undo_as_fact_by_fact() -> None:
    hall = Hall(9, 5)
    hall.play()
    hall.play()
    facts = [*hall.book.facts]
    last = len(facts)
    facts += [CommandUndone(facts=(last - 1, last)), *facts[last - 2 :]]
    for begin in range(0, len(facts), 3):
        for upto in range(begin, len(facts) + 1):
            state = carried_on(replay(facts[:begin]), facts, upto)
            assert repr(state) == repr(replay(facts[:upto]))


def test_players_go_by_their_number_and_keep_their_key() -> None:
    state = opened()
    assert [entrant.player for entrant in state.in_number_order()] == [4, 3, 2, 1]
    assert (state.label(4), state.by_label(4), state.by_label(9)) == (1, 1, None)


def test_a_round_knows_its_games_its_bye_and_what_is_open() -> None:
    round_ = opened().rounds[0]
    game = round_.game_of(2)
    assert game is not None
    assert (game.white, game.black, game.open) == (1, 2, True)
    assert round_.game_of(3) is None
    assert round_.bye == 3
    assert [board for board, _ in round_.open_games] == [1]


def test_there_is_no_round_before_the_first_and_none_after_the_last() -> None:
    state = opened()
    assert (state.round(0), state.round(2)) == (None, None)
    assert state.round(1) is state.rounds[0]
    assert state.next_round == 2


@pytest.mark.clause("knsb-wp-2014 F7")
def test_a_swap_keeps_the_boards_that_stay_and_opens_new_ones() -> None:
    hall = Hall(players=6)
    hall.do("publish")
    kept = hall.state.rounds[0].games[2]
    hall.do("board-swap", round=1, first=5, second=6, reason="r")
    games = hall.state.rounds[0].games
    assert games[2] is kept
    assert [game.set_by for game in games[:2]] == [hall.state.position] * 2


def test_what_stood_before_each_correction_is_kept_in_order() -> None:
    hall = Hall(players=4)
    hall.do("publish")
    first = hall.state.position + 1
    hall.do("adjourn", round=1, board=1)
    hall.do("result", round=1, board=1, result="1-0")
    hall.do("correct-result", round=1, board=1, result="0-1R")
    hall.do("correct-result", round=1, board=1, result="1/2-1/2")
    game = hall.state.rounds[0].games[0]
    assert game.earlier == list(enumerate(["adjourned", "1-0", "0-1R"], first))


def test_replaying_the_facts_up_to_a_position_gives_the_state_of_that_moment() -> None:
    hall = Hall(players=6, rounds=3)
    hall.play("1-0", "0-1", "1/2-1/2")
    position, then = len(hall.facts), repr(hall.state)
    hall.play()
    hall.do("correct-result", round=1, board=1, result="0-1", reason="misread")
    assert repr(replay(hall.facts[:position])) == then
    before = of_tournament(replay(hall.facts[:position]), hall.book.rules)
    assert before.points_halves(1) == 2
    assert of_tournament(hall.state, hall.book.rules, after=1).points_halves(1) == 0


def test_every_fact_of_a_tournament_is_a_sentence_of_the_log() -> None:
    hall = Hall(players=4, rounds=2)
    hall.play("1-0", "1/2-1/2")
    for fact in hall.facts:
        text = words(sentence(fact, hall.book.called))
        assert text
        assert fact.TOPIC not in text.split()
