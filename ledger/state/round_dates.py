"""The dates of rounds in an imported file: record 132, ten columns a round.

Source: FIDE Handbook C.04 annex 2 (TRF16): YY/MM/DD, round 1 from column 92 on. A year of four
digits, and points or hyphens between the numbers, are read too.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterable, Mapping
from contextlib import suppress
from typing import Final

ROUND_DATES: Final = "132"

_FIRST, _WIDTH = 87, 10
"""The offset of round 1 in a text from column 5 on, and the number of columns a round."""

_DATE = re.compile(
    r"(?P<year>[0-9]{4}|[0-9]{2})(?P<sign>[/.-])(?P<month>[0-9]{2})(?P=sign)(?P<day>[0-9]{2})"
)
_LAST_CENTURY = 70
"""A year of two digits from here on belongs to the last century."""


def cells_of(texts: Iterable[str]) -> dict[int, str]:
    """Return the text in the columns of each round; as round 0 the text before them.

    `texts` are those of the lines 132 from column 5 on; of several lines the first takes
    precedence.
    """
    cells: dict[int, str] = {}
    for text in texts:
        places = range(_FIRST, len(text), _WIDTH)
        parts = [text[:_FIRST].strip(), *(text[at : at + _WIDTH].rstrip() for at in places)]
        for number, part in enumerate(parts):
            if part:
                cells.setdefault(number, part)
    return cells


def date_of(cell: str) -> dt.date | None:
    """Return the date in the columns of a round, None if there is none."""
    if match := _DATE.fullmatch(cell):
        year, month, day = (int(match[part]) for part in ("year", "month", "day"))
        if len(match["year"]) == 2:
            year += 1900 if year >= _LAST_CENTURY else 2000
        with suppress(ValueError):
            return dt.date(year, month, day)
    return None


def dates_of(texts: Iterable[str]) -> dict[int, dt.date]:
    """Return the dates of rounds that lines 132 give; other text gives none."""
    cells = cells_of(texts)
    dates = ((number, date_of(cells[number])) for number in sorted(cells) if number)
    return {number: date for number, date in dates if date is not None}


def text_of(dates: Mapping[int, dt.date], cells: Mapping[int, str]) -> str:
    """Return the text of a line 132, from column 5 on.

    `cells` are those of another file; a cell keeps its text where it means the same date, or where
    the round has no date.
    """
    shown = {
        number: cells[number] if date_of(cells.get(number, "")) == date else f"{date:%y/%m/%d}"
        for number, date in dates.items()
    }
    shown = {**cells, **shown}
    rounds = (shown.get(number, "") for number in range(1, max(shown) + 1))
    return shown.get(0, "").ljust(_FIRST) + "".join(text.ljust(_WIDTH) for text in rounds).rstrip()
