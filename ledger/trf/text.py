"""The bytes, words and numbers of tournament files."""

from __future__ import annotations

import re
from contextlib import suppress
from typing import Literal, TypeAlias

Encoding: TypeAlias = Literal["utf-8", "utf-8-sig", "latin-1", "cp1252"]

_ONLY_IN_1252 = re.compile(rb"[\x80-\x9f]")
_WORD = re.compile(r"[^ \t]+")
_POINTS = re.compile(r"([0-9]{0,3})(?:[.,]([05]?)0?)?")


def decode(data: bytes) -> tuple[str, Encoding]:
    """Return the text and the encoding it was found to have; latin-1 fits every sequence.

    A byte that is a control character in latin-1 is a letter or a sign of Windows-1252.
    """
    with_mark = data.startswith(b"\xef\xbb\xbf")
    try:
        return data.decode("utf-8-sig"), "utf-8-sig" if with_mark else "utf-8"
    except UnicodeDecodeError:
        pass
    if _ONLY_IN_1252.search(data):
        with suppress(UnicodeDecodeError):
            return data.decode("cp1252"), "cp1252"
    return data.decode("latin-1"), "latin-1"


def newline_of(text: str) -> str:
    """Return the line end that occurs most; LF for a text without any."""
    both = text.count("\r\n")
    counts = {"\n": text.count("\n") - both, "\r\n": both, "\r": text.count("\r") - both}
    return max(counts, key=lambda newline: counts[newline])


def words_after_tag(text: str) -> list[tuple[int, str]]:
    """Return (1-based column, word) for each word after the first three characters."""
    return [(match.start() + 1, match[0]) for match in _WORD.finditer(text, 3)]


def digits(text: str) -> int | None:
    """Return the number written in one to four ASCII digits, else None."""
    return int(text) if len(text) <= 4 and text.isascii() and text.isdigit() else None


def halves_in(text: str) -> int | None:
    """Return half points from "3", "3.5", "3,5" or ".5"; None when it is no such number."""
    match = _POINTS.fullmatch(text)
    if match is None or not (match[1] or match[2]):
        return None
    return 2 * int(match[1] or 0) + (match[2] == "5")
