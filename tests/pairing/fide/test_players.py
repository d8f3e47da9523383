"""Players of FIDE's systems: order, bye, topscorers, and the number that gives the first colour."""

from __future__ import annotations

from dataclasses import replace

import pytest

from ledger.rulebooks.fide_keys import FideKeys
from ledger.state.fide import Apart
from pairing.fide.players import GamePoints, fide_players, may_have_pab
from projections.games.crosstable import Cell, CellKind, Crosstable

PLAYED = Cell(CellKind.PLAYED, 2, 1, "W")
HALF = Cell(CellKind.HALF_BYE, 1)
FULL = Cell(CellKind.FULL_BYE, 2)
AWAY = Cell(CellKind.ABSENT, 0)
LATE = Cell(CellKind.NOT_ENTERED, 0)


def table(*rows: tuple[Cell, ...]) -> Crosstable:
    keys = range(1, len(rows) + 1)
    return Crosstable(len(rows[0]), {key: key for key in keys}, dict(zip(keys, rows, strict=True)))


@pytest.mark.parametrize(
    ("cell", "win", "may"),
    [
        (PLAYED, 2, True),
        (HALF, 2, True),
        (FULL, 2, False),
        (AWAY, 2, True),
        (Cell(CellKind.BYE, 2), 2, False),
        (Cell(CellKind.BYE, 0), 2, False),
        (Cell(CellKind.DEFAULT_WIN, 2, 9, "W"), 2, False),
        (FULL, 6, True),
        (Cell(CellKind.DEFAULT_LOSS, 0, 9, "W"), 2, True),
    ],
)
def test_a_bye_or_a_win_without_play_bars_the_bye(cell: Cell, win: int, may: bool) -> None:
    assert may_have_pab([PLAYED, cell], GamePoints(win)) is may


@pytest.mark.clause("fide-dutch-2017 C2")
@pytest.mark.parametrize(
    ("cell", "may"),
    [
        (FULL, True),
        (HALF, True),
        (AWAY, True),
        (Cell(CellKind.BYE, 2), False),
        (Cell(CellKind.DEFAULT_WIN, 2, 9, "W"), False),
        (Cell(CellKind.DEFAULT_LOSS, 0, 9, "W"), True),
    ],
)
def test_in_2017_only_a_bye_and_a_win_by_forfeit_bar_the_bye(cell: Cell, may: bool) -> None:
    readings = FideKeys(pab_barred="bye_or_forfeit_win")
    assert may_have_pab([PLAYED, cell], GamePoints(), readings) is may


@pytest.mark.clause("fide-dutch-2017 A4, C2")
def test_players_of_2017_have_its_floats_and_its_bye() -> None:
    readings = FideKeys(unplayed_float="always", pab_barred="bye_or_forfeit_win")
    rows = table((FULL, AWAY), (AWAY, FULL))
    for of_2017, of_2026 in zip(
        fide_players(rows, (1, 2), False, GamePoints(), readings=readings),
        fide_players(rows, (1, 2), False, GamePoints()),
        strict=True,
    ):
        assert (of_2017.may_have_bye, of_2026.may_have_bye) == (True, False)
        assert of_2017.floats == ("D", "D")
        assert sorted(of_2026.floats) == ["", "D"]


def test_players_stand_by_score_and_then_by_number_and_rounds_without_play_are_counted() -> None:
    players = fide_players(
        table((AWAY, HALF), (PLAYED, PLAYED), (HALF, AWAY), (LATE, PLAYED)),
        (1, 3, 4, 2),
        False,
        GamePoints(),
    )
    assert [(p.key, p.points_halves, p.unplayed) for p in players] == [
        (2, 4, 0),
        (4, 2, 1),
        (1, 1, 2),
        (3, 1, 2),
    ]


@pytest.mark.parametrize(
    ("last_round", "win", "tops"), [(True, 2, [2]), (False, 2, []), (True, 4, [])]
)
def test_topscorers_have_more_than_half_and_are_of_the_last_round(
    last_round: bool, win: int, tops: list[int]
) -> None:
    players = fide_players(
        table((PLAYED, AWAY), (PLAYED, HALF)), (1, 2), last_round, GamePoints(win)
    )
    assert [p.key for p in players if p.topscorer] == tops


def test_who_was_never_in_a_pairing_is_not_counted_for_the_first_colour() -> None:
    rows = (AWAY,), (Cell(CellKind.DEFAULT_LOSS, 0, 1, "B"),), (HALF,), (AWAY,)
    players = fide_players(table(*rows), (3, 4), False, GamePoints())
    assert {p.key: p.counted for p in players} == {3: 2, 4: 3}
    plain = fide_players(
        table(*rows), (3, 4), False, GamePoints(), readings=FideKeys(tpn_parity="number")
    )
    assert {p.key: p.counted for p in plain} == {3: 3, 4: 4}


def test_who_may_not_meet_is_barred_for_both_in_those_rounds_alone() -> None:
    apart = (Apart(frozenset({1, 2, 4}), 2, 2), Apart(frozenset({1, 3}), 3, 9))
    field = replace(table((AWAY,), (AWAY,), (AWAY,)), apart=apart)
    players = fide_players(field, (1, 2, 3), False, GamePoints())
    assert [p.barred for p in players] == [{2, 4}, {1, 4}, frozenset()]


WON, LOST = (Cell(CellKind.PLAYED, halves, 2 - halves // 2, "W") for halves in (2, 0))


def test_the_pairing_score_has_the_virtual_points_of_the_round_alone() -> None:
    field = replace(table((LOST,), (HALF,), (WON,)), virtual={1: (2, 2), 3: (2, 1)})
    players = fide_players(field, (1, 2, 3), False, GamePoints())
    assert [(p.key, p.points_halves, p.virtual_halves) for p in players] == [
        (3, 3, 1),
        (1, 2, 2),
        (2, 1, 0),
    ]


def test_floats_go_by_the_pairing_scores_of_their_round() -> None:
    """They met with half a point each: in round 2 player 1 had a virtual point besides."""
    rows = (HALF, Cell(CellKind.PLAYED, 1, 2, "W")), (HALF, Cell(CellKind.PLAYED, 1, 1, "B"))
    level = fide_players(table(*rows), (1, 2), False, GamePoints())
    assert [p.floats for p in level] == [("", "D"), ("", "D")]
    players = fide_players(
        replace(table(*rows), virtual={1: (2, 2, 0)}), (1, 2), False, GamePoints()
    )
    assert [p.floats for p in players] == [("D", "D"), ("U", "D")]


def test_virtual_points_make_nobody_a_topscorer() -> None:
    field = replace(table((HALF,), (PLAYED,)), virtual={1: (2, 2)})
    players = fide_players(field, (1, 2), True, GamePoints())
    assert [p.key for p in players if p.topscorer] == [2]
