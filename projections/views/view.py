"""What each read verb shows: columns and rows for people, the same values for programs.

A row is a record: its fields are the keys of JSON and CSV, and headings may change without them.
Points in rows are numbers (3.5); tables write them as 3½.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from ledger.messages import Sentence, decimals, message
from ledger.records import NOTHING, Record

Row = Record | dict[str, object]
"""A record; a mapping where the keys are those of a question or of a rule."""

RowValues = dict[str, object]
NameOf = Callable[[int], str]


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table: the row's key (see `value_of`), its heading, and its alignment.

    Without a heading of its own it has that of its key, which stands in the room `columns`. words
    is where the words of its cells stand, for cells with a few fixed values that programs read as
    they are: with "status" the value "absent" is read as `cells.status.absent`; a value without
    words is the same for everybody. letters: W and B in its cells are colours.

    Where a screen is too narrow: spare 1 is left out first, then spare 2, and so on, 0 never.
    in_blocks: of such columns as many stand beside each other as fit, the others below them. short
    is the heading where there is little room, which stands in `columns.short` under the key. A
    name of a person is cut where all else has given way; folded: these names are of something else.
    """

    key: str
    heading: Sentence | None = None
    align: Literal["left", "right", "center"] = "left"
    words: str = ""
    letters: bool = False
    spare: int = 0
    in_blocks: bool = False
    folded: bool = False
    short: Sentence = ""

    @property
    def of_names(self) -> bool:
        """Return whether its cells are names of people."""
        return not self.folded and self.key.endswith(("name", "name_shown"))

    @property
    def title(self) -> Sentence:
        """Return what stands above the column."""
        return message(f"columns.{self.key}") if self.heading is None else self.heading


_NOTHING = message("common.nothing")


@dataclass(frozen=True, slots=True)
class View:
    """A table with its title; head holds what is said once, notes what a person should read.

    for_members: it is made to be read by members, so that its CSV has the headings and words that
    people read, where others have the keys and codes. empty is what people read where there are no
    rows. scanned is the text of the QR code that a printed page carries, "" for none.
    """

    title: Sentence
    columns: tuple[Column, ...]
    rows: Sequence[Row]
    head: Record = NOTHING
    notes: tuple[Sentence, ...] = ()
    for_members: bool = False
    empty: Sentence = _NOTHING
    scanned: str = ""

    @property
    def cells(self) -> list[RowValues]:
        """Return each row as a mapping of its keys to values."""
        return [row.as_dict() if isinstance(row, Record) else row for row in self.rows]

    def record(self) -> dict[str, object]:
        """Return what `--json` prints: the head's keys, the rows, the notes."""
        return {**self.head.as_dict(), "rows": self.cells, "notes": list(self.notes)}


def number(amount: int, parts: int = 2) -> int | float:
    """Return half points (or quarters, parts 4) as a number for programs: 7 halves is 3.5."""
    return amount // parts if amount % parts == 0 else amount / parts


def exact_number(value: Fraction | int) -> int | float:
    """Return an exact value as a number for programs."""
    return value.numerator if value.denominator == 1 else value.numerator / value.denominator


def value_of(row: RowValues, key: str) -> object:
    """Return what a row has under a column's key; a dot leads into a mapping: tie_breaks.koya."""
    outer, _, inner = key.partition(".")
    value = row.get(outer)
    return value.get(inner) if inner and isinstance(value, Mapping) else value


def money(cents: int) -> Sentence:
    """Return cents as an amount: 12345 is 123.45, in Dutch 123,45."""
    return decimals(f"{cents // 100}.{cents % 100:02d}")
