"""The program on another system: a whole tournament, a season, the desk, mirror, lake and copies.

`tests/helpers/elsewhere.py` makes this process one of such a system. What is tried besides, with the
tests of this system, stands in `ALSO_ELSEWHERE` of `tests/conftest.py`.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from desk.access.roles import Role
from tests.helpers.browsing import demo
from tests.helpers.matrix import GETS, address_of
from tests.helpers.season_played import played_season
from tests.helpers.terminal import Terminal, with_round_1

pytestmark = pytest.mark.elsewhere


def test_this_is_another_system(tmp_path: Path) -> None:
    for name in ("fcntl", "termios", "pwd", "resource"):
        with pytest.raises(ImportError):
            __import__(name)
    assert not hasattr(os, "fork")
    path = tmp_path / "file"
    with path.open("w") as file:
        for refused in (path.unlink, lambda: path.rename(tmp_path / "other")):
            with pytest.raises(PermissionError):
                refused()
        with pytest.raises(OSError, match="Bad file"), path.open("rb") as reading:
            os.fsync(reading.fileno())
        os.fsync(file.fileno())
    with pytest.raises(AssertionError, match="written over"):
        (tmp_path / "FILE").touch()
    for name in ("con.csv", "a:b", "end."):
        with pytest.raises(OSError, match="not possible"):
            (tmp_path / name).touch()
    with pytest.raises(PermissionError):
        os.open(tmp_path, os.O_RDONLY)
    path.unlink()


def test_the_program_loads_whole() -> None:
    """Every module, in two seconds: those of the cluster and the server are left out."""
    for file in ("ledger", "projections", "pairing", "desk"):
        for path in sorted(Path(file).rglob("*.py")):
            if not {"server", "cluster.py"} & set(path.parts):
                __import__(".".join(path.with_suffix("").parts))
    assert "desk.web.app" in sys.modules


def carried_on(terminal: Terminal, folder: Path) -> None:
    """Carry out what is done with the files of a ledger, each twice where it replaces something."""
    for _ in "12":
        terminal.run("mirror", "update")
        terminal.run("sql", "SELECT count(*) FROM games")
        terminal.run("sql", "SELECT 1 AS x", "--parquet", folder / "answer.parquet")
        terminal.run("export", "--parquet", folder / "tables")
        terminal.run("lake", "build", terminal.ledger, "--to", folder / "lake")
        terminal.run("export", "--format", "ndjson", "--output", folder / "facts.ndjson")
    for number in "12":
        terminal.run("backup", folder / f"backup-{number}.ledger")
        terminal.run("bundle", "make", "-o", folder / f"bundle-{number}.zip")
    terminal.run("bundle", "verify", folder / "bundle-1.zip")
    terminal.run("copy", terminal.ledger, folder / "copy.ledger")
    again = Terminal(folder / "again.ledger")
    again.run("restore", folder / "backup-1.ledger")
    assert again.json("verify")
    assert again.json("log")["rows"] == terminal.json("log")["rows"]
    lake = ("sql", "--lake", folder / "lake", "SELECT count(*) AS n FROM tournaments", "--json")
    assert '"n":' in terminal.run(*lake)
    assert not [path for path in folder.rglob("*") if ".part" in path.name or ".lock-" in path.name]


def test_a_tournament_is_paired_recorded_mirrored_exported_and_copied(tmp_path: Path) -> None:
    """Some twenty command lines, with a database of DuckDB."""
    terminal = with_round_1(tmp_path / "own")
    terminal.run("result", 1, 1, "1-0", 2, "=", 3, "0-1")
    terminal.run("close", 1)
    terminal.run("publish")
    for sheet in ("pairings", "standing"):
        terminal.run("sheet", sheet, "-o", tmp_path / f"{sheet}.html")
    terminal.run("export", "-o", tmp_path / "open.trf")
    carried_on(terminal, tmp_path)


def test_a_season_is_played_mirrored_exported_and_copied(tmp_path: Path) -> None:
    """A season, and some twenty command lines, with a database of DuckDB."""
    (tmp_path / "own").mkdir()
    carried_on(played_season(tmp_path / "own"), tmp_path)


def test_the_desk_shows_every_page_and_takes_a_result(tmp_path: Path) -> None:
    """Every page is made once, for the chief arbiter."""
    browsing = demo(tmp_path)
    client = browsing.client(Role.CHIEF)
    answers = {route.name: client.get(address_of(browsing, route)).status_code for route in GETS}
    assert [name for name, status in answers.items() if status >= 500] == []
    assert [*answers.values()].count(200) > 30
    number = len(browsing.book.state.rounds)
    before = browsing.book.state.position
    (pair, _), *_ = browsing.book.state.rounds[-1].open_games
    data = {"csrf": browsing.csrf(client), f"r{pair}": "1"}
    assert client.post(f"/{browsing.slug}/round/{number}/results", data=data).status_code < 400
    assert browsing.book.state.position > before
    browsing.office.live.close()
