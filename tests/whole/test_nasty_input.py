"""No input reaches exit code 70: every verb, with texts, files and ledgers that nobody should give.

`Terminal.try_` fails on an internal error and on a traceback; here the exit code must also be one
of those that are documented. The ordinary tier has a sample, `make test-long` all: some 28,000
command lines, 40 minutes of one processor.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from tempfile import mkdtemp

import pytest

from desk.web import server
from tests.helpers import nasty
from tests.helpers.tampered import copy_of, sample
from tests.helpers.terminal import Terminal

VERBS = [" ".join(words) for words in nasty.every_verb()]
SEASON = ("mwkeizer",)
DOCUMENTED = (0, 1, 2, 3, 4)
A_SAMPLE, ALL = range(4), range(4, 150)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    for name in ("TOERNOOI_LEDGER", "TOERNOOI_TOURNAMENT", "TOERNOOI_ACTOR"):
        monkeypatch.delenv(name, raising=False)
    for where in (server, server.OwnDesk):  # else it serves until it is stopped
        monkeypatch.setattr(where, "run", lambda *_: None)
    return tmp_path


def _lines(verb: str, names: list[str], seeds: range) -> Iterator[tuple[random.Random, list[str]]]:
    for seed in seeds:
        chance = random.Random(f"{verb} {seed}")
        yield chance, nasty.as_typed(nasty.nasty_line(tuple(verb.split()), names, chance))


@cache
def _season() -> Path:
    terminal = Terminal(Path(mkdtemp()) / "season.ledger")
    terminal.run("init", "Interne", "--rounds", 9, "--rules", "mwkeizer")
    for name in ("Aalbers", "Bakker", "Cornelisse", "Dekker"):
        terminal.run("enter", name)
    terminal.run("lots", "--by", "entry")
    terminal.run("publish")
    return terminal.ledger


def _try_all(verb: str, folder: Path, seeds: range) -> None:
    """Run nasty command lines of a verb on a ledger of Swiss tournaments and on one of a season."""
    kept = [copy_of(sample(), folder, "swiss.kept"), copy_of(_season(), folder, "season.kept")]
    terminal = Terminal(folder / "cup.ledger")
    nasty.fresh(terminal.ledger, kept[0])
    names = [*nasty.files(folder), *nasty.sample_files(terminal), "cup.ledger", str(folder)]
    for chance, line in _lines(verb, names, seeds):
        nasty.fresh(terminal.ledger, chance.choice(kept))
        before = chance.choice(([], ["-t", "Winter"], ["-t", chance.choice(nasty.TEXTS)]))
        stdin = chance.choice(nasty.WRITTEN_BYTES)
        ran = terminal.try_(*nasty.as_typed(before), *line, stdin=stdin)
        assert ran.code in DOCUMENTED, (before, line, ran)
        assert ran.code == 0 or (ran.err + ran.out).strip(), (line, "nothing is said of it")


def _try_damaged(verb: str, folder: Path, seeds: range) -> None:
    """Run mostly sensible command lines of a verb on damaged ledgers."""
    kept = [copy_of(sample(), folder, "swiss.kept"), copy_of(_season(), folder, "season.kept")]
    terminal = Terminal(folder / "cup.ledger")
    nasty.fresh(terminal.ledger, kept[0])
    names = nasty.sample_files(terminal)
    for chance, line in _lines(verb, names, seeds):
        nasty.fresh(terminal.ledger, chance.choice(kept))
        nasty.damaged(terminal.ledger, chance)
        ran = terminal.try_("-t", "e", *line)
        assert ran.code in DOCUMENTED, (line, ran)


@pytest.mark.parametrize("verb", VERBS)
def test_no_text_and_no_file_is_a_fault_of_the_program(verb: str, folder: Path) -> None:
    """Every text and file of the sample is given to the verb: for the dearest verb two seconds."""
    _try_all(verb, folder, A_SAMPLE)


@pytest.mark.parametrize("verb", VERBS)
def test_no_damage_to_a_ledger_is_a_fault_of_the_program(verb: str, folder: Path) -> None:
    _try_damaged(verb, folder, A_SAMPLE)


@pytest.mark.long
@pytest.mark.parametrize("verb", VERBS)
def test_many_nasty_texts_and_files_are_refused(verb: str, folder: Path) -> None:
    _try_all(verb, folder, ALL)


@pytest.mark.long
@pytest.mark.parametrize("verb", VERBS)
def test_many_damaged_ledgers_are_refused(verb: str, folder: Path) -> None:
    _try_damaged(verb, folder, ALL)
