"""Records with fixed columns: a line -> values by the name of a field, and back.

Widths are hard: what does not stand in its columns is an error with its column, never moved.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

from ledger.characters import normal_form
from ledger.messages import Sentence, message
from ledger.text_files import quoted
from ledger.trf.findings import TrfFault, WrongLine
from ledger.trf.text import halves_in

FieldKind: TypeAlias = Literal["text", "right", "number", "points", "signed"]
_TEXTS = ("text", "right")
ColumnValue: TypeAlias = "str | int | tuple[int, ...] | None"


@dataclass(frozen=True, slots=True)
class TrfColumn:
    """A field of a record: columns first to last, counted from 1.

    `kind`: text stands on the left, the text of a right one on the right, as do a whole number and
    points (read as half points); signed points may be below 0. `words` are all that a text may be.
    A field that is needed is never blank and never 0. A field with a step is repeated so many
    columns on, up to the end of the line: its value is a tuple of at least least, with 0 for a
    blank in the middle. `same_as` names the field that a blank is the same as.
    """

    field: str
    first: int
    last: int
    kind: FieldKind = "number"
    needed: bool = False
    words: tuple[str, ...] = ()
    step: int = 0
    least: int = 0
    same_as: str = ""

    @property
    def width(self) -> int:
        """How many columns it has."""
        return self.last - self.first + 1

    def at(self, index: int) -> TrfColumn:
        """Return the repeated field that stands at an index from 0."""
        on = index * self.step
        return TrfColumn(self.field, self.first + on, self.last + on, self.kind, self.needed)

    def holds(self, column: int) -> bool:
        """Tell whether it, or one of its repetitions, has a column."""
        at = column - self.first
        return at >= 0 and (at % self.step if self.step else at) < self.width

    def place(self) -> str:
        """Return its columns as people write them: 5, 7-9, 11-14 16-19 ..."""
        own = str(self.first) if self.width == 1 else f"{self.first}-{self.last}"
        return f"{own} {self.at(1).place()} ..." if self.step else own


def read_columns(tag: str, columns: tuple[TrfColumn, ...], text: str) -> dict[str, ColumnValue]:
    """Return the value of each field of a line, which has no blanks at its end.

    A text is "" where it is blank; numbers and points are None there, and for the number 0.

    Raises WrongLine.
    """
    hint = message("trf.record-hint", tag=tag, columns=", ".join(c.place() for c in columns))
    for at, sign in enumerate(text[3:], 4):
        if sign != " " and not any(column.holds(at) for column in columns):
            what = message("trf.record-shifted", tag=tag, column=at)
            raise WrongLine([TrfFault(at, "shifted-columns", what, hint)])
    faults: list[TrfFault] = []
    values: dict[str, ColumnValue] = {}
    for column in columns:
        parts = [_value(tag, one, text, hint) for one in _places(column, text)]
        faults += [one for one in parts if isinstance(one, TrfFault)]
        if column.step:
            values[column.field] = tuple(
                int(one or 0) for one in parts if isinstance(one, int | None)
            )
            if len(parts) < column.least:
                faults.append(_missing(tag, column.at(len(parts)), hint))
        elif not isinstance(parts[0], TrfFault):
            values[column.field] = parts[0]
            if column.same_as and parts[0] is None:
                values[column.field] = values.get(column.same_as)
    if faults:
        raise WrongLine(faults)
    return values


def record_columns(columns: tuple[TrfColumn, ...], text: str) -> Iterator[tuple[int, int]]:
    """Yield the first and the last column, from 1, of each field of a line that is that long."""
    for column in columns:
        yield from ((one.first, one.last) for one in _places(column, text))


def _places(column: TrfColumn, text: str) -> Iterator[TrfColumn]:
    if not column.step:
        yield column
        return
    for index in range((len(text) - column.first) // column.step + 1):
        yield column.at(index)


def _value(tag: str, column: TrfColumn, text: str, hint: Sentence) -> str | int | TrfFault | None:
    part = text[column.first - 1 : column.last].strip(" ")
    if not part:
        if column.needed:
            return _missing(tag, column, hint)
        return "" if column.kind in _TEXTS else None
    if column.kind in _TEXTS:
        if column.words and part not in column.words:
            what = message("trf.record-word", text=quoted(part), place=column.place())
            choice = message("trf.record-word-hint", words=" ".join(column.words))
            return TrfFault(column.first, "unknown-word", what, choice)
        return normal_form("NFC", part)
    at = column.last - len(text[column.first - 1 : column.last].lstrip(" ")) + 1
    value = number_in(part) if column.kind == "number" else _points_in(part, column.kind)
    if value is None or (column.needed and column.kind == "number" and value == 0):
        key = "trf.record-number" if column.kind == "number" else "trf.record-points"
        code = "not-a-number" if column.kind == "number" else "not-points"
        at = max(column.first, min(at, column.last))
        return TrfFault(at, code, message(key, text=quoted(part), place=column.place()), hint)
    return None if column.kind == "number" and value == 0 else value


def _missing(tag: str, column: TrfColumn, hint: Sentence) -> TrfFault:
    what = message("trf.record-missing", tag=tag, place=column.place())
    return TrfFault(column.first, "missing-value", what, hint)


def number_in(text: str) -> int | None:
    """Return the number that up to six ASCII digits write, else None."""
    return int(text) if len(text) <= 6 and text.isascii() and text.isdigit() else None


def _points_in(text: str, kind: FieldKind) -> int | None:
    if kind == "signed" and text[0] == "-":
        halves = halves_in(text[1:])
        return None if halves is None else -halves
    return halves_in(text)


def write_columns(
    tag: str, columns: tuple[TrfColumn, ...], values: Mapping[str, ColumnValue]
) -> str:
    """Return the line of a record; a text that is too long is cut.

    Raises OverflowError for a number that its columns cannot hold.
    """
    line = tag
    for column in columns:
        value = values[column.field]
        repeated = value if isinstance(value, tuple) else (value,)
        for index, one in enumerate(repeated):
            place = column.at(index) if column.step else column
            line = line.ljust(place.first - 1) + _written(tag, place, one)
    return line.rstrip(" ")


def _written(tag: str, column: TrfColumn, value: str | int | None) -> str:
    if isinstance(value, str):
        text = value[: column.width]
        return text.rjust(column.width) if column.kind == "right" else text.ljust(column.width)
    if value is None:
        return " " * column.width
    if column.kind == "number":
        # 0 is written out where it says "none" among others; a field of its own is blank instead.
        text = str(value) if value else "0" * column.width
    else:
        text = decimal(value)
        if len(text) > column.width:
            text = text.removesuffix(".0")
    if len(text) > column.width:
        raise OverflowError(f"{tag}: {text} needs more than columns {column.place()}")
    return text.rjust(column.width)


def decimal(halves: int) -> str:
    """Return half points with a decimal point: 1.5, -0.5, 3.0."""
    return f"{'-' if halves < 0 else ''}{abs(halves) // 2}.{5 * (abs(halves) % 2)}"
