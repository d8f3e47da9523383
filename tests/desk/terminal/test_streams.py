"""Unusual streams and places: closed, full, of few letters, of odd names."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.helpers.places import ROOT
from tests.helpers.terminal import Terminal

ODD = ["a?b", "a#b", "a%41b", "a?mode=memory", os.fsdecode(b"a\xffb"), "a b", "-a", "a'b", 'a"b']
"""Names of folders that mean something else in a URI, in SQL or on a command line."""


@pytest.fixture
def club(tmp_path: Path) -> Terminal:
    terminal = Terminal(tmp_path / "club.ledger")
    terminal.run("init", "Open", "--rounds", 3)
    for name in ("Žižek, Ö.", "Bakker"):
        terminal.run("enter", name)
    return terminal


def typed(
    club: Terminal, line: str, shell: str = "", **environ: str
) -> subprocess.CompletedProcess[bytes]:
    """Run a command line in a process of its own, its streams redirected by the shell."""
    script = f'"$0" -m cli --ledger "$1" {line} {shell}'
    kept = {name: os.environ[name] for name in ("PATH",) if name in os.environ}
    return subprocess.run(
        ["bash", "-c", script, sys.executable, str(club.ledger)],
        capture_output=True,
        check=False,
        env={**kept, "PYTHONPATH": str(ROOT), **environ},
    )


@pytest.mark.parametrize(
    ("line", "shell", "code"),
    [
        ("players", ">&-", 0),
        ("enter Cornelisse", "<&- >&- 2>&-", 0),
        ("enter Bakker", "2>&-", 3),
        ("enter Bakker", "2>/dev/full", 3),
        ("players", ">/dev/full", 2),
        ("export --format ndjson", ">/dev/full 2>&1", 2),
        ("log --json", "| true; exit ${PIPESTATUS[0]}", 0),
    ],
)
def test_a_stream_that_is_closed_or_full_is_no_fault_of_the_program(
    club: Terminal, line: str, shell: str, code: int
) -> None:
    ran = typed(club, line, shell)
    assert ran.returncode == code, ran
    assert b"Traceback" not in ran.stderr
    assert b"internal error" not in ran.stderr
    assert club.try_("verify").code in (0, 1)  # 1: of two clocks
    assert ("Cornelisse" in club.run("players")) == ("Cornelisse" in line)
    if shell == ">/dev/full":
        assert b"(answer-unwritable)" in ran.stderr
        assert b"next: " in ran.stderr


def test_a_letter_that_an_encoding_lacks_is_an_escape_that_json_reads(club: Terminal) -> None:
    ran = typed(club, "players --json", PYTHONIOENCODING="latin-1", COLUMNS="0")
    assert ran.returncode == 0, ran
    assert json.loads(ran.stdout.decode("latin-1"))["rows"][0]["name"] == "Žižek, Ö."
    assert b"\\u017di\\u017eek, \xd6." in ran.stdout


def test_a_folder_that_is_gone_is_refused(club: Terminal, tmp_path: Path) -> None:
    line = "players && mkdir gone && cd gone && rmdir ../gone"
    shell = '&& "$0" -m cli --ledger x.ledger init A'
    ran = typed(club, line, shell)
    assert ran.returncode == 2, ran
    assert b"next: " in ran.stderr


@pytest.mark.parametrize("name", ODD, ids=ascii)
def test_every_file_can_have_a_name_that_means_something_elsewhere(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / name
    folder.mkdir()
    monkeypatch.chdir(folder)
    terminal = Terminal(folder / f"{name}.ledger")
    terminal.run("init", "Open", "--rounds", 3)
    for player in ("Aalbers", "Bakker"):
        terminal.run("enter", player)
    terminal.run("lots", "--by", "entry")
    terminal.run("publish")
    terminal.run("result", 1, 1, "1-0")
    for line in (
        ("pairings", 1, "--html", "html"),
        ("export", "-o", "trf"),
        ("bundle", "make", "-o", "json"),
        ("prove", 1, "-o", "proof"),
        ("mirror", "build"),
        ("export", "--parquet", "files"),
        ("sql", "--mirror", "select count(*) from games"),
        ("backup", "backup"),
        ("sql", "from games", "--parquet", "parquet"),
        ("replay", "--rules", "knsb-wp-1996", "--duckdb", "replay"),
    ):
        if line[-2] in ("--html", "-o", "--parquet", "--duckdb", "backup"):
            line = (*line[:-1], folder / f"{name}.{line[-1]}")
        ran = terminal.try_(*line)
        no_name_for_duckdb = "?" in name or not name.isascii()
        if ran.code and no_name_for_duckdb:
            assert "(name-unreadable)" in ran.err or "(mirror-missing)" in ran.err, (line, ran)
        else:
            assert ran.code == 0, (line, ran)
    names = {path.name for path in folder.iterdir()}
    assert {f"{name}.{end}" for end in ("ledger", "html", "trf", "json", "backup")} <= names
    assert {path.name for path in tmp_path.iterdir()} == {name}


def windows_printing(text: str, encoding: str, **environ: str) -> bytes:
    """Return what Windows would write to a file for a text."""
    script = (
        "import sys; from ledger import system; system.on_windows = lambda: True\n"
        "from desk.terminal.streams import make_ready, print_line\n"
        f"sys.stdout.reconfigure(encoding={encoding!r}, errors='strict', newline='\\r\\n')\n"
        f"make_ready(); print_line({text!r})"
    )
    kept = {name: os.environ[name] for name in ("PATH",) if name in os.environ}
    command = [sys.executable, "-c", script]
    environment = {**kept, "PYTHONPATH": str(ROOT), **environ}
    return subprocess.run(command, capture_output=True, check=True, env=environment).stdout


def test_on_windows_a_file_or_a_pipe_gets_utf_8_and_lines_as_everywhere() -> None:
    """Each is a process of its own."""
    assert windows_printing("½ Ö Ž", "cp1252") == "½ Ö Ž\n".encode()
    chosen = windows_printing("½ Ö Ž 東", "cp1252", PYTHONIOENCODING="cp1252")
    assert chosen == "½ Ö Ž \\u6771\n".encode("cp1252")


@pytest.mark.parametrize("encoding", ["cp1252", "cp850", "cp437", "ascii"])
def test_no_code_page_stops_a_table(club: Terminal, encoding: str) -> None:
    """Each is a process of its own."""
    ran = typed(club, "players", PYTHONIOENCODING=encoding)
    assert (ran.returncode, ran.stderr) == (0, b"")
    assert b"Bakker" in ran.stdout
