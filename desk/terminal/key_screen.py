"""A screen of the terminal that is drawn anew after every key; keys go by their names."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence

from prompt_toolkit.application import Application
from prompt_toolkit.input import create_input
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.keys import Keys
from prompt_toolkit.layout import FormattedTextControl, Layout, Window
from prompt_toolkit.output import create_output

from ledger import system

_NAMES: dict[str, str] = {
    Keys.ControlM: "enter",
    Keys.ControlJ: "enter",
    "\r": "enter",
    "\n": "enter",
    " ": "space",
    Keys.ControlH: "backspace",
    Keys.Escape: "escape",
    Keys.Delete: "delete",
    Keys.ControlD: "q",
    Keys.ControlI: "down",
    Keys.BackTab: "up",
    Keys.Up: "up",
    Keys.Left: "up",
    Keys.Down: "down",
    Keys.Right: "down",
}
"""Keys that are no letter; Ctrl-D is an end, as of a file."""

_ESCAPE_S = 1 / 20
"""How long after Esc is waited for more, which would make it the code of one key."""


def named(key: str) -> str:
    """Return the name of a key, or the lower-case letter or sign that it sends; "" otherwise."""
    name = _NAMES.get(key, "" if isinstance(key, Keys) else key.casefold())
    return "" if name[:1] < " " else name


def has_screen() -> bool:
    """Tell whether the terminal gives single keys and can be drawn on, beside what is printed."""
    told = system.on_windows() or os.environ.get("TERM", "") not in ("", "dumb")
    return told and sys.stdin.isatty() and sys.stderr.isatty()


def on_screen(
    lines: Callable[[int, int], Sequence[str]],
    press: Callable[[str], bool],
    *,
    look: Callable[[], None] | None = None,
) -> None:
    """Show lines, made for a width and a height, until a key is pressed that ends it.

    `press` takes a key by its name, and tells whether that was the end. `look` is called every
    second, before the screen is drawn again. What they raise comes out here, and KeyboardInterrupt
    for Ctrl-C and a keyboard that is gone.
    """
    bindings = KeyBindings()

    @bindings.add(Keys.Any)
    def _(event: KeyPressEvent) -> None:
        key = event.key_sequence[0].key
        pressed = event.data if key == Keys.BracketedPaste else [key]
        try:
            if any(press(named(one)) for one in pressed) and not application.is_done:
                application.exit()
        except BaseException as error:  # the loop would print it
            application.exit(exception=error)

    @bindings.add(Keys.ControlC, eager=True)
    def _(event: KeyPressEvent) -> None:
        event.app.exit(exception=KeyboardInterrupt)

    def text() -> str:
        size = application.output.get_size()
        return "\n".join(lines(size.columns or 80, size.rows or 24))

    window = Window(FormattedTextControl(text, show_cursor=False), always_hide_cursor=True)
    application: Application[None] = Application(
        layout=Layout(window),
        key_bindings=bindings,
        full_screen=True,
        erase_when_done=True,
        input=create_input(sys.stdin),
        output=create_output(sys.stderr),
        refresh_interval=1 if look else None,
        before_render=(lambda _: look()) if look else None,
    )
    application.ttimeoutlen = _ESCAPE_S
    try:
        application.run()
    except EOFError as error:
        raise KeyboardInterrupt from error
