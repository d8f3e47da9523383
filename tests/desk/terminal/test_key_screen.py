"""Keys by their names, and what a screen does with them."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator

import pytest
from prompt_toolkit.input import PipeInput, create_pipe_input
from prompt_toolkit.output import DummyOutput

from desk.terminal import key_screen
from desk.terminal.key_screen import on_screen


@pytest.fixture
def typed(monkeypatch: pytest.MonkeyPatch) -> Iterator[PipeInput]:
    """Return a keyboard, with a screen that shows nothing."""
    with create_pipe_input() as keyboard:
        monkeypatch.setattr(key_screen, "create_input", lambda _: keyboard)
        monkeypatch.setattr(key_screen, "create_output", lambda _: DummyOutput())
        yield keyboard


def collected(until: str) -> tuple[list[str], Callable[[str], bool]]:
    """Return the names of keys that are pressed until one of a name, and what takes them."""
    pressed: list[str] = []

    def press(key: str) -> bool:
        pressed.append(key)
        return key == until

    return pressed, press


@pytest.mark.parametrize(
    ("sent", "names"),
    [
        ("R1 =½.", ["r", "1", "space", "=", "½"]),
        ("\r.", ["enter"]),
        ("\n.", ["enter"]),
        ("\x7f\x1b[A\x1bOA\x1b[Z\x1b[D.", ["backspace", "up", "up", "up", "up"]),
        ("\t\x1b[B\x1b[C\x1b[3~.", ["down", "down", "down", "delete"]),
        ("\x04.", ["q"]),
        ("\x1b[5~\x01.", ["", ""]),
        ("\x1b[200~1 0\r\x1b[201~.", ["1", "space", "0", "enter"]),
    ],
)
def test_a_key_has_a_name(typed: PipeInput, sent: str, names: list[str]) -> None:
    pressed, press = collected(".")
    typed.send_text(sent)
    on_screen(lambda width, height: ["x"], press)
    assert pressed == [*names, "."]


def test_escape_alone_is_a_key(typed: PipeInput) -> None:
    pressed, press = collected("escape")
    typed.send_text("a\x1b")
    on_screen(lambda width, height: ["x"], press)
    assert pressed == ["a", "escape"]


def test_ctrl_c_and_a_keyboard_that_is_gone_interrupt(typed: PipeInput) -> None:
    typed.send_text("1\x03")
    with pytest.raises(KeyboardInterrupt):
        on_screen(lambda width, height: ["x"], lambda key: False)
    typed.close()
    with pytest.raises(KeyboardInterrupt):
        on_screen(lambda width, height: ["x"], lambda key: False)


def test_what_a_key_raises_comes_out(typed: PipeInput) -> None:
    def press(key: str) -> bool:
        raise LookupError(key)

    typed.send_text("1")
    with pytest.raises(LookupError, match="1"):
        on_screen(lambda width, height: ["x"], press)


@pytest.mark.parametrize("term", ["", "dumb"])
def test_a_terminal_without_a_screen_has_none(monkeypatch: pytest.MonkeyPatch, term: str) -> None:
    monkeypatch.setenv("TERM", term)
    for name in ("stdin", "stderr"):
        monkeypatch.setattr(getattr(sys, name), "isatty", lambda: True, raising=False)
    assert key_screen.has_screen() == (os.name == "nt")
