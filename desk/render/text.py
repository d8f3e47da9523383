"""A view as a table for people, as JSON or as CSV for programs."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Sequence

from projections.views.view import View, value_of


def as_json(value: object) -> str:
    """Return a value as indented JSON text with its keys in the order they were given."""
    return json.dumps(value, ensure_ascii=False, indent=2, default=str)


def as_csv(view: View) -> str:
    """Return the rows as CSV: the keys of the view's columns, then a line a row.

    A Dutch view has its headings instead of the keys.
    """
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    keys = [column.key for column in view.columns]
    writer.writerow([c.heading for c in view.columns] if view.language == "nl" else keys)
    rows = ([value_of(row, key) for key in keys] for row in view.rows)
    writer.writerows(["" if value is None else value for value in row] for row in rows)
    return out.getvalue().rstrip("\n")


def as_table(view: View, width: int | None = None) -> str:
    """Return title, table and notes as text; width is the terminal's, None: as wide as needed."""
    lines = [view.title, ""] if view.title else []
    lines += _grid(view, width) if view.rows else [view.empty]
    if view.notes:
        lines += ["", *map(str, view.notes)]
    return "\n".join(lines)


def shown(value: object) -> str:
    """Return a value as a table shows it: 3.5 as 3½, 0.3 as 0.3, None as nothing."""
    if value is None or value is False:
        return ""
    if value is True:
        return "yes"
    if isinstance(value, float):
        whole, part = divmod(abs(value), 1)
        sign = _QUARTERS.get(part)
        if sign is None:
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


def _grid(view: View, width: int | None) -> list[str]:
    from rich import box
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False)
    for column in view.columns:
        table.add_column(Text(column.heading), justify=column.align, no_wrap=width is None)
    columns = [shown_together([value_of(row, c.key) for row in view.rows]) for c in view.columns]
    for cells in zip(*columns, strict=True):
        table.add_row(*map(Text, cells))
    out = io.StringIO()
    Console(file=out, width=width or _AS_WIDE_AS_NEEDED, color_system=None).print(table)
    return [line.rstrip() for line in out.getvalue().rstrip().splitlines()]


_AS_WIDE_AS_NEEDED = 10_000
