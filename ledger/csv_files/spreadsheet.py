"""Rows as CSV: unchanged for programs, and without formulas for spreadsheets."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Sequence

from ledger.characters import visible

_FORMULA = re.compile(r"[=+\-@\t\r＝＋－＠]")
_NUMBER = re.compile(r"[+-]?[0-9]+(?:[.,][0-9]+)?")


def csv_text(
    rows: Iterable[Sequence[object]], spreadsheet: bool = False, delimiter: str = ","
) -> str:
    """Return rows as CSV with LF at the end of each; None is a blank cell.

    A cell with a separator, a quote or a line end is quoted. With `spreadsheet`, a text that could
    be a formula (it begins with = + - @, a tab or CR, and is not a number) gets ' in front, and
    control characters are written out.
    """
    out = io.StringIO(newline="")
    plain = csv.writer(out, delimiter=delimiter, lineterminator="\n")
    quoting = csv.writer(
        out, delimiter=delimiter, lineterminator="\n", quoting=csv.QUOTE_NONNUMERIC
    )
    for row in rows:
        cells = ["" if value is None else value for value in row]
        if spreadsheet:
            cells = [_harmless(cell) if isinstance(cell, str) else cell for cell in cells]
        # Before Python 3.13 a lone CR would not be quoted.
        returns = any(isinstance(cell, str) and "\r" in cell for cell in cells)
        (quoting if returns else plain).writerow(cells)
    return out.getvalue()


def _harmless(text: str) -> str:
    formula = _FORMULA.match(text) and not _NUMBER.fullmatch(text)
    return visible(f"'{text}" if formula else text)


def without_mark(cell: str) -> str:
    """Return a cell of a file without the ' that `csv_text` puts in front of a formula."""
    return cell[1:] if cell[:1] == "'" and _FORMULA.match(cell, 1) else cell
