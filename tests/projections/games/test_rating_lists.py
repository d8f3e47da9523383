"""The rating in force on a day, and the rating periods by the days of the rounds."""

from __future__ import annotations

import datetime as dt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.facts.ratings import RatingListRecorded, RatingPeriodsDeclared, StartRankDeclared
from ledger.state.parts import Entrant
from ledger.state.tournament import Tournament
from ledger.values import ListKind
from projections.games.rating_lists import (
    fide_rating,
    is_long,
    national_rating,
    rating_by,
    rating_in_force,
    rating_periods,
    ratings_of_rounds,
)

DAYS = st.dates(dt.date(2026, 1, 1), dt.date(2026, 12, 31))


def state_of(**lists: dict[str, int | None]) -> Tournament:
    """Return a tournament of one player, rated 1500, with the ratings of kinds by month-day."""
    state = Tournament()
    state.players[1] = Entrant(1, "p1", "", 1500, "", 1, 1)
    kinds: dict[str, ListKind] = {"fide": "fide", "national": "national", "other": "other"}
    for kind, by_day in lists.items():
        for day, rating in by_day.items():
            fact = RatingListRecorded(
                kind=kinds[kind],
                name=kind,
                valid_from=dt.date.fromisoformat(f"2026-{day}"),
                players=(1,),
                ratings=(rating,),
            )
            state.ratings.take(fact, state.players, 1)
    return state


def on(text: str) -> dt.date:
    return dt.date.fromisoformat(f"2026-{text}")


@given(st.dictionaries(DAYS, st.integers(1000, 2800) | st.none(), max_size=6), DAYS)
def test_the_rating_in_force_is_that_of_the_last_list_that_began_by_then(
    lists: dict[dt.date, int | None], day: dt.date
) -> None:
    state = state_of(fide={f"{d:%m-%d}": rating for d, rating in lists.items()})
    begun = [d for d in lists if d <= day]
    expected = lists[max(begun)] if begun else 1500
    assert rating_in_force(state, 1, day) == expected
    newest = lists[max(lists)] if lists else 1500
    assert rating_in_force(state, 1, None) == newest


def test_a_player_who_is_not_in_a_list_keeps_the_rating_of_the_list_before() -> None:
    state = state_of(fide={"09-01": 2000})
    later = RatingListRecorded(
        kind="fide", name="fide", valid_from=on("10-01"), players=(2,), ratings=(2400,)
    )
    state.ratings.take(later, state.players, 2)
    assert rating_in_force(state, 1, on("10-15")) == 2000


def test_before_a_declaration_the_list_of_fide_counts_first_and_then_the_national_one() -> None:
    both = state_of(fide={"09-01": 2000}, national={"09-01": 2100})
    assert rating_in_force(both, 1, None) == 2000
    assert rating_in_force(state_of(national={"09-01": 2100}), 1, None) == 2100
    assert rating_in_force(state_of(other={"09-01": 1700}), 1, None) == 1700
    assert rating_in_force(state_of(other={"09-01": 1, "10-01": None}), 1, None) is None


@pytest.mark.parametrize(
    ("method", "expected"),
    [
        ("FIDE", 2000),
        ("NRO", 2100),
        ("FIDON", 2000),
        ("NIDOF", 2100),
        ("HBFN", 2100),
        ("LBFN", 2000),
        ("OTHER", None),
    ],
)
def test_a_method_reads_what_both_lists_say(method: str, expected: int | None) -> None:
    lists: dict[ListKind, int | None] = {"fide": 2000, "national": 2100}
    declared = StartRankDeclared.model_validate(
        {"method": method, "federation": "NED", "second": "alphabet"}
    )
    assert rating_by(declared.method, lists) == expected


def test_a_file_has_a_rating_of_the_entry_in_the_place_that_it_is_of() -> None:
    state = state_of()
    assert (fide_rating(state, 1, None), national_rating(state, 1, None)) == (1500, None)
    declared = StartRankDeclared(method="NRO", federation="NED", second="alphabet")
    state.ratings.take(declared, state.players, 1)
    assert (fide_rating(state, 1, None), national_rating(state, 1, None)) == (None, 1500)


def periods(state: Tournament) -> list[tuple[int, int]]:
    return [(one.first, one.last) for one in rating_periods(state)]


def test_a_tournament_of_thirty_days_is_one_period_and_a_longer_one_has_one_a_month() -> None:
    state = Tournament(rounds_planned=5)
    state.dates = {1: on("09-05"), 2: on("09-19"), 3: on("10-04")}
    assert not is_long(state)
    assert periods(state) == [(1, 5)]
    state.dates[3] = on("10-05")
    assert is_long(state)
    assert periods(state) == [(1, 2), (3, 5)]
    state.dates[5] = on("12-01")
    assert periods(state) == [(1, 2), (3, 4), (5, 5)]
    first, *_ = rating_periods(state)
    assert (first.begins, first.ends) == (on("09-05"), on("09-19"))


def test_declared_periods_hold_whatever_the_days_are() -> None:
    state = Tournament(rounds_planned=6)
    state.dates = {1: on("09-05"), 6: on("12-05")}
    for firsts, expected in (((1, 4), [(1, 3), (4, 6)]), ((), [(1, 6)]), ((1, 9), [(1, 6)])):
        fact = RatingPeriodsDeclared(first_rounds=firsts, tie_breaks="first")
        state.ratings.take(fact, state.players, 1)
        assert periods(state) == expected


@given(st.lists(DAYS, min_size=1, max_size=9))
def test_periods_cover_every_round_once_and_in_order(days: list[dt.date]) -> None:
    state = Tournament(rounds_planned=len(days))
    state.dates = dict(enumerate(days, 1))
    rounds = [n for one in rating_periods(state) for n in range(one.first, one.last + 1)]
    assert rounds == list(range(1, len(days) + 1))


def test_ratings_by_round_go_by_the_day_of_the_round_or_of_the_round_before() -> None:
    state = state_of(fide={"09-01": 2000, "10-01": 2100})
    state.dates = {2: on("09-05"), 4: on("10-05")}
    assert ratings_of_rounds(state, 5) == {}
    fact = RatingPeriodsDeclared(first_rounds=(1, 4), tie_breaks="of_round")
    state.ratings.take(fact, state.players, 1)
    assert ratings_of_rounds(state, 5) == {1: (1500, 2000, 2000, 2100, 2100)}
