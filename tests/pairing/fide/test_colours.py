"""Colours of FIDE's systems: who may meet whom, article 5, and the order of boards."""

from __future__ import annotations

from dataclasses import replace

import pytest

from ledger.values import Colour
from pairing.fide.colours import (
    boards_in_order,
    colour_of_higher,
    colours_forbidden,
    obstacle,
)
from pairing.fide.players import FidePlayer


def player(key: int, colours: str, *, top: bool = False, score: int = 0) -> FidePlayer:
    return FidePlayer(key, score, colours, frozenset(), True, top, key, counted=key)


@pytest.mark.clause("fide-dutch-2026 1.7, 5.2.1, 5.2.2, 5.2.3, 5.2.4, 5.2.5")
@pytest.mark.parametrize(
    ("higher", "lower", "colour", "clause"),
    [
        ("W", "B", "B", "5.2.1"),
        ("", "B", "B", "5.2.1"),
        ("W", "", "B", "5.2.1"),
        ("WWB", "BW", "B", "5.2.2"),
        ("BW", "WWB", "W", "5.2.2"),
        ("WBB", "BWB", "W", "5.2.2"),
        ("BWW", "WBWWW", "W", "5.2.2"),
        ("WBWWW", "BWW", "B", "5.2.2"),
        ("WBW", "BWBWW-", "W", "5.2.2"),
        ("W-B", "-WB", "W", "5.2.4"),
        ("BWBW", "WBBW", "B", "5.2.3"),
        ("WBBW", "BWBW", "W", "5.2.3"),
        ("BW", "BW", "B", "5.2.4"),
        ("W", "BWW", "W", "5.2.2"),
        ("", "", "B", "5.2.5"),
    ],
)
def test_the_first_rule_that_decides_gives_the_colours(
    higher: str, lower: str, colour: Colour, clause: str
) -> None:
    assert colour_of_higher(player(1, higher), player(2, lower), "B") == (colour, clause)


def test_without_preference_an_even_number_has_the_other_colour() -> None:
    assert colour_of_higher(player(2, ""), player(3, "-"), "W") == ("B", "5.2.5")


def test_two_met_barred_or_of_one_absolute_preference_do_not_meet() -> None:
    one, two = player(1, "BWW"), player(2, "WW")
    assert obstacle(one, two) == "C3"
    assert obstacle(one, replace(two, topscorer=True)) is None
    assert obstacle(one, player(2, "BB")) is None
    assert obstacle(one, player(2, "W")) is None
    assert obstacle(replace(one, met=frozenset({2})), player(2, "")) == "C1"
    assert obstacle(player(1, ""), replace(player(2, ""), barred=frozenset({1}))) == "C1"


@pytest.mark.clause("fide-dutch-2026 BR6, BR7", "fide-dutch-2017 BRf, BRg")
@pytest.mark.parametrize(
    ("white", "black", "norm"),
    [
        ("WW", "WB", "third running"),
        ("BW", "B-B", "third running"),
        ("WWBW", "BW", "difference"),
        ("BWW-", "WB", "third running"),
        ("BB", "WW", None),
        ("WB", "BW", None),
        ("", "B", None),
    ],
)
def test_nobody_has_a_colour_a_third_time_running_or_three_times_too_often(
    white: str, black: str, norm: str | None
) -> None:
    one, two = player(1, white), player(2, black)
    assert colours_forbidden(one, two) == norm
    assert colours_forbidden(replace(one, topscorer=True), two) is None
    assert colours_forbidden(one, replace(two, topscorer=True)) is None


@pytest.mark.clause("fide-dutch-2026 GHR3.6")
def test_boards_go_by_score_then_the_sum_then_the_number() -> None:
    five, four, three = (
        [player(key, "", score=score) for key in keys]
        for score, keys in ((5, (7, 8)), (4, (1, 2, 3)), (3, (4, 5)))
    )
    pairs = [(four[1], four[2]), (four[0], three[0]), (five[1], three[1]), (five[0], five[0])]
    boards = boards_in_order(pairs, "W")
    assert [min(b.white, b.black) for b in boards] == [7, 5, 2, 1]


@pytest.mark.clause("fide-dutch-2026 ACC1.5")
def test_virtual_points_order_the_boards_unless_the_points_alone_do() -> None:
    accelerated = [replace(player(key, "", score=4), virtual_halves=2) for key in (1, 2)]
    ahead = [player(key, "", score=3) for key in (3, 4)]
    pairs = [(ahead[0], ahead[1]), (accelerated[0], accelerated[1])]
    assert [b.white for b in boards_in_order(pairs, "W")] == [1, 3]
    assert [b.white for b in boards_in_order(pairs, "W", by_points=True)] == [3, 1]
