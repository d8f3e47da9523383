"""The ranking of the Burstein System: seeding rounds, opposition, and who is in which place."""

from __future__ import annotations

from dataclasses import replace

import pytest

from ledger.rulebooks.rulebook import Rulebook
from pairing.fide_burstein.ranking import (
    BursteinPlayer,
    Opposition,
    burstein_players,
    is_seeding,
    oppositions,
    seeding_rounds,
    zero_byes,
)
from pairing.norms.contestants import ToPair
from pairing.systems.registry import load_rulebook
from projections.games.crosstable import Cell, CellKind, Crosstable
from tests.helpers.burstein_fields import RULES

AWAY, LATE = Cell(CellKind.ABSENT, 0), Cell(CellKind.NOT_ENTERED, 0)
HALF, FULL = Cell(CellKind.HALF_BYE, 1), Cell(CellKind.FULL_BYE, 2)
GONE, LOST = Cell(CellKind.WITHDRAWN, 0), Cell(CellKind.DEFAULT_LOSS, 0, 9, "W")


def game(opponent: int, halves: int, colour: str = "W") -> Cell:
    return Cell(CellKind.PLAYED, halves, opponent, "W" if colour == "W" else "B")


def table(*rows: tuple[Cell, ...]) -> Crosstable:
    keys = range(1, len(rows) + 1)
    cells = dict(zip(keys, rows, strict=True))
    return Crosstable(len(rows[0]), {key: key for key in keys}, cells, first_colour="W", planned=1)


def rules(**changes: str) -> Rulebook:
    book = load_rulebook(
        "fide-burstein-2026", {key.replace("__", "."): text for key, text in changes.items()}
    )
    assert isinstance(book, Rulebook), book
    return book


@pytest.mark.clause("fide-burstein-2026 1.6")
def test_half_of_the_rounds_and_four_at_most_are_seeding_rounds() -> None:
    assert [seeding_rounds(planned) for planned in range(1, 12)] == [
        0,
        1,
        1,
        2,
        2,
        3,
        3,
        4,
        4,
        4,
        4,
    ]
    of_seven = [Crosstable(done, {}, {}, planned=7) for done in range(7)]
    assert [is_seeding(one) for one in of_seven] == [True] * 3 + [False] * 4
    assert not is_seeding(Crosstable(0, {}, {}))


@pytest.mark.clause("fide-burstein-2026 1.7.1, 1.7.2")
def test_a_game_counts_the_opponent_and_any_other_round_oneself() -> None:
    rows = table(
        (game(2, 2), FULL, HALF),
        (game(1, 0, "B"), game(3, 1), LOST),
        (LATE, game(2, 1, "B"), Cell(CellKind.BYE, 2)),
    )
    assert oppositions(rows, RULES, {1, 2, 3}) == {
        # Five half points: the opponent's one, and twice one's own.
        1: Opposition(1 + 5 + 5, 1 * 2 + 5 * 2 + 5 * 1),
        2: Opposition(5 + 3 + 1, 3 * 1),
        3: Opposition(3 + 1 + 3, 1 * 1 + 3 * 2),
    }


@pytest.mark.clause("fide-burstein-2026 1.7.2")
@pytest.mark.parametrize(
    ("row", "count"),
    [
        ((game(1, 0), AWAY, AWAY), 2),
        ((AWAY, game(1, 0), GONE), 1),
        ((AWAY, LOST, AWAY), 1),
        ((AWAY, AWAY, LOST), 0),
        ((AWAY, HALF), 0),
        ((LATE, AWAY), 1),
        ((AWAY, LATE), 0),
        ((), 0),
        ((Cell(CellKind.BYE, 0), AWAY), 1),
        ((AWAY, Cell(CellKind.BYE, 0)), 0),
    ],
)
def test_only_an_unbroken_run_of_zero_point_byes_leads_up_to_a_round(
    row: tuple[Cell, ...], count: int
) -> None:
    assert zero_byes(row) == count


@pytest.mark.clause("fide-burstein-2026 1.7.2")
def test_zero_point_byes_count_as_draws_for_opponents_of_those_who_stay_away() -> None:
    rows = table(
        (game(2, 2), game(3, 2), game(3, 0)),
        (game(1, 0, "B"), AWAY, AWAY),
        (AWAY, game(1, 0, "B"), game(1, 2)),
    )
    away = oppositions(rows, RULES, {1, 3})
    assert away[1].buchholz == 2 + 2 + 2
    assert away[2].buchholz == 4
    back = oppositions(rows, RULES, {1, 2, 3})
    assert back[1].buchholz == 0 + 2 + 2
    other_reading = rules(burstein__burstein_zpb="last_round")
    assert oppositions(rows, other_reading, {1, 2, 3})[1].buchholz == 2 + 2 + 2


def players(rows: Crosstable, book: Rulebook = RULES, last: bool = True) -> list[BursteinPlayer]:
    return burstein_players(ToPair(rows, book, tuple(rows.cells), last))


@pytest.mark.clause("fide-burstein-2026 1.8, C3, ACC1.5")
def test_players_stand_by_pairing_score_then_ranking_and_nobody_is_a_topscorer() -> None:
    rows = table(
        (game(2, 2),), (game(1, 0, "B"),), (game(4, 1),), (game(3, 1, "B"),), (HALF,), (FULL,)
    )
    here = players(replace(rows, virtual={2: (2, 2)}))
    assert [(one.key, one.rank) for one in here] == [(6, 1), (2, 2), (1, 6), (3, 3), (4, 4), (5, 5)]
    assert [one.points_halves for one in here] == [2, 2, 2, 1, 1, 1]
    assert [one.games for one in here] == [0, 1, 1, 1, 1, 0]
    assert not any(one.topscorer for one in here)


@pytest.mark.clause("fide-burstein-2026 5.2.1")
def test_the_pairing_number_is_taken_as_it_stands_or_counted_by_the_key() -> None:
    rows = table((AWAY,), (game(3, 1),), (game(2, 1, "B"),))
    present = (2, 3)
    as_it_stands = burstein_players(ToPair(rows, RULES, present, False))
    assert sorted(one.counted for one in as_it_stands) == [2, 3]
    counted = rules(burstein__burstein_parity="in_pairings")
    here = burstein_players(ToPair(rows, counted, present, False))
    assert sorted(one.counted for one in here) == [1, 2]
