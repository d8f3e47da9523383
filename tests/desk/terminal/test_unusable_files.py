"""An unusable ledger file is reported with the next step, and not harmed."""

from __future__ import annotations

import os
import sqlite3
import subprocess
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from ledger.runtime import Runtime
from tests.helpers import loaded
from tests.helpers.full import small_files
from tests.helpers.ledgers import impatient
from tests.helpers.loaded import PROGRAM
from tests.helpers.terminal import Terminal, numbered


@pytest.fixture
def club(tmp_path: Path) -> Terminal:
    names = ("Aalbers", "Bakker", "Cornelisse", "Dekker")
    return numbered(tmp_path / "club.ledger", names, "Cup", "--rounds", 3)


def test_where_there_is_no_room_left_nothing_is_recorded(club: Terminal, tmp_path: Path) -> None:
    players = tmp_path / "players.csv"
    players.write_text("name\n" + "".join(f"Player {n}\n" for n in range(300)), "utf-8")
    with small_files(131072):
        said = club.refused("enter", "--file", players, code=2)
    assert "(disk-full)" in said or "(disk-error)" in said
    assert "make room" in said or "free space" in said
    assert club.json("verify")["clean"]
    assert len(club.json("players")["rows"]) == 4
    club.run("enter", "Evers")
    assert club.json("verify")["clean"]


@pytest.mark.parametrize("most_bytes", [0, 100, 512, 4096, 20000])
def test_a_ledger_that_does_not_fit_leaves_no_file(most_bytes: int, tmp_path: Path) -> None:
    terminal = Terminal(tmp_path / "new.ledger")
    with small_files(most_bytes):
        said = terminal.refused("init", "Cup", code=2)
    assert "(disk-full)" in said or "(disk-error)" in said
    assert list(tmp_path.iterdir()) == []
    terminal.run("init", "Cup")


def test_a_name_too_long_for_the_files_beside_leaves_no_file(tmp_path: Path) -> None:
    for length in (248, 255, 256):
        said = Terminal(tmp_path / ("a" * length)).refused("init", "Cup", code=2)
        assert "the name is too long" in said
    assert list(tmp_path.iterdir()) == []
    Terminal(tmp_path / ("a" * 247)).run("init", "Cup")


def test_a_ledger_that_another_program_keeps_locked_is_waited_for_and_then_named(
    club: Terminal,
) -> None:
    with impatient(), closing(sqlite3.connect(club.ledger, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        said = club.refused("enter", "Evers", code=2)
        assert "(ledger-locked)" in said
        assert "next: close the other program, or wait" in said
        assert len(club.json("players")["rows"]) == 4, "reading goes on"
        other.execute("ROLLBACK")
    club.run("enter", "Evers")
    assert club.json("verify")["clean"]


def test_a_ledger_of_a_newer_version_is_left_alone(club: Terminal) -> None:
    with closing(sqlite3.connect(club.ledger, isolation_level=None)) as connection:
        connection.execute("UPDATE meta SET value = '99' WHERE key = 'schema'")
        connection.execute("PRAGMA user_version = 99")
    before = club.ledger.read_bytes()
    for verb in (["status"], ["enter", "Evers"], ["verify"], ["bundle", "make"]):
        said = club.refused(*verb, code=2)
        assert "(newer-ledger)" in said
        assert "next: install a newer toernooiboek" in said
    assert club.ledger.read_bytes() == before


def test_a_schema_version_that_was_damaged_is_not_taken_for_a_newer_one(club: Terminal) -> None:
    with closing(sqlite3.connect(club.ledger, isolation_level=None)) as connection:
        connection.execute("PRAGMA user_version = 99")
    assert "contradicts itself" in club.refused("verify", code=4)


# The modules of the verb are loaded first, as nobody may not read the program's own files.
AS_NOBODY = """
import os, sys
from contextlib import redirect_stdout
from pathlib import Path
from tempfile import TemporaryDirectory
import cli
with TemporaryDirectory() as folder, open(os.devnull, "w") as nowhere, redirect_stdout(nowhere):
    for words in (["init", "X"], ["enter", "A"], sys.argv[2:]):
        try: cli.main(["--ledger", str(Path(folder) / "x.ledger"), *words])
        except SystemExit: pass
if os.geteuid() == 0:
    os.setgroups([]); os.setgid(65534); os.setuid(65534)
cli.main(["--ledger", *sys.argv[1:]])
"""


def as_nobody(ledger: Path, *words: str) -> subprocess.CompletedProcess[str]:
    return loaded.ran(AS_NOBODY, ledger, *words)


@pytest.mark.parametrize("folder_mode", [0o777, 0o555])
def test_a_ledger_that_may_not_be_written_can_be_read_and_verified(folder_mode: int) -> None:
    """Only another process can be somebody who is not root."""
    with TemporaryDirectory() as name:  # not in tmp_path, which nobody else may enter
        club = Terminal(Path(name) / "club.ledger")
        club.run("init", "Cup")
        club.ledger.chmod(0o444)
        Path(name).chmod(folder_mode)
        try:
            before = club.ledger.read_bytes()
            assert as_nobody(club.ledger, "verify").returncode == 0
            assert "Cup" in as_nobody(club.ledger, "status").stdout
            refused = as_nobody(club.ledger, "enter", "Evers")
            assert refused.returncode == 2
            assert "(ledger-read-only)" in refused.stderr
            assert "next: make both writable, or copy the ledger" in refused.stderr
            forgets = as_nobody(club.ledger, "forget", "1")
            assert forgets.returncode == 2
            assert club.ledger.read_bytes() == before
        finally:
            Path(name).chmod(0o755)


def test_what_was_refused_on_a_read_only_file_is_written_when_it_may_be_written_again() -> None:
    """Only another process can be somebody who is not root: two of them."""
    with TemporaryDirectory() as name:
        club = Terminal(Path(name) / "club.ledger")
        club.run("init", "Cup")
        Path(name).chmod(0o777)
        club.ledger.chmod(0o444)
        assert "(ledger-read-only)" in as_nobody(club.ledger, "enter", "Evers").stderr
        assert set(os.listdir(name)) == {club.ledger.name, f"{club.ledger.name}.last-head"}
        club.ledger.chmod(0o666)
        assert as_nobody(club.ledger, "enter", "Evers").returncode == 0
        assert "Evers" in club.run("players")


def test_a_process_killed_while_it_writes_leaves_the_ledger_in_order(
    club: Terminal, tmp_path: Path
) -> None:
    """Six processes write 400 players each, and most are killed while they do."""
    club.world = Runtime()  # the processes look at the real clock
    players = tmp_path / "players.csv"
    counts = []
    for number, pause_s in enumerate((0.05, 0.1, 0.2, 0.3, 0.5, 0.7)):
        rows = "".join(f"Player {number}-{n}\n" for n in range(400))
        players.write_text("name\n" + rows, "utf-8")
        words = ("--ledger", club.ledger, "enter", "--file", players)
        loaded.ran(
            f"import signal; signal.setitimer(signal.ITIMER_REAL, {pause_s}); {PROGRAM}", *words
        )
        assert club.json("verify")["clean"]
        counts.append(len(club.json("players")["rows"]))
    assert {(count - 4) % 400 for count in counts} == {0}, "all of a file or none"
    club.run("enter", "Evers")
    assert club.json("verify")["clean"]


@pytest.mark.parametrize("length", [0, 50, 100, 5000, 20000])
def test_a_ledger_that_was_cut_off_is_not_in_order(club: Terminal, length: int) -> None:
    with club.ledger.open("r+b") as file:
        file.truncate(length)
    ran = club.try_("verify")
    assert ran.code == (2 if length == 0 else 4)
    assert "next:" in ran.err


def test_what_is_written_never_takes_the_place_of_a_ledger(tmp_path: Path) -> None:
    club = Terminal(tmp_path / "club.ledger")
    club.run("init", "Cup", "--rounds", 3)
    before = club.ledger.read_bytes()
    for form in ("trf", "ndjson"):
        said = club.refused("export", "--format", form, "-o", club.ledger, code=2)
        assert "is a ledger" in said
    assert club.ledger.read_bytes() == before
