"""A view as JSON or as CSV for programs, and a value as shown in a table."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from textwrap import indent

from ledger.characters import visible_in_json
from ledger.records import Record
from projections.views.view import View, value_of


def as_json(value: object) -> str:
    """Return a value as indented JSON text with its keys in their given order."""
    return visible_in_json(json.dumps(value, ensure_ascii=False, indent=2, default=_as_json))


def json_with_rows(value: object, rows: Sequence[Iterable[object]]) -> Iterator[str]:
    """Yield the pieces of what `as_json` returns, with rows in place of its empty lists "rows".

    `rows` are those of each list, in order. Few of them at a time are in memory.
    """
    *before, last = as_json(value).split('"rows": []')
    for text, several in zip(before, rows, strict=True):
        margin = " " * (len(text) - text.rfind("\n") - 1)
        yield f'{text}"rows": ['
        between = ""
        rest = iter(several)
        while some := list(islice(rest, _ROWS_AT_ONCE)):
            yield between + indent(as_json(some)[1:-2], margin)
            between = ","
        yield f"\n{margin}]" if between else "]"
    yield last


_ROWS_AT_ONCE = 500
"""Rows that are joined into one text: a text per row takes three times as long."""


def _as_json(value: object) -> object:
    return value.as_dict() if isinstance(value, Record) else str(value)


def as_csv(view: View, spreadsheet: bool = False) -> str:
    """Return the rows as CSV: the keys of the view's columns, then a line per row.

    A view for members has its headings instead of the keys. `spreadsheet`: no cell is a formula,
    see `ledger.csv_files.spreadsheet.csv_text`.
    """
    from ledger.csv_files.spreadsheet import csv_text

    keys = [column.key for column in view.columns]
    heading = [c.heading for c in view.columns] if view.for_members else keys
    rows = ([value_of(row, key) for key in keys] for row in view.cells)
    return csv_text([heading, *rows], spreadsheet).rstrip("\n")
