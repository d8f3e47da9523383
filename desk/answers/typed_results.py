"""Results as an arbiter types them: one key in a board's field, or slips of paper in any order."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from ledger.values import BoardOutcome

TypedMeaning: TypeAlias = BoardOutcome | Literal["adjourned", "default", "undo"]
"""What was typed: a result over the board, or what needs more than one key."""

_KEYS: Final[dict[str, TypedMeaning]] = {
    "1": "1-0",
    "0": "0-1",
    "=": "1/2-1/2",
    "5": "1/2-1/2",
    "1-0": "1-0",
    "0-1": "0-1",
    "0-0": "0-0",
    "1/2": "1/2-1/2",
    "1/2-1/2": "1/2-1/2",
    "0.5": "1/2-1/2",
    ".5": "1/2-1/2",
    "0.5-0.5": "1/2-1/2",
    "1/2-0": "1/2-0",
    "0.5-0": "1/2-0",
    "0-1/2": "0-1/2",
    "0-0.5": "0-1/2",
    "f": "default",
    "a": "adjourned",
    "u": "undo",
}

_DASHES = re.compile("(?<!\\s)\\s*[:\N{HYPHEN}\N{EN DASH}\N{EM DASH}\N{MINUS SIGN}-]\\s*")

_ANY_DASH = re.compile("[\N{HYPHEN}\N{EN DASH}\N{EM DASH}\N{MINUS SIGN}]")

_BOARD_AND_RESULT = re.compile(
    r"(?P<board>\d{1,3})[ :.]*"
    r"(?P<result>(?:½|1/2) *[-:] *(?:½|1/2|0)|0 *[-:] *(?:½|1/2)|"
    r"[01] *[-:] *[01]|½|1/2|=|[fa](?![a-z]))"
)
_DIGITS = re.compile(r"(?P<board>\d{1,3})(?P<result>[015])(?!\d)")
_BLANKS = re.compile(r"[\s,;]+")
_UNREAD = re.compile(r"[^\s,;]+")


def meaning(text: str) -> TypedMeaning | None:
    """Return what was typed in a board's field, None for nothing that is known.

    A default, also one that is written as a result, still needs who was absent and why.
    """
    plain = _DASHES.sub("-", text.strip().casefold()).replace("½", "1/2").replace(",", ".")
    if plain.endswith("r") and plain[:-1] in ("1-0", "0-1", "0-0"):
        return "default"
    return _KEYS.get(plain)


@dataclass(frozen=True, slots=True)
class TypedSlip:
    """A slip as it was typed: its board and its result; None where the text has none."""

    text: str
    board: int | None = None
    meaning: TypedMeaning | None = None


def slips(text: str) -> tuple[TypedSlip, ...]:
    """Return slips typed one after another: 7= is a draw on board 7, 110 is 0-1 on board 11.

    Of digits alone the last one is the result. What cannot be read is a slip without a board.
    """
    typed = _ANY_DASH.sub("-", text.casefold())
    read: list[TypedSlip] = []
    at = 0
    while at < len(typed):
        if blanks := _BLANKS.match(typed, at):
            at = blanks.end()
            continue
        match = _BOARD_AND_RESULT.match(typed, at) or _DIGITS.match(typed, at)
        if match:
            read.append(TypedSlip(match[0], int(match["board"]), meaning(match["result"])))
        else:
            match = _UNREAD.match(typed, at)
            assert match is not None, "blanks are passed over"
            read.append(TypedSlip(match[0]))
        at = match.end()
    return tuple(read)
