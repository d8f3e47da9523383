"""Keizer values: the vectors, the source's example, and the worth of each kind of round."""

from __future__ import annotations

import json
from collections.abc import Iterator
from fractions import Fraction
from functools import partial
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.rulebooks.rulebook import Rulebook
from ledger.state.book import rulebook_of
from ledger.state.tournament import replay
from projections.games.crosstable import Crosstable, of_tournament
from projections.standings import keizer
from projections.standings.keizer import (
    Sums,
    inversions,
    items,
    ranking,
    settle,
    standings_of,
)
from tests.helpers.crosstables import rules
from tests.helpers.family import by_seed
from tests.helpers.places import VECTOR_FOLDER
from tests.helpers.season import Season
from tests.oracles.keizer_seasons import random_season

VECTORS = {
    vector["id"]: vector
    for vector in json.loads((VECTOR_FOLDER / "keizer.json").read_text("utf-8"))
}


def totals_of(vector: Any) -> Any:
    """Return a function from a ranking to the totals of a vector's members."""
    names, top = list(vector["start"]), vector["top"]

    def totals(order: Any) -> dict[Any, int]:
        value = {name: top - place for place, name in enumerate(order)}
        sums = {name: 2 * value[name] for name in names}
        for white, black, result in vector["games"]:
            share = {"1-0": (2, 0), "0-1": (0, 2), "=": (1, 1)}[result]
            sums[white] += share[0] * value[black]
            sums[black] += share[1] * value[white]
        return sums

    return totals


@pytest.mark.parametrize("name", ["KZ-01", "KZ-03"])
@pytest.mark.clause("mwkeizer schommelen, punten")
def test_a_vector_settles_at_its_fixed_point(name: str) -> None:
    vector = VECTORS[name]
    totals = totals_of(vector)
    first = totals(vector["start"])
    assert {p: Fraction(t, 2) for p, t in first.items()} == {
        p: Fraction(t) for p, t in vector["pass_1"].items()
    }
    settled = settle(vector["start"], totals)
    assert list(settled.order) == vector["order"]
    assert settled.cycle == 0
    assert settled.passes == vector.get("passes", 2)
    fixed = totals(settled.order)
    assert {p: Fraction(t, 2) for p, t in fixed.items()} == {
        p: Fraction(t) for p, t in vector["fixed_point"].items()
    }


def test_a_vector_without_fixed_point_is_a_cycle_of_eight() -> None:
    vector = VECTORS["KZ-05"]
    totals = totals_of(vector)
    order = tuple(vector["start"])
    for step in vector["passes"]:
        assert {int(p): Fraction(t) for p, t in step["totals"].items()} == {
            p: Fraction(t, 2) for p, t in totals(order).items()
        }
        order = tuple(sorted(order, key=lambda p: -totals(order)[p]))
        assert list(order) == step["new_order"]
    settled = settle(vector["start"], totals)
    assert settled == (tuple(vector["start"]), 8, vector["cycle_length"])


@given(st.data())
def test_of_a_cycle_the_order_nearest_to_the_start_is_taken(data: Any) -> None:
    count = data.draw(st.integers(3, 5))
    games = data.draw(
        st.lists(
            st.tuples(st.integers(1, count), st.integers(1, count), st.sampled_from(["1-0", "="])),
            min_size=count,
            max_size=14,
        )
    )
    start = list(data.draw(st.permutations(range(1, count + 1))))
    games = [game for game in games if game[0] != game[1]]
    totals = totals_of({"start": start, "top": count + 1, "games": games})
    settled = settle(start, totals)
    walk, order = [tuple(start)], tuple(start)
    while True:
        order = tuple(sorted(order, key=lambda p: -totals(order)[p]))
        if order in walk:
            break
        walk.append(order)
    cycle = walk[walk.index(order) :]
    assert settled.cycle == (0 if len(cycle) == 1 else len(cycle))
    away = [inversions([start.index(p) for p in o]) for o in cycle]
    assert settled.order == cycle[away.index(min(away))]


@pytest.mark.clause("mwkeizer startwaarde, punten, schommelen")
def test_the_example_of_the_source_has_137_103_102_and_a_half_and_67() -> None:
    season = Season(4)
    season.play("1-0", "1/2-1/2")
    standing = season.standing()
    assert [(line.player, line.total) for line in standing.lines] == [
        (1, 137),
        (3, 103),
        (4, Fraction(205, 2)),
        (2, 67),
    ]
    assert [line.value for line in standing.lines] == [70, 69, 68, 67]
    assert (standing.passes, standing.cycle) == (2, 0)
    assert [line.total for line in season.standing(0).lines] == [70, 69, 68, 67]


@pytest.mark.clause("mwkeizer startwaarde")
def test_values_of_a_club_with_top_100() -> None:
    """KZ-07: 16 beats 21, a draw of both, an absence of 12."""
    case = {c["case"]: c["gets"] for c in VECTORS["KZ-07"]["cases"]}
    values = Season(21, top=100).standing().values
    assert case["16 beats 21"] == values[21]
    assert Fraction(case["draw 16-21: 16 gets"]) == Fraction(values[21], 2)
    assert Fraction(case["draw 16-21: 21 gets"]) == Fraction(values[16], 2)
    third = Fraction(values[12], 3)
    assert case["rank 12 absent with notice, 1/3 own"] == f"{third} = {float(third):.2f}"


@pytest.mark.clause("mwkeizer 3d, 3c, 4-geen tegenstander, extern, extern-meetellen")
def test_what_each_kind_of_round_is_worth() -> None:
    season = Season(5)
    season.do("absent", player=5, round=1)
    season.play("1-0", "1/2-1/2")
    season.do("external", player=5, round=1, team="1", board=2, colour="W", result="1/2")
    season.do("absent", player=4, round=2, kind="club duty")
    season.do("absent", player=3, round=2)
    season.play("1-0")
    values = season.standing().values
    free = season.state.rounds[1].bye
    assert free is not None
    assert (2, "no opponent", Fraction(2 * values[free], 3)) in season.gains(free)
    assert season.gains(5)[0] == (1, "external", 34)
    assert season.gains(4)[-1] == (2, "club duty", Fraction(2 * values[4], 3))
    assert season.gains(3)[-1] == (2, "absent", Fraction(values[3], 3))


def absent_often(**keys: Any) -> Season:
    season = Season(5, **keys)
    season.do("period", round=5)
    for number in range(1, 9):
        kind = "no notice" if number == 2 else "notice"
        season.do("absent", player=5, round=number, kind=kind)
        season.play()
    return season


@pytest.mark.clause("mwkeizer 3d")
def test_the_sixth_absence_is_worth_nothing() -> None:
    season = absent_often()
    third = Fraction(season.standing().values[5], 3)
    assert [points for _, _, points in season.gains(5)] == [third] * 5 + [0] * 3
    assert [what for _, what, _ in season.gains(5)][4:6] == ["absent", "absent beyond the cap"]


def test_absences_may_be_counted_anew_in_each_period() -> None:
    season = absent_often(cap_per="period", absent_cap=3)
    third = Fraction(season.standing().values[5], 3)
    assert [points for _, _, points in season.gains(5)] == [third] * 3 + [0] + [third] * 3 + [0]


def test_an_absence_without_notice_may_be_worth_nothing_and_is_then_no_absence() -> None:
    season = absent_often(unannounced="zero")
    third = Fraction(season.standing().values[5], 3)
    assert [points for _, _, points in season.gains(5)] == [third, 0, *[third] * 4, 0, 0]


def test_a_counted_external_game_takes_the_place_of_an_absence_or_comes_beside_it() -> None:
    for replaces, kinds in ((True, ["external"]), (False, ["absent", "external"])):
        season = Season(5, external_replaces_absence=replaces)
        season.do("absent", player=5, round=1)
        season.play()
        season.do("external", player=5, round=1, team="1", board=1, colour="W", result="1")
        assert [what for _, what, _ in season.gains(5)] == kinds


def test_a_board_that_the_rulebook_gives_no_value_is_worth_nothing() -> None:
    season = Season(5)
    season.do("publish")
    season.do("external", player=5, round=1, team="1", board=3, colour="W", result="1")
    table = of_tournament(season.state, season.book.rules)
    fewer = rules("mwkeizer", keizer__external='{"1" = [70, 68]}')
    values = season.standing().values
    assert [item.points(values) for item in items(table, fewer)[5] if item.team] == [0]


@pytest.mark.clause("mwkeizer extern-meetellen")
def test_an_external_game_elsewhere_counts_only_when_announced_in_advance() -> None:
    season = Season(4)
    season.play()
    game = {"round": 1, "team": "1", "board": 1, "colour": "W", "result": "1"}
    notes = season.notes("external", player=1, club_evening=False, **game)
    assert "does not count" in notes[0]
    season.do("external", player=2, club_evening=False, announced_to="captain", **game)
    assert [what for _, what, _ in season.gains(1)] == ["win"]
    assert [what for _, what, _ in season.gains(2)] == ["loss", "external"]


def test_external_values_stay_when_everything_else_moves() -> None:
    season = Season(4)
    season.play()
    season.do("external", player=2, round=1, team="1", board=3, colour="B", result="1R")
    for _ in range(3):
        season.play()
        assert season.gains(2)[1] == (1, "external", 66)


def test_who_leaves_keeps_the_value_declared_then() -> None:
    season = Season(5, top=50)
    season.play("1-0", "1-0")
    before = season.standing().values
    opponent = next(
        g.black if g.white == 1 else g.white
        for g in season.state.rounds[0].games
        if 1 in (g.white, g.black)
    )
    season.do("leave", player=opponent)
    for _ in range(3):
        season.play()
    standing = season.standing()
    assert standing.values[opponent] == before[opponent]
    assert standing.lines[-1].player == opponent
    assert standing.lines[-1].rank is None
    assert [line.value for line in standing.lines[:-1]] == [50, 49, 48, 47]
    assert season.gains(1)[0][2] == before[opponent]


def test_who_leaves_may_be_given_another_value_or_stay_in_the_ranking() -> None:
    season = Season(4)
    season.play()
    season.do("leave", player=2, value=40)
    season.play()
    assert season.standing().values[2] == 40
    ranked = Season(4, leaver="ranked")
    ranked.play()
    ranked.do("leave", player=2, value=40)
    ranked.play()
    assert ranked.standing().values[2] in (70, 69, 68, 67)


@pytest.mark.clause("mwkeizer startwaarde")
def test_a_member_who_joins_begins_last() -> None:
    season = Season(4)
    season.play("1-0", "1-0")
    season.do("join", name="New")
    line = season.standing().lines[-1]
    assert (line.player, line.rank, line.value, line.total) == (5, 5, 66, Fraction(66))
    season.play()
    assert [number for number, _, _ in season.gains(5)] == [2]


def test_the_previous_ranking_values_everything_in_one_pass() -> None:
    season = Season(4, valuation="previous-ranking")
    season.play("1-0", "1/2-1/2")
    standing = season.standing()
    assert {line.player: line.total for line in standing.lines} == {
        1: 139,
        3: Fraction(203, 2),
        4: 101,
        2: 69,
    }
    assert standing.passes == 1
    assert standing.order == [1, 3, 4, 2]


def test_without_the_own_value_a_total_is_what_was_won() -> None:
    season = Season(4, own_value=False)
    season.play("1-0", "1/2-1/2")
    assert season.total(2) == 0


def test_a_correction_revalues_every_round_after_it() -> None:
    season = Season(6)
    for _ in range(4):
        season.play()
    before = season.standing()
    season.do("correct-result", round=1, board=1, result="0-1", reason="misread")
    after = season.standing()
    assert before.lines != after.lines
    again = Season(6)
    again.play("0-1")
    for game in range(2, 5):
        boards = season.boards(game)
        assert boards, "pairings already made stay"
    assert sum(line.total for line in after.lines) > 0


@given(st.lists(st.tuples(st.fractions(0, 2, max_denominator=12), st.integers(0, 3)), max_size=8))
def test_sums_are_exact(row: list[tuple[Fraction, int]]) -> None:
    from projections.standings.keizer import PointsSource, What

    values = {0: 7, 1: 5, 2: 3, 3: 1}
    sources = [PointsSource(1, What.WIN, share, of) for share, of in row]
    sources.append(PointsSource(1, What.EXTERNAL, Fraction(1, 2), None, 11))
    sums = Sums({0: sources, 1: [], 2: [], 3: []}, own_value=True)
    sums.add(1)
    total = Fraction(sums.totals(values)[0], sums.scale)
    assert total == 7 + sum((item.points(values) for item in sources), Fraction(0))


def _tables(season: Season) -> Iterator[Crosstable]:
    """Yield the table of every number of rounds at several moments of a season."""
    facts = season.facts
    for position in range(len(facts) // 3, len(facts) + 1, 7):
        state = replay(facts[:position])
        rules = rulebook_of(state.rulebook_text)
        for after in range(len(state.rounds) + 1):
            yield of_tournament(state, rules, after)


def _always(own: Rulebook, after: int) -> Rulebook:
    return own


@by_seed(3)
def test_a_ranking_is_that_of_all_standings_made_anew_whatever_was_asked_before(seed: int) -> None:
    seasons = [random_season(seed), random_season(seed + 100, absent_cap=1)]
    tables = [(table, season.book.rules) for season in seasons for table in _tables(season)]
    again = Random(seed).sample(tables, len(tables))
    for table, own in (*tables, *again):
        assert ranking(table, own) == standings_of(table, partial(_always, own))[-1]


def test_standings_of_earlier_rounds_are_not_made_again_for_the_next(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    season = random_season(4)
    rounds = len(season.state.rounds)
    made = list[int]()
    real = keizer._standing

    def counted(table: Crosstable, keys: Any, after: int, *rest: Any) -> Any:
        made.append(after)
        return real(table, keys, after, *rest)

    monkeypatch.setattr(keizer, "_standing", counted)
    monkeypatch.setattr(keizer, "_latest", keizer._Chain())
    for after in range(rounds + 1):
        ranking(of_tournament(season.state, season.book.rules, after), season.book.rules)
    assert made == [*range(rounds + 1)]
