"""What may be done with a published pairing: every case of the table, and where it is met."""

from __future__ import annotations

from itertools import product
from typing import Any, get_args

import pytest

from desk.render.catalogue import text_of
from ledger.values import Language
from pairing.review.advice import (
    Advice,
    Again,
    Answer,
    Begun,
    Case,
    advice_on,
    cited,
    judged,
)
from pairing.systems.registry import load_rulebook
from tests.helpers.hall import Hall, broken_by_colours, hall_of, swap_somebody
from tests.helpers.season import Season

CASES = [
    Case(*values)  # type: ignore[arg-type]
    for values in product(
        (True, False),
        get_args(Begun),
        ("first_result", "start"),
        (True, False),
        (True, False),
        (True, False),
        get_args(Again),
    )
]
TABLE: list[tuple[dict[str, Any], Answer]] = [
    # What has happened makes the pairing stand, whatever it breaks.
    ({"begun": "decided"}, "decided"),
    ({"begun": "started", "until": "start"}, "begun"),
    ({"latest": False}, "later-round"),
    # The engine has nothing else to give.
    ({"again": "impossible"}, "impossible"),
    ({"again": "same"}, "same"),
    ({"again": "order"}, "order"),
    # F6: a pairing that breaks a norm does not stand, also once the round has begun.
    ({"norm": True}, "norm"),
    # F7: by a correction, before the round has begun, where the regulations allow it.
    ({"corrected": False}, "no-ground"),
    ({"f7": False}, "regulations"),
    ({"begun": "no"}, "correction"),
    ({}, "too-late"),
]
"""The first row that fits a case has its answer."""


@pytest.mark.clause("knsb-wp-2014 F6, F7")
@pytest.mark.clause("knsb-wp-1996 F6, F7")
@pytest.mark.clause("knsb-rating-2014 F6, F7")
def test_every_case_has_the_answer_of_the_table() -> None:
    assert len(CASES) == 384
    used = set()
    for case in CASES:
        fits = (
            answer
            for row, answer in TABLE
            if all(getattr(case, name) == value for name, value in row.items())
        )
        wanted = next(fits)
        assert judged(case)[0] == wanted, case
        used.add(wanted)
    assert used == set(get_args(Answer)), "every answer is given to some case"


def test_all_that_is_against_it_is_named_at_once() -> None:
    case = Case(False, "decided", "first_result", True, True, True, "impossible")
    assert judged(case) == ("decided", "later-round", "impossible")


@pytest.mark.parametrize("language", get_args(Language))
def test_every_answer_has_its_words(language: Language) -> None:
    for answer in get_args(Answer):
        for room in ("audit", "web-disputes"):
            assert text_of(f"{room}.advice.{answer}", language)


_STANDS: tuple[Answer, ...] = ("norm", "begun", "decided", "later-round", "no-ground")
_CORRECTED: tuple[Answer, ...] = ("correction", "too-late", "regulations")


@pytest.mark.parametrize(
    ("rules", "stands", "corrected"),
    [
        ("knsb-wp-2014", "knsb-wp-2014 F6", "knsb-wp-2014 F7"),
        ("knsb-wp-1996", "knsb-wp-1996 F6", "knsb-wp-1996 F7"),
        ("knsb-rating-2014", "knsb-rating-2014 F6", "knsb-rating-2014 F7"),
        ("fide-dutch-2026", "fide-dutch-2026 GHR4", "fide-dutch-2026 GHR4"),
        ("mwkeizer", None, None),
    ],
)
def test_an_answer_cites_the_clause_of_its_rulebook(
    rules: str, stands: str | None, corrected: str | None
) -> None:
    book = load_rulebook(rules)
    assert not isinstance(book, tuple)
    for answer in _STANDS:
        assert cited(book, answer) == stands
    for answer in _CORRECTED:
        assert cited(book, answer) == corrected
    assert cited(book, "same") is None


def advised(hall: Hall, number: int) -> Advice:
    return advice_on(hall.book, hall.state.rounds[number - 1])


def corrected_hall(**init: Any) -> Hall:
    """Return a hall whose second round would be paired otherwise after a correction."""
    hall = hall_of(("1-0", "1-0", "1-0"), **init)
    hall.do("publish")
    hall.do("correct-result", round=1, board=1, result="0-1", reason="misread", confirm="yes")
    return hall


@pytest.mark.clause("knsb-wp-2014 F7")
@pytest.mark.parametrize("rules", ["knsb-wp-2014", "knsb-wp-1996", "fide-dutch-2026"])
def test_a_change_by_hand_does_not_use_a_correction_up(rules: str) -> None:
    hall = corrected_hall(rules=rules, without_fide_mode=rules.startswith("fide"))
    correction = hall.state.position
    assert advised(hall, 2).answers == ("correction",)
    swap_somebody(hall, 2)
    advice = advised(hall, 2)
    assert (advice.answers, advice.corrections) == (("correction",), (correction,))
    hall.do("amend", round=2, reason="misread", confirm="2")
    [by_hand, again] = hall.state.rounds[1].changes
    assert (by_hand.by_engine, by_hand.ground, by_hand.corrections) == (False, "by hand", ())
    assert (again.by_engine, again.ground, again.corrections) == (True, "F7", (correction,))
    assert again.reason == "misread"
    swap_somebody(hall, 2)
    assert advised(hall, 2).answers == ("no-ground",)


def test_a_season_is_paired_again_by_a_correction_and_by_nothing_else() -> None:
    season = Season(8)
    season.play("1-0", "1-0", "1-0", "1-0")
    season.do("publish")
    swap_somebody(season, 2)
    assert advised(season, 2).answers == ("no-ground",)
    season.do("correct-result", round=1, board=1, result="0-1", reason="misread")
    assert advised(season, 2).answers == ("correction",)
    season.do("start", round=2)
    assert advised(season, 2).answers == ("too-late",)


@pytest.mark.clause("knsb-wp-2014 B2, F6")
def test_a_board_that_breaks_b2_has_its_players_and_the_correction_that_made_it() -> None:
    hall, player, correction = broken_by_colours()
    advice = advised(hall, 3)
    assert advice.answers == ("norm",)
    [broken] = [one for one in advice.broken if player in one.players]
    assert (broken.clause, broken.since) == ("B2", correction)
    assert broken.board == hall.state.rounds[2].board_of(player)
    hall.do("result", round=3, board=4, result="1-0")
    assert advised(hall, 3).answers == ("decided",)
