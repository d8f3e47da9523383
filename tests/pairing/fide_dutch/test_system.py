"""The FIDE (Dutch) System from rulebook to publication: numbers, colours, rounds and byes."""

from __future__ import annotations

import pytest

from ledger.rulebooks.rulebook import Rulebook
from pairing.fide.contestants import initial_colour, norm_broken
from pairing.fide.players import FidePlayer
from pairing.norms.model import NoPairing
from pairing.systems.registry import contestants, load_rulebook, pair_round, system_of
from projections.games.crosstable import Cell, CellKind, Crosstable
from tests.helpers.fide_halls import plays_three_rounds_with_one_bye
from tests.helpers.hall import Hall

EDITIONS = ["fide-dutch-2026", "fide-dutch-2017"]


def rules(name: str = "fide-dutch-2026", **changes: str) -> Rulebook:
    book = load_rulebook(name, {key.replace("__", "."): text for key, text in changes.items()})
    assert isinstance(book, Rulebook), book
    return book


def field(*rows: tuple[Cell, ...]) -> Crosstable:
    keys = range(1, len(rows) + 1)
    return Crosstable(len(rows[0]), {k: k for k in keys}, dict(zip(keys, rows, strict=True)))


@pytest.mark.clause("fide-dutch-2026 5.1, 5.2.5, GHR3.6, 4.1")
@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("colour", ["W", "B"])
def test_round_1_pairs_the_halves_and_alternates_the_initial_colour(
    edition: str, colour: str
) -> None:
    book = rules(edition, fide__first_colour=colour)
    pairing = pair_round(field(*[()] * 8), book, set(range(1, 9)), False)
    assert not isinstance(pairing, NoPairing)
    boards = [(1, 5), (6, 2), (3, 7), (8, 4)]
    expected = boards if colour == "W" else [(black, white) for white, black in boards]
    assert [(b.white, b.black) for b in pairing.boards] == expected


@pytest.mark.clause("fide-dutch-2026 ACC1.5")
@pytest.mark.parametrize("edition", EDITIONS)
def test_the_boards_go_by_the_points_with_the_virtual_ones_unless_the_rules_say_otherwise(
    edition: str,
) -> None:
    boards = {}
    for order in ("pairing_score", "points"):
        keys = {"fide.acceleration": "by_player", "fide.accel_boards": order}
        hall = Hall(8, 5, rules=edition, set=keys)
        hall.do("accelerate", players=[5, 6, 7, 8], points=1, from_round=1)
        hall.do("publish")
        boards[order] = [{game.white, game.black} for game in hall.state.rounds[0].games]
    assert boards == {
        "pairing_score": [{5, 7}, {6, 8}, {1, 3}, {2, 4}],
        "points": [{1, 3}, {2, 4}, {5, 7}, {6, 8}],
    }


def test_without_a_drawn_colour_none_is_there_and_a_named_one_needs_no_draw() -> None:
    assert system_of(rules()).draws_first_colour(rules())
    named = rules(fide__first_colour="B")
    assert not system_of(named).draws_first_colour(named)
    assert initial_colour(field(()), named) == "B"
    assert initial_colour(field(()), rules()) == "W"


@pytest.mark.clause("fide-dutch-2026 1.2, 1.8, C2")
def test_contestants_stand_by_score_and_number_with_points_as_the_rulebook_has_them() -> None:
    won = Cell(CellKind.PLAYED, 6, 2, "W")
    drew = Cell(CellKind.PLAYED, 2, 1, "B")
    three = rules(scores__win="3", scores__draw="1", scores__full_bye="1", bye__points="3")
    here = contestants(
        field((drew,), (won,), (Cell(CellKind.FULL_BYE, 2),)), three, (1, 2, 3), True
    )
    assert [(c.key, c.points_halves, c.topscorer, c.may_have_bye) for c in here] == [
        (2, 6, True, True),
        (1, 2, False, True),
        (3, 2, False, True),
    ]


@pytest.mark.clause("fide-dutch-2026 C1, C3, BR7")
def test_a_board_breaks_c1_when_they_met_and_c3_with_one_absolute_preference() -> None:
    won, lost = Cell(CellKind.PLAYED, 2, 4, "W"), Cell(CellKind.PLAYED, 0, 1, "B")
    away = Cell(CellKind.ABSENT, 0)
    table = field((won, won), (won, won), (away, away), (lost, lost))
    one, two, three, four = sorted(
        contestants(table, rules(), (1, 2, 3, 4), False), key=lambda player: player.key
    )
    assert isinstance(one, FidePlayer)
    assert norm_broken(rules(), one, two) == "C3"
    assert norm_broken(rules(), one, four) == "C1"
    assert norm_broken(rules(), three, one) is None
    assert norm_broken(rules(), one, three) == "BR7"


@pytest.mark.clause("fide-dutch-2026 BR3, 1.9")
@pytest.mark.parametrize("edition", EDITIONS)
def test_a_tournament_is_paired_round_after_round_with_one_bye_in_an_odd_field(
    edition: str,
) -> None:
    hall = Hall(7, 3, rules=edition)
    plays_three_rounds_with_one_bye(hall)


@pytest.mark.clause("fide-dutch-2026 1.9")
def test_a_field_that_cannot_be_paired_is_refused_by_the_clause() -> None:
    hall = Hall(2, 2, rules="fide-dutch-2026")
    hall.do("publish")
    hall.do("result", round=1, board=1, result="1-0")
    refusal = hall.refused("publish")
    assert (refusal.code, refusal.clause) == ("no-legal-pairing", "fide-dutch-2026 C1, C3")
