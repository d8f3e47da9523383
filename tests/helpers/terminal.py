"""A terminal for tests: command lines in this process, with a clock, ids and seeds that repeat."""

from __future__ import annotations

import io
import json
import os
import shutil
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from copy import deepcopy
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from functools import cache, partial
from itertools import count
from pathlib import Path
from tempfile import mkdtemp
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


@dataclass
class _Counted:
    """What a repeatable world has given so far."""

    start: datetime
    step: timedelta
    seed: str
    """The seed that it gives each time, "": one after another."""
    looks: Iterator[int] = field(default_factory=count)
    ids: Iterator[int] = field(default_factory=partial(count, 1))
    seeds: Iterator[int] = field(default_factory=partial(count, 1))

    def now(self) -> datetime:
        return self.start + next(self.looks) * self.step

    def new_id(self) -> str:
        return f"id{next(self.ids)}"

    def new_seed(self) -> str:
        return self.seed or f"seed{next(self.seeds)}"


def _world(counted: _Counted) -> Runtime:
    return Runtime(now=counted.now, new_id=counted.new_id, new_seed=counted.new_seed)


def runtime(
    start: datetime = START, step: timedelta = timedelta(seconds=1), *, seed: str = ""
) -> Runtime:
    """Return a world in which a second passes at every look at the clock, or another `step`."""
    return _world(_Counted(start, step, seed))


def gone_on(world: Runtime) -> Runtime:
    """Return another world that goes on where a world of `runtime` is now."""
    return _world(deepcopy(world.now.__self__))  # type: ignore[attr-defined]


class _Typed(io.TextIOWrapper):
    """The input that a person types."""

    def isatty(self) -> bool:
        return True


_ENVIRONMENT = {"TOERNOOI_LANG": "en", "COLUMNS": "0"}
"""The default settings; tables are whole."""


_SET_BY_THE_PROGRAM = ("TZ", "OPENBLAS_NUM_THREADS")
"""What a command line sets itself, for the rest of its process."""


@contextmanager
def _environment(settings: dict[str, str]) -> Iterator[None]:
    """Add settings to the environment, and defaults where it has none; take them back.

    `patch.dict` takes all of it out and puts it back, which costs more than many a command.
    """
    added = {name: it for name, it in _ENVIRONMENT.items() if name not in os.environ} | settings
    before = {name: os.environ.get(name) for name in (*added, *_SET_BY_THE_PROGRAM)}
    os.environ.update(added)
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                os.environ.pop(name, None)
            else:
                os.environ[name] = value


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
            _environment(self._lists()),
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

    def _lists(self) -> dict[str, str]:
        """Return where the rating lists of this terminal stand: beside its ledger.

        Beside an address of a server is no folder, so there are none.
        """
        return {"TOERNOOI_LISTS": str(Path(self.ledger).parent / "rating-lists")}

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


@cache
def _made(make: Callable[[Path], Terminal]) -> Terminal:
    return make(Path(mkdtemp(prefix="made-once-")))


def made_once(make: Callable[[Path], Terminal], folder: Path) -> Terminal:
    """Return what `make` makes in an empty folder: made once in a run, copied for each test.

    The clock, the ids and the seeds go on where they were when it was made.
    """
    kept = _made(make)
    shutil.copytree(kept.ledger.parent, folder, dirs_exist_ok=True)
    return Terminal(folder / kept.ledger.name, gone_on(kept.world))


def numbered(ledger: Path, names: Iterable[str], *opening: object) -> Terminal:
    """Return a terminal on a new tournament whose players are numbered as they were entered.

    `opening` are the words of `init`.
    """
    terminal = Terminal(ledger)
    terminal.run("init", *opening)
    for name in names:
        terminal.run("enter", name)
    terminal.run("lots", "--by", "entry")
    return terminal


def with_round_1(folder: Path) -> Terminal:
    """Return a terminal on a tournament of six, called Anna to Frits, with round 1 published."""
    return made_once(_with_round_1, folder)


def _with_round_1(folder: Path) -> Terminal:
    names = ("Anna", "Bram", "Cor", "Dirk", "Ernst", "Frits")
    terminal = numbered(folder / "t.ledger", names, "Open", "--rounds", 5)
    terminal.run("publish")
    return terminal
