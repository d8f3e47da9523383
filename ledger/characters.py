"""Hidden characters: those that steer a terminal, change the direction of a text, or are invisible.

They are refused where text comes in, and written out (`\\x1b`) where people read a text that
contains them.
"""

from __future__ import annotations

import re
from itertools import chain, groupby
from typing import Literal
from unicodedata import combining, normalize

from ledger.messages import Sentence, message

_HIDDEN = (
    r"\x00-\x1f\x7f-\x9f"  # C0, DEL, C1: ESC, line ends, NUL
    r"\u061c\u200e\u200f\u202a-\u202e\u2066-\u206f"  # these change the direction of a text
    r"\u2028\u2029\ufeff\ufffe\uffff"  # line and paragraph ends, byte order mark, non-characters
)
ONE_LINE = f"^[^{_HIDDEN}]*$"
"""Pattern of a text without hidden characters; a lone surrogate is not text in the first place."""

_HIDDEN_SIGN = re.compile(f"[{_HIDDEN}\ud800-\udfff]")

_WITH_A_NAME = re.compile(
    "[\x00-\x1f\x7f\x85\x9b\x9d\u061c\u200e\u200f\u2028-\u202e\u2066-\u206f\ufeff]"
)


def first_hidden(text: str, allowed: str = "") -> tuple[int, Sentence] | None:
    """Return the place (from 1) and the name of the first hidden character; None if there is none.

    `allowed` are characters that count as visible here. The name includes the number in Unicode:
    "U+001B ESCAPE".
    """
    for match in _HIDDEN_SIGN.finditer(text):
        if match[0] not in allowed:
            return match.start() + 1, _named(match[0])
    return None


def _named(sign: str) -> Sentence:
    code = f"U+{ord(sign):04X}"
    if _WITH_A_NAME.match(sign):
        return message(f"characters.u{ord(sign):04x}")
    if "\ud800" <= sign <= "\udfff":
        return message("characters.surrogate", code=code)
    return message("characters.control" if sign < "\u0100" else "characters.none", code=code)


def visible(text: str, kept: str = "") -> str:
    """Return `text` as one printable line: hidden characters as \\x1b, except those in `kept`."""
    if text.isascii() and text.isprintable():
        return text

    def written(match: re.Match[str]) -> str:
        code = ord(match[0])
        return match[0] if match[0] in kept else f"\\x{code:02x}" if code < 256 else _in_json(match)

    return _HIDDEN_SIGN.sub(written, text)


def without_hidden(text: str) -> str:
    """Return `text`, at the same length, with ? for each hidden character except the tab."""
    return _HIDDEN_SIGN.sub(lambda match: match[0] if match[0] == "\t" else "?", text)


def visible_in_json(text: str) -> str:
    """Return JSON with the same meaning, in which hidden characters are escaped.

    The line ends between values stay; those inside a text are escaped already.
    """
    return _HIDDEN_SIGN.sub(lambda m: m[0] if m[0] == "\n" else _in_json(m), text)


def _in_json(match: re.Match[str]) -> str:
    return f"\\u{ord(match[0]):04x}"


def normal_form(form: Literal["NFC", "NFKC", "NFKD"], text: str) -> str:
    """Return a text in a normal form of Unicode, in a time that grows with its length.

    Marks on one letter are put in their order by the square of their number (CPython); a long text
    is given with its marks in order.
    """
    if len(text) <= _SHORT or text.isascii():
        return normalize(form, text)
    apart = "".join(normalize("NFD", sign) for sign in text)
    runs = groupby(apart, key=lambda sign: combining(sign) > 0)
    in_order = (sorted(run, key=combining) if marks else run for marks, run in runs)
    return normalize(form, "".join(chain.from_iterable(in_order)))


_SHORT = 1_000
