"""Colours of the Dubov System, clause by clause."""

from __future__ import annotations

from typing import Literal

import pytest

from pairing.fide_dubov.colours import colour_of_higher, preference_of
from pairing.fide_dubov.players import DubovPlayer
from projections.games.colours import LIGHT, Preference


def player(number: int, colours: str = "") -> DubovPlayer:
    return DubovPlayer(
        key=number,
        points_halves=0,
        colours=colours,
        met=frozenset(),
        may_have_bye=True,
        topscorer=False,
        number=number,
        counted=number,
    )


@pytest.mark.clause("fide-dubov-2026 1.6")
def test_before_the_first_game_a_player_mildly_prefers_black() -> None:
    assert preference_of(player(1)) == Preference("B", LIGHT)
    assert preference_of(player(1, "--")) == Preference("B", LIGHT)


@pytest.mark.parametrize(
    ("higher", "lower", "colour", "clause"),
    [
        (player(1), player(2), "B", "5.2.1"),
        (player(2), player(3), "W", "5.2.1"),
        (player(1, "W"), player(2, "B"), "B", "5.2.2"),
        (player(1, "B"), player(2), "W", "5.2.2"),
        (player(1, "W"), player(2), "B", "5.2.3"),
        (player(1, "WB"), player(2, "B"), "B", "5.2.3"),
        (player(1, "WBWB"), player(2, "BWWB"), "W", "5.2.4"),
        (player(1, "BWWB"), player(2, "WBWB"), "B", "5.2.4"),
        (player(1, "WBWB"), player(2, "BW-WB"), "W", "5.2.4"),
        (player(1, "WB"), player(2, "W-B"), "W", "5.2.5"),
        (player(1, "BW"), player(2, "BW"), "B", "5.2.5"),
    ],
)
@pytest.mark.clause("fide-dubov-2026 5.2.1, 5.2.2, 5.2.3, 5.2.4, 5.2.5")
def test_the_first_rule_that_decides_gives_the_colours(
    higher: DubovPlayer, lower: DubovPlayer, colour: Literal["W", "B"], clause: str
) -> None:
    assert colour_of_higher(higher, lower, "B") == (colour, clause)
