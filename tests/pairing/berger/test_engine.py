"""Round robins: the printed Berger tables, and properties of every size."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pairing.berger.engine import berger_round, round_robin, rounds_needed
from pairing.berger.system import SYSTEM
from pairing.norms.contestants import ToPair
from projections.games.crosstable import of_tournament
from projections.standings.scores import scores
from tests.helpers.hall import Hall

TABLES = {
    4: ["1-4 2-3", "4-3 1-2", "2-4 3-1"],
    6: ["1-6 2-5 3-4", "6-4 5-3 1-2", "2-6 3-1 4-5", "6-5 1-4 2-3", "3-6 4-2 5-1"],
    8: [
        "1-8 2-7 3-6 4-5",
        "8-5 6-4 7-3 1-2",
        "2-8 3-1 4-7 5-6",
        "8-6 7-5 1-4 2-3",
        "3-8 4-2 5-1 6-7",
        "8-7 1-6 2-5 3-4",
        "4-8 5-3 6-2 7-1",
    ],
}
"""The tables as federations print them (FIDE Handbook C.05, annex 1)."""


@pytest.mark.parametrize("size", TABLES)
@pytest.mark.clause("berger table")
def test_the_rounds_are_those_of_the_printed_table(size: int) -> None:
    rounds = [
        " ".join(f"{white}-{black}" for white, black in berger_round(size, number))
        for number in range(1, size)
    ]
    assert rounds == TABLES[size]


@given(st.integers(2, 40), st.integers(1, 2))
@pytest.mark.clause("berger table, odd")
def test_everybody_meets_everybody_once_a_cycle_and_colours_stay_level(
    players: int, cycles: int
) -> None:
    keys = [100 + n for n in range(players)]
    met: dict[tuple[int, int], int] = {}
    colours = dict.fromkeys(keys, "")
    for number in range(1, rounds_needed(players, cycles) + 1):
        pairing = round_robin(keys, number, cycles)
        seated = [p for board in pairing.boards for p in (board.white, board.black)]
        seated += [pairing.bye] if pairing.bye is not None else []
        assert sorted(seated) == keys
        assert (pairing.bye is not None) == (players % 2 == 1)
        for board in pairing.boards:
            met[board.white, board.black] = met.get((board.white, board.black), 0) + 1
            colours[board.white] += "W"
            colours[board.black] += "B"
    assert set(met.values()) == {1}
    assert len(met) == cycles * players * (players - 1) // 2
    assert all(abs(c.count("W") - c.count("B")) <= 1 for c in colours.values())


@given(st.integers(2, 40))
@pytest.mark.clause("berger double")
def test_nobody_has_one_colour_three_times_running_where_the_cycles_join(players: int) -> None:
    keys = list(range(1, players + 1))
    colours = dict.fromkeys(keys, "")
    for number in range(1, rounds_needed(players, 2) + 1):
        for board in round_robin(keys, number, 2).boards:
            colours[board.white] += "W"
            colours[board.black] += "B"
    assert not any("WWW" in c or "BBB" in c for c in colours.values())


@pytest.mark.clause("berger double")
def test_without_the_exchange_of_rounds_somebody_does() -> None:
    colours = dict.fromkeys(range(1, 7), "")
    for number in range(1, 11):
        for board in round_robin(list(range(1, 7)), number, 2, swap_last_two=False).boards:
            colours[board.white] += "W"
            colours[board.black] += "B"
    assert any("WWW" in c or "BBB" in c for c in colours.values())


@pytest.mark.clause("berger drawing")
@pytest.mark.parametrize(("players", "cycles"), [(5, 1), (4, 2)])
def test_a_round_robin_is_played_through_with_everybody_in_every_round(
    players: int, cycles: int
) -> None:
    needed = rounds_needed(players, cycles)
    hall = Hall(players, needed, rules="berger", set={"round_robin.cycles": cycles})
    hall.do("absent", player=2, round=1)
    for number in range(1, needed + 1):
        hall.do("publish")
        round_ = hall.state.rounds[number - 1]
        assert len(round_.games) == players // 2
        for board, game in enumerate(round_.games, 1):
            if 2 in (game.white, game.black) and number == 1:
                assert game.outcome == ("0-1R" if game.white == 2 else "1-0R")
            else:
                hall.do("result", round=number, board=board, result="1-0")
    refused = hall.decide("publish")
    assert isinstance(refused, tuple)
    assert [refusal.code for refusal in refused][-1] == "no-round-left"
    hall.do("finish")


@pytest.mark.clause("berger B1a")
@pytest.mark.parametrize(
    ("cycles", "met"), [(1, {1: [], 2: [3], 3: [2], 4: []}), (2, {1: [], 2: [], 3: [], 4: []})]
)
def test_two_have_met_when_they_have_played_once_in_every_cycle(
    cycles: int, met: dict[int, list[int]]
) -> None:
    keys = {"round_robin.cycles": cycles}
    hall = Hall(4, rounds_needed(4, cycles), rules="berger", set=keys)
    hall.do("publish")
    assert hall.boards(1) == [(1, 4), (2, 3)]
    hall.do("forfeit", round=1, board=1, black="excused")
    hall.do("result", round=1, board=2, result="1-0")
    table = of_tournament(hall.state, hall.book.rules)
    field = SYSTEM.contestants(ToPair(table, hall.book.rules, set(table.cells), False))
    assert {one.key: sorted(one.met) for one in field} == met


def test_the_next_round_of_a_round_robin_does_not_wait_for_results() -> None:
    hall = Hall(4, 3, rules="berger")
    for _ in range(3):
        hall.do("publish")
    assert len(hall.state.rounds) == 3


def test_nobody_enters_a_round_robin_once_it_has_begun() -> None:
    hall = Hall(4, 3, rules="berger")
    hall.do("publish")
    refused = hall.decide("enter", name="Latecomer")
    assert isinstance(refused, tuple)
    assert [refusal.code for refusal in refused] == ["field-is-fixed"]


@pytest.mark.clause("vega-2016 appendix I-round-robin")
def test_a_default_in_a_round_robin_counts_like_any_game() -> None:
    hall = Hall(4, 3, rules="berger")
    hall.do("publish")
    hall.do("forfeit", round=1, board=1, black="excused")
    hall.do("result", round=1, board=2, result="1/2-1/2")
    table = of_tournament(hall.state, hall.book.rules)
    totals = scores(table, hall.book.rules)
    winner, loser = (getattr(hall.state.rounds[0].games[0], side) for side in ("white", "black"))
    assert totals[winner].wp_halves == totals[loser].points_halves == 0
    assert totals[loser].wp_halves == totals[winner].points_halves == 2
