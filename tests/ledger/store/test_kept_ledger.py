"""A ledger of November 2026 stays readable: it verifies, answers as before, and can continue.

`kept.sqlite` was written by a program in which a fact and its stamp were a single object. It holds
a Swiss tournament, imported and continued (an undo, corrections, a protest, a forgotten player, a
pairing after each), and a Keizer season. `answers.json` holds that program's answers about it.
"""

from __future__ import annotations

import json
import shutil
from dataclasses import replace
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from ledger.facts.codec import decode, encode
from ledger.runtime import Runtime
from ledger.store.store import Store
from tests.helpers.console import Console
from tests.helpers.places import VECTOR_FOLDER

KEPT = VECTOR_FOLDER / "kept_ledger"
ANSWERS = json.loads((KEPT / "answers.json").read_text("utf-8"))

ALWAYS_DUTCH_THEN = ("-t Interne standings --json",)
"""The answers that were in Dutch for everybody."""


def later() -> Runtime:
    """Return a world a month after the last fact of the kept ledger."""
    ids = count(1)
    return Runtime(
        now=lambda: datetime(2026, 12, 21, 20, 0, 30, 125000, tzinfo=UTC),
        new_id=lambda: f"later{next(ids)}",
        new_seed=lambda: "another seed",
        actor="deputy",
    )


@pytest.fixture
def console(tmp_path: Path) -> Console:
    shutil.copy(KEPT / "kept.sqlite", tmp_path / "kept.ledger")
    return replace(Console(tmp_path), runtime=later())


def answered(console: Console, line: str) -> object:
    """Return the output of a command line: its JSON, or its lines."""
    language = "nl" if line in ALWAYS_DUTCH_THEN else "en"
    output = console.must_run("--lang", language, "--ledger", "kept.ledger", *line.split())
    return json.loads(output) if "--json" in line else output.splitlines()


def what_was_said_then(now: Any, then: Any) -> Any:
    """Remove from an answer the keys, and the lines of its notes, that were added later."""
    if isinstance(now, dict) and isinstance(then, dict):
        return {key: what_was_said_then(now.get(key), value) for key, value in then.items()}
    if isinstance(now, list) and isinstance(then, list) and len(now) == len(then):
        return [what_was_said_then(*both) for both in zip(now, then, strict=True)]
    if isinstance(now, list) and isinstance(then, list) and all(isinstance(n, str) for n in now):
        return [line for line in now if line in then]
    return now


@pytest.mark.parametrize("line", ANSWERS["reading"])
def test_the_kept_ledger_is_read_as_it_was_then(console: Console, line: str) -> None:
    answer = ANSWERS["reading"][line]
    assert what_was_said_then(answered(console, line), answer) == answer


def test_the_kept_ledger_goes_on_with_the_bytes_of_then(console: Console) -> None:
    for line, answer in ANSWERS["going on"].items():
        assert what_was_said_then(answered(console, line), answer) == answer, line


def test_a_fact_that_is_read_is_written_as_the_bytes_it_was_read_from(console: Console) -> None:
    with Store(console.folder / "kept.ledger") as store:
        rows = [row for id_, _ in store.tournaments() for row in store.stored(id_)]
    assert len({row.topic for row in rows}) > 25
    for row in rows:
        assert encode(decode(row.tournament, row.position, row.topic, row.state)) == row.state
