"""A question on a damaged ledger: the answer of the sound ledger, or a refusal; never a third.

`make test-long` damages it in 990 random ways, and asks every question of each: 20 minutes of one
processor.
"""

from __future__ import annotations

import random
import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.helpers import nasty
from tests.helpers.tampered import copy_of, sample
from tests.helpers.terminal import Ran, Terminal

WINTER = [
    "standings --json",
    "standings --as-of published:1",
    "crosstable",
    "pairings 1",
    "pairings 2 --json",
    "players --json",
    "player 1",
    "log --json",
    "status",
    "rounds --json",
    "show 8",
    "show 10 --json",
    "integrity --json",
    "diff --as-of 8 --as-of 10",
    "audit 1",
    "blame standings --player 1",
    "export --format ndjson",
    "head --json",
    "head 1",
    "prove 2",
    "bundle make",
    "bundle make --with-names",
    "protests",
    "check 2",
    "why 2 1",
    "sql from·standings_now",
    "sql from·events",
    "sql from·players",
]
SUMMER = ["standings", "players --json", "log", "pairings 1", "show 5", "head"]
QUESTIONS = [
    ("tournaments",),
    ("tournaments", "--json"),
    *[
        ("-t", name, *(word.replace("·", " ") for word in line.split()))
        for name, lines in (("Winter", WINTER), ("Summer", SUMMER))
        for line in lines
    ],
]

A_SAMPLE, ALL = range(10), range(10, 1000)

NAMED: dict[str, str] = {
    "a record is gone": "DELETE FROM people WHERE key = 'p1'",
    "all records are gone": "DELETE FROM people",
    "a record is changed": "UPDATE people SET record = replace(record, 'Bakker', 'Bakkers')",
    "a salt is a number": "UPDATE people SET salt = x'00' WHERE key = 'p1'",
    "a record is nested": "UPDATE people SET record = '" + "[" * 5000 + "'",
    "a record is no text": """UPDATE people SET record = '{"name":"\\ud800"}'""",
    "the heads are gone": "DELETE FROM heads",
    "a head is another": "UPDATE heads SET root = zeroblob(32)",
    "the trees are gone": "DELETE FROM trees",
    "a tree is another": "UPDATE trees SET peaks = zeroblob(length(peaks))",
    "an opening is no JSON": "UPDATE stored_events SET state = 'x' WHERE sequence ="
    " (SELECT MAX(sequence) FROM stored_events WHERE originator_version = 1)",
    "a tree is shorter": "UPDATE trees SET size = size - 1 WHERE tournament ="
    " (SELECT MAX(tournament) FROM trees)",
    "the last fact is gone": "DELETE FROM stored_events WHERE sequence ="
    " (SELECT MAX(sequence) FROM stored_events)",
    "a tournament is gone": "DELETE FROM stored_events WHERE originator_id ="
    " (SELECT originator_id FROM stored_events ORDER BY sequence LIMIT 1)",
    "two facts changed places": "UPDATE stored_events SET originator_version ="
    " -originator_version WHERE originator_version IN (10, 11);"
    "UPDATE stored_events SET originator_version = 21 + originator_version"
    " WHERE originator_version < 0",
}
"""Damages that SQLite itself would not allow, since triggers guard the tables."""


@dataclass
class Asked:
    """A folder with a ledger in it, and the answers of the sound ledger."""

    terminal: Terminal
    kept: Path
    answers: dict[tuple[str, ...], Ran]

    def ask(self, question: tuple[str, ...], damage: Callable[[Path], None]) -> Ran:
        ledger = self.terminal.ledger
        for beside in ledger.parent.glob("cup.*"):
            beside.unlink()
        nasty.fresh(ledger, self.kept)
        damage(ledger)
        return self.terminal.try_(*question)

    def hold(self, question: tuple[str, ...], damage: Callable[[Path], None], what: object) -> None:
        if question not in self.answers:
            self.answers[question] = self.ask(question, lambda path: None)
            assert self.answers[question].code == 0, self.answers[question]
        ran = self.ask(question, damage)
        if ran.code == 0:
            assert ran == self.answers[question], (what, question)
        else:
            # 2: no ledger any more, or one of a newer version.
            assert ran.code in (2, 4), (what, question, ran)
            assert "next:" in ran.err or '"next"' in ran.out, (what, question, ran)


@pytest.fixture
def readers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Asked:
    monkeypatch.chdir(tmp_path)
    kept = copy_of(sample(), tmp_path, "kept.ledger")
    return Asked(Terminal(tmp_path / "cup.ledger"), kept, {})


def _statement(sql: str) -> Callable[[Path], None]:
    def damage(path: Path) -> None:
        with closing(sqlite3.connect(path, isolation_level=None)) as connection:
            guards = connection.execute(
                "SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'"
            ).fetchall()
            for name, _ in guards:
                connection.execute(f"DROP TRIGGER {name}")
            connection.executescript(sql)
            for _, guard in guards:
                connection.execute(guard)

    return damage


def _by_chance(seed: int) -> Callable[[Path], None]:
    return lambda path: nasty.damaged(path, random.Random(seed))


def _some(what: object) -> list[tuple[str, ...]]:
    return random.Random(f"questions {what}").sample(QUESTIONS, 6)


@pytest.mark.parametrize("what", NAMED)
def test_damage_is_refused_by_whoever_would_show_it(readers: Asked, what: str) -> None:
    for question in _some(what):
        readers.hold(question, _statement(NAMED[what]), what)


@pytest.mark.long
@pytest.mark.parametrize("what", NAMED)
def test_damage_is_refused_by_all_who_would_show_it(readers: Asked, what: str) -> None:
    for question in QUESTIONS:
        readers.hold(question, _statement(NAMED[what]), what)


@pytest.mark.parametrize("seed", A_SAMPLE)
def test_a_damaged_ledger_answers_as_before_or_refuses(readers: Asked, seed: int) -> None:
    for question in _some(seed):
        readers.hold(question, _by_chance(seed), seed)


@pytest.mark.long
@pytest.mark.parametrize("seed", ALL)
def test_very_many_damages_are_answered_as_before_or_refused(readers: Asked, seed: int) -> None:
    for question in QUESTIONS:
        readers.hold(question, _by_chance(seed), seed)
