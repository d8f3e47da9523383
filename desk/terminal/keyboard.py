"""Keys that are typed one at a time, without Enter; only where the system has such terminals."""

from __future__ import annotations

import codecs
import os
import re
import select
import sys
from types import TracebackType

try:
    import termios
except ImportError:  # Windows
    HAS_KEYS = False
else:
    HAS_KEYS = True

_KEY = re.compile(r"\x1b\[[0-9;]*[ -/]*[@-~]|\x1bO.|\x1b|.", re.DOTALL)
_BEGUN = re.compile(r"\x1b(\[[0-9;]*|O)?")

_NAMES = {
    "\r": "enter",
    "\n": "enter",
    " ": "space",
    "\x7f": "backspace",
    "\x08": "backspace",
    "\x1b": "escape",
    "\x1b[3~": "delete",
    "\x04": "q",
    "\t": "down",
    "\x1b[Z": "up",
    "\x1b[A": "up",
    "\x1bOA": "up",
    "\x1b[D": "up",
    "\x1bOD": "up",
    "\x1b[B": "down",
    "\x1bOB": "down",
    "\x1b[C": "down",
    "\x1bOC": "down",
}
"""The bytes that keys send; Ctrl-D is an end, as of a file."""

_INTERRUPT = "\x03"


def named(sent: str) -> str:
    """Return the name of a key, or the lower-case letter or sign that it sends; "" otherwise."""
    sign = _NAMES.get(sent, sent.casefold())
    return "" if sign[:1] < " " or sign == "\x7f" else sign


class Keyboard:
    """The keyboard of a terminal, which delivers every key at once without echo."""

    def __init__(self) -> None:
        self._place = sys.stdin.fileno()
        self._letters = codecs.getincrementaldecoder(sys.stdin.encoding or "utf-8")("replace")
        self._sent = ""

    def __enter__(self) -> Keyboard:
        """Let keys come one at a time; keys typed ahead are kept."""
        self._before = termios.tcgetattr(self._place)
        mode = termios.tcgetattr(self._place)
        mode[0] &= ~termios.IXON
        mode[3] &= ~(termios.ECHO | termios.ICANON | termios.ISIG | termios.IEXTEN)
        mode[6][termios.VMIN] = 1
        mode[6][termios.VTIME] = 0
        termios.tcsetattr(self._place, termios.TCSADRAIN, mode)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Restore the terminal."""
        termios.tcsetattr(self._place, termios.TCSADRAIN, self._before)

    def key(self) -> str:
        """Wait for a key and return its name; raise KeyboardInterrupt for Ctrl-C."""
        while not self._sent or (_BEGUN.fullmatch(self._sent) and self._more_comes()):
            self._read()
        match = _BEGUN.fullmatch(self._sent) or _KEY.match(self._sent)
        assert match is not None, "any sign is a key"
        self._sent = self._sent[match.end() :]
        if match[0] == _INTERRUPT:
            raise KeyboardInterrupt
        return named("\x1b" if _BEGUN.fullmatch(match[0]) else match[0])

    def _more_comes(self) -> bool:
        """Return whether more bytes follow Esc, so that it begins the code of one key."""
        return bool(select.select([self._place], [], [], 1 / 20)[0])

    def _read(self) -> None:
        try:
            sent = os.read(self._place, 1024)
        except OSError:
            sent = b""
        if not sent:  # nobody can type any more
            raise KeyboardInterrupt
        self._sent += self._letters.decode(sent)
