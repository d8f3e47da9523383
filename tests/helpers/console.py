"""The command line inside a test: a folder, a clock that ticks, ids and seeds that repeat."""

from __future__ import annotations

import os
import re
import shlex
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any, NoReturn
from unittest.mock import patch

import click
from click.testing import CliRunner, Result

import cli
from cli import toernooi
from ledger.runtime import Runtime
from ledger.values import Language
from tests.helpers.places import EXAMPLES
from tests.helpers.terminal import runtime

START = datetime(2026, 11, 20, 19, 0, tzinfo=UTC)


def repeatable() -> Runtime:
    """Return a world in which every command comes a minute after the one before."""
    return runtime(START, timedelta(minutes=1), seed="seed")


@contextmanager
def _within(folder: Path, width: int, language: Language) -> Iterator[None]:
    """Work in a folder, in UTC, without the variables of the person who runs the tests."""
    before, kept = Path.cwd(), dict(os.environ)
    for name in [name for name in os.environ if name.startswith("TOERNOOI_")]:
        del os.environ[name]
    os.environ |= {"TZ": "UTC", "TOERNOOI_LANG": language, "COLUMNS": str(width)}
    os.environ["TOERNOOI_LISTS"] = str(folder / "rating-lists")
    time.tzset()
    os.chdir(folder)
    try:
        yield
    finally:
        os.chdir(before)
        os.environ.clear()
        os.environ.update(kept)
        time.tzset()


class _WholeProgram(click.Command):
    """`main` of the program, as something that the runner of click can run."""

    def main(self, args: Sequence[str], obj: Runtime, **of: Any) -> NoReturn:  # type: ignore[override]
        with patch.object(toernooi, "main", partial(toernooi.main, obj=obj)):
            cli.main(args)


@dataclass
class Console:
    """Runs command lines in a folder and returns what they print."""

    folder: Path
    runtime: Runtime = field(default_factory=repeatable)
    width: int = 0
    """The width of a line for people, 0: no limit."""
    shipped_file: Path = EXAMPLES / "club-open.trf"
    language: Language = "en"

    def run(self, *arguments: str) -> Result:
        """Run one command line; the result has the output (both streams) and the exit code."""
        return self._invoke(toernooi, arguments)

    def typed(self, *arguments: str) -> Result:
        """Run one command line as the whole program does: every exit has its sentence and code."""
        return self._invoke(_WholeProgram("toernooi"), arguments)

    def _invoke(self, program: click.Command, arguments: Sequence[str]) -> Result:
        with _within(self.folder, self.width, self.language):
            return CliRunner().invoke(
                program, arguments, "", obj=self.runtime, prog_name="toernooi"
            )

    def must_run(self, *arguments: str) -> str:
        """Run a command line that must succeed; return its output."""
        result = self.run(*arguments)
        assert result.exit_code == 0, f"toernooi {shlex.join(arguments)}\n{result.output}"
        return result.output


_BLOCK = re.compile(r"^```([^\n]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def rerun(page: str, console: Console) -> str:
    """Return a page with what its console examples print now, run in order in one folder.

    A block headed `csv players.csv` (a language, then a name) is that file. Only commands of
    toernooi are run; a refusal is printed as any other answer, and what the program does not catch
    is raised.
    """

    def again(match: re.Match[str]) -> str:
        words, text = match.group(1).strip(), match.group(2)
        _, _, name = words.partition(" ")
        if name:
            (console.folder / name).write_text(text, "utf-8")
        if words != "console":
            return match.group(0)
        shown = []
        for part in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]:
            lines = part.splitlines()
            last = next(i for i, line in enumerate(lines) if not line.endswith("\\"))
            command = lines[: last + 1]
            arguments = shlex.split(" ".join(line.rstrip("\\") for line in command))
            assert arguments[0] == "toernooi", arguments
            result = console.run(*arguments[1:])
            if not isinstance(result.exception, SystemExit | None):
                raise result.exception
            printed = result.output.rstrip("\n").splitlines()
            shown.append("\n".join([f"$ {command[0]}", *command[1:], *printed]))
        return "```console\n" + "\n".join(shown) + "\n```"

    return _BLOCK.sub(again, page)
