"""Help is in the language of its reader, and has every verb, option, argument and choice."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from cli import toernooi
from desk.commands.commands import COMMANDS
from desk.commands.fields import fields_of
from desk.render.catalogue import room
from desk.terminal.answers import LANGUAGES
from desk.terminal.groups import Verbs
from desk.terminal.help import WithHelp, help_of, text_of
from desk.terminal.language import LANGUAGE
from desk.terminal.option_names import long_name
from desk.terminal.words import blank_of
from ledger.values import Language
from tests.helpers.console import Console
from tests.helpers.terminal import Terminal


def _all(group: Verbs = toernooi) -> Iterator[WithHelp]:
    for command in group.commands.values():
        assert isinstance(command, WithHelp)
        yield command
        if isinstance(command, Verbs):
            yield from _all(command)


TITLES = {"GM", "IM", "FM", "CM", "WGM", "WIM", "WFM", "WCM"}
LICENCES = {"CC", "BY"}
VERBS = [toernooi, *_all()]


def _params(command: click.Command) -> list[click.Parameter]:
    return command.get_params(click.Context(command, help_option_names=["-h", "--help"]))


@pytest.mark.parametrize("command", VERBS, ids=lambda command: command.key)
def test_every_verb_option_and_argument_has_help_in_both_languages(command: WithHelp) -> None:
    for spoken in LANGUAGES:
        assert help_of(command, spoken)
        assert [p.name for p in _params(command) if not text_of(command, p, spoken)] == []


def test_every_help_is_of_something() -> None:
    names, keys = set[str](), {command.key for command in VERBS}
    for command in VERBS:
        for param in _params(command):
            name = str(param.name).replace("_", "-")
            if isinstance(param, click.Option):
                name = long_name(param).lstrip("-")
            names |= {name, f"{command.key}.{name}"}
    fields = {
        name
        for command in COMMANDS
        for field in fields_of(command)
        for slug in [field.name.replace("_", "-")]
        for name in (slug, f"{command}.{slug}")
    }
    assert {key.removeprefix("name.") for key in room("verbs", "en")} - keys == set()
    assert set(room("options", "en")) - names == set()
    assert set(room("fields", "en")) - fields == set()


@pytest.mark.parametrize("spoken", LANGUAGES)
def test_what_stands_for_a_value_has_a_word(spoken: Language) -> None:
    titles = set(room("blanks", spoken).values()) | TITLES | LICENCES
    with click.Context(toernooi) as ctx:
        ctx.meta[LANGUAGE] = spoken
        blanks = {
            word
            for command in VERBS
            for param in _params(command)
            if isinstance(param, click.Argument) or not getattr(param, "is_flag", False)
            for word in re.findall("[A-ZÀ-Ý]{2,}", blank_of(param))
        }
    assert blanks - titles == set()


def test_no_english_word_is_left_in_dutch_help(tmp_path: Path) -> None:
    english = re.compile(
        r"(?<!-)\b(the|of the|with|which|and|default:|required|player|Usage|Options)\b"
    )
    terminal = Terminal(tmp_path / "x.ledger")
    for command in VERBS[1:]:
        path = command.key.split("-") if command.key.split("-")[0] in _sections() else [command.key]
        typed = [path[0], "-".join(path[1:])] if len(path) > 1 else path
        said = terminal.run(*typed, "--help", "--lang", "nl")
        assert said.startswith("Gebruik: toernooi ")
        assert not english.search(said), (typed, english.search(said))


def _sections() -> set[str]:
    return {name for name, command in toernooi.commands.items() if isinstance(command, Verbs)}


def test_help_of_a_verb_has_its_choices_its_bounds_and_its_default(tmp_path: Path) -> None:
    console = Console(tmp_path)

    def help_(*typed: str) -> str:
        return " ".join(console.must_run(*typed, "--help").split())

    assert "VERDICT How it was decided. [upheld|partly upheld|rejected|withdrawn]" in help_(
        "ruling"
    )
    assert "OORDEEL Hoe is beslist. [toegewezen|deels toegewezen|afgewezen|ingetrokken]" in help_(
        "--lang", "nl", "ruling"
    )
    assert "--by [draw|rating|entry|file]" in help_("lots")
    assert "--geslacht [m|v]" in help_("inschrijven", "--lang", "nl")
    assert "--confirm [yes|no] Go on in spite of a warning: yes, or what it asks for." in help_(
        "undo"
    )
    assert "--draws N Games drawn" in help_("generate")
    assert "[default: 300; 0 to 1000]" in help_("generate")
    assert "[2 to 9999; required]" in help_("simulate")
    assert "[standaard: knsb-wp-2014]" in help_("nieuw", "--lang", "nl")
    assert "de code in het bestand (192)" in help_("import", "--lang", "nl")
    assert "may be given more than once" in help_("replay")
    assert "-o, --output FILE" in help_("export")
    assert "--spreadsheet / --no-spreadsheet" in help_("log")
    assert help_("demo").startswith("Usage: toernooi demo [OPTIONS] [FILE]")
    assert help_("result").startswith("Usage: toernooi result [OPTIONS] ROUND [[BOARD] RESULT]...")


def test_the_program_tells_its_version_in_both_languages(tmp_path: Path) -> None:
    console = Console(tmp_path)
    assert console.must_run("--version").startswith("toernooi, version ")
    assert console.must_run("--lang", "nl", "--version").startswith("toernooi, versie ")


def test_a_verb_may_be_typed_with_its_marks(tmp_path: Path) -> None:
    console = Console(tmp_path)
    assert console.must_run("help", "beëindigen") == console.must_run("help", "finish")


@pytest.mark.parametrize("place", range(3))
def test_the_options_of_the_program_stand_before_or_after_the_verb(
    tmp_path: Path, place: int
) -> None:
    console = Console(tmp_path)
    console.must_run("--ledger", "a.ledger", "init", "Cup")
    for option in (
        ["--ledger", "a.ledger"],
        ["--tournament", "Cup"],
        ["-t", "Cup"],
        ["--actor", "me"],
        ["--lang", "nl"],
        ["--lang=nl"],
    ):
        typed = ["prizes", "show"]
        typed[place:place] = option
        said = console.run(*typed).output
        assert "Usage" not in said
        assert "No such" not in said
