"""The games of a PGN file: who played whom in which round, and the result; moves are passed over.

Source: the PGN standard of 1994, export and import format; DGT LiveChess writes a board a game.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from ledger.messages import message
from ledger.refusals import MOST, Exit, Refusal, Refusals, not_read_on
from ledger.text_files import quoted, split_lines

RESULTS = ("1-0", "0-1", "1/2-1/2", "*")
"""What a game can end with; the star is a game that goes on, or whose result is not known."""

_TAG = re.compile(r'\[\s*([A-Za-z0-9_]+)\s+"((?:[^"\\]|\\.)*)"\s*\]\s*')
_ESCAPED = re.compile(r"\\(.)")
_ROUND = re.compile(r"([0-9]{1,3})(?:\.([0-9]{1,4}))?(?:\.[0-9]{1,4})*")


class PgnGame(NamedTuple):
    """A game: its first line, the names and FIDE numbers as written, "" for none.

    `round` and `board` are None where the tag does not have them. `result` is one of `RESULTS`.
    """

    line: int
    white: str
    black: str
    white_id: str
    black_id: str
    round: int | None
    board: int | None
    result: str


def looks_like_pgn(text: str) -> bool:
    """Tell whether a text begins with the tags of a game."""
    return _TAG.match(text.lstrip("\ufeff \t\r\n")) is not None


def games_of(text: str) -> list[PgnGame] | Refusals:
    """Return the games of a file, or everything that is wrong with its tags, with the lines."""
    refusals: list[Refusal] = []
    games: list[PgnGame] = []
    for line, tags in _sections(text, refusals):
        missing = [tag for tag in ("White", "Black", "Result") if not tags.get(tag)]
        if missing:
            refusals.append(_at(line, "pgn-without", ", ".join(missing)))
        elif tags["Result"] not in RESULTS:
            refusals.append(_at(line, "pgn-result", tags["Result"]))
        else:
            games.append(_game(line, tags))
        if len(refusals) >= MOST:
            return (*refusals[: MOST - 1], not_read_on(line))
    if not games and not refusals:
        refusals.append(_at(1, "pgn-empty", ""))
    return tuple(refusals) or games


def _at(line: int, key: str, text: str) -> Refusal:
    what = message(f"foreign.{key}", text=quoted(text))
    step = message("foreign.pgn-step")
    return Refusal("pgn-not-read", what, step, exit=Exit.USAGE, line=line)


def _game(line: int, tags: dict[str, str]) -> PgnGame:
    place = _ROUND.fullmatch(tags.get("Round", ""))
    board = (place and place[2]) or tags.get("Board", "")
    return PgnGame(
        line=line,
        white=tags["White"],
        black=tags["Black"],
        white_id=_number(tags.get("WhiteFideId", "")),
        black_id=_number(tags.get("BlackFideId", "")),
        round=int(place[1]) if place else None,
        board=int(board) if board.isdecimal() and len(board) < 5 else None,
        result=tags["Result"],
    )


def _number(text: str) -> str:
    return text if text.isdecimal() and text.strip("0") else ""


def _sections(text: str, refusals: list[Refusal]) -> Iterator[tuple[int, dict[str, str]]]:
    """Yield the tags of each game with the line of the first; tags in comments are none."""
    tags: dict[str, str] = {}
    first = 0
    in_moves = in_comment = False
    for number, line in enumerate(split_lines(text.removeprefix("\ufeff")), 1):
        if not in_comment and line.lstrip().startswith("["):
            if in_moves or not tags:
                if tags:
                    yield first, tags
                tags, first, in_moves = {}, number, False
            rest = line.strip()
            while match := _TAG.match(rest):
                tags.setdefault(match[1], _ESCAPED.sub(r"\1", match[2]).strip())
                rest = rest[match.end() :]
            if rest:
                refusals.append(_at(number, "pgn-tag", line.strip()))
                tags.setdefault("", "")
        elif line.strip() and not line.startswith("%"):
            in_moves = True
            in_comment = _ends_in_comment(line, in_comment)
    if tags:
        yield first, tags


def _ends_in_comment(line: str, inside: bool) -> bool:
    """Tell whether a line of moves ends within a comment in braces; they are not nested."""
    for sign in line:
        if sign == "}":
            inside = False
        elif sign == "{":
            inside = True
        elif sign == ";" and not inside:
            return False
    return inside
