"""A view as a table for people, as JSON or as CSV for programs."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice, zip_longest
from textwrap import indent
from unicodedata import category, east_asian_width

from ledger.characters import visible, visible_in_json
from ledger.records import Record
from projections.views.view import View, value_of


def as_json(value: object) -> str:
    """Return a value as indented JSON text with its keys in the order they were given."""
    return visible_in_json(json.dumps(value, ensure_ascii=False, indent=2, default=_as_json))


def json_with_rows(value: object, rows: Sequence[Iterable[object]]) -> Iterator[str]:
    """Yield the pieces of what `as_json` gives, with rows in place of its empty lists "rows".

    rows are those of each list, in order. Few of them at a time are in memory.
    """
    *before, last = as_json(value).split('"rows": []')
    for text, several in zip(before, rows, strict=True):
        margin = " " * (len(text) - text.rfind("\n") - 1)
        yield f'{text}"rows": ['
        between, rest = "", iter(several)
        while some := list(islice(rest, _ROWS_AT_ONCE)):
            yield between + indent(as_json(some)[1:-2], margin)
            between = ","
        yield f"\n{margin}]" if between else "]"
    yield last


_ROWS_AT_ONCE = 500
"""Rows that are made one text: a text a row takes three times as long."""


def _as_json(value: object) -> object:
    return value.as_dict() if isinstance(value, Record) else str(value)


def as_csv(view: View, spreadsheet: bool = False) -> str:
    """Return the rows as CSV: the keys of the view's columns, then a line a row.

    One for members has its headings instead of the keys. spreadsheet: no cell is a formula, see
    `ledger.csv_files.spreadsheet.csv_text`.
    """
    from ledger.csv_files.spreadsheet import csv_text

    keys = [column.key for column in view.columns]
    heading = [c.heading for c in view.columns] if view.for_members else keys
    rows = ([value_of(row, key) for key in keys] for row in view.cells)
    return csv_text([heading, *rows], spreadsheet).rstrip("\n")


def as_table(view: View, width: int | None = None) -> str:
    """Return title, table and notes as text; width is the terminal's, None or 0: no limit."""
    lines = [visible(str(view.title)), ""] if view.title else []
    lines += _grid(view, width) if view.rows else [str(view.empty)]
    if view.notes:
        lines += ["", *(visible(str(note)) for note in view.notes)]
    return "\n".join(lines)


def shown(value: object) -> str:
    """Return a value as a table shows it: 3.5 as 3½, 0.3 as 0.3, None as nothing."""
    if value is None or value is False:
        return ""
    if value is True:
        return "yes"
    if isinstance(value, float):
        whole, part = divmod(abs(value), 1)
        if (sign := _QUARTERS.get(part)) is None:
            return _in_decimals(value)
        return f"{'-' if value < 0 else ''}{int(whole) if whole or not sign else ''}{sign}"
    return str(value)


_QUARTERS = {0.0: "", 0.25: "¼", 0.5: "½", 0.75: "¾"}


def shown_together(values: Sequence[object]) -> list[str]:
    """Return the values of a column: with ½ as points have it, or all in decimals.

    One number that is no quarter makes the whole column decimal, so that 1.3 stands above 1.5.
    """
    if any(isinstance(value, float) and abs(value) % 1 not in _QUARTERS for value in values):
        return [_in_decimals(v) if isinstance(v, float) else shown(v) for v in values]
    return list(map(shown, values))


def _in_decimals(value: float) -> str:
    return f"{value:.6f}".rstrip("0").rstrip(".")


_GAP = "   "


def _grid(view: View, width: int | None) -> list[str]:
    """Return headings, a rule and rows; where a width is too small, the widest columns give way."""
    columns = [
        [
            visible(str(column.heading)),
            *map(visible, shown_together([value_of(r, column.key) for r in view.cells])),
        ]
        for column in view.columns
    ]
    widths = [max(map(_width, texts)) for texts in columns]
    gaps = len(_GAP) * (len(widths) - 1)
    while width and sum(widths) > max(width - gaps, len(widths)):
        widths[widths.index(max(widths))] -= 1
    aligns = [column.align for column in view.columns]
    heading, *rows = (_lines_of_row(cells, widths, aligns) for cells in zip(*columns, strict=True))
    lines = [*heading, "─" * (sum(widths) + gaps), *(line for row in rows for line in row)]
    return "\n".join(lines).rstrip().split("\n")


def _lines_of_row(cells: Sequence[str], widths: Sequence[int], aligns: Sequence[str]) -> list[str]:
    """Return the lines of a row, each cell broken to the width of its column."""
    broken = [_broken(cell, width) for cell, width in zip(cells, widths, strict=True)]
    return [
        _GAP.join(map(_aligned, line, widths, aligns)).rstrip()
        for line in zip_longest(*broken, fillvalue="")
    ]


def _aligned(text: str, width: int, align: str) -> str:
    text = text.rstrip()
    space = width - _width(text)
    before = {"left": 0, "right": space, "center": space // 2}[align]
    return " " * before + text + " " * (space - before)


def _broken(text: str, width: int) -> list[str]:
    """Break a text between words; a word that is too long loses its end."""
    lines, at = [], ""
    for word in text.split() if _width(text) > width else [text]:
        if at and _width(f"{at} {word}") > width:
            lines.append(at)
            at = word
        else:
            at = f"{at} {word}" if at else word
    return [_cut(line, width) for line in [*lines, at]]


def _cut(text: str, width: int) -> str:
    if _width(text) <= width:
        return text
    while _width(text) >= width and text:
        text = text[:-1]
    return f"{text}…"


def _width(text: str) -> int:
    """Return the number of places a text takes on a screen: a Chinese sign takes two."""
    if text.isascii():
        return len(text)
    return sum(
        0 if category(sign) in ("Mn", "Me", "Cf") else 2 if east_asian_width(sign) in "WF" else 1
        for sign in text
    )
