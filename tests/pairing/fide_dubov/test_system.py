"""The Dubov System from rulebook to publication: numbers, ratings, rounds and byes."""

from __future__ import annotations

import pytest

from ledger.trf.model import TrfFile
from ledger.trf.reader import parse
from pairing.systems.registry import system_of
from pairing.systems.trf import TrfRound, pair_file, round_to_pair
from tests.helpers.dubov_fields import dubov_rules
from tests.helpers.fide_halls import plays_three_rounds_with_one_bye
from tests.helpers.hall import Hall


@pytest.mark.clause("fide-dubov-2026 BR3, 1.3.1, 3.2.3, 5.1")
def test_a_tournament_is_paired_round_after_round_with_one_bye_in_an_odd_field() -> None:
    hall = Hall(7, 4, rules="fide-dubov-2026")
    plays_three_rounds_with_one_bye(hall)


@pytest.mark.clause("fide-dubov-2026 5.1")
def test_the_initial_colour_is_drawn_unless_it_is_named() -> None:
    rules = dubov_rules()
    assert system_of(rules).draws_first_colour(rules)
    named = dubov_rules({"fide.first_colour": "B"})
    assert not system_of(named).draws_first_colour(named)


def played(hall: Hall, rounds: int) -> None:
    for _ in range(rounds):
        hall.play()


@pytest.mark.clause("fide-dubov-2026 1.2.2")
def test_a_rating_that_changes_before_round_4_renumbers_the_players() -> None:
    hall = Hall(0, 9, rules="fide-dubov-2026")
    for name, rating in (("Bos", 2000), ("Claes", 1900), ("Dekker", 1800), ("Evers", None)):
        hall.do("enter", name=name, **({} if rating is None else {"rating": rating}))
    for name in ("Fokker", "Groen", "Haas", "Ivens"):
        hall.do("enter", name=name, rating=1500)
    hall.do("lots")
    assert [hall.state.label(key) for key in (1, 2, 3, 4)] == [1, 2, 3, 8]
    facts = hall.do("correct-rating", player="Evers", rating=1950, estimated=True)
    assert [fact.TOPIC for fact in facts] == ["rating-corrected", "numbers-assigned"]
    assert [hall.state.label(key) for key in (1, 2, 3, 4)] == [1, 3, 4, 2]
    played(hall, 3)
    reason = {"reason": "misread"}
    assert len(hall.do("correct-rating", player="Dekker", rating=1850, **reason)) == 1
    assert len(hall.do("correct-rating", player="Dekker", rating=2100, **reason)) == 2
    assert hall.state.label(3) == 1
    played(hall, 1)
    assert len(hall.do("correct-rating", player="Dekker", rating=1700, **reason)) == 1
    assert hall.state.label(3) == 1


@pytest.mark.clause("fide-dubov-2026 1.2.1")
def test_a_round_waits_until_everybody_has_a_rating() -> None:
    hall = Hall(4, 5, rules="fide-dubov-2026")
    hall.do("enter", name="Zonder")
    refusal = hall.refused("publish")
    assert (refusal.code, refusal.clause) == ("ratings-missing", "fide-dubov-2026 1.2.1")
    hall.do("correct-rating", player="Zonder", rating=1400, estimated=True)
    hall.do("publish")


@pytest.mark.clause("fide-dubov-2026 1.8")
def test_a_round_waits_until_the_number_of_rounds_is_announced() -> None:
    hall = Hall(4, rules="fide-dubov-2026")
    refusal = hall.refused("publish")
    assert (refusal.code, refusal.clause) == ("rounds-not-planned", "fide-dubov-2026 1.8")
    hall.do("plan", rounds=3)
    hall.do("publish")


@pytest.mark.clause("fide-dubov-2026 C4")
def test_a_field_that_cannot_be_paired_is_refused_by_the_clause() -> None:
    hall = Hall(2, 2, rules="fide-dubov-2026")
    hall.do("publish")
    hall.do("result", round=1, board=1, result="1-0")
    refusal = hall.refused("publish")
    assert (refusal.code, refusal.clause) == ("no-legal-pairing", "fide-dubov-2026 C1, C3")


@pytest.mark.clause("fide-dubov-2026 1.2.1, 1.8")
def test_a_file_without_ratings_or_a_number_of_rounds_is_refused() -> None:
    lines = [
        f"001 {number:4}      {'P' + str(number):33} {rating:4} {'':27} 0.0 {number:4}"
        for number, rating in ((1, 2000), (2, 1900), (3, ""), (4, 1700))
    ]
    file = parse("\n".join(["012 T", "152 W", *lines, ""]).encode())
    assert isinstance(file, TrfFile), file
    round_ = round_to_pair(file, None, None)
    assert isinstance(round_, TrfRound)
    refusals = pair_file(file, dubov_rules(), round_)
    assert isinstance(refusals, tuple)
    assert [one.code for one in refusals] == ["rounds-not-planned", "ratings-missing"]
