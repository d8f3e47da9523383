"""Processes that have the program loaded: children of one that loads it once, for all tests.

They are as any other: with a user, limits, and files of their own, and they can be killed. Only what
Python itself does at its start and end is not in them; for that a test starts Python.
"""

from __future__ import annotations

import atexit
import os
import random
import signal
import sys
import tempfile
from collections.abc import Callable
from contextlib import closing
from multiprocessing import current_process, get_all_start_methods, get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from pathlib import Path
from subprocess import CompletedProcess
from typing import Any, NamedTuple

from tests.helpers.places import FLOORS

PROGRAM = "import cli, sys; cli.main(sys.argv[1:])"
"""The script that is the program itself."""


def _context() -> Any:
    """Return how they are started; where the system cannot divide a process, each loads its own."""
    if "forkserver" not in get_all_start_methods():
        return get_context("spawn")
    context = get_context("forkserver")
    # Its socket stands in the folder of the run, which goes as one, and in no folder of its own.
    vars(current_process())["_config"].setdefault("tempdir", tempfile.gettempdir())
    # What the tests before have needed. After the first of all processes this does nothing.
    needed = [name for name in [*sys.modules] if name.partition(".")[0] in FLOORS]
    context.set_forkserver_preload(["__main__", __name__, "cli", *needed])
    return context


def _begun(work: Callable[..., None], *given: object) -> None:
    random.seed()  # a child begins with the numbers of the process that it comes from
    if sys.platform != "win32":  # that one blocks Ctrl-C, if a pool of the program began it
        signal.pthread_sigmask(signal.SIG_SETMASK, ())
    work(*given)


def started(work: Callable[..., None], *given: object) -> BaseProcess:
    """Start a process that does this work, a function of a module."""
    process: BaseProcess = _context().Process(target=_begun, args=(work, *given))
    process.start()
    return process


def pool_context(_method: str) -> Any:
    """Return how the pools of tests start their processes, in place of `get_context` of the program.

    They get what `spawn` gives, pickled, and import no module again; who starts the program itself
    has it spawn.
    """
    return _context()


class World(NamedTuple):
    """Where a process is: its folder, and its environment."""

    folder: str
    environment: dict[str, str]


def here(**environment: str) -> World:
    """Return where the tests are at this moment, with an environment that is added to theirs."""
    return World(os.getcwd(), {**os.environ, **environment})


def carry_out(script: str, arguments: list[str], world: World, *streams: Connection) -> None:
    """Carry a script out in this process; its streams are input, output and errors."""
    os.chdir(world.folder)
    os.environ.clear()
    os.environ.update(world.environment)
    for number, stream in enumerate(streams):
        os.dup2(stream.fileno(), number)
    sys.stdin = os.fdopen(0, encoding="utf-8", closefd=False)
    sys.stdout = os.fdopen(1, "w", encoding="utf-8", closefd=False)
    sys.stderr = os.fdopen(
        2, "w", encoding="utf-8", errors="backslashreplace", closefd=False, buffering=1
    )
    for stream in {*streams}:
        stream.close()
    sys.argv = ["-c", *arguments]
    signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        exec(compile(script, "<string>", "exec"), {"__name__": "__main__"})
    finally:
        atexit._run_exitfuncs()


def ran(script: str, *arguments: object) -> CompletedProcess[str]:
    """Carry a script out in such a process; wait, and return its output."""
    nothing = Connection(os.open(os.devnull, os.O_RDONLY), writable=False)
    out, err = (_context().Pipe(duplex=False) for _ in range(2))
    words = [*map(str, arguments)]
    process = started(carry_out, script, words, here(), nothing, out[1], err[1])
    said = {out[0]: b"", err[0]: b""}
    with closing(out[0]), closing(err[0]):
        for stream in (nothing, out[1], err[1]):
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
    return CompletedProcess([script, *words], process.exitcode, *texts)


def seconds() -> float:
    """Return the processor seconds that these processes have taken, as far as they have ended.

    Their parent is no child of the tests: only Linux tells what it and its children took.
    """
    module = sys.modules.get("multiprocessing.forkserver")
    server = vars(module)["_forkserver"]._forkserver_pid if module else None
    stat = Path(f"/proc/{server}/stat")
    if not stat.exists():
        return 0.0
    spent = stat.read_text("utf-8").rpartition(")")[2].split()[11:15]
    return sum(map(int, spent)) / os.sysconf("SC_CLK_TCK")
