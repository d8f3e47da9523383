"""Every verb that reads fits 80 columns, in both languages; with more room it shows more."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.helpers.console import Console
from tests.helpers.read_verbs import IN_SEASON, OUTPUTS, club_season, open_tournament

LINES = [line for lines in OUTPUTS.values() for line in lines]
NAME = "{number} Van den Hottentottententententoonstelling van Zuid, Wilh."


@pytest.fixture(scope="module")
def tournament(tmp_path_factory: pytest.TempPathFactory) -> Console:
    """Return a console on a tournament of players with names of sixty letters."""
    return _with_long_names(open_tournament(tmp_path_factory.mktemp("widths")), 15)


@pytest.fixture(scope="module")
def season(tmp_path_factory: pytest.TempPathFactory) -> Console:
    """Return a console on such a club season."""
    return _with_long_names(club_season(tmp_path_factory.mktemp("widths-season")), 5)


def _with_long_names(console: Console, players: int) -> Console:
    for number in range(1, players + 1):
        name = NAME.format(number=number).ljust(60, "x")
        console.must_run("correct", "person", str(number), "--name", name, "--reason", "whole")
    return console


def _printed(console: Console, line: list[str], language: str, width: int) -> str:
    """Return the output of a line; a ledger that it makes is a new one."""
    ledger = f"{language}-{width}.db"
    words = [
        {"FILE": str(console.shipped_file), "restored.db": ledger, "many.db": ledger}.get(
            word, word
        )
        for word in line
    ]
    result = replace(console, width=width).run("--lang", language, *words)
    assert result.exit_code in (0, 1, 4), result.output
    return result.stdout


@pytest.mark.parametrize("language", ["en", "nl"])
@pytest.mark.parametrize("line", LINES, ids=" ".join)
def test_what_a_verb_prints_fits_80_columns(
    line: list[str], language: str, tournament: Console
) -> None:
    assert _too_long(_printed(tournament, line, language, 80)) == []


@pytest.mark.parametrize("language", ["en", "nl"])
@pytest.mark.parametrize("line", IN_SEASON, ids=" ".join)
def test_what_a_verb_prints_of_a_season_fits_80_columns(
    line: list[str], language: str, season: Console
) -> None:
    assert _too_long(_printed(season, line, language, 80)) == []


def _too_long(printed: str) -> list[str]:
    return [line for line in printed.splitlines() if len(line) > 80]


@pytest.mark.parametrize("verb", ["standings", "crosstable", "pair", "pairings", "player 6"])
def test_with_more_room_more_is_shown_and_with_wide_all(verb: str, tournament: Console) -> None:
    narrow, broad = (_printed(tournament, verb.split(), "en", width) for width in (80, 120))
    longest = [max(map(len, text.splitlines())) for text in (narrow, broad)]
    assert longest[0] <= 80 < longest[1] <= 120
    whole = _printed(tournament, [*verb.split(), "--wide"], "en", 80)
    assert whole == _printed(tournament, verb.split(), "en", 0)
    assert "…" not in whole
    assert "--wide" not in whole


def test_columns_that_are_left_out_are_named(tournament: Console) -> None:
    assert "left out here: " in _printed(tournament, ["standings"], "en", 70)
    assert "hier weggelaten: " in _printed(tournament, ["standings"], "nl", 70)
