"""Characters that are no part of a text: those that steer a terminal, turn the line, or hide.

They are refused where text comes in, and written out (`\\x1b`) where people read a text that has
them.
"""

from __future__ import annotations

import re
from unicodedata import name

_HIDDEN = (
    r"\x00-\x1f\x7f-\x9f"  # C0, DEL, C1: ESC, line ends, NUL
    r"\u061c\u200e\u200f\u202a-\u202e\u2066-\u206f"  # they turn the direction of a text
    r"\u2028\u2029\ufeff\ufffe\uffff"  # ends of lines and paragraphs, the byte order mark, none
)
ONE_LINE = f"^[^{_HIDDEN}]*$"
"""Pattern of a text without such characters; a lone surrogate is no text in the first place."""

_HIDDEN_SIGN = re.compile(f"[{_HIDDEN}\ud800-\udfff]")

_NAMES_BELOW_32 = (
    "NULL", "START OF HEADING", "START OF TEXT", "END OF TEXT", "END OF TRANSMISSION", "ENQUIRY",
    "ACKNOWLEDGE", "BELL", "BACKSPACE", "TAB", "LINE FEED", "LINE TABULATION", "FORM FEED",
    "CARRIAGE RETURN", "SHIFT OUT", "SHIFT IN", "DATA LINK ESCAPE", "DEVICE CONTROL ONE",
    "DEVICE CONTROL TWO", "DEVICE CONTROL THREE", "DEVICE CONTROL FOUR", "NEGATIVE ACKNOWLEDGE",
    "SYNCHRONOUS IDLE", "END OF TRANSMISSION BLOCK", "CANCEL", "END OF MEDIUM", "SUBSTITUTE",
    "ESCAPE", "FILE SEPARATOR", "GROUP SEPARATOR", "RECORD SEPARATOR", "UNIT SEPARATOR",
)  # fmt: skip
_OTHER_NAMES = {
    0x7F: "DELETE", 0x85: "NEXT LINE", 0x9B: "CONTROL SEQUENCE INTRODUCER",
    0x9D: "OPERATING SYSTEM COMMAND", 0xFEFF: "BYTE ORDER MARK",
}  # fmt: skip


def first_hidden(text: str, allowed: str = "") -> tuple[int, str] | None:
    """Return place (from 1) and name of the first such character; None where a text has none.

    A name is as Unicode has it: "U+001B ESCAPE".
    """
    for match in _HIDDEN_SIGN.finditer(text):
        if match[0] not in allowed:
            return match.start() + 1, _named(ord(match[0]))
    return None


def _named(code: int) -> str:
    if code < len(_NAMES_BELOW_32):
        called = _NAMES_BELOW_32[code]
    elif 0xD800 <= code <= 0xDFFF:
        called = "LONE SURROGATE"
    else:
        unnamed = "CONTROL" if code < 256 else "NONCHARACTER"
        called = _OTHER_NAMES.get(code, name(chr(code), unnamed))
    return f"U+{code:04X} {called}"


def visible(text: str, kept: str = "") -> str:
    """Return a text as one line that can be shown: such characters as \\x1b, but for those kept."""

    def written(match: re.Match[str]) -> str:
        code = ord(match[0])
        return match[0] if match[0] in kept else f"\\x{code:02x}" if code < 256 else _in_json(match)

    return _HIDDEN_SIGN.sub(written, text)


def without_hidden(text: str) -> str:
    """Return a text with ? in place of each such character but the tab: as long as it was."""
    return _HIDDEN_SIGN.sub(lambda match: match[0] if match[0] == "\t" else "?", text)


def visible_in_json(text: str) -> str:
    """Return JSON with the same meaning, in which such characters are escapes.

    The line ends between its values stay; those inside a text are escapes already.
    """
    return _HIDDEN_SIGN.sub(lambda m: m[0] if m[0] == "\n" else _in_json(m), text)


def _in_json(match: re.Match[str]) -> str:
    return f"\\u{ord(match[0]):04x}"
