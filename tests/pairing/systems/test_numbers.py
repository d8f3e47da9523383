"""Who is absent in round 1 in FIDE mode has no pairing number until they are first in a pairing."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desk.answers.competition import standings
from desk.answers.tournament_file import not_in_file, tournament_file
from ledger.facts.codec import decode, encode
from ledger.facts.fide import AccelerationGroupFixed
from ledger.facts.stamps import Recorded
from ledger.facts.tournament import NumbersAssigned, PairingMadeByHand, PairingPublished
from ledger.state.tournament import replay
from ledger.trf.model import TrfFile
from ledger.values import Unnumbered
from pairing.norms.model import Pairing
from pairing.review.inputs import changes_since
from pairing.review.questions import of_book, of_trf
from pairing.systems.draft import Draft, draft
from projections.games.acceleration import virtual_points
from projections.log.departures import departures, integrity_events
from projections.views.view import View
from tests.helpers.family import examples
from tests.helpers.hall import Hall
from tests.helpers.words import words

_SOME = examples(12)


def hall_of(players: int = 8, keys: dict[str, object] | None = None) -> Hall:
    """Return a hall of players 1, 2 ... by rating, with numbers, before round 1."""
    changes = {"bye.half_point_allowed": True} | (keys or {})
    hall = Hall(rules="fide-dutch-2026", rounds=7, set=changes)
    for number in range(1, players + 1):
        hall.do("enter", name=f"Player {chr(64 + number)}", rating=2000 - 10 * number)
    hall.do("lots", first_colour="white")
    return hall


def numbers_of(hall: Hall) -> list[int | None]:
    """Return the number of each player in the order of entry, None for none."""
    return [entrant.number for entrant in hall.state.players.values()]


def paired_as_published(hall: Hall) -> bool:
    """Tell whether every round is paired again as it was published."""
    for number in range(1, len(hall.state.rounds) + 1):
        question = of_book(hall.book, number)
        assert not isinstance(question, tuple)
        assert isinstance(question.pairing, Pairing)
        boards = {(board.white, board.black) for board in question.pairing.boards}
        if boards != set(question.boards) or question.pairing.bye != question.bye:
            return False
    return True


# --- round 1 --------------------------------------------------------------------------------------


@pytest.mark.clause("fide-dutch-2026 GHR2.4")
def test_who_is_not_in_the_pairing_of_round_1_has_no_number_and_the_bye_keeps_one() -> None:
    hall = hall_of(9)
    hall.do("absent", player=1, round=1)
    hall.do("bye", player=2, round=1)
    hall.do("bye", player=3, round=1, points=1)
    hall.do("withdraw", player=4, from_round=1)
    numbers, published = hall.do("publish")
    assert isinstance(numbers, NumbersAssigned)
    assert isinstance(published, PairingPublished)
    assert (numbers.players, numbers.with_round) == ((5, 6, 7, 8, 9), 1)
    assert numbers.without == (1, 2, 3, 4)
    assert numbers_of(hall) == [None, None, None, None, 1, 2, 3, 4, 5]
    assert published.bye == 9, "the bye is in the pairing"
    assert published.basis == hall.facts.index(numbers) + 1
    assert paired_as_published(hall)


def test_where_everybody_is_there_nothing_but_the_pairing_is_published() -> None:
    assert [type(fact) for fact in hall_of().do("publish")] == [PairingPublished]


@pytest.mark.parametrize("rules", ["fide-dutch-2026", "knsb-rating-2014"])
def test_outside_fide_mode_and_under_other_rules_all_keep_their_number(rules: str) -> None:
    hall = Hall(rules=rules, rounds=5, **({"without_fide_mode": True} if "fide" in rules else {}))
    for number in range(6):
        hall.do("enter", name=f"Player {chr(65 + number)}", rating=2000 - number)
    hall.do("lots", by="rating")
    hall.do("absent", player=2, round=1)
    assert [type(fact) for fact in hall.do("publish")] == [PairingPublished]
    assert numbers_of(hall) == [1, 2, 3, 4, 5, 6]


@pytest.mark.clause("fide-dubov-2026 5.2.1")
@pytest.mark.parametrize(("parity", "number"), [("number", 2), ("in_pairings", None)])
def test_where_the_initial_colour_goes_by_the_number_itself_all_keep_theirs(
    parity: str, number: int | None
) -> None:
    hall = Hall(rules="fide-dubov-2026", rounds=5, set={"fide.tpn_parity": parity})
    for at in range(6):
        hall.do("enter", name=f"Player {chr(65 + at)}", rating=2000 - at)
    hall.do("lots", by="rating")
    hall.do("absent", player=2, round=1)
    hall.do("publish")
    assert numbers_of(hall)[1] == number


def test_the_draft_tells_what_its_publication_does_to_the_numbers() -> None:
    hall = hall_of(6)
    hall.do("absent", player=2, round=1)
    proposal = draft(hall.book)
    assert isinstance(proposal, Draft)
    notes = [words(note) for note in proposal.notes]
    assert "Player B is not in the pairing: no pairing number until they first are" in notes
    assert any("2 Player C; 3 Player D" in note for note in notes)
    decision = hall.notes("publish")
    assert set(notes) <= set(decision), "the publication says the same"


def test_a_draft_of_an_earlier_position_is_good_as_long_as_its_boards_are_those_of_now() -> None:
    hall = hall_of(6)
    hall.do("absent", player=6, round=1)
    basis = len(hall.facts)
    hall.do("schedule", round=1, date="2026-09-04")
    assert isinstance(draft(hall.book, basis), Draft)
    later = hall.decide("publish", basis=basis)
    numbers, published = hall.do("publish", basis=basis)
    assert later
    assert isinstance(published, PairingPublished)
    assert published.basis == hall.facts.index(numbers) + 1

    other = hall_of(6)
    other.do("absent", player=6, round=1)
    basis = len(other.facts)
    other.do("enter", name="Late", rating=1985)
    other.do("lots", by="rating")
    assert other.refused("publish", basis=basis).code == "basis-outdated"


# --- the first pairing ----------------------------------------------------------------------------


@pytest.mark.clause("fide-dutch-2026 GHR2.4")
def test_with_their_first_pairing_they_get_the_place_that_a_late_entry_gets() -> None:
    hall = hall_of(8)
    for player in (3, 8):
        hall.do("absent", player=player, round=1)
    hall.play()
    assert numbers_of(hall) == [1, 2, None, 3, 4, 5, 6, None]
    numbers, *_, published = hall.do("publish")
    assert isinstance(numbers, NumbersAssigned)
    assert (numbers.with_round, numbers.newcomers, numbers.without) == (2, (3, 8), None)
    assert numbers_of(hall) == [1, 2, 3, 4, 5, 6, 7, 8]
    assert isinstance(published, PairingPublished)
    assert published.basis == hall.facts.index(numbers) + 1
    assert paired_as_published(hall)


@pytest.mark.clause("fide-dutch-2026 GHR2.5")
@pytest.mark.parametrize(("late", "number"), [("proper_until_round_4", 8), ("always_proper", 3)])
def test_after_round_4_they_get_the_next_number_unless_the_regulations_give_the_place(
    late: str, number: int
) -> None:
    hall = hall_of(8, {"fide.late_number": late})
    for round_ in range(1, 5):
        hall.do("absent", player=3 if round_ == 1 else "Player C", round=round_)
    for _ in range(4):
        hall.play()
    assert numbers_of(hall)[2] is None
    hall.do("publish")
    assert numbers_of(hall)[2] == number
    assert paired_as_published(hall)


def test_one_who_withdrew_before_they_were_ever_paired_never_has_a_number() -> None:
    hall = hall_of(7)
    hall.do("absent", player=7, round=1)
    hall.play()
    hall.do("withdraw", player="Player G")
    hall.play()
    assert numbers_of(hall)[6] is None
    standing = standings(hall.book)
    assert isinstance(standing, View)
    assert len(standing.rows) == 7


def test_a_late_entry_has_a_number_at_once_and_one_announced_before_round_1_has_none() -> None:
    hall = hall_of(6)
    hall.do("enter", name="Announced", rating=1975, from_round=3)
    hall.do("lots", by="rating")
    hall.play()
    assert numbers_of(hall) == [1, 2, 3, 4, 5, 6, None]
    hall.do("enter", name="Late", rating=1985)
    assert numbers_of(hall) == [1, 3, 4, 5, 6, 7, None, 2]
    hall.do("absent", player="Late", round=2)
    hall.play()
    hall.do("publish")
    assert numbers_of(hall) == [1, 3, 5, 6, 7, 8, 4, 2]
    assert paired_as_published(hall)


def test_a_board_added_by_hand_gives_a_player_their_number() -> None:
    hall = hall_of(7)
    hall.do("absent", player=3, round=1)
    hall.do("absent", player=5, round=1)
    hall.do("publish")
    hall.do("by-hand-begin", round=1)
    numbers, _ = hall.do(
        "board-add", round=1, white="Player C", black="Player E", reason="they came after all"
    )
    assert isinstance(numbers, NumbersAssigned)
    assert numbers.with_round == 1
    assert numbers_of(hall) == [1, 2, 3, 4, 5, 6, 7]


def test_a_round_paired_by_hand_numbers_who_is_in_it_alone() -> None:
    hall = hall_of(6, {"fide.acceleration": "baku"})
    hall.do("by-hand-begin", round=1)
    numbers, by_hand, group = hall.do(
        "pairing-by-hand", round=1, boards=[[1, 3], [5, 6]], reason="as drawn on paper"
    )
    assert isinstance(numbers, NumbersAssigned)
    assert isinstance(by_hand, PairingMadeByHand)
    assert isinstance(group, AccelerationGroupFixed)
    assert (numbers.players, numbers.without) == ((1, 3, 5, 6), (2, 4))
    assert (group.size, group.last_player) == (2, 3)


def test_other_numbers_by_hand_are_for_those_who_have_one() -> None:
    hall = hall_of(6)
    hall.do("absent", player=2, round=1)
    hall.play()
    refusal = hall.refused("numbers-exchange", first="Player A", second="Player B", reason="so")
    assert refusal.code == "numbers-missing"
    assert "Player B has no pairing number yet" in words(refusal.what)
    hall.do("numbers-exchange", first="Player A", second="Player C", reason="so")
    assert numbers_of(hall) == [2, None, 1, 3, 4, 5]
    hall.do("lots", by="rating")
    assert numbers_of(hall) == [1, None, 2, 3, 4, 5]


# --- what else reads numbers ----------------------------------------------------------------------


def test_people_see_no_number_and_a_command_takes_one_after_the_last() -> None:
    hall = hall_of(6)
    hall.do("absent", player=2, round=1)
    hall.do("absent", player=5, round=1)
    hall.do("publish")
    label = hall.state.label
    assert [label(player) for player in range(1, 7)] == [1, 5, 2, 3, 6, 4]
    assert isinstance(label(2), Unnumbered)
    assert hall.book.called(2) == "Player B"
    hall.do("absent", player=5, round=2)
    assert 2 in hall.state.players[2].away, "5 is Player B"


def test_a_group_of_the_baku_system_is_counted_over_the_numbers_of_round_1() -> None:
    hall = hall_of(9, {"fide.acceleration": "baku"})
    for player in (2, 9):
        hall.do("absent", player=player, round=1)
    *_, group = hall.do("publish")
    assert isinstance(group, AccelerationGroupFixed)
    assert (group.size, group.last_player) == (4, 5), "four of seven"
    hall.play(publish=False)
    hall.do("publish")
    state, rules = hall.state, hall.book.rules
    numbers = {player: state.label(player) for player in state.players}
    virtual = virtual_points(state, rules, numbers, 1)
    assert sorted(virtual) == [1, 2, 3, 4, 5], "who comes above the last of the group is in it"


def test_a_file_has_them_at_its_end_and_says_so() -> None:
    hall = hall_of(6)
    hall.do("absent", player=2, round=1)
    hall.play()
    file = tournament_file(hall.book)
    assert isinstance(file, TrfFile)
    assert [player.number for player in file.players] == [1, 2, 3, 4, 5, 6]
    assert file.players[-1].rating == 1980
    assert [words(note) for note in not_in_file(hall.book)] == [
        "Player B has no pairing number yet; the file has them at the end, with number 6"
    ]


def test_numbers_that_go_with_a_round_are_no_departure_and_change_no_earlier_round() -> None:
    hall = hall_of(8)
    hall.do("absent", player=2, round=1)
    hall.do("bye", player=5, round=1)
    hall.play()
    hall.play()
    assert {kind for _, _, kind in departures(hall.facts)} == set()
    assert integrity_events(hall.book) == {}
    for round_ in hall.state.rounds:
        assert changes_since(hall.book, round_, round_.basis, round_.position) == []


def test_the_fact_is_read_as_it_was_written_and_one_of_before_has_no_new_field() -> None:
    hall = hall_of(6)
    before = encode(hall.book.recorded[[type(f) for f in hall.facts].index(NumbersAssigned)])
    assert b"with" not in before
    hall.do("absent", player=2, round=1)
    hall.do("publish")
    recorded = hall.book.recorded[-2]
    stamp = recorded.stamp
    again = decode(stamp.tournament, stamp.position, recorded.fact.TOPIC, encode(recorded))
    assert again == Recorded(*recorded)


# --- the same tournament with and without ---------------------------------------------------------


def played(seed: int, rules: str = "fide-dutch-2026", **init: Any) -> Hall:
    """Return a tournament with absences, byes and results by a seed."""
    hall = Hall(
        rules=rules,
        rounds=6,
        set={
            "bye.half_point_allowed": True,
            "fide.late_number": "always_proper",
        },
        **init,
    )
    chance = Random(seed)
    players = chance.randint(6, 11)
    for number in range(players):
        hall.do("enter", name=f"Player {chr(65 + number)}", rating=2000 - 10 * number)
    hall.do("lots", first_colour="white")
    for number in range(1, 7):
        for player in range(players):
            name = f"Player {chr(65 + player)}"
            if chance.random() < (0.35 if number == 1 else 0.15):
                points = chance.choice([0, 1]) if number < 6 else 0
                hall.do("bye", player=name, round=number, points=points)
        if not isinstance(draft(hall.book), Draft):
            break
        hall.play(*(chance.choice(["1-0", "0-1", "1/2-1/2"]) for _ in range(players)))
    return hall


@_SOME
@given(st.integers(0, 10**6))
def test_order_and_pairings_are_the_same_whether_or_not_the_absent_have_numbers(seed: int) -> None:
    with_all, hall = played(seed, without_fide_mode=True), played(seed)
    assert [(r.public, r.public_bye) for r in hall.state.rounds] == [
        (r.public, r.public_bye) for r in with_all.state.rounds
    ]
    order = [e.player for e in hall.state.in_number_order() if e.number is not None]
    assert order == [e.player for e in with_all.state.in_number_order() if e.player in order]
    assert sorted(n for n in numbers_of(hall) if n) == list(range(1, len(order) + 1))
    assert paired_as_published(hall)


@pytest.mark.parametrize(
    "rules", ["fide-dutch-2026", "fide-dutch-2017", "fide-burstein-2026", "fide-dubov-2026"]
)
@_SOME
@given(seed=st.integers(0, 10**6))
def test_a_file_with_the_numbers_of_later_is_paired_again_as_it_was(rules: str, seed: int) -> None:
    hall = played(seed, rules=rules)
    file = tournament_file(hall.book, profile="trf26")
    assert isinstance(file, TrfFile)
    for round_ in hall.state.rounds:
        question = of_trf(file, hall.book.rules, round_.number)
        assert not isinstance(question, tuple)
        assert isinstance(question.pairing, Pairing)
        boards = {(board.white, board.black) for board in question.pairing.boards}
        assert (boards, question.pairing.bye) == (set(question.boards), question.bye)


@_SOME
@given(st.integers(0, 10**6))
def test_who_has_a_number_was_in_a_pairing_and_who_was_in_one_has_a_number(seed: int) -> None:
    hall = played(seed)
    paired = {
        player
        for round_ in hall.state.rounds
        for player in (*(p for board in round_.public for p in board), round_.public_bye)
    }
    numbered = {e.player for e in hall.state.players.values() if e.number is not None}
    assert not hall.state.rounds or numbered == paired - {None}
    assert repr(replay(hall.facts)) == repr(hall.state)
