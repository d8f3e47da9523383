"""One 001 line of a tournament report file: its fields, and its rounds.

Source: FIDE Handbook C.04 annex 2, TRF16, player section.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from ledger.characters import normal_form
from ledger.messages import Sentence, message
from ledger.text_files import quoted
from ledger.trf.checks import Reading
from ledger.trf.findings import Findings
from ledger.trf.lichess import put_right
from ledger.trf.model import (
    ADJOURNED,
    BYE_CODES,
    CODES,
    DEFAULT_CODES,
    GAME_CODES,
    MAX_START_RANK,
    ROUND_COLUMN,
    TrfCell,
    TrfColour,
    TrfPlayer,
    round_column,
)
from ledger.trf.text import digits, halves_in

_FIELDS = re.compile(
    r"001 (.{4}) (.)(.{3}) (.{33}) (.{4}) (.{3}) (.{11}) (.{10}) (.{4}) (.{4})  ", re.DOTALL
)
_FIXED = tuple(
    (match.start(at) + 1, match.end(at))
    for match in [_FIELDS.match("001".ljust(ROUND_COLUMN - 1))]
    if match
    for at in range(1, _FIELDS.groups + 1)
)
_OF_A_ROUND = ((0, 3), (5, 5), (7, 7))
_GAPS = (4, 9, 14, 48, 53, 57, 69, 80, 85, 90, 91)

_COLOURS: dict[str, TrfColour] = {"w": "w", "b": "b", "-": "-", " ": "-"}


@dataclass(frozen=True, slots=True)
class _Fault:
    """An error of a round, at a distance from where the round begins."""

    offset: int
    code: str
    what: Sentence
    hint: Sentence


def player_columns(text: str) -> Iterator[tuple[int, int]]:
    """Yield the first and the last column, from 1, of each field of a 001 line."""
    yield from _FIXED
    for start in range(ROUND_COLUMN, len(text) + 1, 10):
        yield from ((start + first, start + last) for first, last in _OF_A_ROUND)


def fits_columns(text: str) -> bool:
    """Tell whether each field of a 001 line stands in its columns."""
    rounds = (text[start : start + 10] for start in range(ROUND_COLUMN - 1, len(text), 10))
    fixed = _FIELDS.match(text.ljust(ROUND_COLUMN - 1)) is not None
    return fixed and not any(isinstance(_cell(chunk), _Fault) for chunk in rounds)


class PlayerLines:
    """Reads 001 lines one by one into a `Reading`, and their errors into findings."""

    def __init__(self, findings: Findings) -> None:
        self.findings = findings
        self.reading = Reading()
        # In a large file most rounds occur many times: "0000 - Z", or an opponent on the same side.
        self._cache: dict[str, TrfCell | _Fault | None] = {}
        self._changes: dict[str, str] = {}
        self.old_byes: list[tuple[int, int]] = []
        self.of_lichess = False

    def read(self, line: int, text: str) -> None:
        """Read a line that begins with 001; `text` has no blanks at its end."""
        padded = text.ljust(ROUND_COLUMN - 1)
        match = _FIELDS.match(padded)
        if match is None:
            self._shifted(line, padded)
            self.reading.complete = False
            return
        rank_text, sex, title, name, rating, federation, fide_id, birth, points, rank = (
            group.strip(" \t") for group in match.groups()
        )
        number = self._start_rank(line, rank_text)
        points_halves = self._points(line, points)
        if "," in points and points_halves is not None:
            self.findings.adjust("comma", line)
        rating_number = self._number(line, 49, rating, "trf.number-rating")
        cells, faulty = self._cells(line, text)
        player = TrfPlayer(
            number=number or 0,
            name=normal_form("NFC", name),
            sex=sex.lower(),
            title=title,
            rating=rating_number or None,
            federation=federation,
            fide_id=fide_id,
            birth=birth,
            points_halves=points_halves,
            rank=self._number(line, 86, rank, "trf.number-rank") or None,
            cells=cells,
            line=line,
            zero_rating=rating_number == 0,
        )
        if number is None:
            self.reading.complete = False
            return
        if sex and sex not in "mwMW":
            self.findings.note(line, message("trf.sex", sex=quoted(sex)))
        self._add(player, faulty, judge_points=not points or points_halves is not None)

    def _add(self, player: TrfPlayer, faulty: list[int], *, judge_points: bool) -> None:
        number = player.number
        reading = self.reading
        if number in reading.players:
            reading.twice.add(number)
            what = message("trf.rank-twice", number=number, line=reading.players[number].line)
            hint = message("trf.rank-twice-hint")
            self.findings.error(player.line, 5, "duplicate-start-rank", what, hint)
            return
        if faulty or not judge_points:
            reading.no_points.add(number)
        for round_number in faulty:
            reading.unreadable.add((number, round_number))
        reading.players[number] = player

    def _shifted(self, line: int, padded: str) -> None:
        column = next(column for column in _GAPS if padded[column - 1] != " ")
        what = message("trf.shifted", column=column)
        hint = message("trf.shifted-hint")
        self.findings.error(line, column, "shifted-columns", what, hint)

    def _start_rank(self, line: int, text: str) -> int | None:
        number = digits(text) or None
        if number is None:
            code = "no-start-rank"
            what = message("trf.no-rank")
            if text:
                code = "not-a-number"
                what = message("trf.rank-no-number", text=quoted(text))
            hint = message("trf.rank-hint", most=MAX_START_RANK)
            self.findings.error(line, 5, code, what, hint)
        return number

    def _points(self, line: int, text: str) -> int | None:
        halves = halves_in(text)
        if text and halves is None:
            what = message("trf.points-field", text=quoted(text))
            hint = message("trf.points-field-hint")
            self.findings.error(line, 81, "not-points", what, hint)
        return halves

    def _number(self, line: int, column: int, text: str, key: str) -> int | None:
        number = digits(text)
        if text and number is None:
            what = message(key, text=quoted(text))
            hint = message("trf.number-hint", first=column, last=column + 3)
            self.findings.error(line, column, "not-a-number", what, hint)
        return number

    def _cells(self, line: int, text: str) -> tuple[tuple[TrfCell | None, ...], list[int]]:
        """Return the rounds of a line, and the numbers of those that cannot be read."""
        cells: list[TrfCell | None] = []
        faulty: list[int] = []
        columns = self._cache
        for start in range(ROUND_COLUMN - 1, len(text), 10):
            chunk = text[start : start + 10]
            if self.of_lichess:
                chunk, other = put_right(chunk)
                if other is not None:
                    self.findings.adjust(other, line)
            if chunk not in columns:
                columns[chunk] = _cell(chunk)
                self._changes[chunk] = _change(chunk, columns[chunk])
            cell = columns[chunk]
            if change := self._changes[chunk]:
                self.findings.adjust(change, line)
            if isinstance(cell, _Fault):
                cells.append(None)
                number = len(cells)
                faulty.append(number)
                column = round_column(number) + cell.offset
                if cell.code == "game-without-opponent" and chunk[4:8] in (" - =", "   ="):
                    self.old_byes.append((line, round_column(number)))
                what = message("trf.in-round", number=number, what=cell.what)
                self.findings.error(line, column, cell.code, what, cell.hint)
            else:
                cells.append(cell)
        while cells and cells[-1] is None:
            cells.pop()
        return tuple(cells), faulty


def _cell(chunk: str) -> TrfCell | _Fault | None:
    """Read one round: ten characters, of which the last ones can be cut off."""
    text = chunk.ljust(10)
    if text == " " * 10:
        return None
    for offset in (4, 6, 8, 9):
        if text[offset] != " ":
            what = message("trf.cell-shifted")
            hint = message("trf.cell-shifted-hint")
            return _Fault(offset, "shifted-columns", what, hint)
    opponent_text = text[:4].strip(" ")
    opponent = digits(opponent_text or "0")
    if opponent is None:
        what = message("trf.cell-opponent", text=quoted(opponent_text))
        hint = message("trf.cell-opponent-hint")
        return _Fault(len(text) - len(text.lstrip(" ")), "not-a-number", what, hint)
    colour = _COLOURS.get(text[5].lower())
    if colour is None:
        what = message("trf.cell-colour", text=quoted(text[5]))
        return _Fault(5, "unknown-colour", what, message("trf.cell-colour-hint"))
    code = text[7].upper()
    if code not in CODES and code != " ":
        what = message("trf.cell-result", text=quoted(text[7]))
        return _Fault(7, "unknown-result", what, message("trf.cell-result-hint"))
    return _game(opponent, colour, code) if opponent else _no_game(colour, code)


def _change(chunk: str, cell: TrfCell | _Fault | None) -> str:
    """Return what was changed in reading a round, "" for nothing: the end of a key of words."""
    if not isinstance(cell, TrfCell):
        return ""
    text = chunk.ljust(10)
    if text[7] == " " and cell.opponent is None:
        return "blank-result"
    if cell.opponent is None and text[5].lower() in ("w", "b") and cell.colour == "-":
        return "colour-of-bye"
    return "small-letter" if text[7] != cell.code and text[7] != " " else ""


def _no_game(colour: TrfColour, code: str) -> TrfCell | _Fault:
    """Read a round without opponent. A blank result is Z (TRF16); only + and - keep a colour."""
    if code in GAME_CODES or code == ADJOURNED:
        what = message("trf.cell-no-opponent", code=code)
        hint = message("trf.cell-no-opponent-hint")
        return _Fault(0, "game-without-opponent", what, hint)
    if code == " ":
        return TrfCell(None, "-", "Z")
    return TrfCell(None, "-" if code in BYE_CODES else colour, code)


def _game(opponent: int, colour: TrfColour, code: str) -> TrfCell | _Fault:
    """Read a round with an opponent; a blank result is a game without one yet (OPEN)."""
    if code in BYE_CODES:
        what = message("trf.cell-bye", code=code, opponent=opponent)
        return _Fault(7, "bye-with-opponent", what, message("trf.cell-bye-hint"))
    if colour == "-" and code not in DEFAULT_CODES:
        what = message("trf.cell-no-colour", opponent=opponent)
        return _Fault(5, "no-colour", what, message("trf.cell-no-colour-hint"))
    return TrfCell(opponent, colour, code)
