"""A view as the cells of a page: texts, and how each stands, for any table in HTML."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from desk.render.shown import shown_together
from ledger.characters import visible
from projections.views.columns import Column
from projections.views.view import RowValues, View, value_of


@dataclass(frozen=True, slots=True)
class GridColumn:
    """A column by its heading; `kind` are the classes of its cells: num, mid, cols, who."""

    key: str
    heading: str
    kind: str


class GridCell(NamedTuple):
    """A cell by its text; `tag` is "th" where it names its row."""

    key: str
    tag: str
    kind: str
    text: str


class GridRow(NamedTuple):
    """A row by its cells, with all its values by their keys."""

    values: RowValues
    cells: tuple[GridCell, ...]


@dataclass(frozen=True, slots=True)
class Grid:
    """A table; see the module's docstring."""

    columns: tuple[GridColumn, ...]
    rows: tuple[GridRow, ...]


def grid(view: View) -> Grid:
    """Return a view, whose texts are in words already, as a table of texts.

    The first column that is aligned to the left names the rows, where it has a text.
    """
    columns = tuple(
        GridColumn(column.key, visible(str(column.title)), _kind(column)) for column in view.columns
    )
    naming = next((c.key for c in view.columns if c.kind.align == "left"), None)
    rows = view.cells
    cells = [
        _cells(
            column,
            shown_together([value_of(row, column.key) for row in rows], view.point),
            column.key == naming,
        )
        for column in columns
    ]
    of_rows = zip(*cells, strict=True) if cells else ((),) * len(rows)
    return Grid(columns, tuple(map(GridRow, rows, of_rows)))


def _cells(column: GridColumn, texts: Sequence[str], naming: bool) -> list[GridCell]:
    """Return the cells of a column from top to bottom."""
    key = column.key
    kind = column.kind
    return [
        GridCell(key, "th" if naming and text else "td", kind, text) for text in map(visible, texts)
    ]


_ALIGNED = {"left": "", "right": "num", "center": "mid"}


def _kind(column: Column) -> str:
    kind = column.kind
    kinds = [_ALIGNED[kind.align], "cols" if kind.letters else "", "who" * kind.name]
    return " ".join(filter(None, kinds))
