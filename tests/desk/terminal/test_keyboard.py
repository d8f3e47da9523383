"""Keys by their names: those that send one sign, those that send several, and those cut in two."""

from __future__ import annotations

import io
import os
import sys
from pathlib import Path

import pytest

from desk.terminal.keyboard import Keyboard, named


@pytest.mark.parametrize(
    ("sent", "name"),
    [
        ("R", "r"),
        ("\r", "enter"),
        ("\x1b[A", "up"),
        ("\x1b[3~", "delete"),
        ("\x04", "q"),
        ("\x1b[5~", ""),
        ("\x01", ""),
        (" ", "space"),
        ("½", "½"),
    ],
)
def test_a_key_has_a_name(sent: str, name: str) -> None:
    assert named(sent) == name


def test_keys_come_one_by_one_however_they_arrive(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    reading, writing = os.pipe()
    with io.TextIOWrapper(io.FileIO(reading), "utf-8") as stdin:
        monkeypatch.setattr(sys, "stdin", stdin)
        keyboard = Keyboard()
        os.write(writing, b"10\x1b[A\x1b[5~=")
        assert [keyboard.key() for _ in range(5)] == ["1", "0", "up", "", "="]
        os.write(writing, "½".encode()[:1])
        os.write(writing, "½".encode()[1:] + b"\x1b")
        assert [keyboard.key(), keyboard.key()] == ["½", "escape"]
        os.write(writing, b"\x03")
        with pytest.raises(KeyboardInterrupt):
            keyboard.key()
        os.close(writing)
        with pytest.raises(KeyboardInterrupt):
            keyboard.key()
