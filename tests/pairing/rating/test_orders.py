"""The Swiss on rating: the orders of D1, D2, D3, as printed, and floats, A2 and topscorers."""

from __future__ import annotations

from itertools import islice

import pytest

from ledger.rulebooks.rating_keys import RatingKeys
from pairing.norms.model import RatedPlayer
from pairing.rating.brackets.field import RatingField
from projections.games.crosstable import Cell, CellKind, Crosstable
from projections.games.floats import float_of, floats, is_topscorer, order_a2
from tests.oracles.rating_bracket import exchanges, subsets, transpositions

S1, S2 = (1, 2, 3, 4, 5), (6, 7, 8, 9, 10, 11)

ONE_PLAYER = """
6   1  3  6 10 15
7   2  5  9 14 20
8   4  8 13 19 24
9   7 12 18 23 27
10 11 17 22 26 29
11 16 21 25 28 30
"""
"""Columns: 5, 4, 3, 2, 1 of S1; the place of the exchange in the order."""

TWO_PLAYERS = """
6,7    1   3   7  14   8  16  28  29  45  65
6,8    2   6  13  24  15  27  43  44  64  85
6,9    4  11  22  37  25  41  60  62  83 104
6,10   9  20  35  53  39  58  79  81 102 120
6,11  17  32  50  71  55  76  96  99 117 132
7,8    5  12  23  38  26  42  61  63  84 105
7,9   10  21  36  54  40  59  80  82 103 121
7,10  18  33  51  72  56  77  97 100 118 133
7,11  30  48  69  90  74  94 113 115 130 141
8,9   19  34  52  73  57  78  98 101 119 134
8,10  31  49  70  91  75  95 114 116 131 142
8,11  46  67  88 108  92 111 126 128 139 146
9,10  47  68  89 109  93 112 127 129 140 147
9,11  66  87 107 123 110 125 137 138 145 149
10,11 86 106 122 135 124 136 143 144 148 150
"""
"""Columns: 5,4 5,3 5,2 5,1 4,3 4,2 4,1 3,2 3,1 2,1."""


def printed(table: str, columns: list[tuple[int, ...]]) -> list[tuple[object, object]]:
    cells = {}
    for line in table.split("\n"):
        if line.strip():
            first, *places = line.split()
            up = tuple(int(number) for number in first.split(","))
            for down, place in zip(columns, places, strict=True):
                cells[int(place)] = (down, up)
    return [cells[place] for place in sorted(cells)]


def of_count(count: int) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    return [one for one in exchanges(S1, S2) if len(one[0]) == count]


@pytest.mark.clause("knsb-rating-2014 D2, A9, C8a")
def test_exchanges_of_one_player_come_in_the_printed_order() -> None:
    assert of_count(1) == printed(ONE_PLAYER, [(5,), (4,), (3,), (2,), (1,)])


@pytest.mark.clause("knsb-rating-2014 D2, A9, C8a")
def test_exchanges_of_two_players_come_in_the_order_of_the_150_printed_cells() -> None:
    columns: list[tuple[int, ...]] = [(a, b) for a in (5, 4, 3, 2) for b in range(a - 1, 0, -1)]
    order = of_count(2)
    assert len(order) == 150
    assert order == printed(TWO_PLAYERS, columns)


@pytest.mark.clause("knsb-rating-2014 D2")
def test_exchanges_of_three_players_begin_as_printed() -> None:
    assert of_count(3)[:6] == [
        ((5, 4, 3), (6, 7, 8)),
        ((5, 4, 3), (6, 7, 9)),
        ((5, 4, 2), (6, 7, 8)),
        ((5, 4, 3), (6, 7, 10)),
        ((5, 4, 3), (6, 8, 9)),
        ((5, 4, 2), (6, 7, 9)),
    ]


@pytest.mark.clause("knsb-rating-2014 D2")
def test_fewer_players_are_exchanged_before_more_and_nobody_first() -> None:
    counts = [len(down) for down, _ in exchanges(S1, S2)]
    assert counts == sorted(counts)
    assert counts[0] == 0


@pytest.mark.clause("knsb-rating-2014 D1.1, D1.2, C7")
def test_transpositions_begin_with_the_lowest_of_s2() -> None:
    order = ["-".join(map(str, one)) for one in islice(transpositions(S2, 6), 25)]
    assert order[0] == "6-7-8-9-10-11"
    assert order[5] == "6-7-8-11-10-9"
    assert order[16] == "6-7-10-11-8-9"
    assert order[23] == "6-7-11-10-9-8"
    assert order[24].startswith("6-8-7")
    assert sum(1 for _ in transpositions(S2, 6)) == 720


@pytest.mark.clause("knsb-rating-2014 D1.2")
def test_only_the_first_places_of_a_larger_s2_count() -> None:
    order = list(transpositions((3, 4, 5, 6, 7, 8), 2))
    assert order[:6] == [(3, 4), (3, 5), (3, 6), (3, 7), (3, 8), (4, 3)]
    assert len(order) == 30


@pytest.mark.clause("knsb-rating-2014 D3, C8b")
def test_the_subsets_of_five_players_moved_down() -> None:
    lists = [" ".join("".join(map(str, s)) for s in subsets(S1, m1)) for m1 in (5, 4, 3, 2, 1)]
    assert lists == [
        "12345",
        "1234 1235 1245 1345 2345",
        "123 124 125 134 135 145 234 235 245 345",
        "12 13 14 15 23 24 25 34 35 45",
        "1 2 3 4 5",
    ]


def cell(kind: CellKind, halves: int, opponent: int | None = None) -> Cell:
    return Cell(kind, halves, opponent, None if opponent is None else "W")


@pytest.mark.clause("knsb-rating-2014 A4, A5, B1b, F2")
@pytest.mark.parametrize(
    ("one", "mine", "theirs", "expected"),
    [
        (cell(CellKind.PLAYED, 2, 9), 3, 2, "D"),
        (cell(CellKind.PLAYED, 0, 9), 2, 3, "U"),
        (cell(CellKind.PLAYED, 1, 9), 2, 2, ""),
        (cell(CellKind.BYE, 2), 2, 2, "D"),
        (cell(CellKind.HALF_BYE, 1), 2, 2, "D"),
        (cell(CellKind.DEFAULT_WIN, 2, 9), 2, 3, "D"),
        (cell(CellKind.DEFAULT_LOSS, 0, 9), 2, 3, "U"),
        (cell(CellKind.ABSENT, 0), 2, 2, ""),
    ],
)
def test_a_float_is_an_unequal_pair_or_points_without_play(
    one: Cell, mine: int, theirs: int, expected: str
) -> None:
    assert float_of(one, mine, theirs, RatingKeys()) == expected


def test_another_reading_takes_no_float_from_a_lost_default() -> None:
    lost = cell(CellKind.DEFAULT_LOSS, 0, 9)
    assert float_of(lost, 2, 3, RatingKeys(default_loss_float="none")) == ""


@pytest.mark.clause("knsb-rating-2014 A2, F7")
def test_the_order_is_score_rating_title_number_and_a_corrected_rating_counts_at_once() -> None:
    def table(ratings: dict[int, int]) -> Crosstable:
        cells = {p: (Cell(CellKind.BYE, 2 if p == 5 else 0),) for p in range(1, 6)}
        titles = {3: "IM", 4: "GM"}
        return Crosstable(1, {p: p for p in cells}, cells, ratings, titles)

    assert order_a2(table({1: 2000, 2: 2100, 3: 2100, 4: 2100})) == [5, 4, 3, 2, 1]
    assert order_a2(table({1: 2200, 2: 2100, 3: 2100, 4: 2100})) == [5, 1, 4, 3, 2]


@pytest.mark.clause("knsb-rating-2014 A4")
def test_floats_are_those_of_the_last_two_rounds() -> None:
    cells = {
        1: (cell(CellKind.BYE, 2), cell(CellKind.PLAYED, 2, 2)),
        2: (cell(CellKind.ABSENT, 0), cell(CellKind.PLAYED, 0, 1)),
    }
    table = Crosstable(2, {1: 1, 2: 2}, cells)
    assert floats(table, RatingKeys()) == {1: ("D", "D"), 2: ("U", "")}


@pytest.mark.clause("knsb-rating-2014 A10")
def test_a_topscorer_has_more_than_half_of_the_points() -> None:
    assert is_topscorer(7, 6)
    assert not is_topscorer(6, 6)


def rated(key: int, colours: str, topscorer: bool = False) -> RatedPlayer:
    return RatedPlayer(key, 4, colours, frozenset(), True, topscorer, ("", ""))


@pytest.mark.clause("knsb-rating-2014 A7, A7d, A7e, A7f, B2, B4")
def test_what_a_pair_drops() -> None:
    def cost(one: str, two: str, number: int, topscorer: bool = False) -> object:
        return RatingField([rated(1, one, topscorer), rated(2, two)], number).cost(0, 1)

    assert cost("WB", "BW", 3) == (0, 0, 0, 0)
    assert cost("WB", "WB", 3) == (0, 0, 1, 0)
    assert cost("B-", "WBB", 3) == (0, 1, 1, 0)
    assert cost("BWB", "B--", 4) == (0, 0, 1, 1)
    assert cost("---", "BWB", 4) == (0, 0, 0, 0)
    assert cost("WBB", "BB", 4) is None
    assert cost("WBB", "BB", 4, topscorer=True) == (1, 0, 1, 1)


@pytest.mark.clause("knsb-rating-2014 A8, C2")
def test_x1_and_z1_of_a_bracket() -> None:
    def lowest(histories: list[str], number: int) -> tuple[int, int]:
        players = [rated(i, text) for i, text in enumerate(histories)]
        return RatingField(players, number).lowest_x_z(range(len(players)), len(players) // 2)

    assert lowest(["WB", "WB", "WB", "BW"], 3) == (1, 0)
    assert lowest(["W", "W", "W", "W", "B", "-"], 2) == (1, 1)
    assert lowest(["WBW", "WBW", "WBW", "-WB"], 4) == (1, 1)
    assert lowest(["WBW", "WBW", "WBW", "-BW"], 4) == (2, 1)
