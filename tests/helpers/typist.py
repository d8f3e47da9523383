"""A person at a terminal of a size: a pseudo-terminal, the keys pressed, and the screen."""

from __future__ import annotations

import os
import select
from pathlib import Path

import pyte

from tests.helpers.own_terminal import at_terminal


class Screen(pyte.Screen):
    """The screen of a terminal of a size, which remembers whether a full screen ever rolled."""

    def __init__(self, width: int, height: int) -> None:
        super().__init__(width, height)
        self.rolled = False
        self.second = False

    def set_mode(self, *modes: int, **kwargs: bool) -> None:
        """Notice the other screen, which has no lines to roll away."""
        self.second = self.second or (kwargs.get("private", False) and _OTHER in modes)
        super().set_mode(*modes, **kwargs)

    def reset_mode(self, *modes: int, **kwargs: bool) -> None:
        """Notice the end of the other screen."""
        self.second = self.second and not (kwargs.get("private", False) and _OTHER in modes)
        super().reset_mode(*modes, **kwargs)

    def index(self) -> None:
        """Go one line down."""
        self.rolled = self.rolled or (self.second and self.cursor.y + 1 >= self.lines)
        super().index()

    @property
    def text(self) -> str:
        """Return its lines."""
        return "\n".join(line.rstrip() for line in self.display)


_OTHER = 1049
"""The mode of a terminal in which a program has a screen of its own."""


_NO_ANSWERS = {"PROMPT_TOOLKIT_NO_CPR": "1"}
"""This terminal does not answer where its cursor is."""


_OFTEN = 30
"""How often Ctrl-C is pressed before it is in vain, each time two seconds after the last."""


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
        self.stream = pyte.Stream(self.screen)
        self.raw = ""
        self.keys = 0
        self.process, self.terminal = at_terminal(
            "--ledger",
            ledger,
            *arguments,
            size=(width, height),
            **_NO_ANSWERS,
            TERM=term,
            TOERNOOI_LANG=lang,
        )

    def sees(self, *texts: str) -> str:
        """Wait until all texts are on the screen, which may come in parts; return the screen."""
        while any(text not in self.screen.text for text in texts):
            assert self._reads(), f"{texts!r} did not come:\n{self.screen.text}"
        return self.screen.text

    def sees_no_more(self, text: str) -> None:
        """Wait until a text is gone from the screen."""
        while text in self.screen.text:
            assert self._reads(), f"{text!r} stayed:\n{self.screen.text}"

    def types(self, keys: str, *until: str) -> str:
        """Press keys at once, and wait until all texts are on the screen."""
        self.keys += len(keys)
        os.write(self.terminal, keys.encode())
        return self.sees(*until)

    def presses_ctrl_c(self, until: str) -> None:
        """Press it until a text comes: a prompt ignores it in the instant before it reads."""
        for _ in range(_OFTEN):
            os.write(self.terminal, b"\x03")
            while until not in self.raw and select.select([self.terminal], [], [], 2)[0]:
                assert self._reads(), f"{until!r} did not come:\n{self.screen.text}"
            if until in self.raw:
                return
        raise AssertionError(f"{until!r} did not come:\n{self.screen.text}")

    def leaves(self) -> int:
        """Read the rest of the output, and return the exit code."""
        while self._reads():
            pass
        os.close(self.terminal)
        self.process.join()
        assert self.process.exitcode is not None
        return self.process.exitcode

    def _reads(self) -> bool:
        ready, _, _ = select.select([self.terminal], [], [], 60)
        try:
            sent = os.read(self.terminal, 65536) if ready else b""
        except OSError:  # the other side is closed
            sent = b""
        text = sent.decode(errors="replace")
        self.raw += text
        self.stream.feed(text)
        return bool(sent)
