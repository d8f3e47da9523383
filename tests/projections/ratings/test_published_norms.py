"""Norms in situations whose verdicts are known, case by case.

A file in the same form that stands beside `tests/vectors/federation/fide-norms.json` is compared
too.
"""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

import pytest

from projections.ratings.edition_files import norm_edition_on
from projections.ratings.norm import (
    Candidate,
    HowPlayed,
    NormEvent,
    NormGame,
    average_of,
    norm_of,
)
from projections.ratings.norm_event import Entry, foreigners, is_strong
from projections.ratings.norm_forecast import forecast
from tests.helpers.places import VECTOR_FOLDER

FILES = [
    json.loads(path.read_text("utf-8"))
    for path in sorted((VECTOR_FOLDER / "federation").glob("fide-norms*.json"))
]
EDITION = norm_edition_on(None)
HOW: dict[str, HowPlayed] = {"+": "forfeit-win", "U": "bye", "": "open", "-": "missed"}


def cases(part: str) -> list[Any]:
    return [case for file in FILES for case in file.get(part, [])]


def games_of(case: Any) -> list[NormGame]:
    games = []
    for number, row in enumerate(case["games"], 1):
        if row[0] is None:
            games.append(NormGame(number, HOW.get(row[1], "missed")))
            continue
        rating, title, federation, result, *rest = row
        how = HOW.get(result, "played")
        halves = {"1": 2, "=": 1}.get(result, 0)
        pointless = bool(rest and rest[0])
        games.append(NormGame(number, how, rating or None, title, federation, halves, pointless))
    return games


def event_of(case: Any) -> NormEvent:
    said = case.get("event", {})
    return NormEvent(
        rounds=said.get("rounds", len(case["games"])),
        kind=said.get("kind", "swiss"),
        exemption=said.get("exemption"),
        home=said.get("federation", "FRA"),
        least_games=said.get("least_games"),
    )


def player_of(case: Any) -> Candidate:
    player = case.get("player", {})
    return Candidate(player.get("federation", "FRA"), player.get("sex", "w") == "w")


@pytest.mark.parametrize("case", cases("thresholds"), ids=str)
def test_the_shares_of_a_number_of_games_are_as_in_the_table(case: Any) -> None:
    games = [NormGame(at, "played", 2400, "GM", "USA") for at in range(case["games"])]
    verdict = norm_of("GM", games, Candidate("FRA", False), NormEvent(case["games"]), EDITION)
    takes = {one.condition: one.takes for one in verdict.found}
    assert takes["titled"] == case["titled"]
    assert takes["own-federation"] == case["own"]
    assert takes["one-federation"] == case["one"]


@pytest.mark.parametrize("case", cases("averages"), ids=str)
def test_the_lowest_opponent_alone_is_raised(case: Any) -> None:
    found = average_of([one or None for one in case["ratings"]], EDITION.of(case["norm"]), EDITION)
    assert (found.average, found.raised) == (case["average"], case["raised"])


@pytest.mark.parametrize("case", cases("scenarios"), ids=lambda case: case["name"])
def test_a_situation_has_its_verdict(case: Any) -> None:
    verdict = norm_of(case["norm"], games_of(case), player_of(case), event_of(case), EDITION)
    expect = case["expect"]
    lacks = set(verdict.lacks)
    for key in ("met", "average", "performance", "by"):
        if key in expect:
            assert getattr(verdict, key) == expect[key], key
    if "dropped" in expect:
        assert list(verdict.dropped) == expect["dropped"]
    assert set(expect.get("includes", [])) <= lacks
    assert not set(expect.get("excludes", [])) & lacks


@pytest.mark.parametrize("case", cases("forecasts"), ids=lambda case: case["name"])
def test_a_forecast_is_as_expected(case: Any) -> None:
    made = forecast(case["norm"], games_of(case), player_of(case), event_of(case), EDITION)
    assert made is not None
    least = None if made.possible_from is None else Fraction(made.possible_from, 2)
    wanted = case["possible_from"]
    assert least == (None if wanted is None else Fraction(wanted))
    if "must_play" in case:
        assert made.must_play is case["must_play"]


@pytest.mark.parametrize("case", cases("tournaments"), ids=lambda case: case["name"])
def test_a_tournament_is_what_its_players_make_it(case: Any) -> None:
    entries = [
        Entry(rating or None, title, federation, tuple(missed), misses)
        for count, rating, title, federation, missed, misses in case["entries"]
        for _ in range(count)
    ]
    if "worst" in case:
        assert list(foreigners(entries, case["rounds"], case["host"], EDITION)) == case["worst"]
    if "strong" in case:
        kind = case.get("kind", "swiss")
        assert is_strong(entries, case["rounds"], kind, EDITION) is case["strong"]
