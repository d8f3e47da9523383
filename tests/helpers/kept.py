"""Ledgers that are kept for later programs: where they stand, and how a command line is asked."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import cached_property
from itertools import count
from pathlib import Path
from typing import Any

from ledger.runtime import Runtime
from ledger.store.store import Store
from ledger.store.tables.recorder import StoredFact
from tests.helpers.access import PHRASE
from tests.helpers.console import Console
from tests.helpers.places import VECTOR_FOLDER

KEPT = VECTOR_FOLDER / "kept"
"""A folder for each date at which ledgers were kept; its README.md says what is in them."""

ANSWERS, BUNDLE, DESK, DUMP = "answers.json", "bundle.json", "desk.sqlite", "dump.sql"
"""The files of a folder beside its ledgers."""

CHIEF, CHIEF_PHRASE = "Noor", PHRASE
"""The name and the passphrase of the chief arbiter in a desk file that is kept."""


@dataclass(frozen=True)
class KeptFolder:
    """What was kept at one date; `ledgers` has the answers of each ledger by the file's name."""

    path: Path

    @cached_property
    def answers(self) -> dict[str, Any]:
        answers: dict[str, Any] = json.loads((self.path / ANSWERS).read_text("utf-8"))
        return answers

    @property
    def ledgers(self) -> dict[str, Any]:
        ledgers: dict[str, Any] = self.answers["ledgers"]
        return ledgers

    def console(self, ledger: str, folder: Path) -> Console:
        """Return a console, a month later, in a folder with a copy of a ledger."""
        shutil.copyfile(self.path / ledger, folder / ledger)
        return replace(Console(folder), runtime=later())


def folders() -> list[KeptFolder]:
    """Return what was kept, in the order of the folders' names."""
    return [KeptFolder(path) for path in sorted(KEPT.iterdir()) if path.is_dir()]


def later() -> Runtime:
    """Return a world a month after the last fact of the ledgers that are kept."""
    ids = count(1)
    return Runtime(
        now=lambda: datetime(2026, 12, 21, 20, 0, 30, 125000, tzinfo=UTC),
        new_id=lambda: f"later{next(ids)}",
        new_seed=lambda: "another seed",
        actor="deputy",
    )


def rows_of(ledger: Path) -> Iterator[StoredFact]:
    """Yield every fact of a ledger as it is stored."""
    with Store(ledger) as store:
        for tournament, _ in store.tournaments():
            yield from store.stored(tournament)


def asked(console: Console, ledger: str, line: str) -> Any:
    """Return what a command line about a ledger prints: its JSON without sentences, or its lines.

    None: it is refused. A question may end with findings.
    """
    ran = console.run("--ledger", ledger, *line.split())
    if ran.exit_code > 1:
        return None
    return without_sentences(json.loads(ran.stdout)) if "--json" in line else ran.output


SENTENCES = ("what", "notes", "lines", "at")
"""The keys of sentences, and of times as people read them: a later program may say them better."""


def without_sentences(answer: Any) -> Any:
    """Return an answer with the values that stay the same."""
    match answer:
        case dict():
            kept = {key: value for key, value in answer.items() if key not in SENTENCES}
            return {key: without_sentences(value) for key, value in kept.items()}
        case list():
            return [without_sentences(value) for value in answer]
    return answer


FOUND_WRONG = ("corrected",)
"""Keys whose value was wrong then: a game that was adjourned, or whose colours were exchanged, was
said to be corrected.
"""

NOT_SAID = ("paired otherwise",)
"""Kinds of departures that were not listed then: rounds of a file that the engine pairs otherwise.
"""


def as_asked_then(now: Any, then: Any) -> Any:
    """Return an answer as an earlier program gave it, but for what it had wrong or did not say.

    Keys that were added later are left out; one that is left out now is null.
    """
    match now, then:
        case dict(), dict():
            return {
                key: value if key in FOUND_WRONG else as_asked_then(now.get(key), value)
                for key, value in then.items()
            }
        case list(), list():
            now = [one for one in now if not _was_not_said(one)]
            if len(now) != len(then):
                return now
            return [as_asked_then(*both) for both in zip(now, then, strict=True)]
    return now


def _was_not_said(row: object) -> bool:
    return isinstance(row, dict) and row.get("kind") in NOT_SAID


def written(answers: Mapping[str, Any]) -> str:
    """Write answers as JSON with a line for each answer of a ledger, so that they can be compared.

    A value of `answers["ledgers"]` has questions with their answers, in parts.
    """
    ledgers = []
    for ledger, parts in answers["ledgers"].items():
        whole = []
        for part, said in parts.items():
            lines = [f"{_json(line)}:\n{_json(answer)}" for line, answer in said.items()]
            whole.append(_object(part, ",\n".join(lines)))
        ledgers.append(_object(ledger, ",\n".join(whole)))
    rest = [f"{_json(key)}: {_json(value)}" for key, value in answers.items() if key != "ledgers"]
    return "{\n" + ",\n".join([*rest, _object("ledgers", ",\n".join(ledgers))]) + "\n}\n"


def _object(key: str, inner: str) -> str:
    return f"{_json(key)}: {{\n{inner}\n}}"


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
