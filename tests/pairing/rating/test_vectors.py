"""The Swiss on rating against positions with known answers, by the reference and by the engine."""

from __future__ import annotations

import json
from functools import partial
from typing import Any

import pytest

from ledger.rulebooks.rating_keys import RatingKeys
from pairing.norms.model import Board, Pairing, RatedPlayer
from pairing.rating.brackets.bracket import Exact
from pairing.rating.brackets.field import PairedBracket, RatingField
from pairing.rating.colours import boards_in_order, first_round
from pairing.rating.engine import pair
from pairing.systems.registry import pair_round
from tests.helpers.rating_rounds import (
    RATING,
    ROUNDS,
    VECTORS,
    Literal,
    flow_of,
    pairs_of,
    players_of,
    round_of_file,
    table_of,
)
from tests.helpers.shared_data import SHARED, needs_shared
from tests.oracles.rating_procedure import paired

OTHER_READINGS = {
    "bye_float": RatingKeys(bye_float=False),
    "down_md": RatingKeys(down_md=False),
    "lower_x1": RatingKeys(),
    "c12_half": RatingKeys(c12_half=False),
    "c1_last": RatingKeys(c1_last="literal"),
    "e3": RatingKeys(e3="rounds"),
    "forfeit_loss_float": RatingKeys(default_loss_float="none"),
    "b2_pair": RatingKeys(b2_pair="both"),
    "half": RatingKeys(half="before"),
    "e_none": RatingKeys(nobody_prefers="parity"),
}
SOLVERS = pytest.mark.parametrize("solver", [Literal, Exact])


def to_be_paired(tournament: dict[str, Any], after: int, keys: RatingKeys) -> list[RatedPlayer]:
    absent = set(tournament["rounds"][after]["absent"])
    last = after + 1 == tournament["total_rounds"]
    return players_of(table_of(tournament, after), absent, last, keys)


def boards(
    players: list[RatedPlayer], number: int, keys: RatingKeys, solver: Any = Literal
) -> list[list[int]]:
    flow = flow_of(players, number, solver, keys)
    numbers = [p.key for p in players]
    in_order = boards_in_order(RatingField(players, number, keys), pairs_of(flow), numbers)
    return [[board.white, board.black] for board in in_order]


def shown(treated: PairedBracket, keys: list[int]) -> dict[str, object]:
    """Return a bracket in the form of the vectors; one that moved down whole has nobody left."""

    def names(players: tuple[int, ...]) -> list[int]:
        return sorted(keys[i] for i in players)

    candidate, level = treated.candidate, treated.level
    pairs = () if candidate is None else candidate.pairs
    return {
        "players": names(treated.bracket.players if candidate else ()),
        "c1_removed": names(treated.bracket.removed if candidate else treated.onward),
        "M1": level.m1 if level else 0,
        "P1": level.p1 if level else 0,
        "pairs": sorted(sorted((keys[a], keys[b])) for a, b in pairs),
        "floaters": names(treated.onward),
        "how": treated.how,
        "violations": list(candidate.vector) if candidate else None,
    }


def printed(bracket: dict[str, Any]) -> dict[str, object]:
    violations = bracket["violations"]
    return {
        "players": sorted(bracket["players"]),
        "c1_removed": sorted(bracket["c1_removed"]),
        "M1": bracket["M1"],
        "P1": bracket["P1"],
        "pairs": sorted(sorted(pair) for pair in bracket["pairs"]),
        "floaters": sorted(bracket["floaters"]),
        "how": bracket["how"],
        "violations": list(violations.values()) if violations else None,
    }


@pytest.mark.clause(
    "knsb-rating-2014 A3, A4, A6, A7d, A7e, A8, B1a, B1b, B2, B3, B4, B5, B6, C1, C2, C3, C4, C5, "
    "C6, C7, C8a, C8b, C9, C10a, C10b, C10c, C10d, C10e, C10f, C10g, C12, C13, C14a, C14b1, C14b2"
)
@SOLVERS
@pytest.mark.parametrize(("tournament", "after"), ROUNDS)
def test_every_bracket_of_every_round_is_the_known_one(
    tournament: dict[str, Any], after: int, solver: type[Any]
) -> None:
    players = to_be_paired(tournament, after, RatingKeys())
    flow = flow_of(players, after + 1, solver, RatingKeys())
    keys = [p.key for p in players]
    expected = [printed(bracket) for bracket in tournament["rounds"][after]["brackets"]]
    assert [shown(treated, keys) for treated in flow.done] == expected


@pytest.mark.clause("knsb-rating-2014 A5, A7, E1, E2, E3, E4, F1, F2, F3")
@pytest.mark.parametrize(("tournament", "after"), ROUNDS)
def test_boards_colours_and_bye_are_the_known_ones(tournament: dict[str, Any], after: int) -> None:
    players = to_be_paired(tournament, after, RatingKeys())
    pairing = pair(players, after + 1, [p.key for p in players])
    assert isinstance(pairing, Pairing)
    expected = tournament["rounds"][after]["expected"]
    assert [[b.white, b.black] for b in pairing.boards] == expected["pairings_in_board_order"]
    assert pairing.bye == expected["bye"]


@pytest.mark.clause("knsb-rating-2014 E5, F4")
@pytest.mark.parametrize("tournament", VECTORS["tournaments"], ids=lambda t: t["id"])
def test_round_one_is_top_half_against_bottom_half(tournament: dict[str, Any]) -> None:
    first = tournament["rounds"][0]
    keys = [p["id"] for p in tournament["players"] if p["id"] not in first["absent"]]
    pairing = first_round(keys, keys, tournament["first_colour"])
    expected = first["expected"]
    assert [[b.white, b.black] for b in pairing.boards] == expected["pairings_in_board_order"]
    assert pairing.bye == expected["bye"]


@pytest.mark.clause("knsb-rating-2014 E5")
def test_round_one_alternates_from_the_drawn_colour_by_place_or_by_number() -> None:
    pairing = first_round([1, 3, 4, 5], [1, 3, 4, 5], "B")
    assert pairing.boards == (Board(4, 1, "E5"), Board(3, 5, "E5"))
    by_number = first_round([1, 3, 4, 5], [1, 3, 4, 5], "B", "number")
    assert by_number.boards == (Board(4, 1, "E5"), Board(5, 3, "E5"))


@pytest.mark.parametrize("reading", OTHER_READINGS)
@pytest.mark.parametrize(("tournament", "after"), ROUNDS)
def test_another_reading_changes_exactly_the_rounds_that_are_marked(
    tournament: dict[str, Any], after: int, reading: str
) -> None:
    other = OTHER_READINGS[reading]
    expected = tournament["rounds"][after]["expected"]["pairings_in_board_order"]
    solver = partial(Literal, lower_x1=False) if reading == "lower_x1" else Literal
    by_other = boards(to_be_paired(tournament, after, other), after + 1, other, solver)
    marked = tournament["rounds"][after]["ambiguous"].get(reading)
    assert (by_other != expected) == (marked is not None)
    if marked == "colours":
        assert sorted(map(sorted, by_other)) == sorted(map(sorted, expected))


@pytest.mark.clause("knsb-rating-2014 C1, C12")
@pytest.mark.parametrize(
    ("name", "boards"),
    [
        ("rating_c12_a", [(3, 5), (8, 2), (11, 6), (10, 7)]),
        ("rating_c12_b", [(3, 5), (8, 1), (2, 7), (9, 4)]),
    ],
)
def test_c12_is_judged_without_those_whom_c1_took_out_of_the_bracket_above(
    name: str, boards: list[tuple[int, int]]
) -> None:
    table, present, last_round = round_of_file(f"{name}.trf")
    pairing = pair_round(table, RATING, set(present), last_round)
    assert isinstance(pairing, Pairing)
    assert [(board.white, board.black) for board in pairing.boards] == boards
    assert paired(table, present, last_round, RATING.rating) == (boards, None)


def held() -> dict[str, Any]:
    assert SHARED is not None
    text = (SHARED / "vectors" / "dutch2013_held.json").read_text("utf-8")
    vectors: dict[str, Any] = json.loads(text)
    return vectors


def held_players(case: dict[str, Any]) -> list[RatedPlayer]:
    players = [
        RatedPlayer(
            key=p["tpn"],
            points_halves=int(2 * p["score"]),
            colours=p["colours"],
            met=frozenset(o for o in p["opponents"] if o is not None),
            may_have_bye=True,
            topscorer=False,
            floats=(
                "D" if "D" in p["float"] else "U" if "U" in p["float"] else "",
                "D" if "d" in p["float"] else "U" if "u" in p["float"] else "",
            ),
        )
        for p in case["players"]
        if p["tpn"] not in case["absent"]
    ]
    return sorted(players, key=lambda p: (-p.points_halves, p.key))


@needs_shared
@pytest.mark.clause("knsb-rating-2014 C, F1")
@SOLVERS
@pytest.mark.parametrize("number", range(2, 6))
def test_the_published_example_of_fourteen_players(number: int, solver: type[Any]) -> None:
    case = next(c for c in held()["cases"] if c["round_to_pair"] == number)
    players = held_players(case)
    flow = flow_of(players, number, solver, RatingKeys())
    field = RatingField(players, number)
    in_order = boards_in_order(field, pairs_of(flow), [p.key for p in players])
    expected = case["expected"]
    assert sorted([b.white, b.black] for b in in_order) == sorted(expected["pairs_white_black"])
    paired = {key for b in in_order for key in (b.white, b.black)}
    assert {p.key for p in players} - paired == {expected["bye"]} - {None}
