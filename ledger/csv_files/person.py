"""The values of a person as people write them: one check for lists, options, forms and commands.

A name is free text, but not the name of a file; a club is free text and has no check here.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from pathlib import PurePath

from ledger.messages import Sentence, message
from ledger.titles import title_of

HIGHEST_RATING = 4000

_SEXES = {"m": "m", "man": "m", "male": "m", "w": "w", "f": "w", "v": "w", "vrouw": "w"}
_SEXES |= {"female": "w", "woman": "w"}

_YEAR_FIRST = re.compile(r"([0-9]{4})[-/.]([0-9]{1,2})[-/.]([0-9]{1,2})")
_DAY_FIRST = re.compile(r"([0-9]{1,2})[-/.]([0-9]{1,2})[-/.]([0-9]{4})")
_YEAR = re.compile(r"([0-9]{4})(?:[-/.]00[-/.]00)?")


LISTS = (".csv", ".tsv", ".txt", ".tab", ".xls", ".xlsx", ".ods", ".json", ".trf", ".trfx")
"""The endings of files in which lists of players are kept."""


def is_name_of_list(text: str) -> bool:
    """Tell whether a text ends as the name of such a file, which was meant then, and no person."""
    return PurePath(text.strip()).suffix.casefold() in LISTS


def iso_date(text: str) -> str | None:
    """Return YYYY-MM-DD, or YYYY, from 1987-07-05, 1987/7/5, 5-7-1987 or 1987; else None.

    In a date with the year last the day comes first, as is usual in Dutch.
    """
    text = text.strip()
    if match := _YEAR_FIRST.fullmatch(text):
        year, month, day = map(int, match.groups())
    elif match := _DAY_FIRST.fullmatch(text):
        day, month, year = map(int, match.groups())
    else:
        match = _YEAR.fullmatch(text)
        return match[1] if match and match[1] >= "1850" else None
    if (month, day) == (0, 0) and year >= 1850:
        return str(year)
    try:
        return date(year, month, day).isoformat() if year >= 1850 else None
    except ValueError:
        return None


def _name(text: str) -> str | None:
    return None if is_name_of_list(text) else text


def _digits(text: str) -> str | None:
    return text if re.fullmatch("[0-9]{1,11}", text) else None


def _rating(text: str) -> str | None:
    fits = re.fullmatch("[0-9]{1,4}", text) and int(text) <= HIGHEST_RATING
    return text if fits else None


def _title(text: str) -> str | None:
    return title_of(text) or None


def _federation(text: str) -> str | None:
    return text.upper() if re.fullmatch("[A-Za-z]{3}", text) else None


@dataclass(frozen=True, slots=True)
class PersonValue:
    """How a value of a person is read.

    `read` returns it as it is kept, None where it cannot be read. `wrong` is the key of the message
    about such a text, `step` the remedy.
    """

    read: Callable[[str], str | None]
    wrong: str
    step: Sentence


VALUES: dict[str, PersonValue] = {
    "name": PersonValue(_name, "csv.name-of-a-file", message("csv.name-of-a-file-hint")),
    "rating": PersonValue(_rating, "csv.bad-rating", message("csv.bad-rating-hint")),
    "title": PersonValue(_title, "csv.bad-title", message("csv.bad-title-hint")),
    "federation": PersonValue(
        _federation, "csv.bad-federation", message("csv.bad-federation-hint")
    ),
    "fide_id": PersonValue(_digits, "csv.bad-fide-id", message("csv.digits-hint")),
    "national_id": PersonValue(_digits, "csv.bad-national-id", message("csv.digits-hint")),
    "birth": PersonValue(iso_date, "csv.bad-birth", message("csv.bad-birth-hint")),
    "sex": PersonValue(
        lambda text: _SEXES.get(text.lower()), "csv.bad-sex", message("csv.bad-sex-hint")
    ),
}
"""Field of a person -> how it is read. A rating of 0 is that of a player without one."""


def readable(field: str, text: str) -> str:
    """Return a value as it is kept, "" for none and for one that cannot be read."""
    return VALUES[field].read(text.strip()) or ""
