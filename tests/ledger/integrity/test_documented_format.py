"""docs/integrity.md is true: its example, its tables, and its script that uses no code of ours."""

from __future__ import annotations

import hashlib
import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from ledger.hash_tree import Head, head_of, leaf_hash
from ledger.integrity.bundle import Bundle
from ledger.store.file.sqlite_file import OBJECTS_2
from ledger.store.tables.kept_hashes import PUBLICATIONS
from tests.helpers.places import ROOT
from tests.helpers.tampered import copy_of, sample
from tests.helpers.terminal import Terminal

PAGE = (ROOT / "docs" / "integrity.md").read_text("utf-8")


def block(kind: str) -> str:
    match = re.search(rf"^```{kind}\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    assert match, kind
    return match[1]


def test_the_leaf_of_the_page_is_the_leaf_of_the_program() -> None:
    state = block("json leaf").strip().encode()
    front = bytes.fromhex(block("hex").strip())
    wanted = block("hash").strip()
    assert hashlib.sha256(front + state).hexdigest() == wanted
    assert leaf_hash(2, "rounds-planned", state).hex() == wanted


def test_the_short_head_of_the_page_is_written_as_the_program_writes_it() -> None:
    leaf = bytes.fromhex(block("hash").strip())
    head = head_of([b"\x11" * 32, leaf])
    assert f"`{head.short}`" in PAGE
    assert head.root.hex().startswith("40cc")
    assert "toernooiboek-head:1:TOURNAMENT:SIZE:ROOT" in PAGE
    assert Head(2, head.root).scanned("T") == f"toernooiboek-head:1:T:2:{head.root.hex()}"


def test_the_page_names_every_table_key_and_topic() -> None:
    for name in (*PUBLICATIONS, *(n for n in OBJECTS_2 if "_" not in n), *Bundle.model_fields):
        assert f"`{name}`" in PAGE, name


@pytest.fixture
def check(tmp_path: Path) -> Path:
    script = tmp_path / "check.py"
    script.write_text(block("python check"), "utf-8")
    return script


def run(script: Path, *arguments: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-I", script, *map(str, arguments)],
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_script_of_the_page_checks_what_the_program_writes(check: Path, tmp_path: Path) -> None:
    club = Terminal(copy_of(sample(), tmp_path))
    winter = ("-t", "Winter")
    heads = [row["short"] for row in club.json(*winter, "head")["rows"]]
    record = json.loads(club.run(*winter, "bundle", "make"))["heads"][0]
    published = Head(8, bytes.fromhex(record["root"])).short
    file = tmp_path / "file.json"
    for words in (
        ("bundle", "make"),
        ("bundle", "make", "--with-names"),
        ("prove", "1"),
        ("prove", "9"),
        ("prove", "14"),
        *(("prove", "--from", head) for head in heads),
    ):
        club.run(*winter, *words, "-o", file)
        ran = run(check, file, heads[-1])
        assert ran.returncode == 0, ran.stderr
        assert set(ran.stdout.split()) <= {*heads, published}
        assert run(check, file, "14:AAAA-AAAA-AAAA-AAAA").returncode == 4
        record = json.loads(file.read_text("utf-8"))
        if "facts" in record:
            record["facts"][3]["state"] += " "
        elif "state" in record:
            record["state"] += " "
        else:
            record["later"]["root"] = record["later"]["root"][::-1]
        file.write_text(json.dumps(record), "utf-8")
        assert run(check, file).returncode == 1


def test_every_line_of_the_table_of_attacks_names_a_test_that_there_is() -> None:
    table = PAGE.partition("| change |")[2].partition("\n\n")[0].splitlines()[2:]
    named = [re.findall(r"`(test_\w+)`", line.split("|")[4]) for line in table]
    assert len(named) > 10
    unnoticed = [line for line, names in zip(table, named, strict=True) if not names]
    assert [
        line.split("|")[1].partition(":")[0].partition(",")[0].strip() for line in unnoticed
    ] == [
        "names copied elsewhere",
        "all of it",
    ]
    tests = "".join(path.read_text("utf-8") for path in (ROOT / "tests").rglob("test_*.py"))
    wanted = {name for names in named for name in names}
    assert {name for name in wanted if f"def {name}(" not in tests} == set()
