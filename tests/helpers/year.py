"""A year of a federation for tests: the script of the docs, with the `toernooi` of this process."""

from __future__ import annotations

import fcntl
import os
import shutil
import subprocess
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from desk.render.table import as_table
from projections.mirror.progress import open_current
from projections.sql.answers import QueryAnswer, table_of, view_of
from projections.sql.questions import ask, shut, statements
from projections.views.view import View
from tests.helpers.console import Console
from tests.helpers.places import ROOT

SCRIPT = ROOT / "docs" / "analytics" / "year.sh"

_ASK = """toernooi() {
    printf '%s\\037' "$PWD" "$@"; echo
    read -r code
    return "$code"
}
"""
"""Prints the folder and the arguments, each with a sign after it that none of them contains."""


def run_script(text: str, console: Console, **variables: str) -> None:
    """Run a script of sh in the console's folder; every command of toernooi must succeed.

    The script prints nothing of its own.
    """
    with subprocess.Popen(
        ["sh", "-c", _ASK + text], cwd=console.folder, env=os.environ | variables, text=True,
        stdin=subprocess.PIPE, stdout=subprocess.PIPE,
    ) as script:  # fmt: skip
        assert script.stdin is not None
        assert script.stdout is not None
        for line in script.stdout:
            folder, *arguments, _ = line.split("\037")
            ran = replace(console, folder=Path(folder)).run(*arguments)
            assert ran.exit_code == 0, (arguments, ran.output)
            print(ran.exit_code, file=script.stdin, flush=True)
    assert script.returncode == 0


@dataclass(frozen=True)
class Year:
    """A ledger with its mirror, for questions."""

    ledger: Path

    def _answer(self, question: str) -> QueryAnswer:
        (statement,) = statements(question)
        with open_current(self.ledger) as database:
            shut(database)
            answer = ask(database, statement)
        assert answer is not None
        return answer

    def view(self, question: str) -> View:
        return view_of(self._answer(question))

    def printed(self, question: str) -> str:
        """Return the answer as `toernooi sql --mirror` prints it."""
        return as_table(table_of(self._answer(question)))


def made_year(folder: Path, **variables: str) -> Year:
    """Run the script, and put the ledger and its mirror into a folder.

    It runs in memory, if there is such a place: each of its hundreds of commands waits for the
    disk, and nothing of it needs to last.
    """
    memory = Path("/dev/shm")
    with TemporaryDirectory(dir=memory if memory.is_dir() else None) as place:
        run_script(SCRIPT.read_text("utf-8"), Console(Path(place)), **variables)
        for suffix in ("ledger", "duckdb"):
            shutil.copy(Path(place, "year", f"toernooi.{suffix}"), folder / f"year.{suffix}")
    return Year(folder / "year.ledger")


@cache
def shared_year(folder: Path) -> Year:
    """Return the year of the docs, made once for all workers of a run, which share the folder."""
    with (folder / "year.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (folder / "year.done").exists():
            made_year(folder)
            (folder / "year.done").touch()
    return Year(folder / "year.ledger")
