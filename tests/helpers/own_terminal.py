"""Processes at a terminal of their own, a pseudo-terminal, that have the program loaded."""

from __future__ import annotations

import fcntl
import os
import pty
import struct
import termios
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess

from tests.helpers.loaded import PROGRAM, World, carry_out, here, started


def _at_terminal(arguments: list[str], world: World, terminal: Connection) -> None:
    os.setsid()
    fcntl.ioctl(terminal.fileno(), termios.TIOCSCTTY, 0)
    carry_out(PROGRAM, arguments, world, terminal, terminal, terminal)


def at_terminal(
    *arguments: object, size: tuple[int, int] = (80, 24), **environment: str
) -> tuple[BaseProcess, int]:
    """Start the program at a terminal; return the process, and the side of who types.

    `size`: its columns and lines; `environment` is added to that of the tests.
    """
    typed, shown = pty.openpty()
    fcntl.ioctl(shown, termios.TIOCSWINSZ, struct.pack("HHHH", *size[::-1], 0, 0))
    with Connection(shown) as terminal:
        process = started(_at_terminal, [*map(str, arguments)], here(**environment), terminal)
    return process, typed
