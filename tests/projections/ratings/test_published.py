"""What FIDE's calculator and its pages of calculations say, case by case.

A file in the same form that stands beside `tests/vectors/federation/fide-rating.json` is compared
too.
"""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

import pytest

from projections.ratings.edition import RatingEdition
from projections.ratings.edition_files import shipped_edition
from projections.ratings.first_rating import first_rating, first_rating_from
from projections.ratings.game import Played, changes
from projections.ratings.period import period_change
from tests.helpers.places import VECTOR_FOLDER

FILES = [
    json.loads(path.read_text("utf-8"))
    for path in sorted((VECTOR_FOLDER / "federation").glob("fide-rating*.json"))
]


def edition(name: str) -> RatingEdition:
    found = shipped_edition(f"fide-rating-{name}")
    assert isinstance(found, RatingEdition)
    return found


def cases(part: str) -> list[Any]:
    return [case for file in FILES for case in file.get(part, [])]


def halves(score: str) -> int:
    return int(2 * Fraction(score.replace("=", ".5")))


def hundredths(text: str) -> int:
    whole = 100 * Fraction(text)
    assert whole.denominator == 1
    return whole.numerator


@pytest.mark.parametrize("case", cases("one_game"), ids=lambda case: case["id"])
@pytest.mark.parametrize(
    ("key", "name"), [("calculator_plain_cap", "2024-03"), ("rule_2025_10", "2025-10")]
)
def test_one_game_changes_a_rating_as_published(case: Any, key: str, name: str) -> None:
    played = Played(case["own"], case["opponent"], halves(case["score"]))
    (game,) = changes([played], edition(name), "standard")
    assert case["K"] * game.hundredths == hundredths(case[key])


@pytest.mark.parametrize("case", cases("first_rating"), ids=str)
def test_a_first_rating_is_as_published_by_both_rules(case: Any) -> None:
    total = Fraction(case["average"]) * case["games"]
    for name, key in (("2022", "calculator_2022_rule"), ("2024-03", "rule_2024")):
        made = first_rating_from(total, halves(case["score"]), case["games"], edition(name))
        assert made.rating == case[key]


@pytest.mark.parametrize("case", cases("new_player"), ids=lambda case: case["id"])
def test_a_newcomer_gets_the_published_rating_by_the_published_steps(case: Any) -> None:
    games = [(rating, halves(score)) for rating, score in case["games"]]
    made = first_rating(games, edition("2024-03"))
    assert made is not None
    assert round(made.average, 2) == Fraction(case["average"])
    assert (made.percentage, made.difference) == (case["percent"], case["dp"])
    assert made.rating == case["rating"]


@pytest.mark.parametrize("case", cases("periods"), ids=lambda case: case["id"])
def test_the_games_sums_and_changes_of_a_period_are_as_published(case: Any) -> None:
    rules = edition(case["edition"])
    worth: list[int] = []
    for event in case["events"]:
        played = [Played(event["own"], g["opponent"], halves(g["score"])) for g in event["games"]]
        made = changes(played, rules, "standard")
        assert [g.hundredths for g in made] == [hundredths(g["change"]) for g in event["games"]]
        assert [g.capped for g in made] == [g["capped_by_fide"] for g in event["games"]]
        assert sum(g.hundredths for g in made) == hundredths(event["sum"])
        worth += [g.hundredths for g in made]
    change = period_change(case["base"] or 2000, case["K"], worth, rules)
    assert change.hundredths == hundredths(case["change"])
    assert change.rounded == case["rounded"]
    if case["base"] is not None:
        assert change.new == case["new"]


@pytest.mark.parametrize("file", FILES, ids=str)
def test_the_sums_of_a_whole_championship_are_as_published(file: Any) -> None:
    event = file.get("us_championship_2025")
    if event is None:
        return
    games: dict[str, list[Played]] = {}
    for white, black, result in (game for one in event["rounds"] for game in one):
        score = halves(result)
        for own, other, own_score in ((white, black, score), (black, white, 2 - score)):
            ratings = event["ratings"]
            games.setdefault(own, []).append(Played(ratings[own], ratings[other], own_score))
    for player, played in games.items():
        made = changes(played, edition("2025-10"), "standard")
        assert sum(game.hundredths for game in made) == hundredths(event["sums"][player])
