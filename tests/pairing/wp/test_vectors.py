"""Every position of vectors/wp_pairing.json; its ranking gives order, score, colours and bye."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from pairing.norms.colours import assign, preference_of
from pairing.norms.first_round import first_round
from pairing.norms.model import Contestant, Group, NoPairing, Pairing
from pairing.wp.engine import pair
from tests.helpers.places import VECTOR_FOLDER
from tests.oracles.wp import pair as pair_by_exhaustion

Json = Any
VECTORS: Json = json.loads((VECTOR_FOLDER / "wp_pairing.json").read_text())
ENGINES = [pair, pair_by_exhaustion]


def halves(points: float) -> int:
    assert points * 2 == int(points * 2)
    return int(points * 2)


def meetings(rounds: Sequence[Json]) -> dict[int, set[int]]:
    met: dict[int, set[int]] = {}
    for games in rounds:
        for white, black, _ in games["games"]:
            met.setdefault(white, set()).add(black)
            met.setdefault(black, set()).add(white)
    return met


def contestants_of(vector: Json) -> list[Contestant]:
    met = meetings(vector["history"])
    done = vector["round_to_pair"] - 1
    last = vector["round_to_pair"] == vector["total_rounds"]
    return [
        Contestant(
            row["id"],
            halves(row["score"]),
            row["colours"],
            frozenset(met.get(row["id"], ())),
            row["bye_allowed"],
            last and halves(row["score"]) > done,
        )
        for row in vector["expected"]["ranking"]
    ]


def check_group(group: Group, expected: Json) -> None:
    assert group.score_halves == halves(expected["score"])
    assert list(group.incoming) == expected["incoming"]
    assert list(group.residents) == expected["residents"]
    assert list(group.waiting) == expected["waiting"]
    assert [list(two) for two in group.pairs] == expected["pairs"]
    key = expected.get("key")
    if key:
        keys = group.keys
        assert keys.size == key["size"]
        assert list(keys.w_scores_halves) == [halves(s) for s in key["W_scores"]]
        assert list(keys.score_differences_halves) == [halves(s) for s in key["b3"]]
        assert (keys.refloat, keys.next_waiting) == (key["refloat"], key["next_wr"])
        assert (keys.denied, keys.denied_strong) == (key["denied"], key["denied_strong"])


def check_boards(paired: Pairing | NoPairing, expected: Mapping[str, Json]) -> Pairing:
    assert isinstance(paired, Pairing)
    boards = [[b.white, b.black] for b in paired.boards]
    assert boards == expected["pairings_in_board_order"]
    assert paired.bye == expected["bye"]
    return paired


@pytest.mark.clause("knsb-wp-2014 D1")
@pytest.mark.clause("knsb-wp-2014 D2")
@pytest.mark.parametrize("vector", VECTORS["first_round"], ids=lambda v: str(v["id"]))
def test_a_first_round_is_paired_by_lot(vector: Json) -> None:
    paired = first_round(range(1, vector["n"] + 1), "D1" if vector["exact"] else "D2")
    check_boards(paired, vector["expected"])


@pytest.mark.clause("knsb-wp-2014 A2, A3")
@pytest.mark.clause("knsb-wp-2014 C1")
@pytest.mark.clause("knsb-wp-2014 C3")
@pytest.mark.clause("knsb-wp-2014 C4.1")
@pytest.mark.clause("knsb-wp-2014 C4.2")
@pytest.mark.clause("knsb-wp-2014 C4.3")
@pytest.mark.clause("knsb-wp-2014 C4.4")
@pytest.mark.clause("knsb-wp-2014 C4.5")
@pytest.mark.clause("knsb-wp-2014 C5")
@pytest.mark.clause("knsb-wp-2014 C6, C7")
@pytest.mark.clause("knsb-wp-2014 C9")
@pytest.mark.clause("knsb-wp-2014 F2")
@pytest.mark.parametrize("engine", ENGINES, ids=["engine", "twin"])
@pytest.mark.parametrize("vector", VECTORS["pairing"], ids=lambda v: str(v["id"]))
def test_a_position_is_paired_as_known_with_its_groups_and_keys(vector: Json, engine: Any) -> None:
    contestants = contestants_of(vector)
    paired = check_boards(engine(contestants), vector["expected"])
    for group, expected in zip(paired.groups, vector["expected"]["groups"], strict=True):
        check_group(group, expected)
    preferences = [str(preference_of(c)) for c in contestants]
    assert preferences == [row["preference"] for row in vector["expected"]["ranking"]]


@pytest.mark.clause("knsb-wp-2014 C2")
@pytest.mark.parametrize("engine", ENGINES, ids=["engine", "twin"])
def test_the_contested_position_comes_out_otherwise_when_c2_is_above_c4_1(engine: Any) -> None:
    vector = next(v for v in VECTORS["pairing"] if v["id"].startswith("WP-14"))
    (expected,) = vector["other_readings_would_give"].values()
    paired = engine(contestants_of(vector), c2="above_c4_1")
    assert isinstance(paired, Pairing)
    assert {(b.white, b.black) for b in paired.boards} == set(map(tuple, expected["pairings"]))
    assert paired.bye == expected["bye"]


TOURNAMENT: Json = VECTORS["tournaments"][0]


@pytest.mark.clause("knsb-wp-2014 C5")
@pytest.mark.parametrize("number", range(2, TOURNAMENT["total_rounds"] + 1))
def test_each_round_of_the_tournament_of_twelve_is_paired_as_known(number: int) -> None:
    rounds = TOURNAMENT["rounds"]
    met = meetings([r["results"] for r in rounds[: number - 1]])
    colours: dict[int, str] = {}
    for played in rounds[: number - 1]:
        for white, black, _ in played["results"]["games"]:
            colours[white] = colours.get(white, "") + "W"
            colours[black] = colours.get(black, "") + "B"
    expected = rounds[number - 1]["expected"]
    last = number == TOURNAMENT["total_rounds"]
    contestants = [
        Contestant(
            *(key, halves(score), colours[key], frozenset(met[key]), True),
            topscorer=last and halves(score) > number - 1,
        )
        for key, score, _, _ in expected["ranking"]
    ]
    paired = check_boards(pair(contestants), expected)
    for group, expected_group in zip(paired.groups, expected["groups"], strict=True):
        check_group(group, expected_group)


def test_the_first_round_of_the_tournament_of_twelve_is_by_lot() -> None:
    check_boards(first_round(range(1, 13)), TOURNAMENT["rounds"][0]["expected"])


@pytest.mark.clause("knsb-wp-2014 E1")
@pytest.mark.clause("knsb-wp-2014 E2")
@pytest.mark.clause("knsb-wp-2014 E3")
@pytest.mark.clause("knsb-wp-2014 E4")
@pytest.mark.clause("knsb-wp-2014 B2")
@pytest.mark.clause("knsb-wp-2014 F4")
@pytest.mark.parametrize("case", VECTORS["colours"], ids=lambda c: str(c["note"]))
def test_a_pair_gets_its_colours_by_the_clause_that_decides(case: Json) -> None:
    higher, lower = (
        Contestant(number, 0, case[who], frozenset(), True, case[f"{who}_topscorer_last_round"])
        for number, who in ((1, "higher"), (2, "lower"))
    )
    white, black, clause = assign(higher, lower)
    assert (white if case["colour_of_higher"] == "W" else black) is higher
    assert clause in case["rule"].replace("+", "/").split("/")
