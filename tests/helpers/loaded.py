"""Processes that have the program loaded: children of one that loads it once, for all tests.

They are as any other: with a user, limits, and files of their own, and they can be killed. Only what
Python itself does at its start and end is not in them; for that a test starts Python.
"""

from __future__ import annotations

import os
import random
import sys
from collections.abc import Callable
from contextlib import closing
from multiprocessing import get_all_start_methods, get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from subprocess import CompletedProcess
from typing import Any

from tests.helpers.places import FLOORS, ROOT

PROGRAM = "import cli, sys; cli.main(sys.argv[1:])"
"""The script that is the program itself."""


def _context() -> Any:
    """Return how they are started; where the system cannot divide a process, each loads its own."""
    if "forkserver" not in get_all_start_methods():
        return get_context("spawn")
    context = get_context("forkserver")
    # What the tests before have needed. After the first of all processes this does nothing.
    needed = [name for name in [*sys.modules] if name.partition(".")[0] in FLOORS]
    context.set_forkserver_preload(["__main__", __name__, "cli", *needed])
    return context


def _begun(work: Callable[..., None], *given: object) -> None:
    random.seed()  # a child begins with the numbers of the process that it comes from
    work(*given)


def started(work: Callable[..., None], *given: object) -> BaseProcess:
    """Start a process that does this work, a function of a module."""
    process: BaseProcess = _context().Process(target=_begun, args=(work, *given))
    process.start()
    return process


def _carry_out(
    script: str, arguments: list[str], environment: dict[str, str], *to: Connection
) -> None:
    os.chdir(ROOT)
    os.environ.clear()
    os.environ.update(environment)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    for number, stream in enumerate(to, 1):
        os.dup2(stream.fileno(), number)
        stream.close()
    sys.stdin = os.fdopen(0, encoding="utf-8", closefd=False)
    sys.stdout = os.fdopen(1, "w", encoding="utf-8", closefd=False)
    sys.stderr = os.fdopen(
        2, "w", encoding="utf-8", errors="backslashreplace", closefd=False, buffering=1
    )
    sys.argv = ["-c", *arguments]
    exec(compile(script, "<string>", "exec"), {"__name__": "__main__"})


def ran(script: str, *arguments: object) -> CompletedProcess[str]:
    """Carry a script out in such a process, in the folder of the program; wait, and return its output."""
    out, err = (_context().Pipe(duplex=False) for _ in range(2))
    process = started(_carry_out, script, [*map(str, arguments)], dict(os.environ), out[1], err[1])
    said = {out[0]: b"", err[0]: b""}
    with closing(out[0]), closing(err[0]):
        for stream in (out[1], err[1]):
            stream.close()
        waiting = [*said]
        while waiting:
            for stream in wait(waiting):
                assert isinstance(stream, Connection)
                more = os.read(stream.fileno(), 1 << 16)
                said[stream] += more
                if not more:
                    waiting.remove(stream)
        process.join()
    assert process.exitcode is not None
    texts = [text.decode() for text in said.values()]
    return CompletedProcess([script, *map(str, arguments)], process.exitcode, *texts)
