"""A shell completes verbs and options in the reader's language."""

from __future__ import annotations

from pathlib import Path

import click
import pytest
from click.shell_completion import get_completion_class

from desk.render.catalogue import room
from desk.terminal.answers import OneOf
from desk.terminal.groups import Verbs
from desk.terminal.verbs.completing import STARTS_WITH
from desk.terminal.verbs.program import toernooi
from desk.terminal.verbs.sheets import SHEET
from tests.helpers.terminal import Terminal


def completed(*typed: str) -> list[str]:
    """Return what the last word may become, after the words before it."""
    *before, last = typed
    of_shell = get_completion_class("zsh")
    assert of_shell is not None
    shell = of_shell(toernooi, {}, "toernooi", "_TOERNOOI_COMPLETE")
    return [item.value for item in shell.get_completions(before, last)]


def options_with_values(verb: click.Command, *before: str) -> list[tuple[tuple[str, ...], str]]:
    """Return the options whose values are a few words, each with the verb before it."""
    own = [
        (before, max(param.opts, key=len))
        for param in verb.params
        if isinstance(param, click.Option) and isinstance(param.type, OneOf)
    ]
    below = verb.commands if isinstance(verb, Verbs) else {}
    return own + [
        each for name in below for each in options_with_values(below[name], *before, name)
    ]


@pytest.mark.parametrize("shell", STARTS_WITH)
def test_the_script_of_a_shell_says_first_where_its_line_goes(tmp_path: Path, shell: str) -> None:
    first, *script = Terminal(tmp_path / "x.ledger").run("completion", shell).splitlines()
    assert first.startswith("# Once: ")
    assert STARTS_WITH[shell] in first
    assert f"toernooi completion {shell}" in first
    assert any("_TOERNOOI_COMPLETE" in line for line in script)


def test_an_unknown_shell_is_refused_and_that_of_the_reader_is_taken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    terminal = Terminal(tmp_path / "x.ledger")
    assert "bash, zsh" in terminal.refused("completion", "tcsh", code=2)
    monkeypatch.setenv("SHELL", "/usr/bin/fish")
    assert "config.fish" in terminal.run("completion")
    monkeypatch.setenv("SHELL", "/usr/bin/tcsh")
    assert ".bashrc" in terminal.run("completion")


def test_verbs_are_completed_in_the_language_of_the_reader() -> None:
    assert completed("--lang", "en", "stand") == ["standings"]
    assert completed("--lang", "nl", "stand") == ["stand"]
    assert completed("--lang", "nl", "corrigeren", "uit") == ["uitslag"]
    assert completed("--lang", "en", "xyz") == []


def test_options_are_completed_in_the_language_of_the_reader() -> None:
    assert completed("--lang", "en", "standings", "--aft") == ["--after"]
    assert completed("--lang", "nl", "stand", "--n") == ["--na"]
    assert completed("--lang", "nl", "stand", "") == []
    assert completed("--lang", "nl", "stand", "--aft") == ["--after"], "in the other language"


def test_values_are_completed_in_the_language_of_the_reader() -> None:
    assert completed("--lang", "nl", "blad", "st") == ["stand"]
    assert completed("--lang", "en", "sheet", "pai") == ["pairings"]
    assert len(completed("--lang", "nl", "blad", "")) == len(SHEET.codes)
    assert completed("--lang", "nl", "beeindigen", "--confirm", "J") == ["ja"]


def test_a_value_is_completed_after_the_name_of_its_option_in_either_language() -> None:
    offered = options_with_values(toernooi)
    dutch = room("option-names", "nl")
    assert len(offered) > 50
    for verb, option in offered:
        by_name = {
            spoken: completed("--lang", "nl", *verb, name, "")
            for spoken, name in (("en", option), ("nl", f"--{dutch[option[2:]]}"))
        }
        assert by_name["nl"] == by_name["en"] != [], (verb, option)
    assert completed("--taal", "nl", "gegevens", "--wissen", "clu") == ["club"]
    assert completed("--lang", "nl", "beeindigen", "--bevestig=j") == ["ja"]
