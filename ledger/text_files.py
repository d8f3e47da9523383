"""Text files from people: whether the bytes are text, the lines, and how content is quoted."""

from __future__ import annotations

import json
import re

from ledger.messages import message
from ledger.refusals import Exit, Refusal

MOST = 40
"""Longest quotation, in characters."""

_CONTROLS = bytes(range(32)).translate(None, b"\t\n\r\f\x1a") + b"\x7f"


def is_text(data: bytes) -> bool:
    """Tell whether bytes can be text: no zero byte, and hardly any other control character."""
    controls = len(data) - len(data.translate(None, _CONTROLS))
    return b"\0" not in data and controls * 50 <= len(data)


def decoded(data: bytes) -> str:
    """Decode UTF-8, with or without byte order mark, or else Windows-1252."""
    for encoding in ("utf-8-sig", "cp1252"):
        try:
            return data.decode(encoding)
        except UnicodeDecodeError:
            continue
    return data.decode("latin-1")


def text_of(data: bytes) -> str | Refusal:
    """Return the text of a file, or a refusal if it is not text."""
    if is_text(data):
        return decoded(data)
    step = message("text-files.not-text-step")
    return Refusal("not-text", message("text-files.not-text"), step, exit=Exit.USAGE)


def json_of(text: object) -> object:
    """Parse JSON; raise ValueError for anything else, including extreme nesting."""
    if not isinstance(text, str):
        raise ValueError(type(text).__name__)
    try:
        return json.loads(text)
    except RecursionError as error:
        raise ValueError("nested") from error


def split_lines(text: str) -> list[str]:
    """Return the lines without their ends (CR, LF or both); the last end begins no new line."""
    lines = re.split("\r\n|\n|\r", text)
    if lines[-1] == "":
        lines.pop()
    return lines


def shortened(value: object, most: int = MOST) -> str:
    """Return `value` as one printable line of at most `most` characters, odd characters as ?.

    A whole number of more digits than Python writes is in hexadecimals.
    """
    try:
        text = str(value)
    except ValueError:
        text = hex(value) if isinstance(value, int) else ""
    cut = text if len(text) <= most else text[: most - 3] + "..."
    return "".join(c if c.isprintable() else " " if c.isspace() else "?" for c in cut)


def quoted(value: object) -> str:
    """Return the shortened value between quotes, as messages cite what a person wrote."""
    return f'"{shortened(value)}"'
