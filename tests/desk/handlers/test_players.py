"""Commands about players: their facts, and every refusal with its clause and next step."""

from __future__ import annotations

import hashlib
from typing import Any

import pytest

from ledger.facts.records import PersonCorrected
from ledger.facts.tournament import (
    AbsenceAnnounced,
    AbsenceWithdrawn,
    ByeRequested,
    NumbersAssigned,
    PlayerRegistered,
    PlayerReinstated,
    PlayerWithdrew,
    RatingCorrected,
    TitleCorrected,
)
from ledger.messages import commands_of
from ledger.refusals import Exit
from projections.games.crosstable import CellKind, of_tournament
from tests.helpers.hall import Hall
from tests.helpers.words import words

ALLOWED = {"bye.half_point_allowed": True}


def kinds(hall: Hall, player: int) -> list[CellKind]:
    return [cell.kind for cell in of_tournament(hall.state, hall.book.rules).cells[player]]


def points(hall: Hall, player: int) -> int:
    return of_tournament(hall.state, hall.book.rules).points_halves(player)


# --- entering -------------------------------------------------------------------------------------


def test_a_player_is_registered_with_rating_and_title_but_without_a_name_in_the_fact() -> None:
    hall = Hall()
    (fact,) = hall.do("enter", name="Jansen, J.", rating=2100, title="FM", club="De Toren")
    assert isinstance(fact, PlayerRegistered)
    assert (fact.player, fact.rating, fact.title, fact.number) == (1, 2100, "FM", None)
    assert "Jansen" not in fact.model_dump_json()
    assert "Toren" not in fact.model_dump_json()
    assert hall.book.people[fact.person] == {"name": "Jansen, J.", "club": "De Toren"}


@pytest.mark.clause("knsb-wp-2014 D")
def test_a_late_entry_gets_the_next_number_and_nothing_for_the_rounds_missed() -> None:
    hall = Hall(players=4, rounds=5)
    hall.play()
    (fact,) = hall.do("enter", name="Late, L.")
    assert isinstance(fact, PlayerRegistered)
    assert (fact.number, fact.from_round) == (5, 2)
    hall.play()
    assert kinds(hall, 5)[0] is CellKind.NOT_ENTERED
    assert kinds(hall, 5)[1] in (CellKind.PLAYED, CellKind.BYE)
    assert of_tournament(hall.state, hall.book.rules).cells[5][0].halves == 0


def test_a_player_may_enter_for_a_later_round_and_is_not_paired_before_it() -> None:
    hall = Hall(players=4, rounds=5)
    hall.do("enter", name="Late, L.", from_round=3)
    assert hall.state.players[5].number == 5
    hall.play()
    hall.play()
    assert kinds(hall, 5) == [CellKind.NOT_ENTERED] * 2
    hall.play()
    assert kinds(hall, 5)[2] is not CellKind.NOT_ENTERED


def test_two_people_of_one_name_are_told_apart_by_birth_date_or_id() -> None:
    hall = Hall()
    hall.do("enter", name="Jansen, J.", birth="1980")
    assert hall.refused("enter", name="jansen, j.").code == "already-entered"
    hall.do("enter", name="Jansen, J.", birth="2011")
    hall.do("enter", name="Other", fide_id="100")
    assert hall.refused("enter", name="Another", fide_id="100").code == "already-entered"


@pytest.mark.parametrize(
    ("from_round", "code"), [(1, "round-is-past"), (6, "no-such-round")], ids=["past", "beyond"]
)
def test_a_player_enters_for_a_round_to_come_that_is_planned(from_round: int, code: str) -> None:
    hall = Hall(players=4, rounds=5)
    hall.play()
    assert hall.refused("enter", name="Late", from_round=from_round).code == code


def test_nobody_enters_after_the_last_round_was_published() -> None:
    hall = Hall(players=4, rounds=1)
    hall.play()
    assert hall.refused("enter", name="Late").code == "no-such-round"
    assert hall.refused("withdraw", player=1).code == "no-such-round"


# --- numbers --------------------------------------------------------------------------------------


@pytest.mark.clause("knsb-wp-2014 A4")
def test_a_draw_is_the_order_of_hashes_of_its_recorded_seed() -> None:
    hall = Hall(players=9)
    (fact,) = hall.do("lots", by="draw", seed="twaalf")
    assert isinstance(fact, NumbersAssigned)
    digests = {p: hashlib.sha256(f"twaalf:{p}".encode()).hexdigest() for p in range(1, 10)}
    assert list(fact.players) == sorted(digests, key=lambda p: digests[p])
    assert (fact.method, fact.seed) == ("draw", "twaalf")
    (again,) = Hall(players=9).do("lots", by="draw", seed="twaalf")
    assert isinstance(again, NumbersAssigned)
    assert again.players == fact.players
    (other,) = hall.do("lots", by="draw", seed="dertien")
    assert isinstance(other, NumbersAssigned)
    assert other.players != fact.players


def test_a_draw_without_a_seed_records_the_fresh_one_it_used() -> None:
    (fact,) = Hall(players=3).do("lots")
    assert isinstance(fact, NumbersAssigned)
    assert (fact.seed or "").startswith("seed")


def test_numbers_by_rating_go_by_rating_title_name_and_entry() -> None:
    hall = Hall()
    for name, rating, title in (
        ("Zwart", 2000, ""),
        ("Wit", None, ""),
        ("Arts", 2000, ""),
        ("Meester", 2000, "IM"),
        ("Hoog", 2200, ""),
    ):
        fields = {"name": name, "title": title} | ({} if rating is None else {"rating": rating})
        hall.do("enter", **fields)
    (fact,) = hall.do("lots", by="rating")
    assert isinstance(fact, NumbersAssigned)
    assert [hall.book.name(p) for p in fact.players] == ["Hoog", "Meester", "Arts", "Zwart", "Wit"]
    assert (fact.numbers, fact.seed) == ((1, 2, 3, 4, 5), None)


def test_numbers_by_file_are_in_the_order_that_names_every_player_once() -> None:
    hall = Hall(players=4)
    (fact,) = hall.do("lots", by="file", order=["Player C", 1, "player b", "4"])
    assert isinstance(fact, NumbersAssigned)
    assert (fact.players, fact.method, fact.seed) == ((3, 1, 2, 4), "file", None)
    refusal = hall.refused("lots", by="file", order=["Player A", "Player B", "Player A"])
    assert (refusal.code, refusal.exit) == ("order-incomplete", Exit.USAGE)
    assert words(refusal.what) == "in the order of numbers 2 Player A is named twice"
    assert hall.refused("lots", by="file").code == "order-incomplete"
    assert hall.refused("lots", by="file", order=[1, 2, 3, "x"]).code == "unknown-player"


def test_numbers_are_fixed_once_a_round_is_published() -> None:
    hall = Hall(players=4)
    hall.do("publish")
    refusal = hall.refused("lots", by="entry")
    assert refusal.code == "numbers-are-fixed"
    assert refusal.events == (hall.state.rounds[0].position,)
    assert Hall().refused("lots").code == "no-players"


def test_before_numbers_are_assigned_a_player_is_called_by_their_entry() -> None:
    hall = Hall()
    hall.do("enter", name="A")
    hall.do("enter", name="B")
    assert hall.book.called(2) == "2 B"
    hall.do("lots", by="draw", seed="5")
    assert {hall.state.label(1), hall.state.label(2)} == {1, 2}


# --- absence and byes -----------------------------------------------------------------------------


@pytest.mark.clause("knsb-wp-2014 F5")
def test_an_absent_player_is_not_paired_and_gets_nothing() -> None:
    hall = Hall(players=5, rounds=3)
    (fact,) = hall.do("absent", player=1, round=1)
    assert isinstance(fact, AbsenceAnnounced)
    hall.play()
    assert kinds(hall, 1) == [CellKind.ABSENT]
    assert points(hall, 1) == 0
    assert hall.state.rounds[0].bye is None


def test_an_absence_told_twice_is_refused_with_the_command_that_takes_it_back() -> None:
    hall = Hall(players=4, rounds=3)
    hall.do("absent", player=1, round=1)
    refusal = hall.refused("absent", player=1, round=1)
    assert refusal.code == "already-absent"
    [command] = commands_of(refusal.next)
    hall.do(command.verb, **dict(command.fields))
    assert hall.state.players[1].away == {}


def test_an_absence_is_cancelled_and_the_player_is_paired() -> None:
    hall = Hall(players=4, rounds=3)
    hall.do("absent", player=1, round=1)
    (fact,) = hall.do("absent", player=1, round=1, cancel=True)
    assert isinstance(fact, AbsenceWithdrawn)
    hall.play()
    assert kinds(hall, 1) == [CellKind.PLAYED]


@pytest.mark.clause("knsb-wp-2014 F9")
@pytest.mark.clause("knsb-wp-1996 F9")
@pytest.mark.parametrize("name", ["knsb-wp-1996", "knsb-wp-2014"])
def test_a_half_point_bye_is_given_only_where_the_regulations_allow_it(name: str) -> None:
    refusal = Hall(players=4, rules=name).refused("bye", player=2, round=1)
    assert refusal.code == "half-point-bye-not-allowed"
    assert refusal.clause == f"{name} F9, bye.half_point_allowed"
    hall = Hall(players=5, rules=name, set=ALLOWED)
    (fact,) = hall.do("bye", player=2, round=1)
    assert isinstance(fact, ByeRequested)
    assert fact.halves == 1
    hall.play()
    assert (kinds(hall, 2), points(hall, 2)) == ([CellKind.HALF_BYE], 1)


@pytest.mark.clause("knsb-wp-2014 F5")
def test_who_withdraws_gets_no_half_point_for_a_bye_asked_for() -> None:
    hall = Hall(players=6, rounds=4, set=ALLOWED)
    hall.do("bye", player=2, round=3)
    hall.play()
    hall.do("withdraw", player=2)
    hall.play()
    hall.play()
    assert kinds(hall, 2)[1:] == [CellKind.WITHDRAWN] * 2
    assert points(hall, 2) == of_tournament(hall.state, hall.book.rules, 1).points_halves(2)


PUBLISHED = "round-already-published"


@pytest.mark.parametrize(
    ("verb", "fields", "code", "next_step"),
    [
        ("absent", {"player": 1, "round": 1}, PUBLISHED, "toernooi forfeit 1 1"),
        ("absent", {"player": 5, "round": 1}, PUBLISHED, "toernooi board add"),
        ("absent", {"player": 1, "round": 1, "cancel": True}, PUBLISHED, "toernooi forfeit 1 1"),
        ("bye", {"player": 1, "round": 1}, PUBLISHED, "toernooi forfeit 1 1"),
        ("absent", {"player": 1, "round": 9}, "no-such-round", "toernooi plan"),
        ("absent", {"player": 3, "round": 2}, "already-absent", "toernooi absent 3 2 --cancel"),
        ("bye", {"player": 3, "round": 2}, "already-absent", "toernooi absent 3 2 --cancel"),
        ("absent", {"player": 1, "round": 2, "cancel": True}, "not-absent", "toernooi status"),
        ("absent", {"player": 4, "round": 2}, "player-withdrew", "toernooi return"),
        ("bye", {"player": 6, "round": 2}, "not-entered-yet", "toernooi players"),
        ("absent", {"player": 99, "round": 2}, "unknown-player", "toernooi players"),
        ("absent", {"player": "nobody", "round": 2}, "unknown-player", "toernooi players"),
        ("absent", {"player": "Player", "round": 2}, "ambiguous-player", "give the number"),
        ("absent", {"player": "²", "round": 2}, "unknown-player", "toernooi players"),
        ("absent", {"player": "9" * 100, "round": 2}, "unknown-player", "toernooi players"),
        ("withdraw", {"player": 1, "from_round": 1}, "round-is-past", "toernooi status"),
        ("withdraw", {"player": 4}, "already-withdrawn", "toernooi status"),
        ("withdraw", {"player": 99}, "unknown-player", "toernooi players"),
        ("return", {"player": 4, "from_round": 1}, "round-is-past", "toernooi status"),
        ("return", {"player": 4, "from_round": 9}, "no-such-round", "toernooi plan"),
        ("return", {"player": 1}, "not-withdrawn", "toernooi status"),
        ("return", {"player": 99}, "unknown-player", "toernooi players"),
        ("correct-rating", {"player": 1, "rating": 1999}, "nothing-to-correct", "toernooi"),
        ("correct-rating", {"player": 99, "rating": 1999}, "unknown-player", "toernooi players"),
        ("correct-person", {"player": 1, "name": "Player A"}, "nothing-to-correct", "toernooi"),
        ("correct-person", {"player": 99, "name": "X"}, "unknown-player", "toernooi players"),
    ],
)
def test_what_cannot_be_said_of_a_player_is_refused_with_the_next_step(
    verb: str, fields: dict[str, Any], code: str, next_step: str
) -> None:
    hall = Hall(players=5, rounds=5, set=ALLOWED)
    hall.do("absent", player=5, round=1)
    hall.do("absent", player=3, round=2)
    hall.do("withdraw", player=4, from_round=2)
    hall.do("enter", name="Later", from_round=3)
    hall.do("publish")
    refusal = hall.refused(verb, **fields)
    assert refusal.code == code
    assert words(refusal.next).startswith(next_step)
    if code == PUBLISHED:
        assert refusal.clause == "knsb-wp-2014 F6"


# --- leaving and coming back ----------------------------------------------------------------------


@pytest.mark.clause("knsb-wp-2014 F5")
def test_a_withdrawn_player_is_paired_again_on_return_and_has_nothing_for_between() -> None:
    hall = Hall(players=6, rounds=5)
    hall.play()
    (left,) = hall.do("withdraw", player=3)
    assert isinstance(left, PlayerWithdrew)
    assert (left.from_round, left.announced) == (2, True)
    hall.play()
    (back,) = hall.do("return", player=3)
    assert isinstance(back, PlayerReinstated)
    hall.play()
    assert kinds(hall, 3)[:2] == [CellKind.PLAYED, CellKind.WITHDRAWN]
    assert kinds(hall, 3)[2] in (CellKind.PLAYED, CellKind.BYE)


def test_a_return_may_be_for_a_later_round_and_the_last_word_on_a_round_counts() -> None:
    hall = Hall(players=6, rounds=9)
    hall.do("withdraw", player=3, from_round=2)
    hall.do("return", player=3, from_round=5)
    entrant = hall.state.players[3]
    assert [entrant.withdrawn_in(n) for n in range(1, 7)] == [
        False,
        True,
        True,
        True,
        False,
        False,
    ]
    hall.do("return", player=3, from_round=4)
    assert not entrant.withdrawn_in(4)
    hall.do("withdraw", player=3, from_round=6)
    assert entrant.withdrawn_in(9)


# --- corrections of a player's record -------------------------------------------------------------


@pytest.mark.clause("knsb-wp-2014 F7")
def test_a_corrected_rating_needs_a_reason_once_the_player_was_in_a_pairing() -> None:
    hall = Hall(players=4)
    (fact,) = hall.do("correct-rating", player=2, rating=2222)
    assert isinstance(fact, RatingCorrected)
    assert (fact.rating, fact.reason) == (2222, None)
    hall.do("publish")
    refusal = hall.refused("correct-rating", player=2, rating=0)
    assert (refusal.code, refusal.exit) == ("reason-required", Exit.USAGE)
    assert refusal.clause == "knsb-wp-2014 F7"
    (fact,) = hall.do("correct-rating", player=2, rating=0, reason="list of another month")
    assert isinstance(fact, RatingCorrected)
    assert hall.state.players[2].rating is None


def test_a_corrected_title_is_a_fact_and_leaves_record_and_numbers_alone() -> None:
    hall = Hall(players=3)
    before = hall.state.players[1].person_hash
    (fact,) = hall.do("correct-person", player=1, title="FM")
    assert isinstance(fact, TitleCorrected)
    assert (fact.title, hall.state.players[1].title) == ("FM", "FM")
    assert hall.state.players[1].person_hash == before
    both = hall.do("correct-person", player=1, title="IM", club="De Toren")
    assert [one.TOPIC for one in both] == ["person-corrected", "title-corrected"]
    (gone,) = hall.do("correct-person", player=1, title="")
    assert isinstance(gone, TitleCorrected)
    assert hall.state.players[1].title == ""
    refused = hall.refused("correct-person", player=1, title="")
    assert refused.code == "nothing-to-correct"


def test_a_corrected_person_changes_the_record_and_the_fact_holds_its_new_hash() -> None:
    hall = Hall(players=2)
    before = hall.state.players[1].person_hash
    (fact,) = hall.do("correct-person", player=1, name="Pieters, P.", birth="1999")
    assert isinstance(fact, PersonCorrected)
    assert fact.person_hash not in ("", before)
    assert hall.state.players[1].person_hash == fact.person_hash
    assert hall.book.people["p1"] == {"name": "Pieters, P.", "birth": "1999"}
    assert "Pieters" not in fact.model_dump_json()
    hall.do("publish")
    (fact,) = hall.do("correct-person", player=1, name="Pieterse, P.")
    assert fact.reason is None, "no pairing goes by a name"


def test_a_field_of_a_person_that_is_given_empty_is_emptied_and_others_stay() -> None:
    hall = Hall(players=2)
    full = {"fide_id": "1001", "birth": "1999", "club": "De Toren", "sex": "w"}
    full |= {"federation": "NED", "national_id": "7001"}
    hall.do("correct-person", player=1, **full)
    hall.do("correct-person", player=1, fide_id="", sex=" ")
    left = {key: text for key, text in full.items() if key not in ("fide_id", "sex")}
    assert hall.book.people["p1"] == {"name": "Player A"} | left
    assert hall.refused("correct-person", player=1, fide_id="").code == "nothing-to-correct"
    hall.do("correct-person", player=1, **dict.fromkeys(left, ""))
    assert hall.book.people["p1"] == {"name": "Player A"}


def test_a_player_who_asks_for_it_is_shown_without_a_name_until_they_ask_otherwise() -> None:
    hall = Hall(players=2)
    hall.do("correct-person", player=1, nameless="yes", club="De Toren")
    kept = {"name": "Player A", "nameless": "yes", "club": "De Toren"}
    assert hall.book.people["p1"] == kept
    assert hall.refused("correct-person", player=1, nameless="yes").code == "nothing-to-correct"
    hall.do("correct-person", player=1, birth="1999")
    assert hall.book.people["p1"] == kept | {"birth": "1999"}
    hall.do("correct-person", player=1, nameless="no")
    assert "nameless" not in hall.book.people["p1"]
    assert hall.refused("correct-person", player=1, nameless="no").code == "nothing-to-correct"


def test_the_same_name_in_another_form_is_entered_already() -> None:
    hall = Hall()
    hall.do("enter", name="Vries, Piet de")
    assert hall.refused("enter", name="Piet de Vries").code == "already-entered"
    assert hall.refused("enter", name="de VRIES, Piet").code == "already-entered"
    hall.do("enter", name="Vries, Rob de")


def test_an_exact_surname_is_not_ambiguous_and_accents_are_not_asked_for() -> None:
    hall = Hall()
    for name in ("Smits, Jan", "Smit, Jan", "Özdemir, Ayşe", "Wit, A"):
        hall.do("enter", name=name)
    hall.do("absent", player="Smit", round=1)
    hall.do("absent", player="ozdemir", round=1)
    assert [1 in hall.state.players[p].away for p in (1, 2, 3, 4)] == [False, True, True, False]
    assert hall.refused("absent", player="smi", round=1).code == "ambiguous-player"


def test_numbers_by_rating_put_equal_ratings_in_the_alphabet_of_surnames() -> None:
    hall = Hall()
    for name in ("Wit, A", "Özdemir, Ayşe", "Piet de Vries", "Aalders, B"):
        hall.do("enter", name=name, rating=1500)
    hall.do("lots", by="rating")
    in_order = sorted(hall.state.players.values(), key=lambda e: e.number or 0)
    names = [hall.book.name(entrant.player) for entrant in in_order]
    assert names == ["Aalders, B", "Özdemir, Ayşe", "Piet de Vries", "Wit, A"]
