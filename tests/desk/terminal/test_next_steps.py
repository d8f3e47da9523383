"""What `status` calls the next step is a whole command: it leads on when it is copied."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest

from desk.render.catalogue import room
from ledger.refusals import Exit
from ledger.values import Language
from tests.helpers.terminal import Terminal

DUTCH = {"enter": "inschrijven", "lots": "loten", "publish": "publiceren", "results": "uitslagen"}
DUTCH |= {"finish": "beeindigen", "standings": "stand", "plan": "plannen"}
DUTCH |= {"NAME": "NAAM", "ROUNDS": "RONDEN", "--final": "--eindstand"}


def next_step(terminal: Terminal, language: Language) -> list[str]:
    """Return the words behind `toernooi` of the step that `status` shows."""
    step = terminal.json("--lang", language, "status")["next"]
    program, *words = shlex.split(step)
    assert program == "toernooi"
    return words


@pytest.mark.parametrize("language", ["en", "nl"])
def test_each_next_step_of_a_tournament_can_be_copied(tmp_path: Path, language: Language) -> None:
    terminal = Terminal(tmp_path / "cup.ledger")
    terminal.run("init", "Cup")

    def shown(*english: str) -> list[str]:
        words = next_step(terminal, language)
        assert words == [DUTCH[w] if language == "nl" and w in DUTCH else w for w in english]
        return ["--lang", language, *words]

    shown("enter", "NAME")
    for name in "ABCD":
        terminal.run("enter", name)
    terminal.run(*shown("lots"))
    shown("plan", "ROUNDS")
    terminal.run("plan", 2)
    terminal.run(*shown("publish"))
    terminal.run(*shown("results"), stdin=b"1-0\n1-0\n")
    terminal.run(*shown("publish"))
    terminal.run("adjourn", 2, 1)
    terminal.run(*shown("results"), stdin=b"2 1-0\n")
    terminal.run(*shown("results", "2"), stdin=b"1 1-0\n")
    terminal.run(*shown("finish"), "--confirm", 2)
    assert "A" in terminal.run(*shown("standings", "--final"))


@pytest.mark.parametrize("language", ["en", "nl"])
def test_a_blank_that_is_copied_as_it_stands_is_no_value(
    tmp_path: Path, language: Language
) -> None:
    terminal = Terminal(tmp_path / "cup.ledger")
    terminal.run("init", "Cup")
    before = terminal.run("log")
    blanks = {key: str(word) for key, word in room("blanks", language).items()}
    for line in (
        ["enter", blanks["name"]],
        ["enter", "Bos", "--club", blanks["text"]],
        ["plan", "3", "--reason", blanks["text"]],
        ["details", "--city", blanks["city"], "--deputy-arbiter", blanks["name"]],
    ):
        said = terminal.refused("--lang", language, *line, code=Exit.USAGE)
        assert any(f"{blank} " in said for blank in blanks.values())
    assert terminal.run("log") == before
    terminal.run("enter", "Naam")
