"""The data of a crosstable beside its cells."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.state.tournament import replay
from projections.games.crosstable import SeasonTable, of_tournament
from projections.standings.scores import scores
from projections.standings.standing import final_standing, standing
from tests.helpers.family import examples
from tests.helpers.hall import Hall
from tests.helpers.sequences import HALLS, carry_on


def test_a_period_of_the_season_begins_with_its_first_round() -> None:
    table = SeasonTable(periods=(4, 9))
    assert [table.period_of(number) for number in (1, 3, 4, 8, 9, 20)] == [1, 1, 2, 2, 3, 3]
    assert SeasonTable().period_of(9) == 1


@pytest.mark.clause("berger withdrawal")
@pytest.mark.parametrize(
    ("players", "cycles", "rounds", "struck"),
    [(6, 1, 2, {6}), (6, 1, 3, set()), (4, 2, 2, {4}), (4, 2, 3, set())],
)
def test_who_leaves_before_half_of_their_games_is_struck(
    players: int, cycles: int, rounds: int, struck: set[int]
) -> None:
    hall = Hall(players, rules="berger", set={"round_robin.cycles": cycles})
    for _ in range(rounds):
        hall.play()
    hall.do("withdraw", player=players)
    assert of_tournament(hall.state, hall.book.rules, rounds).struck == struck
    assert of_tournament(hall.state, hall.book.rules, rounds - 1).struck == set()


def fide_hall(acceleration: str, players: int = 9, rounds: int | None = 7) -> Hall:
    keys = {"fide.acceleration": acceleration, "fide.first_colour": "W"}
    return Hall(players, rounds, rules="fide-dutch-2026", set=keys)


@pytest.mark.clause("fide-dutch-2026 ACC1.4")
def test_virtual_points_go_up_to_the_round_to_be_paired_and_are_cut_with_the_rounds() -> None:
    hall = fide_hall("by_player")
    hall.do("accelerate", players=[1, 2], points=1, from_round=1, to_round=3)
    hall.do("accelerate", players=[2, 3], points="1/2", from_round=3)
    hall.play()
    hall.play()
    table = of_tournament(hall.state, hall.book.rules)
    assert table.virtual == {1: (2, 2, 2), 2: (2, 2, 1), 3: (0, 0, 1)}
    assert [table.virtual_halves(3, number) for number in (1, 3, 4)] == [0, 1, 0]
    assert table.virtual_halves(9, 1) == 0
    for after in (0, 1):
        cut = of_tournament(hall.state, hall.book.rules, after)
        assert cut.virtual == table.after(after).virtual
        assert set(cut.virtual) == {1, 2}


def test_who_may_not_meet_is_cut_with_the_rounds() -> None:
    hall = fide_hall("none")
    hall.do("prohibit", players=[1, 5], from_round=2)
    hall.do("prohibit", players=[2, 3], to_round=1)
    families = [frozenset({1, 5}), frozenset({2, 3})]
    hall.play()
    table = of_tournament(hall.state, hall.book.rules)
    assert [one.players for one in table.apart] == families
    assert [one.players for one in table.after(0).apart] == families[1:]
    assert of_tournament(hall.state, hall.book.rules, 0).apart == table.after(0).apart


@pytest.mark.clause("fide-dutch-2026 ACC1.3")
def test_another_version_that_accelerates_has_the_group_of_round_1() -> None:
    hall = fide_hall("none", players=8)
    hall.do("lots", by="rating")
    hall.play()
    for name in ("First", "Second"):
        hall.do("enter", name=name, rating=2500)
    table = of_tournament(hall.state, fide_hall("baku").book.rules)
    assert set(table.virtual) == {1, 2, 3, 4, 9, 10}


@pytest.mark.clause("fide-dutch-2026 ACC1.5")
def test_no_other_rulebook_and_no_standing_sees_virtual_points() -> None:
    hall = fide_hall("baku")
    hall.play()
    rules = hall.book.rules
    table = of_tournament(hall.state, rules)
    assert table.virtual == dict.fromkeys(range(1, 7), (2, 2))
    plain = of_tournament(hall.state, fide_hall("none").book.rules)
    assert plain.virtual == {}
    assert standing(table, rules).lines == standing(plain, rules).lines


def test_a_standing_as_known_before_has_the_virtual_points_of_then() -> None:
    hall = fide_hall("by_player")
    hall.do("accelerate", players=[1], points=1)
    then = len(hall.facts)
    hall.do("accelerate", players=[1], points=0)
    tables = [of_tournament(hall.book.at(at).state, hall.book.rules) for at in (then, then + 1)]
    assert [table.virtual for table in tables] == [{1: (2,)}, {}]


@examples(60)
@given(setup=HALLS, seed=st.integers(0, 10**9))
def test_what_a_table_keeps_is_what_a_fresh_one_has_after_every_fact(
    setup: dict[str, Any], seed: int
) -> None:
    hall = Hall(**setup)
    hall.book.shared = True
    for _ in carry_on(hall, seed, 20):
        fresh, rules = replay(hall.facts), hall.book.rules
        for after in range(len(fresh.rounds), -1, -1):
            kept, anew = (of_tournament(one, rules, after) for one in (hall.state, fresh))
            assert kept == anew
            assert scores(kept, rules) == scores(anew, rules)
            assert standing(kept, rules, True) == standing(anew, rules, True)
            assert standing(kept, rules) == standing(anew, rules)
            assert final_standing(kept, rules) == final_standing(anew, rules)


def test_a_result_leaves_the_tables_of_the_rounds_before() -> None:
    hall = Hall(6, 5)
    hall.play()
    hall.do("publish")
    rules = hall.book.rules
    before = of_tournament(hall.state, rules, 1)
    order = standing(before, rules)
    hall.do("result", round=2, board=1, result="1-0")
    assert of_tournament(hall.state, rules, 1) is before
    assert standing(before, rules) is order
    assert of_tournament(hall.state, rules, 2).points_halves(hall.state.rounds[1].games[0].white)
