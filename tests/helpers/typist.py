"""A person at a terminal of a size: a pseudo-terminal, the keys pressed, and the screen."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import signal
import struct
import sys
import termios
from pathlib import Path

from tests.helpers.places import ROOT


class Screen:
    """The screen of a terminal, for the few control codes that the program uses."""

    def __init__(self, width: int, height: int) -> None:
        self.width, self.height = width, height
        self.lines = [""] * height
        self.row = self.column = 0
        self.rolled = False
        self.second = False

    def take(self, text: str) -> None:
        """Draw the output."""
        for piece in re.findall(r"\x1b\[[?0-9;]*[A-Za-z]|[^\x1b]", text, re.DOTALL):
            match piece:
                case "\x1b[H":
                    self.row = self.column = 0
                case "\x1b[K":
                    self.lines[self.row] = self.lines[self.row][: self.column]
                case "\x1b[J":
                    self.lines[self.row] = self.lines[self.row][: self.column]
                    self.lines[self.row + 1 :] = [""] * (self.height - self.row - 1)
                case "\x1b[?1049h" | "\x1b[?1049l":
                    self.second = piece[-1] == "h"
                case "\r":
                    self.column = 0
                case "\n":
                    self._down()
                case _ if piece[0] != "\x1b":
                    self._write(piece)

    def _down(self) -> None:
        if self.row + 1 < self.height:
            self.row += 1
        else:
            self.rolled = self.rolled or self.second
            self.lines = [*self.lines[1:], ""]

    def _write(self, sign: str) -> None:
        if self.column >= self.width:
            self.column = 0
            self._down()
        line = self.lines[self.row].ljust(self.column)
        self.lines[self.row] = line[: self.column] + sign + line[self.column + 1 :]
        self.column += 1

    @property
    def text(self) -> str:
        """Return its lines."""
        return "\n".join(line.rstrip() for line in self.lines)


class Typist:
    """A person who types a command line of the program, and then keys."""

    def __init__(
        self,
        ledger: Path,
        *arguments: object,
        width: int = 80,
        height: int = 24,
        term: str = "xterm",
        lang: str = "en",
    ) -> None:
        self.screen = Screen(width, height)
        self.raw = ""
        self.child, self.terminal = pty.fork()
        if self.child == 0:
            signal.signal(signal.SIGINT, signal.SIG_DFL)
            size = struct.pack("HHHH", height, width, 0, 0)
            fcntl.ioctl(0, termios.TIOCSWINSZ, size)
            world = {**os.environ, "TERM": term, "TOERNOOI_LANG": lang, "PYTHONPATH": str(ROOT)}
            command = [sys.executable, "-m", "cli", "--ledger", str(ledger), *map(str, arguments)]
            os.execve(command[0], command, world)

    def sees(self, *texts: str) -> str:
        """Wait until all texts are on the screen, which may come in parts; return the screen."""
        while any(text not in self.screen.text for text in texts):
            assert self._reads(), f"{texts!r} did not come:\n{self.screen.text}"
        return self.screen.text

    def types(self, keys: str, *until: str) -> str:
        """Press keys at once, and wait until all texts are on the screen."""
        os.write(self.terminal, keys.encode())
        return self.sees(*until)

    def presses_ctrl_c(self, until: str) -> None:
        """Press it until a text comes: a prompt ignores it in the instant before it reads."""
        while until not in self.raw:
            os.write(self.terminal, b"\x03")
            while until not in self.raw and select.select([self.terminal], [], [], 2)[0]:
                assert self._reads(), f"{until!r} did not come:\n{self.screen.text}"

    def leaves(self) -> int:
        """Read the rest of the output, and return the exit code."""
        while self._reads():
            pass
        os.close(self.terminal)
        return os.waitstatus_to_exitcode(os.waitpid(self.child, 0)[1])

    def _reads(self) -> bool:
        ready, _, _ = select.select([self.terminal], [], [], 60)
        try:
            sent = os.read(self.terminal, 65536) if ready else b""
        except OSError:  # the other side is closed
            sent = b""
        text = sent.decode(errors="replace")
        self.raw += text
        self.screen.take(text)
        return bool(sent)
