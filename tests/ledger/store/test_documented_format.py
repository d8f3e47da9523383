"""docs/format.md is true: its tables, its versions, and its reader that uses no code of ours."""

from __future__ import annotations

import json
import re
import runpy
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from ledger.facts.codec import decode, encode
from ledger.facts.upcasts import STEPS
from ledger.store.file.sqlite_file import APPLICATION_ID, OBJECTS
from ledger.store.store import Store
from ledger.store.tables.layout import SCHEMA
from tests.helpers.kept import folders, rows_of
from tests.helpers.places import ROOT

PAGE = (ROOT / "docs" / "format.md").read_text("utf-8")

LEDGERS = [folder.path / name for folder in folders() for name in folder.ledgers]

OLD_CONTENT: dict[tuple[str, int], dict[str, Any]] = {
    ("player-registered", 1): {"player": 1, "elo": 0, "title": ""},
    ("player-registered", 2): {"player": 1, "rating": 1800, "from_round": 1},
    ("rating-corrected", 1): {"player": 1, "rating": None},
    ("pairing-published", 1): {"round": 1, "whites": [1], "blacks": [2]},
    ("pairing-amended", 1): {"round": 1, "whites": [1], "blacks": [2]},
}


def reader_of_the_page() -> str:
    match = re.search(r"^```python reader\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    assert match
    return match[1]


@pytest.fixture(scope="module")
def script(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("reader") / "read.py"
    path.write_text(reader_of_the_page(), "utf-8")
    return path


@pytest.fixture(scope="module")
def reader(script: Path) -> dict[str, Any]:
    return runpy.run_path(str(script))


def copied(ledger: Path, folder: Path) -> Path:
    copy = folder / ledger.name
    copy.write_bytes(ledger.read_bytes())
    return copy


def as_today(row: Any) -> dict[str, Any]:
    """Return a fact as the program reads it, as the reader of the page writes it."""
    recorded = decode(row.tournament, row.position, row.topic, row.state)
    fact: dict[str, Any] = json.loads(encode(recorded))
    del fact["v"]
    return {"topic": row.topic, **fact}


@pytest.mark.parametrize("ledger", LEDGERS, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_the_reader_of_the_page_reads_every_kept_ledger_as_the_program_does(
    reader: dict[str, Any], ledger: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = copied(ledger, tmp_path)
    reader["main"](path)
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    heads = [line for line in lines if "head" in line]
    facts = {(line["tournament"], line["position"]): line for line in lines if "topic" in line}
    rows = list(rows_of(path))
    assert len(facts) == len(rows) > 0
    with Store(path) as store:
        people = {each: store.people(each) for each, _ in store.tournaments()}
    named = 0
    for row in rows:
        fact = facts[row.tournament, row.position]
        name = fact.pop("player_name", None)
        if row.topic == "player-registered" and name is not None:
            assert name == people[row.tournament][fact["person"]].record["name"]
            named += 1
        assert fact == as_today(row)
    assert named > 0
    with sqlite3.connect(path) as file:
        kept = dict(file.execute("SELECT tournament, size FROM trees"))
    assert {head["head"]: head["size"] for head in heads} == kept


def test_the_reader_of_the_page_stops_at_what_was_changed(
    reader: dict[str, Any], tmp_path: Path
) -> None:
    path = copied(LEDGERS[0], tmp_path)
    with sqlite3.connect(path) as file:
        file.execute("UPDATE people SET record = replace(record, 'a', 'b') WHERE key = 'p1'")
    with pytest.raises(AssertionError, match="record"):
        reader["main"](path)
    file = sqlite3.connect(path)
    file.execute("DROP TRIGGER a_fact_is_never_changed")
    file.execute("UPDATE stored_events SET state = replace(state, '1-0', '0-1')")
    file.commit()
    file.close()
    with pytest.raises(AssertionError, match="was changed"):
        reader["main"](path)


def test_the_reader_of_the_page_needs_nothing_but_python(script: Path, tmp_path: Path) -> None:
    path = copied(LEDGERS[0], tmp_path)
    ran = subprocess.run(
        [sys.executable, "-I", script, path], capture_output=True, text=True, check=True
    )
    assert '"topic": "tournament-opened"' in ran.stdout
    assert len(reader_of_the_page().splitlines()) <= 100


def test_what_an_earlier_version_says_today_is_what_the_program_reads(
    reader: dict[str, Any],
) -> None:
    assert reader["TODAY"].keys() == STEPS.keys() == OLD_CONTENT.keys()
    for start, content in OLD_CONTENT.items():
        assert reader["TODAY"][start]({**content}) == STEPS[start]({**content})
        assert f"| `{start[0]}` | {start[1]} |" in PAGE


def test_the_page_names_every_table_and_its_columns() -> None:
    assert f"0x{APPLICATION_ID:X}" in PAGE
    assert f"the version of the tables: {SCHEMA};" in PAGE
    with sqlite3.connect(":memory:") as database:
        for name, statement in OBJECTS.items():
            if "TABLE" in statement:
                database.execute(statement)
                assert f"| `{name}` |" in PAGE
                for column in database.execute(f"PRAGMA table_info({name})"):
                    assert f"`{column[1]}`" in PAGE, (name, column[1])
