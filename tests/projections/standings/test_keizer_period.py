"""The standing of a period: its rounds at the season's values, or at its own."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desk.answers.season import overview
from ledger.messages import do
from ledger.refusals import Refusal
from projections.games.crosstable import of_tournament
from projections.season import members as overviews
from projections.standings.keizer import standings_of
from tests.helpers.family import examples
from tests.helpers.overviews import KEYS, dutch, headings, of, shown
from tests.helpers.season import Season
from tests.oracles.keizer_seasons import period_by_its_own_values, random_season, worth


@given(st.integers(0, 10**6), KEYS, st.integers(4, 6))
@examples(20)
@pytest.mark.clause("mwkeizer 2")
def test_a_period_counts_its_own_rounds_at_the_values_of_the_season(
    seed: int, keys: Any, after: int
) -> None:
    season = random_season(seed, **keys)
    count = of(season, after, 2)
    values = of(season, after).standing.values
    assert count.rounds == range(4, after + 1)
    assert dict(count.standing.values) == dict(values)
    totals = {line.player: line.total for line in count.standing.lines}
    order = of(season, after).standing.order
    assert count.standing.order == sorted(order, key=lambda p: -totals[p])
    for line in count.standing.lines:
        assert line.total == worth(season.state, count.keys, values, line.player, count.rounds)


@given(st.integers(0, 10**6), KEYS, st.integers(1, 6))
@examples(20)
@pytest.mark.clause("mwkeizer 2, schommelen")
def test_a_period_may_have_values_of_its_own(seed: int, keys: Any, after: int) -> None:
    season = random_season(seed, **keys, period_values="period")
    period = 1 if after < 4 else 2
    period_ranking = of(season, after, period).standing
    table = of_tournament(season.state, season.book.rules)
    standings = standings_of(table, season.book.rules_of)
    rounds = range(1 if period == 1 else 4, after + 1)
    order, totals = period_by_its_own_values(season, standings, rounds)
    assert period_ranking.order == order
    assert {n.player: n.total for n in period_ranking.lines} == {
        n.player: totals[n.player] for n in period_ranking.lines
    }
    if period == 1:
        assert period_ranking.lines == standings[after].lines


@pytest.mark.clause("mwkeizer 2")
def test_the_first_round_of_a_period_begins_with_the_ranking_of_the_season() -> None:
    """Everybody draws in it, so only the ranking at its start can separate them."""
    season = Season(4, period_values="period", rematch_gap=0)
    season.do("period", round=3)
    season.play("0-1", "0-1")
    season.play("0-1", "0-1")
    before = of(season).standing.order
    assert before != [1, 2, 3, 4]
    season.play("1/2-1/2", "1/2-1/2")
    own = of(season, period=2).standing
    assert {line.player for line in own.lines[:2]} == set(before[:2])


@pytest.mark.clause("mwkeizer 3d, 2")
def test_absences_keep_their_count_of_the_season_unless_they_are_counted_by_period() -> None:
    for cap_per, counted_as in (("season", "beyond_cap"), ("period", "absent")):
        season = Season(5, absent_cap=1, cap_per=cap_per)
        season.do("period", round=2)
        for number in (1, 2):
            season.do("absent", player=5, round=number)
            season.play()
        row = next(r for r in overviews.period_standing(of(season, period=2)).cells if r["id"] == 5)
        assert (row["absent"], row["beyond_cap"]) == (
            (0, 1) if counted_as == "beyond_cap" else (1, 0)
        )


def test_equal_totals_of_a_period_keep_the_order_of_the_season() -> None:
    """All games of the period are lost by both, so without own value everybody has nothing."""
    season = Season(4, own_value=False, rematch_gap=0)
    season.do("period", round=2)
    season.play("0-1", "0-1")
    season.play("0-0", "0-0")
    order = of(season).standing.order
    assert order != sorted(order)
    period = of(season, period=2).standing
    assert [line.total for line in period.lines] == [0, 0, 0, 0]
    assert period.order == order


@pytest.mark.parametrize("period_values", ["season", "period"])
def test_who_left_before_a_period_is_not_in_it_and_who_left_in_it_is_last(
    period_values: str,
) -> None:
    season = Season(7, rematch_gap=0, period_values=period_values)
    season.do("period", round=3)
    season.play()
    season.do("leave", player=1)
    season.play()
    season.play()
    season.do("leave", player=2)
    season.play()
    lines = of(season, period=2).standing.lines
    assert 1 not in [line.player for line in lines]
    assert (lines[-1].player, lines[-1].rank) == (2, None)
    assert of(season, period=1).standing.rounds == 2


@pytest.mark.clause("mwkeizer 2")
def test_the_period_standing_is_that_of_the_period_of_the_last_round_counted() -> None:
    season = Season(4, rematch_gap=0)
    season.do("period", round=3, name="Spring")
    for _ in range(4):
        season.play()
    last = dutch(overview(season.book, "period-standing"))
    assert str(last.title).startswith("Open: Periodestand, periode 2 (Spring), ronde 3-4 · ")
    assert headings(last) == headings(dutch(overviews.standing(of(season))))
    assert "waarden: die van de stand over het seizoen" in last.notes
    earlier = shown(overview(season.book, "period-standing", after=2))
    assert (earlier.record()["period"], earlier.record()["rounds"]) == (1, 2)
    assert earlier.cells == shown(overview(season.book, "period-standing", after=4, period=1)).cells
    to_come = overview(season.book, "period-standing", after=2, period=2)
    assert isinstance(to_come, Refusal)
    assert to_come.code == "period-to-come"
    assert to_come.next == do("overview", which=2)
