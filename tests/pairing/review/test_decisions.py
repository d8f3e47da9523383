"""The decisions of published rounds, as rows: the known keys, and the explanations of them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from itertools import groupby
from typing import Any

import pytest

from ledger.values import halves_text
from pairing.explain.decisions import Decided, KeyValue, Unit, of_criterion
from pairing.explain.question import Question
from pairing.keizer.explain.explainer import SeasonExplainer
from pairing.norms.contestants import ToPair
from pairing.norms.model import RatedPlayer
from pairing.rating.explain.criteria import EDITION_RATING
from pairing.rating.explain.explainer import RatingExplainer
from pairing.rating.explain.judge import RatingJudge
from pairing.review.decisions import PairingDecision, decisions_of
from pairing.review.questions import of_book
from pairing.systems.registry import system_of
from pairing.wp.explain.explainer import Explainer
from tests.helpers.crosstables import R1996, R2014, rules
from tests.helpers.hall import Hall, played_swiss
from tests.helpers.positions import VECTORS as WP
from tests.helpers.positions import table_of as wp_table
from tests.helpers.rating_rounds import RATING
from tests.helpers.rating_rounds import ROUNDS as RATING_ROUNDS
from tests.helpers.rating_rounds import table_of as rating_table
from tests.helpers.season import random_evenings

READINGS = {
    "half": "half",
    "forfeit_loss_float": "default_loss_float",
    "bye_float": "bye_float",
    "down_md": "down_md",
    "b2_pair": "b2_pair",
    "topscorer": "topscorer",
    "c1_last": "c1_last",
    "c12_half": "c12_half",
}
"""The vectors' names of the readings that the engine has in two ways."""


def told(round_: ToPair) -> list[KeyValue]:
    decide = system_of(round_.rules).decide
    assert decide is not None
    decided = decide(round_)
    assert isinstance(decided, Decided), decided
    return decided.keys


def groups_of(rows: Sequence[KeyValue]) -> list[dict[str, KeyValue]]:
    """Return the keys of each group, by name."""
    groups: dict[int, dict[str, KeyValue]] = defaultdict(dict)
    for row in rows:
        if row.unit.group:
            assert row.key not in groups[row.unit.group]
            groups[row.unit.group][row.key] = row
    assert list(groups) == list(range(1, len(groups) + 1))
    return list(groups.values())


def halves(points: Sequence[float]) -> tuple[int, ...]:
    return tuple(int(2 * p) for p in points)


# --- positions with known keys --------------------------------------------------------------------


@pytest.mark.clause("knsb-wp-2014 C3, C4.1, C4.2, C4.3, C4.4, C4.5, C5, B3, B4, F1")
@pytest.mark.parametrize("case", WP["pairing"], ids=lambda case: str(case["id"]))
def test_the_groups_and_keys_of_a_position_are_the_known_ones(case: Any) -> None:
    table = wp_table(case["history"], len(case["players"]))
    last = case["round_to_pair"] == case["total_rounds"]
    rulebook = R2014 if case["rules"] == "2014" else R1996
    rows = told(ToPair(table, rulebook, set(table.cells) - set(case["absent"]), last))
    groups, known_groups = groups_of(rows), case["expected"]["groups"]
    place = {row["id"]: at for at, row in enumerate(case["expected"]["ranking"], 1)}
    for number, (keys, group) in enumerate(zip(groups, known_groups, strict=True), 1):
        unit = keys["k1"].unit
        assert unit.label == halves_text(halves([group["score"]])[0])
        assert unit.players == (*group["incoming"], *group["residents"])
        assert unit.floaters == tuple(group["incoming"])
        assert unit.boards == len(group["pairs"])
        expected = group["key"]
        assert keys["k1"].value == expected["size"]
        assert keys["k2"].parts == halves(expected["W_scores"])
        assert keys["k3"].parts == halves(expected["b3"])
        told_apart = [halves_text(apart) for apart in keys["k3"].parts if apart]
        assert keys["k3"].text == " ".join(told_apart)
        below = known_groups[number]["residents"] if number < len(known_groups) else []
        least = (expected["size"] + len(below)) % 2 if below else 0
        assert keys["k5"].wanted == least
        assert (keys["k4"].value, keys["k5"].value) == (expected["refloat"], expected["next_wr"])
        denied = (keys["k6"].value, keys["k6_strong"].value)
        assert denied == (expected["denied"], expected["denied_strong"])
        assert keys["k7"].parts == tuple(place[p] for p in group["waiting"])
        assert keys["k8"].parts == tuple(place[lower] for _, lower in group["pairs"])
    free = [row.unit.players for row in rows if row.key == "bye"]
    assert free == ([] if case["expected"]["bye"] is None else [(case["expected"]["bye"],)])


@pytest.mark.clause("knsb-wp-2014 C2")
def test_the_contested_position_tells_the_group_in_which_the_readings_of_c2_part() -> None:
    case = next(v for v in WP["pairing"] if v["id"].startswith("WP-14"))
    table = wp_table(case["history"], len(case["players"]))
    for reading in ("below_c4_1", "above_c4_1"):
        rulebook = rules("knsb-wp-2014", pairing__c2=reading)
        groups = groups_of(told(ToPair(table, rulebook, set(table.cells), False)))
        parting = [keys["pairing.c2"] for keys in groups if "pairing.c2" in keys]
        assert parting
        assert {row.text for row in parting} == {reading}
        assert all(row.value for row in parting)
    calm = next(v for v in WP["pairing"] if v["id"].startswith("WP-02"))
    table = wp_table(calm["history"], len(calm["players"]))
    for rulebook in (R2014, rules("knsb-wp-2014", pairing__c2="above_c4_1")):
        rows = told(ToPair(table, rulebook, set(table.cells), False))
        assert "pairing.c2" not in {row.key for row in rows}


@pytest.mark.clause("knsb-rating-2014 A3, A8, B2, B4, B5, B6, C1, C12, C13, C14a, C14b2")
@pytest.mark.parametrize(("tournament", "after"), RATING_ROUNDS)
def test_the_brackets_of_a_round_on_rating_are_the_known_ones(tournament: Any, after: int) -> None:
    this = tournament["rounds"][after]
    table = rating_table(tournament, after)
    last = after + 1 == tournament["total_rounds"]
    rows = told(ToPair(table, RATING, set(table.cells) - set(this["absent"]), last))
    groups, above = groups_of(rows), list[int]()
    for keys, bracket in zip(groups, this["brackets"], strict=True):
        unit = keys["p1"].unit
        assert sorted(unit.players) == sorted([*bracket["players"], *bracket["c1_removed"]])
        assert unit.boards == keys["p1"].value == bracket["P1"]
        assert keys["m1"].value == bracket["M1"]
        assert sorted(unit.floaters) == sorted(above)
        above = bracket["floaters"]
        assert keys["c12"].value == (bracket["how"] == "C12")
        assert (keys["c13"].text == "paired again") == (bracket["how"] == "C13")
        assert ("d2" in keys) == (bracket["violations"] is not None)
        if bracket["violations"]:
            vector = [keys[name].value for name in _VECTOR]
            assert vector == list(bracket["violations"].values())
    marked = this["ambiguous"]
    pairs = {
        READINGS[name] for name, how in marked.items() if name in READINGS and how != "colours"
    }
    parting = {
        row.key.removeprefix("rating.")
        for row in rows
        if row.key.startswith("rating.") and row.value
    }
    assert parting & set(READINGS.values()) == pairs
    assert ("e3" in parting, "nobody_prefers" in parting) == ("e3" in marked, "e_none" in marked)


@pytest.mark.clause("knsb-rating-2014 D2")
def test_an_exchange_is_told_by_the_places_of_those_exchanged_from_one() -> None:
    met = {1: {3, 4}, 3: {1}, 4: {1}}
    judge = RatingJudge(
        [
            RatedPlayer(key, 2, "", frozenset(met.get(key, ())), True, False, ("", ""))
            for key in (1, 2, 3, 4)
        ],
        3,
    )
    unit = Unit(1, "1", (1, 2, 3, 4), 2)
    row = of_criterion(unit, EDITION_RATING.named["d2"], judge.own(0))
    assert (row.value, row.parts, row.text) == (1, (1, 1, -2, 3), "2 for 3")


_VECTOR = ("b2", "a7d", "x", "z", "b5_down", "b6_down", "b5_up", "b6_up")


# --- explanations and checks ----------------------------------------------------------------------


def asked_of(hall: Hall, number: int) -> Question:
    question = of_book(hall.book, number)
    assert isinstance(question, Question), question
    return question


def _round(row: PairingDecision) -> int:
    return row.round


def other_ways(question: Question) -> list[tuple[list[tuple[int, int]], int | None]]:
    """Return the pairings in which two players have changed places."""
    bye = question.bye
    seats = [p for board in question.boards for p in board] + ([bye] if bye else [])
    ways = []
    for at, one in enumerate(seats):
        for two in seats[at + 1 :]:
            change = {one: two, two: one}
            boards = [(change.get(a, a), change.get(b, b)) for a, b in question.boards]
            ways.append((boards, None if bye is None else change.get(bye, bye)))
    return ways


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("rulebook", ["knsb-wp-2014", "knsb-wp-1996", "knsb-rating-2014"])
def test_the_key_in_which_another_pairing_is_worse_has_the_value_that_check_tells(
    rulebook: str, seed: int
) -> None:
    hall, compared = played_swiss(rulebook, seed), 0
    for number, rows in groupby(decisions_of(hall.facts), key=_round):
        question = asked_of(hall, number)
        keys = {(row.group, row.key): row for row in rows}
        if question.by_lot:
            continue
        explainer = system_of(question.rules).explainer(question)
        assert isinstance(explainer, Explainer | RatingExplainer)
        for boards, bye in other_ways(question):
            for claim in (
                explainer.differs(boards, bye) if not [*explainer.illegal(boards, bye)] else ()
            ):
                assert claim.group is not None
                label = halves_text(claim.group)
                group = next(r.group for r in keys.values() if r.label.split(" to ")[0] == label)
                row = keys[group, "k6_strong" if claim.unit == "strong" else str(claim.key)]
                assert row.clause is not None
                assert (claim.clause or "") in row.clause or claim.key in ("k6", "m1", "p1")
                if claim.detail.get("part") == "lists":
                    assert row.value
                elif row.value is not None and not claim.detail:
                    assert claim.found == row.value
                elif row.value is None:
                    assert claim.found in row.parts
                compared += 1
    assert compared > 50


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.clause("mwkeizer a, b, c, 3c")
def test_the_choices_of_an_evening_are_those_that_its_explanation_compares(seed: int) -> None:
    evenings = random_evenings(seed)
    rows = list(decisions_of(evenings.facts))
    for number in range(1, len(evenings.state.rounds) + 1):
        question = asked_of(evenings, number)
        explainer = system_of(question.rules).explainer(question)
        assert isinstance(explainer, SeasonExplainer)
        best, keys = explainer.best, explainer.keys
        of_round = [row for row in rows if row.round == number]
        levels = {row.players: row for row in of_round if row.key == "level" and row.group}
        near = {row.players: row for row in of_round if row.key == "nearest"}
        assert len(levels) == len(near) == len(best.pairs)
        for high, level, low in best.pairs:
            two = (keys[high], keys[low])
            assert levels[two].label == f"ranking {high + 1}-{low + 1}"
            assert levels[two].value == level
            assert bool(levels[two].text) == (level > 0)
            assert near[two].value == low - high
            taken = {p for pair in best.pairs if pair[0] < high for p in (pair[0], pair[2])}
            taken |= {at for at, key in enumerate(keys) if explainer.by_rules[key] is None}
            assert near[two].wanted == min(set(range(high + 1, len(keys))) - taken) - high
        whole = {row.key: row.value for row in of_round if row.label in ("round", "no opponent")}
        alone = {"free": best.times, "lowest": best.above} if len(keys) % 2 else {}
        assert whole == {"level": best.level, **alone}
        gave_way = {
            claim.players: claim.clause
            for claim in explainer.gave_way()
            if claim.kind == "gave_way"
        }
        told_of = {frozenset(two): row.clause for two, row in levels.items() if row.value}
        assert told_of == {frozenset(two): f"mwkeizer {c}" for two, c in gave_way.items()}
