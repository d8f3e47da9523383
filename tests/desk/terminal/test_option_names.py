"""Options by their names in both languages: --ronden is --rounds."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from desk.render.catalogue import files, room
from desk.terminal.groups import Verbs
from desk.terminal.option_names import names_of
from desk.terminal.verbs.program import toernooi
from tests.helpers.terminal import Terminal, with_round_1


def all_options(command: click.Command) -> Iterator[str]:
    """Yield the long names of the options of a verb, and of those below it."""
    yield from (name for name in names_of(command.params) if name.startswith("--"))
    if isinstance(command, Verbs):
        for name in command.commands:
            yield from all_options(command.commands[name])


@pytest.fixture(scope="module")
def terminal(tmp_path_factory: pytest.TempPathFactory) -> Terminal:
    """Return a terminal on a tournament of six, with round 1 published."""
    return with_round_1(tmp_path_factory.mktemp("options"))


def test_every_option_has_a_name_in_each_language_and_no_two_have_the_same() -> None:
    options = {name.removeprefix("--") for name in all_options(toernooi)} | {"help"}
    for language in ("en", "nl"):
        names = {key: str(name) for key, name in room("option-names", language).items()}
        assert names.keys() == options
        assert [name for name, n in Counter(names.values()).items() if n > 1] == []
        others = {english: name for english, name in names.items() if name != english}
        assert set(others.values()) & options == set(), "the name of another in English"


def test_texts_in_dutch_name_options_as_they_are_in_dutch() -> None:
    known = {str(name) for name in room("option-names", "nl").values()}
    named = {
        (name, key, option)
        for name in files("nl")
        if name != "spread"  # commands of Dask
        for key, text in room(name, "nl").items()
        for option in re.findall(r"(?<![\w-])--([a-z][a-z-]+)", str(text))
    }
    assert {one for one in named if one[2] not in known} == set()


@pytest.mark.parametrize(
    "line", ["--lang en standings --na 0", "--taal nl stand --after 0", "--taal=nl stand --na=0"]
)
def test_both_names_are_understood_in_both_languages(terminal: Terminal, line: str) -> None:
    assert "A" in terminal.run(*line.split())


def test_an_option_before_or_after_the_verb_has_both_names_too(tmp_path: Path) -> None:
    other = Terminal(tmp_path / "unused.ledger")
    club = with_round_1(tmp_path)
    assert "A" in other.run("--grootboek", str(club.ledger), "stand")
    assert "A" in other.run("stand", f"--grootboek={club.ledger}")


def test_what_stands_behind_two_dashes_is_no_option(terminal: Terminal) -> None:
    assert "--na" in terminal.try_("--taal", "nl", "speler", "--", "--na").err


def test_help_and_refusals_have_the_names_of_the_reader(terminal: Terminal) -> None:
    helped = terminal.run("--taal", "nl", "stand", "--help")
    assert "--na N" in helped
    assert "--after" not in helped
    assert "--after N" in terminal.run("standings", "--help")
    missing = terminal.try_("--taal", "nl", "extern", "A", "1").err
    assert "--team" in missing or "--uitslag" in missing


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("nl stand --eindstnd", "--eindstand"),
        ("nl stand --finl", "--eindstand"),
        ("en standings --eindstnd", "--final"),
    ],
)
def test_a_mistyped_option_is_answered_with_the_nearest_of_either_language(
    terminal: Terminal, typed: str, meant: str
) -> None:
    assert f"{meant}?" in terminal.try_("--lang", *typed.split()).err


def test_the_command_with_an_answer_more_has_the_names_of_the_reader_and_no_answer_twice(
    tmp_path: Path,
) -> None:
    club = with_round_1(tmp_path)
    club.run("result", 1, *["1-0"] * 3)
    club.run("publish")
    asked = club.try_("--taal", "nl", "corrigeren", "uitslag", "1", "1", "0-1").err
    assert "--taal nl corrigeren uitslag 1 1 0-1 --reden TEKST" in asked
