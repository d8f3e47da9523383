"""Lots that were drawn are not drawn again unasked, and rules that draw them are named."""

from __future__ import annotations

import pytest

from desk.commands.decision import Decision, Warn, WarnLevel
from ledger.facts.tournament import FirstColourDrawn, NumbersAssigned
from projections.log.departures import departures
from tests.helpers.hall import Hall
from tests.helpers.words import words


def entered(players: int, rules: str = "knsb-wp-2014") -> Hall:
    """Return a tournament whose players have no number yet."""
    hall = Hall(rules=rules)
    for number in range(1, players + 1):
        hall.do("enter", name=f"Player {chr(64 + number)}", rating=2000 - number)
    return hall


def warned(hall: Hall, **fields: object) -> tuple[Warn, ...]:
    decision = hall.decide("lots", **fields)
    assert isinstance(decision, Decision)
    return decision.warnings


@pytest.mark.clause("knsb-rating-2014 E5")
@pytest.mark.parametrize(
    ("rules", "level"),
    [("fide-dutch-2026", WarnLevel.CONFIRM), ("knsb-rating-2014", WarnLevel.ACKNOWLEDGE)],
)
def test_the_first_colour_is_drawn_again_only_where_that_is_said(
    rules: str, level: WarnLevel
) -> None:
    hall = entered(4, rules)
    hall.do("lots")
    for fields in ({}, {"seed": "another"}, {"first_colour": "black"}):
        (warning,) = warned(hall, **fields)
        assert (warning.code, warning.level) == ("lots-drawn-again", level)
    hall.do("lots", confirm="yes")
    kinds = [kind for _, _, kind in departures(hall.facts)]
    assert kinds == ["renumbering", "colour drawn again"]


def test_the_first_colour_stays_when_the_numbers_change() -> None:
    hall = entered(4, "fide-dutch-2026")
    hall.do("lots")
    hall.do("correct-rating", player=4, rating=2800, reason="wrong list")
    (fact,) = hall.do("lots")
    assert isinstance(fact, NumbersAssigned)


def test_numbers_that_were_drawn_are_drawn_again_when_that_was_read() -> None:
    hall = entered(4)
    hall.do("lots")
    assert [one.code for one in warned(hall)] == ["lots-drawn-again"]
    hall.do("lots", by="entry")
    assert warned(hall) == ()


@pytest.mark.clause("knsb-wp-2014 D")
@pytest.mark.parametrize(
    ("players", "said"),
    [(5, "the highest player has the bye"), (4, "stronger player of each board")],
)
def test_where_the_rules_draw_lots_numbers_by_rating_say_what_they_do(
    players: int, said: str
) -> None:
    hall = entered(players)
    (warning,) = warned(hall, by="rating")
    assert (warning.code, warning.level) == ("numbers-not-drawn", WarnLevel.ACKNOWLEDGE)
    assert said in words(warning.what)
    assert words(warning.what).endswith("toernooi lots --by draw draws them")
    assert warned(hall, by="draw") == ()
    for rules in ("knsb-rating-2014", "mwkeizer"):
        assert warned(entered(4, rules), by="rating") == ()


@pytest.mark.clause("mwkeizer startwaarde")
def test_a_season_begins_by_rating_where_nobody_says_how_unless_nobody_has_one() -> None:
    (rated,) = entered(4, "mwkeizer").do("lots")
    assert isinstance(rated, NumbersAssigned)
    assert rated.method == "rating"
    bare = entered(0, "mwkeizer")
    for name in "AB":
        bare.do("enter", name=name)
    (drawn,) = bare.do("lots")
    assert isinstance(drawn, NumbersAssigned)
    assert drawn.method == "draw"


def test_a_colour_that_is_drawn_once_is_no_departure() -> None:
    hall = entered(4, "fide-dutch-2026")
    facts = hall.do("lots")
    assert any(isinstance(fact, FirstColourDrawn) for fact in facts)
    assert list(departures(hall.facts)) == []
