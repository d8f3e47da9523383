"""How a value is typed in a command line of this system's shell."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterable

from ledger import system

_PLAIN_ON_WINDOWS = re.compile(r"[\w+=:,./\\-]+")
"""What both shells of Windows take without quotes."""


def shell_word(text: str) -> str:
    """Return a value quoted where the shell needs it, in double quotes if possible.

    The command prompt of Windows knows no other quotes; both its shells take these.
    """
    if system.on_windows():
        if _PLAIN_ON_WINDOWS.fullmatch(text):
            return text
        kept = re.sub(r'(\\*)"', r'\1\1\\"', text)  # backslashes count before a quote only
        return _closed(kept)
    safe = shlex.quote(text)
    return safe if safe == text or set(text) & set('"$`\\!') else f'"{text}"'


def _closed(text: str) -> str:
    """Put a text in double quotes, of which a backslash at its end would take the last away."""
    end = len(text) - len(text.rstrip("\\"))
    return f'"{text}{text[len(text) - end :]}"'


def shell_line(texts: Iterable[str]) -> str:
    """Return values as they are typed, one after the other."""
    return " ".join(map(shell_word, texts))
