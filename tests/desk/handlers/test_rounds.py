"""Pairing, publishing and finishing: drafts, the basis, the first round, lots at the end."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from desk.commands.commands import command_of
from desk.commands.decision import Decision
from ledger.facts.tournament import (
    FinalLotsDrawn,
    PairingMadeByHand,
    PairingPublished,
    RoundClosed,
    RoundScheduled,
    RoundStarted,
    TournamentClosed,
)
from pairing.systems.draft import Draft, draft
from projections.games.crosstable import CellKind, of_tournament
from projections.log.sentences import teller
from projections.standings.standing import final_standing
from tests.helpers.hall import Hall
from tests.helpers.words import words


def drafted(hall: Hall, basis: int | None = None) -> Draft:
    proposal = draft(hall.book, basis)
    assert isinstance(proposal, Draft), proposal
    return proposal


def refused_draft(hall: Hall, basis: int | None = None) -> str:
    proposal = draft(hall.book, basis)
    assert not isinstance(proposal, Draft)
    assert proposal[0].next
    return proposal[0].code


# --- the first round ------------------------------------------------------------------------------


@pytest.mark.clause("knsb-wp-2014 D1")
@pytest.mark.clause("knsb-wp-2014 D2")
@pytest.mark.parametrize(
    ("method", "players", "boards", "bye"),
    [
        ("D1", 6, [(1, 6), (2, 5), (3, 4)], None),
        ("D1", 5, [(2, 5), (3, 4)], 1),
        ("D2", 6, [(1, 2), (3, 4), (5, 6)], None),
        ("D2", 5, [(1, 2), (3, 4)], 5),
    ],
)
def test_the_first_round_is_paired_by_lot(
    method: str, players: int, boards: list[tuple[int, int]], bye: int | None
) -> None:
    hall = Hall(players=players, set={"pairing.first_round": method})
    hall.do("publish")
    assert hall.boards(1) == boards
    assert hall.state.rounds[0].bye == bye


@pytest.mark.clause("knsb-wp-2014 D1")
def test_the_first_round_counts_the_players_who_are_there_in_lot_order() -> None:
    hall = Hall(players=7)
    hall.do("absent", player=2, round=1)
    hall.do("publish")
    assert hall.boards(1) == [(1, 7), (3, 6), (4, 5)]


@pytest.mark.clause("knsb-wp-2014 F1")
@pytest.mark.parametrize(("value", "halves"), [("1", 2), ("0.5", 1)])
def test_the_bye_is_worth_what_the_rulebook_says(value: str, halves: int) -> None:
    hall = Hall(players=5, set={"bye.points": value})
    hall.play()
    cell = of_tournament(hall.state, hall.book.rules).cells[1][0]
    assert (cell.kind, cell.halves) == (CellKind.BYE, halves)


# --- drafts and publication -----------------------------------------------------------------------


def test_a_draft_is_not_recorded_and_the_same_basis_gives_it_again() -> None:
    hall = Hall(players=8, rounds=5)
    hall.play()
    before = len(hall.facts)
    first = drafted(hall)
    assert len(hall.facts) == before
    assert first.basis == before
    hall.do("schedule", round=2, date="2026-09-11")
    assert drafted(hall, first.basis).pairing == first.pairing


@pytest.mark.parametrize(
    ("typed", "time"),
    [
        ("20:00", "20:00"),
        ("9.30", "09:30"),
        ("19u30", "19:30"),
        (" 20.15 uur ", "20:15"),
        ("0:00", "00:00"),
        ("23:59", "23:59"),
    ],
)
def test_the_time_at_which_a_round_begins_is_read_as_people_write_it(typed: str, time: str) -> None:
    hall = Hall(players=4, rounds=3)
    (fact,) = hall.do("schedule", round=2, date="2026-09-11", time=typed)
    assert fact == RoundScheduled(round=2, date=date(2026, 9, 11), time=time)


def test_a_round_has_a_time_at_which_its_check_in_closes_until_it_is_left_out() -> None:
    hall = Hall(players=4, rounds=3)
    when: dict[str, Any] = {"round": 2, "date": "2026-09-11", "time": "20:00"}
    late = hall.refused("schedule", **when, check_in_until="20:01")
    assert late.code == "check-in-after-begin"
    assert hall.notes("schedule", **when, check_in_until="20:00") == ()
    assert hall.state.check_in_until == {2: "20:00"}
    said = words(teller(hall.book)(hall.state.position))
    assert said == "round 2 is on 11-09-2026, 20:00; check-in closes at 20:00"
    [note] = hall.notes("schedule", **when)
    assert note.endswith("schedule 2 2026-09-11 20:00 --check-in-until 20:00")
    assert hall.state.check_in_until == {}
    hall.do("undo")
    assert hall.state.check_in_until == {2: "20:00"}


def test_publishing_warns_of_players_who_are_not_checked_in_where_a_check_in_is_kept() -> None:
    hall = Hall(players=4, rounds=3)
    hall.do("absent", player=4, round=1)
    decision = hall.decide("publish")
    assert isinstance(decision, Decision)
    assert decision.warnings == ()
    hall.do("check-in", player=1)
    by_hand: dict[str, Any] = {"round": 1, "boards": [[1, 2]], "bye": 3, "reason": "as agreed"}
    for verb, fields in (("publish", {}), ("pairing-by-hand", by_hand)):
        decision = hall.decide(verb, **fields)
        assert isinstance(decision, Decision)
        [warning] = decision.warnings
        assert (warning.code, warning.answer, warning.level) == ("not-checked-in", "yes", 3)
        assert words(warning.what) == (
            "2 players who are not checked in for round 1 are paired: 2 Player B and 3 Player C"
        )
    for player in (2, 3):
        hall.do("check-in", player=player, later=player == 3)
    decision = hall.decide("publish")
    assert isinstance(decision, Decision)
    assert decision.warnings == ()


@pytest.mark.parametrize("typed", ["24:00", "20:60", "20", "8 pm", "20:00:00", "٢٠:٠٠", "-1:00"])
def test_another_text_is_no_time_of_a_round(typed: str) -> None:
    data = {"command": "schedule", "round": 2, "date": "2026-09-11", "time": typed}
    refusals = command_of(data)
    assert isinstance(refusals, tuple), refusals
    [refusal] = refusals
    assert words(refusal.what, "nl").endswith(f'"{typed}" is geen tijd: schrijf 20.00')


def test_scheduling_anew_gives_another_time_and_says_so_when_there_is_none_any_longer() -> None:
    hall = Hall(players=4, rounds=3)
    when: dict[str, Any] = {"round": 2, "date": "2026-09-11"}
    assert hall.notes("schedule", **when, time="20:00") == ()
    assert hall.notes("schedule", **when, time="19.30") == ()
    assert hall.state.times == {2: "19:30"}
    [note] = hall.notes("schedule", **when)
    assert note.startswith("round 2 had a time, 19:30, and has none now; to keep it: ")
    assert note.endswith("schedule 2 2026-09-11 19:30")
    assert hall.state.times == {}
    hall.do("undo")
    assert hall.state.times == {2: "19:30"}


@pytest.mark.clause("knsb-wp-2014 F7")
def test_publishing_from_an_older_basis_is_told_and_keeps_to_it() -> None:
    hall = Hall(players=8, rounds=5)
    hall.play()
    first = drafted(hall)
    hall.do("correct-result", round=1, board=1, result="0-1")
    hall.do("correct-result", round=1, board=2, result="1/2-1/2")
    assert drafted(hall).pairing.boards != first.pairing.boards
    decision = hall.decide("publish", basis=first.basis)
    assert isinstance(decision, Decision)
    assert f"computed from #{first.basis}; facts up to #{first.basis + 2} are newer" in (
        tuple(map(words, decision.notes))
    )
    fact = hall.take(decision)[-1]
    assert isinstance(fact, PairingPublished)
    assert fact.basis == first.basis
    assert fact.whites == tuple(board.white for board in first.pairing.boards)


@pytest.mark.clause("knsb-wp-2014 F7")
def test_a_correction_that_the_basis_does_not_know_is_asked_about() -> None:
    hall = Hall(players=8, rounds=5)
    hall.play()
    basis = len(hall.facts)
    hall.do("schedule", round=2, date="2026-09-11")
    decision = hall.decide("publish", basis=basis)
    assert isinstance(decision, Decision)
    assert decision.warnings == ()
    hall.do("correct-result", round=1, board=1, result="0-1")
    decision = hall.decide("publish", basis=basis)
    assert isinstance(decision, Decision)
    [warning] = decision.warnings
    assert (warning.code, warning.clause) == ("correction-is-newer", "knsb-wp-2014 F7")
    assert words(warning.what).endswith(f"does not know the correction #{basis + 2}")


def test_a_basis_that_pairs_a_player_who_has_left_since_is_refused() -> None:
    hall = Hall(players=8, rounds=5)
    hall.play()
    basis = len(hall.facts)
    hall.do("withdraw", player=3)
    hall.do("absent", player=4, round=2)
    refusal = hall.refused("publish", basis=basis)
    assert (refusal.code, refusal.clause) == ("basis-outdated", "knsb-wp-2014 F5")
    decision = hall.decide("publish", basis=basis)
    assert not isinstance(decision, Decision)
    assert len(decision) == 2


@pytest.mark.parametrize(
    ("basis", "code", "what"),
    [
        (1, "basis-too-old", "position 1 is before round 1 was published"),
        (999, "unknown-position", "there is no position 999; the last is 10"),
    ],
    ids=["old", "unknown"],
)
def test_a_basis_from_another_round_is_refused(basis: int, code: str, what: str) -> None:
    hall = Hall(players=4, rounds=5)
    hall.play()
    refusal = hall.refused("publish", basis=basis)
    assert (refusal.code, words(refusal.what)) == (code, what)


def test_a_basis_does_not_get_round_a_game_that_is_open_since() -> None:
    hall = Hall(players=5, rounds=5)
    hall.do("absent", player=5, round=1)
    hall.do("absent", player=4, round=1)
    hall.play()
    basis = len(hall.facts)
    hall.do("board-add", round=1, white=5, black=4, reason="they came after all")
    assert hall.refused("publish", basis=basis).code == "games-open"


def test_a_basis_does_not_get_round_a_smaller_number_of_rounds() -> None:
    hall = Hall(players=6, rounds=5)
    hall.play()
    basis = len(hall.facts)
    hall.do("plan", rounds=1)
    assert hall.refused("publish", basis=basis).code == "no-round-left"


@pytest.mark.clause("knsb-wp-2014 F11")
def test_a_round_is_not_paired_while_a_game_has_neither_result_nor_adjournment() -> None:
    hall = Hall(players=4, rounds=5)
    hall.play("-", "1-0")
    assert refused_draft(hall) == "games-open"
    refusal = hall.refused("publish")
    assert (refusal.code, refusal.clause) == ("games-open", "knsb-wp-2014 F11")
    hall.do("adjourn", round=1, board=1)
    proposal = drafted(hall)
    assert "adjourned games count as draws for pairing (F11): 1" in map(words, proposal.notes)
    hall.do("publish")


@pytest.mark.clause("knsb-wp-2014 B2")
@pytest.mark.parametrize(("rounds", "first"), [(3, (4, 3)), (4, (1, 3))])
def test_topscorers_meet_in_a_last_round_whatever_their_colours(
    rounds: int, first: tuple[int, int]
) -> None:
    hall = Hall(8, rounds)
    hall.play()
    hall.play()
    table = of_tournament(hall.state, hall.book.rules)
    assert (table.colours(4), table.colours(3)) == ("WW", "WW")
    hall.do("publish")
    assert hall.boards(3)[0] == first


@pytest.mark.clause("knsb-wp-1996 F6")
@pytest.mark.clause("knsb-wp-2014 F6")
def test_publishing_closes_the_round_before_and_never_a_round_twice() -> None:
    hall = Hall(players=6, rounds=5)
    hall.play()
    closed, published = hall.do("publish", round=2)
    assert isinstance(closed, RoundClosed)
    assert isinstance(published, PairingPublished)
    refusal = hall.refused("publish", round=1)
    assert (refusal.code, refusal.clause) == ("pairing-already-published", "knsb-wp-2014 F6")
    assert refusal.events == (hall.state.rounds[0].position,)
    assert hall.refused("publish", round=4).code == "not-the-next-round"


def test_a_round_is_closed_once_and_only_when_nothing_is_open_in_it_or_before() -> None:
    hall = Hall(players=4, rounds=3)
    assert hall.refused("close").code == "round-not-published"
    hall.play("1-0", "-")
    assert hall.refused("close").code == "games-open"
    hall.do("adjourn", round=1, board=2)
    pairing = PairingMadeByHand(round=2, whites=(1, 3), blacks=(2, 4), bye=None, source="import")
    hall.take(Decision((pairing,)))
    assert hall.refused("close", round=2).code == "earlier-round-open"
    assert hall.do("close") == (RoundClosed(round=1),)
    assert hall.refused("close", round=1).code == "round-already-closed"
    hall.play(publish=False)
    assert hall.do("close", round=2) == (RoundClosed(round=2),)
    assert hall.refused("close").code == "round-already-closed"
    assert hall.refused("close", round=3).code == "round-not-published"


def test_a_published_round_begins_once() -> None:
    hall = Hall(players=4, rounds=3)
    assert hall.refused("start", round=1).code == "round-not-published"
    hall.do("publish")
    assert hall.do("start", round=1) == (RoundStarted(round=1),)
    assert hall.refused("start", round=1).code == "round-already-started"


def test_what_is_missing_for_a_pairing_is_said() -> None:
    hall = Hall()
    assert refused_draft(hall) == "too-few-players"
    hall.do("enter", name="A")
    hall.do("enter", name="B")
    assert refused_draft(hall) == "numbers-missing"
    hall.do("lots")
    assert any("the number of rounds is not planned" in words(note) for note in drafted(hall).notes)
    hall.do("plan", rounds=1)
    hall.play()
    assert refused_draft(hall) == "no-round-left"
    hall = Hall(players=3, rounds=3)
    for player in (1, 2):
        hall.do("absent", player=player, round=1)
    assert refused_draft(hall) == "too-few-players"


@pytest.mark.clause("knsb-wp-2014 B1a")
def test_a_field_that_cannot_be_paired_is_refused_and_names_the_players() -> None:
    hall = Hall(players=2, rounds=3)
    hall.play()
    refusal = hall.refused("publish")
    assert refusal.code == "no-legal-pairing"
    assert words(refusal.what) == (
        "round 2: a player has no opponent left whom B1a and B2 allow (1 Player A)"
    )
    assert refusal.clause == "knsb-wp-2014 B1a, B2"
    assert words(refusal.next).endswith("toernooi absent PLAYER 2")


# --- the end --------------------------------------------------------------------------------------


def test_a_tournament_is_finished_when_all_is_played_and_then_takes_corrections_only() -> None:
    hall = Hall(players=4, rounds=2)
    assert hall.refused("finish").code == "rounds-left"
    hall.play("-", "1-0")
    hall.do("adjourn", round=1, board=1)
    hall.play()
    refusal = hall.refused("finish")
    assert (refusal.code, words(refusal.what)) == ("game-open", "round 1, board 1 has no result")
    hall.do("result", round=1, board=1, result="1-0")
    facts = hall.do("finish")
    assert isinstance(facts[-1], TournamentClosed)
    for verb, fields in (
        ("enter", {"name": "X"}),
        ("publish", {}),
        ("plan", {"rounds": 9}),
        ("result", {"round": 1, "board": 1, "result": "1-0"}),
        ("finish", {}),
        ("withdraw", {"player": 1}),
        ("close", {}),
    ):
        assert hall.refused(verb, **fields).code == "tournament-closed"
    hall.do("correct-result", round=2, board=1, result="1/2-1/2")
    assert refused_draft(hall) == "tournament-closed"


def test_boards_without_a_result_are_one_refusal_a_round() -> None:
    hall = Hall(players=14, rounds=1)
    hall.play("-", "-", "-", "1-0", "-")
    refusals = hall.decide("finish")
    assert isinstance(refusals, tuple)
    (what,) = [refusal.what for refusal in refusals]
    assert words(what) == "round 1: 4 boards have no result: 1 to 3 and 5"
    assert words(what, "nl") == "ronde 1: 4 borden hebben geen uitslag: 1 t/m 3 en 5"


@pytest.mark.clause("knsb-wp-2014 F12")
def test_lots_are_drawn_at_the_end_with_a_recorded_seed_and_the_same_seed_gives_the_same() -> None:
    def finished(seed: str | None) -> FinalLotsDrawn:
        hall = Hall(players=4, rounds=1)
        hall.play("1/2-1/2", "1/2-1/2")
        facts = hall.do("finish", **({} if seed is None else {"seed": seed}))
        (drawn,) = [fact for fact in facts if isinstance(fact, FinalLotsDrawn)]
        standing = final_standing(
            of_tournament(hall.state, hall.book.rules), hall.book.rules, hall.state.final_lots
        )
        assert tuple(line.player for line in standing.lines) == drawn.players
        assert not any(line.lots_needed for line in standing.lines)
        return drawn

    assert finished("a").players == finished("a").players
    assert len({finished(seed).players for seed in "abcdefgh"}) > 1
    assert finished(None).seed.startswith("seed")


@pytest.mark.clause("knsb-wp-2014 F12")
def test_after_a_correction_made_players_equal_lots_are_drawn_for_them_alone() -> None:
    hall = Hall(players=4, rounds=1)
    hall.play("1/2-1/2", "1-0")
    (drawn,) = [f for f in hall.do("finish", seed="a") if isinstance(f, FinalLotsDrawn)]
    assert set(drawn.players) == {1, 4}
    hall.do("correct-result", round=1, board=2, result="1/2-1/2")
    (again,) = hall.do("finish", seed="b")
    assert isinstance(again, FinalLotsDrawn)
    assert set(again.players) == {1, 2, 3, 4}
    assert hall.state.final_lots == again.players
    assert hall.refused("finish").code == "tournament-closed"
