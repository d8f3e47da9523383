"""The output of each read verb: columns and rows for people, the same values for programs.

A row is a record: its fields are the keys of JSON and CSV, and headings may change without them.
Points in rows are numbers (3.5); tables write them as 3½.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from ledger.messages import Sentence, decimals, message, run_on
from ledger.records import NOTHING, Record
from ledger.values import Unnumbered
from projections.views.columns import Column

Row = Record | dict[str, object]
"""A record; a mapping where the keys are those of a query or of a rule."""

RowValues = dict[str, object]
NameOf = Callable[[int], str]


_NOTHING = message("common.nothing")


@dataclass(frozen=True, slots=True)
class View:
    """A table with its title; `head` holds the common values, `notes` the remarks for people.

    `for_members`: the readers are members, so its CSV has the headings and words for people, where
    other views have the keys and codes. `empty` is the text for people when there are no rows.
    `scanned` is the text of the QR code on a printed page, "" for none. `point` is what its reader
    writes between a whole and its decimals.
    """

    title: Sentence
    columns: tuple[Column, ...]
    rows: Sequence[Row]
    head: Record = NOTHING
    notes: tuple[Sentence, ...] = ()
    for_members: bool = False
    empty: Sentence = _NOTHING
    scanned: str = ""
    point: str = "."

    @property
    def cells(self) -> list[RowValues]:
        """Return each row as a mapping of its keys to values."""
        return [row.as_dict() if isinstance(row, Record) else row for row in self.rows]

    def record(self) -> dict[str, object]:
        """Return what `--json` prints: the head's keys, the rows, the notes."""
        return {**self.head.as_dict(), "rows": self.cells, "notes": list(self.notes)}


def number(amount: int, parts: int = 2) -> int | float:
    """Return half points (or quarters, `parts` 4) as a number for programs: 7 halves is 3.5."""
    return amount // parts if amount % parts == 0 else amount / parts


def exact_number(value: Fraction | int) -> int | float:
    """Return an exact value as a number for programs."""
    return value.numerator if value.denominator == 1 else value.numerator / value.denominator


def value_of(row: RowValues, key: str) -> object:
    """Return the value in a row under a key; a dot leads into a mapping: tie_breaks.koya."""
    outer, _, inner = key.partition(".")
    value = row.get(outer)
    return value.get(inner) if inner and isinstance(value, Mapping) else value


def filled(view: View, keep: Collection[str] = ()) -> View:
    """Return a view without its empty columns; those to `keep` are filled by hand."""
    rows = view.cells
    empty = {
        column.key
        for column in view.columns
        if all(value_of(row, column.key) in (None, "") for row in rows)
    }
    kept = [each for each in view.columns if each.key in keep or each.key not in empty]
    return replace(view, columns=tuple(kept))


def with_number(label: int, name: Sentence) -> Sentence:
    """Return a player by number and name, by name alone where they have no number yet."""
    return name if isinstance(label, Unnumbered) else run_on(f"{label} ", name)


def money(cents: int) -> Sentence:
    """Return cents as an amount: 12345 is 123.45, in Dutch € 123,45."""
    return message("common.money", amount=decimals(f"{cents // 100}.{cents % 100:02d}"))
