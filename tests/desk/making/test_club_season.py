"""Generated seasons: the same seed gives the same file, and every kind of event happens."""

from __future__ import annotations

import json
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from desk.commands.commands import read_ndjson
from desk.desk import Desk
from desk.making.club_season import CLUB_SEASON, Recipe, SeasonRates, season_file
from desk.making.random_trf import CannotGenerate
from desk.outcomes import Written
from desk.terminal.random_options import RATES
from desk.terminal.verbs.generating import SEASON_RATES
from desk.writing import carry_out
from ledger.state.book import Book
from projections.games.crosstable import of_tournament
from projections.standings.keizer import What, items
from tests.helpers.console import Console
from tests.helpers.season_copy import of_commands
from tests.helpers.terminal import Terminal


@cache
def club_season() -> bytes:
    return season_file(CLUB_SEASON)


@cache
def club_book() -> Book:
    return of_commands(club_season())


def lines(data: bytes) -> list[dict[str, Any]]:
    return [json.loads(line) for line in data.decode().splitlines() if not line.startswith("#")]


def test_the_same_recipe_gives_the_same_file_and_another_seed_another() -> None:
    recipe = Recipe(12, 6, "1")
    assert season_file(recipe) == season_file(recipe)
    assert season_file(recipe) != season_file(Recipe(12, 6, "2"))


def test_the_shipped_season_has_forty_members_thirty_rounds_and_two_periods() -> None:
    book = club_book()
    assert (len(book.state.players), len(book.state.rounds)) == (40, 30)
    assert book.state.season.periods == [(16, "second half")]
    assert not any(round_.open_games for round_ in book.state.rounds)
    assert all(round_.source == "keizer" for round_ in book.state.rounds)
    assert len(set(map(book.name, book.state.players))) == 40


def test_everything_a_season_knows_happens_in_the_shipped_one() -> None:
    counts = Counter(line["command"] for line in lines(club_season()))
    wanted = {
        "join",
        "leave",
        "return",
        "present",
        "forfeit",
        "external",
        "correct-result",
        "correct-colours",
        "correct-external",
        "period",
        "schedule",
    }
    assert wanted <= set(counts), wanted - set(counts)
    book = club_book()
    table = of_tournament(book.state, book.rules)
    what = Counter(item.what for row in items(table, book.rules).values() for item in row)
    assert set(What) - set(what) <= {What.OPEN, What.ADJOURNED}
    kinds = {line.get("kind") for line in lines(club_season())}
    assert {"notice", "no notice", "club duty"} <= kinds
    externals = book.state.season.externals.values()
    assert {game.announced_to for game in externals} == {None, "captain", "leader"}
    assert any(not game.counts for game in externals)


def test_strength_decides_and_draws_are_as_often_as_asked() -> None:
    few, many = (
        season_file(Recipe(16, 10, "1", rates=SeasonRates(draws=draws, corrections=0)))
        for draws in (0, 900)
    )
    results = [
        Counter(line["result"] for line in lines(data) if line["command"] == "result")
        for data in (few, many)
    ]
    assert results[0]["1/2-1/2"] == 0
    assert results[1]["1/2-1/2"] > results[1]["1-0"] + results[1]["0-1"]


@pytest.mark.parametrize("members", [4, 5, 90])
def test_small_and_large_clubs_are_made_too(members: int) -> None:
    recipe = Recipe(members, 3, "1", rates=SeasonRates(absences=600, withdrawals=300, late=500))
    book = of_commands(season_file(recipe))
    keys = book.rules.season_keys
    assert keys.top >= members * keys.step
    assert len(book.state.rounds) == 3


@pytest.mark.parametrize(
    "recipe",
    [
        Recipe(3, 5, "1"),
        Recipe(401, 5, "1"),
        Recipe(10, 0, "1"),
        Recipe(10, 100, "1"),
        Recipe(10, 5, "1", rules="knsb-wp-2014"),
        Recipe(10, 5, "1", rules="no-such-rulebook"),
        Recipe(10, 5, "1", ratings=(2000, 1000)),
    ],
)
def test_a_season_that_cannot_be_is_refused(recipe: Recipe) -> None:
    with pytest.raises(CannotGenerate):
        season_file(recipe)


def test_members_leave_until_four_are_left() -> None:
    rates = SeasonRates(withdrawals=1000, returns=0, late=0)
    counts = Counter(line["command"] for line in lines(season_file(Recipe(6, 4, "1", rates=rates))))
    assert (counts["enter"], counts["leave"]) == (6, 2)


def test_a_rate_is_a_number_of_times_in_a_thousand() -> None:
    with pytest.raises(CannotGenerate, match="absences"):
        SeasonRates(absences=1001)


def test_generate_writes_a_season_that_apply_plays(tmp_path: Path) -> None:
    console = Console(tmp_path)
    drawn = ("--rules", "mwkeizer", "--players", "8", "--rounds", "4", "--seed", "7")
    console.must_run("generate", *drawn, "-o", "one.ndjson")
    console.must_run("generate", *drawn, "-o", "two.ndjson")
    one, two = ((tmp_path / f"{name}.ndjson").read_bytes() for name in ("one", "two"))
    assert one == two == season_file(Recipe(8, 4, "7"))
    output = console.must_run("apply", "one.ndjson")
    assert 'tournament "Generated season 7" opened under mwkeizer' in output
    typed = ("--absences", "0", "--externals", "0", "--ratings", "1500", "1600", "-o", "3.ndjson")
    console.must_run("generate", *drawn, *typed)
    content = (tmp_path / "3.ndjson").read_bytes()
    assert content == season_file(
        Recipe(8, 4, "7", rates=SeasonRates(absences=0, externals=0), ratings=(1500, 1600))
    )
    assert "external" not in {line["command"] for line in lines(content)}


def test_who_carries_commands_out_can_follow_how_many_are_done(tmp_path: Path) -> None:
    commands = read_ndjson(season_file(Recipe(4, 2, "1")).decode())
    assert isinstance(commands, list)
    progress: list[int] = []
    written = carry_out(Desk(tmp_path / "x.ledger"), commands, progress=progress.append)
    assert isinstance(written, Written)
    assert progress == list(range(1, len(commands) + 1))


def test_the_usual_rates_of_a_season_are_those_that_the_help_names(tmp_path: Path) -> None:
    usual = dict(SeasonRates().items())
    assert {
        name.replace("-", "_"): rate for name, rate in SEASON_RATES.items()
    }.items() <= usual.items()
    text = " ".join(Console(tmp_path).must_run("generate", "--help").split())
    common = {name.replace("-", "_"): rate for name, rate in RATES.items()}
    differ = [f"{name} {rate}" for name, rate in usual.items() if common.get(name, rate) != rate]
    assert f"({', '.join(differ)})" in text


def test_rates_of_the_other_kind_are_refused_by_name(tmp_path: Path) -> None:
    console = Console(tmp_path)
    sizes = ("--players", "8", "--rounds", "4")
    season = console.run("generate", "--rules", "mwkeizer", *sizes, "--byes", "10")
    assert season.exit_code == 2
    assert "only a tournament has --byes" in season.output
    swiss = console.run("generate", *sizes, "--no-notice", "10")
    assert swiss.exit_code == 2
    assert "only a club season has --no-notice" in swiss.output


@pytest.mark.parametrize("order", [("mwkeizer", "knsb-wp-2014"), ("knsb-wp-2014", "mwkeizer")])
def test_simulate_refuses_a_season_by_name(order: tuple[str, str], tmp_path: Path) -> None:
    terminal = Terminal(tmp_path / "x.ledger")
    rules = [word for name in order for word in ("--rules", name)]
    said = terminal.refused("simulate", *rules, "--players", 8, "--rounds", 4, code=2)
    assert "season-not-simulated" in said
    assert "mwkeizer plays a club season" in said


def test_the_example_is_written_from_its_recipe_and_never_over_another(tmp_path: Path) -> None:
    console = Console(tmp_path)
    assert "club-season" in console.must_run("examples")
    assert console.must_run("voorbeelden", "club-season") == "written: club-season.ndjson\n"
    assert (tmp_path / "club-season.ndjson").read_bytes() == club_season()
    assert console.run("examples", "club-season").exit_code == 2
