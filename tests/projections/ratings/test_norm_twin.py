"""Norms and their forecasts are those of the literal twin; and the example of the text."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest

from ledger.values import NormTitle
from projections.ratings.edition_files import norm_edition_on
from projections.ratings.norm import Candidate, HowPlayed, NormEvent, NormFormat, NormGame, norm_of
from projections.ratings.norm_edition import NORM_TITLES
from projections.ratings.norm_forecast import forecast, wish
from tests.helpers.family import by_seed
from tests.oracles import fide_norms_text as text

EDITION = norm_edition_on(None)
PLAYER = Candidate("FRA", woman=True)
HOW: dict[str, HowPlayed] = {"+": "forfeit-win", "U": "bye", "-": "missed", "": "open"}
HALVES = {"1": 2, "=": 1}
EXAMPLE = [
    (2480, "GM", "GER", "="),
    (2390, "IM", "NED", "1"),
    (2510, "GM", "NED", "="),
    (2301, "FM", "NED", "1"),
    (2455, "IM", "USA", "1"),
    (2560, "GM", "NED", "0"),
    (2402, "IM", "NED", "1"),
]


def norm_games(rounds: list[text.Game]) -> list[NormGame]:
    return [
        NormGame(at, HOW.get(how, "played"), rating or None, title, federation, HALVES.get(how, 0))
        for at, (rating, title, federation, how) in enumerate(rounds, 1)
    ]


def some_game(chance: Random, level: int, results: str) -> text.Game:
    return (
        chance.choice([level + chance.randrange(-150, 150)] * 9 + [0]),
        chance.choice(["GM"] * 4 + ["IM", "IM", "WGM", "WIM", "FM", "CM", ""]),
        chance.choice(["FRA", "FRA", "GER", "GER", "USA", "ESP", "FID", "NON"]),
        chance.choice(results),
    )


@by_seed(25)
def test_verdicts_at_random_are_those_of_the_twin(seed: int) -> None:
    chance = Random(seed)
    for _ in range(8):
        norm: NormTitle = chance.choice(NORM_TITLES)
        kind: NormFormat = chance.choice(["swiss", "swiss", "round_robin", "double_round_robin"])
        planned = chance.choice([9, 9, 10, 11, 11, 12])
        level = text.NEEDS[norm][1] + chance.choice([40, 120, 220])
        rounds = [some_game(chance, level, "111=====00+U-1=1=1=1=") for _ in range(planned)]
        exempt = chance.random() < 0.3
        event = NormEvent(planned, kind, "c" if exempt else None)
        verdict = norm_of(norm, norm_games(rounds), PLAYER, event, EDITION)
        sets = text.judged(norm, rounds, own="FRA", kind=kind, exempt=exempt, planned=planned)
        assert verdict.met is bool(sets), rounds
        if verdict.met:
            assert verdict.dropped == sets[0], rounds


@by_seed(6)
def test_forecasts_at_random_are_those_of_the_twin(seed: int) -> None:
    chance = Random(seed)
    norm: NormTitle = chance.choice(NORM_TITLES)
    level = text.NEEDS[norm][1] + 70
    planned = chance.choice([9, 10])
    paired = chance.choice([1, 2])
    done = [some_game(chance, level, "111==10+U") for _ in range(planned - paired)]
    coming = [some_game(chance, level, "1") for _ in range(paired)]
    waiting = [(*game[:3], "") for game in coming]
    made = forecast(norm, norm_games([*done, *waiting]), PLAYER, NormEvent(planned), EDITION)
    assert made is not None
    twin = text.least_points(norm, done, coming, planned=planned)
    ours = (made.possible_from, made.certain_from)
    assert tuple(None if one is None else Fraction(one, 2) for one in ours) == twin


def test_the_example_says_what_must_come_and_what_it_gives() -> None:
    player = Candidate("NED", woman=False)
    event = NormEvent(9)
    games = norm_games(EXAMPLE)
    wanted = wish("GM", games, 2, player, event, EDITION)
    averages = {halves: float(average) for halves, average in wanted.averages}
    assert (averages[3], averages[2], averages[4]) == (2401.75, 2586.25, 2158.75)
    assert (wanted.own_at_most, wanted.new_federations, wanted.titled) == (0, 0, 0)
    assert (wanted.of_title, wanted.impossible) == (0, ())
    paired = norm_games([*EXAMPLE, (2470, "FM", "ESP", ""), (2530, "GM", "GER", "")])
    grand = forecast("GM", paired, player, event, EDITION)
    assert grand is not None
    assert (grand.possible_from, grand.certain_from, grand.must_play) == (3, 3, True)
    master = forecast("IM", paired, player, event, EDITION)
    assert master is not None
    assert (master.possible_from, master.certain_from, master.must_play) == (0, 0, True)
    done = norm_games([*EXAMPLE, (2470, "FM", "ESP", "1"), (2530, "GM", "GER", "=")])
    verdict = norm_of("GM", done, player, event, EDITION)
    assert (verdict.met, verdict.average, verdict.performance) == (True, 2455, 2621)
    assert (verdict.halves, verdict.counts) == (13, 9)
    assert norm_of("IM", done, player, event, EDITION).counts == 11


@pytest.mark.parametrize("title", NORM_TITLES)
def test_the_performance_of_a_norm_is_220_above_its_average(title: NormTitle) -> None:
    keys = EDITION.of(title)
    assert keys.performance - keys.average == 220
    rounds = [(keys.average, title, one, "=") for one in "ABCDEFGHI"]
    games = norm_games([(*game[:3], "1" if at < 5 else "=") for at, game in enumerate(rounds)])
    assert norm_of(title, games, PLAYER, NormEvent(9), EDITION).met


def test_norms_for_women_are_no_norms_of_men() -> None:
    rounds = [(2400, "GM", one, "1") for one in "ABCDEFGHI"]
    man = Candidate("FRA", woman=False)
    verdict = norm_of("WGM", norm_games(rounds), man, NormEvent(9), EDITION)
    assert verdict.lacks == ("women",)


def test_who_registered_a_national_final_frees_its_own_players_alone() -> None:
    rounds = [(2500, "GM", "USA", one) for one in "111======"]
    event = NormEvent(9, exemption="a", home="FRA")
    own = norm_of("GM", norm_games(rounds), PLAYER, event, EDITION)
    other = norm_of("GM", norm_games(rounds), Candidate("BEL", woman=True), event, EDITION)
    assert (own.met, other.met) == (True, False)
