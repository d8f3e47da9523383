"""A terminal for tests: command lines in this process, with a clock, ids and seeds that repeat."""

from __future__ import annotations

import io
import json
import os
import sys
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any
from unittest.mock import patch

import cli
from ledger.runtime import Runtime

START = datetime(2026, 9, 4, 19, 0, tzinfo=UTC)


@dataclass(frozen=True)
class Ran:
    """The outcome of a command line."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


def runtime() -> Runtime:
    """Return a world in which a second passes at every look at the clock."""
    seconds, ids, seeds = count(), count(1), count(1)
    return Runtime(
        now=lambda: START + timedelta(seconds=next(seconds)),
        new_id=lambda: f"id{next(ids)}",
        new_seed=lambda: f"seed{next(seeds)}",
    )


class _Typed(io.TextIOWrapper):
    """The input that a person types."""

    def isatty(self) -> bool:
        return True


_ENVIRONMENT = {"TOERNOOI_LANG": "en", "COLUMNS": "0"}
"""The default settings; tables are whole."""


@dataclass
class Terminal:
    """Command lines on one ledger file."""

    ledger: Path
    world: Runtime = field(default_factory=runtime)

    def try_(self, *arguments: object, stdin: bytes = b"", at_keyboard: bool = False) -> Ran:
        """Run a command line as if typed, and return its outcome.

        `at_keyboard`: a person sits at it, and `stdin` is their input.
        """
        out, err = (io.TextIOWrapper(io.BytesIO(), "utf-8", newline="") for _ in range(2))
        typed = ["--ledger", str(self.ledger), *map(str, arguments)]
        stdin_type = _Typed if at_keyboard else io.TextIOWrapper
        main = partial(cli.toernooi.main, obj=self.world)
        with (
            patch.dict(os.environ, _ENVIRONMENT | dict(os.environ)),
            patch.object(cli.toernooi, "main", main),
            patch.object(sys, "stdin", stdin_type(io.BytesIO(stdin))),
            redirect_stdout(out),
            redirect_stderr(err),
        ):
            try:
                cli.main(typed)
            except SystemExit as end:
                code = end.code
        texts = []
        for stream in (out, err):
            stream.flush()
            texts.append(stream.buffer.getvalue().decode())
        assert "Traceback" not in texts[1]
        assert "internal error" not in texts[1], texts[1]
        assert isinstance(code, int)
        return Ran(code, *texts)

    def run(self, *arguments: object, stdin: bytes = b"") -> str:
        """Run a command line that must succeed, and return its output."""
        ran = self.try_(*arguments, stdin=stdin)
        assert ran.code == 0, (arguments, ran)
        return ran.out

    def json(self, *arguments: object) -> Any:
        """Run a command line that must succeed with --json, and return its value."""
        return json.loads(self.run(*arguments, "--json"))

    def refused(self, *arguments: object, code: int = 3) -> str:
        """Run a command line that must end with an exit code; return its output."""
        ran = self.try_(*arguments)
        assert ran.code == code, (arguments, ran)
        assert ran.err.strip()
        return ran.err


def with_round_1(folder: Path) -> Terminal:
    """Return a terminal on a tournament of six, called Anna to Frits, with round 1 published."""
    terminal = Terminal(folder / "t.ledger")
    terminal.run("init", "Open", "--rounds", 5)
    for name in ("Anna", "Bram", "Cor", "Dirk", "Ernst", "Frits"):
        terminal.run("enter", name)
    terminal.run("lots", "--by", "entry")
    terminal.run("publish")
    return terminal
