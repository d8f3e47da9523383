"""Views in the words of their reader, for any front end."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache

from desk.render.catalogue import Words, room
from ledger.messages import ByFide, Do, Letters, Message, Nameless, Parts, decimals, message
from projections.views.columns import Column
from projections.views.view import RowValues, View


def worded(value: object, words: Words) -> object:
    """Return a value with every text in it, however deep, in words."""
    match value:
        case Message() | Do() | Parts():
            return words(value)
        case dict():
            return {key: worded(each, words) for key, each in value.items()}
        case list():
            return [worded(each, words) for each in value]
        case tuple():
            return tuple(worded(each, words) for each in value)
        case _:
            return value


def view_in_words(view: View, words: Words, codes: bool = False) -> View:
    """Return a view for its reader: every text in it in words.

    `codes`: a program reads the cells, so that fixed values stay as they are.
    """
    columns = tuple(
        replace(column, heading=words(column.title), short=_short(column, words))
        for column in view.columns
    )
    in_table = {} if codes else {column.key: column for column in view.columns}
    rows = tuple(_row_in_words(row, in_table, words) for row in view.cells)
    return replace(
        view,
        title=words(view.title),
        columns=columns,
        rows=rows,
        notes=tuple(map(words, view.notes)),
        empty=words(view.empty),
        point=words(decimals("0.0")).strip("0"),
    )


def _short(column: Column, words: Words) -> str:
    text = room("columns", words.language).get(f"short.{column.key}", "")
    return str(text) if column.own_heading is None else words(column.short)


def _row_in_words(row: RowValues, in_table: Mapping[str, Column], words: Words) -> RowValues:
    values: RowValues = {}
    for key, cell in row.items():
        kind = type(cell)
        if cell is None and key in in_table:
            values[key] = words(in_table[key].without) or None
        elif kind is int or kind is float or cell is None:
            values[key] = cell
        elif key not in in_table:
            values[key] = cell if kind is str else worded(cell, words)
        else:
            values[key] = _cell_in_words(cell, in_table[key], words)
    return values


def _cell_in_words(value: object, column: Column, words: Words) -> object:
    if value is True:
        return words(message("common.yes"))
    if isinstance(value, Nameless):
        return words(value)
    if not isinstance(value, str):
        return worded(value, words)
    kind = column.kind
    if kind.day and _YEAR_FIRST.match(value):
        return _YEAR_FIRST.sub(r"\3-\2-\1", value)
    letters = kind.letters or isinstance(value, Letters)
    room_name = f"fide-{kind.words}" if isinstance(value, ByFide) else kind.words
    return _text_in_words(value, room_name, letters, words) if room_name or letters else value


_YEAR_FIRST = re.compile("^([0-9]{4})-([0-9]{2})-([0-9]{2})(?=$| )")
"""A day as programs write it, maybe with the time of day; a moment in UTC stays as it is."""


@lru_cache(maxsize=20_000)
def _text_in_words(text: str, room_name: str, letters: bool, words: Words) -> str:
    """Return the text of a cell in words; a crosstable has most of its texts again and again."""
    if room_name:
        name = f"{room_name}.{text.replace(' ', '-')}"
        if name in room("cells", words.language):
            return words(message(f"cells.{name}"))
    if letters and words.language != "en":
        own = dict(zip("WBwb", words(message("common.letters")), strict=True))
        return _LETTERS.sub(lambda match: own[match.group()], text)
    return text


_LETTERS = re.compile("[WBwb](?![A-Za-z]*[a-z])")
"""Letters of colours: in WBW, 12w1 and W2, not in bye."""
