"""Every verb that reads fits 80 columns, in both languages; with more room it shows more."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import NamedTuple

import pytest

from desk.render.table import LeftOutSaid, as_table
from desk.terminal import tables
from projections.views.view import View, value_of
from tests.helpers.console import Console
from tests.helpers.read_verbs import (
    IN_SEASON,
    OUTPUTS,
    club_season,
    open_tournament,
    shortened_years,
    typed,
)

LINES = [line for lines in OUTPUTS.values() for line in lines]
NAME = "{number} Van den Hottentottententententoonstelling van Zuid, Wilh."


@pytest.fixture(autouse=True)
def _short_years(monkeypatch: pytest.MonkeyPatch) -> None:
    shortened_years(monkeypatch)


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
    if (console.folder / "lake").exists():
        console.must_run("lake", "plan", "toernooi.ledger", "--to", "lake")
    return console


class Shown(NamedTuple):
    """A table that a line prints: its view, its text, and the columns that are left out."""

    view: View
    text: str
    gone: tuple[str, ...]


_RUN: dict[tuple[Path, tuple[str, ...], str, int], tuple[str, list[Shown]]] = {}


def _run(console: Console, line: list[str], language: str, width: int) -> tuple[str, list[Shown]]:
    """Return the output of a line, and the tables in it; a ledger that it makes is a new one.

    It is run once for the tests that look at the one and at the others.
    """
    key = console.folder, tuple(line), language, width
    if key not in _RUN:
        new = ("restored.db", "many.db")
        words = [f"{language}-{width}-{word}" if word in new else word for word in line]
        shown = list[Shown]()
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(tables, "as_table", partial(_as_table, shown))
            one = replace(console, width=width)
            result = one.run("--lang", language, *typed(words, console))
        assert result.exit_code in (0, 1, 4), result.output
        _RUN[key] = result.stdout, shown
    return _RUN[key]


def _as_table(
    shown: list[Shown], view: View, width: int | None = None, left_out: LeftOutSaid | None = None
) -> str:
    assert left_out is not None
    gone = list[tuple[str, ...]]()

    def said(names: tuple[str, ...]) -> str:
        gone.append(names)
        return left_out(names)

    text = as_table(view, width, said)
    shown.append(Shown(view, text, gone[0] if gone else ()))
    return text


def _printed(console: Console, line: list[str], language: str, width: int) -> str:
    return _run(console, line, language, width)[0]


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


@pytest.mark.parametrize("width", [80, 120])
@pytest.mark.parametrize(
    ("line", "played"),
    [*((line, "tournament") for line in LINES), *((line, "season") for line in IN_SEASON)],
    ids=lambda value: " ".join(value) if isinstance(value, list) else value,
)
def test_a_name_is_cut_only_where_no_column_can_be_left_out(
    line: list[str],
    played: str,
    width: int,
    request: pytest.FixtureRequest,
) -> None:
    _, narrow = _run(request.getfixturevalue(played), line, "en", 80)
    shown = list[Shown]()
    for view, *_ in narrow:
        _as_table(shown, view, width, ", ".join)  # a view is the same whatever its table's width
    for view, text, gone in shown:
        with_text = [c for c in view.columns if any(value_of(row, c.key) for row in view.cells)]
        spare = {str(column.title) for column in with_text if column.spare}
        assert "…" not in text or spare <= set(gone)


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
