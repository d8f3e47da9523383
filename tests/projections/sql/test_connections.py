"""DuckDB opened in one way: the version of its files, and the names it cannot open."""

from __future__ import annotations

import os
import struct
import subprocess
import sys
from pathlib import Path

import duckdb
import pytest

from projections.mirror.files import mirror_path
from projections.sql.connections import NotOpened, connected, interrupts_raised
from tests.helpers.places import EXAMPLES, PROGRAM, ROOT
from tests.helpers.terminal import Terminal

READ_BY_DUCKDB_1_2 = 65
"""The highest version number in the head of a file that DuckDB 1.2 opens."""


def version_of(path: Path) -> int:
    """Return the version number in the head of a DuckDB file: after a checksum and the mark."""
    head = path.read_bytes()[:20]
    assert head[8:12] == b"DUCK"
    (version,) = struct.unpack("<Q", head[12:20])
    return int(version)


def test_every_file_that_is_written_can_be_opened_by_an_older_duckdb(tmp_path: Path) -> None:
    club = Terminal(tmp_path / "club.ledger")
    club.run("import", str(EXAMPLES / "club-open.trf"))
    club.run("mirror", "build")
    assert version_of(mirror_path(club.ledger)) <= READ_BY_DUCKDB_1_2
    club.run("publish")
    club.run("mirror", "update")
    assert version_of(mirror_path(club.ledger)) <= READ_BY_DUCKDB_1_2
    for more in ((), ("--all", "--jobs", 1)):
        file = tmp_path / f"replay{len(more)}.duckdb"
        club.run("replay", "--rules", "knsb-wp-1996", *more, "--duckdb", file)
        assert version_of(file) <= READ_BY_DUCKDB_1_2
        with duckdb.connect(str(file), read_only=True) as database:
            tags = database.execute("SELECT tags FROM duckdb_databases() WHERE NOT internal")
            assert tags.fetchone() == ({"storage_version": "v1.2.0+"},)


def test_duckdb_is_opened_in_one_place_alone() -> None:
    elsewhere = [
        path.relative_to(ROOT).as_posix()
        for path in PROGRAM
        if "duckdb.connect(" in path.read_text("utf-8") and path.name != "connections.py"
    ]
    assert elsewhere == []


BARS = """
import sys
from pathlib import Path

import duckdb

from projections.sql.connections import attached, bulk_loading, opened

folder = Path(sys.argv[1])
for made in (
    lambda: duckdb.connect(),
    lambda: opened(),
    lambda: opened(folder / "a.duckdb"),
    lambda: attached(folder / "a.duckdb"),
    lambda: bulk_loading(folder / "b.duckdb", "128MB"),
):
    with made() as database:
        setting = "SELECT value FROM duckdb_settings() WHERE name = 'enable_progress_bar'"
        print(database.execute(setting).fetchone()[0])
"""


def test_duckdb_never_writes_a_progress_bar_among_the_answers(tmp_path: Path) -> None:
    # A program without a file (an interpreter in another program, a worker of the tests) has it on.
    said = subprocess.run(
        [sys.executable, "-c", BARS, str(tmp_path)], cwd=ROOT, capture_output=True, check=True
    )
    assert said.stdout.split() == [b"true", b"false", b"false", b"false", b"false"]


@pytest.mark.parametrize("name", ["a#b", "a'b", "a%20b", "a*[b]", "md:ab", ":memory:", "é"])
def test_a_mirror_stands_beside_a_ledger_of_any_name(
    tmp_path: Path, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / name).mkdir()
    club = Terminal(Path(f"{name}.ledger"))
    club.run("init", "Cup")
    club.run("mirror", "build")
    assert Path(f"{name}.duckdb").is_file()
    rows = [{"name": "Cup"}]
    assert club.json("sql", "--mirror", "select name from tournaments")["rows"] == rows
    club.run("sql", "select 1 as n", "--parquet", f"{name}/{name}.parquet")
    assert Path(name, f"{name}.parquet").is_file()
    club.run("replay", "--rules", "knsb-wp-1996", "--duckdb", f"{name}/{name}.duckdb")
    assert Path(name, f"{name}.duckdb").is_file()
    club.run("export", "--parquet", f"{name}/year")
    assert Path(name, "year", "export.json").is_file()


@pytest.mark.parametrize("name", [b"a\xff", b"\xed\xb3\xbf", b"a?b"])
def test_a_name_that_duckdb_does_not_read_is_refused_where_it_would_open_it(
    tmp_path: Path, name: bytes
) -> None:
    folder = tmp_path / os.fsdecode(name)
    folder.mkdir()
    club = Terminal(folder / "club.ledger")
    club.run("init", "Cup")
    assert "name-unreadable" in club.refused("mirror", "build", code=2)
    assert "name-unreadable" in club.refused("mirror", "update", code=2)
    question = ("sql", "select 1 as n", "--parquet", folder / "x.parquet")
    if name != b"a?b":
        assert "name-unreadable" in club.refused(*question, code=2)
    replayed = ("replay", "--rules", "knsb-wp-1996")
    for more in ((), ("--all", "--jobs", 1)):
        refusal = club.refused(*replayed, *more, "--duckdb", folder / "x.duckdb", code=2)
        assert "name-unreadable" in refusal
    assert [
        path.suffix for path in folder.iterdir() if path.suffix in (".duckdb", ".parquet")
    ] == []
    with pytest.raises(NotOpened), connected(folder / "x.duckdb"):
        pass


def test_what_duckdb_says_of_ctrl_c_is_ctrl_c_and_nothing_else_is() -> None:
    for error in (
        duckdb.InterruptException("INTERRUPT Error: Interrupted!"),
        RuntimeError("Query interrupted"),
        duckdb.InvalidInputException("reading the object 'part' failed: KeyboardInterrupt"),
    ):
        with pytest.raises(KeyboardInterrupt), interrupts_raised():
            raise error
    with pytest.raises(RuntimeError, match="other"), interrupts_raised():
        raise RuntimeError("other")
