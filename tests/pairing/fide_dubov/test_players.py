"""Players of the Dubov System: opponents' ratings, upfloats, and the number of rounds."""

from __future__ import annotations

import pytest

from pairing.fide_dubov.keys import DubovKeys
from pairing.fide_dubov.players import (
    contestants,
    mean_rating,
    rounds_of,
    upfloats_at_most,
    upfloats_of,
)
from pairing.norms.contestants import ToPair
from projections.games.crosstable import Cell, CellKind, Crosstable
from tests.helpers.dubov_fields import RULES


@pytest.mark.clause("fide-dubov-2026 1.7")
def test_the_mean_rating_rounds_a_half_up_and_is_nothing_without_games() -> None:
    assert mean_rating([1500, 1501]) == 1501
    assert mean_rating([1500, 1500, 1501]) == 1500
    assert mean_rating([]) == 0


@pytest.mark.clause("fide-dubov-2026 1.8")
def test_a_player_is_a_maximum_upfloater_after_two_and_a_fifth_of_the_rounds() -> None:
    assert [upfloats_at_most(rounds) for rounds in (4, 5, 9, 10, 11)] == [2, 3, 3, 4, 4]


@pytest.mark.clause("fide-dubov-2026 1.3.2")
def test_an_upfloat_is_a_pairing_with_a_higher_score_and_no_bye() -> None:
    row = [
        Cell(CellKind.PLAYED, 0, 2, "W"),
        Cell(CellKind.DEFAULT_LOSS, 0, 2, "B"),
        Cell(CellKind.BYE, 2),
        Cell(CellKind.PLAYED, 2, 2, "W"),
    ]
    before = {1: [0, 0, 0, 2], 2: [1, 2, 2, 2]}
    assert upfloats_of(row, before, 1, DubovKeys()) == [True, True, False, False]
    assert upfloats_of(row, before, 1, DubovKeys(forfeit="none")) == [True, False, False, False]


@pytest.mark.clause("fide-dubov-2026 1.2.1, 1.6")
def test_contestants_have_their_history_and_nobody_is_a_topscorer() -> None:
    won, lost = Cell(CellKind.PLAYED, 2, 2, "W"), Cell(CellKind.PLAYED, 0, 1, "B")
    table = Crosstable(
        1,
        {1: 1, 2: 2, 3: 3},
        {1: (won,), 2: (lost,), 3: (Cell(CellKind.BYE, 2),)},
        {1: 2000, 2: 1900, 3: 1800},
        planned=2,
    )
    here = contestants(ToPair(table, RULES, (1, 2, 3), True))
    assert [(one.key, one.opponents_rating, one.games) for one in here] == [
        (1, 1900, 1),
        (3, 0, 0),
        (2, 2000, 1),
    ]
    assert not any(one.topscorer for one in here)


def test_a_table_without_a_number_of_rounds_has_those_up_to_the_next() -> None:
    table = Crosstable(3, {}, {})
    assert rounds_of(table) == 4
