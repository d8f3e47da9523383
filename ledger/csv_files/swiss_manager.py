"""The players of Swiss-Manager's text file, under the names that a list of players has."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Mapping

from ledger.text_files import decoded

_KNOWN = frozenset({"Nr", "Identnr", "EloNat", "EloInt", "FideIdent", "Nachname", "Vorname"})
"""Columns that no other list has together."""

_FIRST_OF_YEAR = "01.01."


def players_of_swiss_manager(data: bytes, *, national: bool = True) -> bytes | None:
    """Return the players as a list of ours, line for line; None for a file that is no such one.

    The rating is the national one where `national` ones are read, else FIDE's, and the other where
    there is none. Columns go by name: their number follows the settings of that program. A birth on
    1 January is a year alone, as it writes one.
    """
    opened = _opened(data)
    if opened is None:
        return None
    header, lines = opened
    out = io.StringIO()
    writer = csv.writer(out, delimiter=";", lineterminator="\n")
    writer.writerow(_OURS)
    for cells in lines:
        row = dict(zip(header, (cell.strip() for cell in cells), strict=False))
        writer.writerow(_row(row, national) if any(row.values()) else [])
    return out.getvalue().encode()


def is_of_swiss_manager(data: bytes) -> bool:
    """Tell whether a file is a list of players as Swiss-Manager writes it."""
    return _opened(data) is not None


def _opened(data: bytes) -> tuple[list[str], Iterator[list[str]]] | None:
    """Return the names of its columns, and the lines below; None for a file that is no such one."""
    if not data.removeprefix(b"\xef\xbb\xbf").startswith(b"Nr;"):
        return None
    lines = csv.reader(io.StringIO(decoded(data), newline=""), delimiter=";")
    header = [name.strip() for name in next(lines, [])]
    return (header, lines) if set(header) >= _KNOWN else None


_OURS = (
    "name",
    "rating",
    "title",
    "federation",
    "fide_id",
    "birth",
    "club",
    "sex",
    "national_id",
)


def _row(row: Mapping[str, str], national: bool) -> list[str]:
    of = row.get
    both = [_number(of("EloNat", "")), _number(of("EloInt", ""))]
    rating = next(filter(None, both if national else reversed(both)), "")
    given = of("Vorname", "")
    name = ", ".join(filter(None, (of("Nachname", ""), given))) or of("Name", "")
    birth = of("Geburt", "")
    sex = {"W": "w", "F": "w", "M": "m"}.get(of("Sex", "").upper(), "")
    return [
        name,
        rating,
        of("Titel", ""),
        of("Fed", ""),
        _number(of("FideIdent", "")),
        birth.removeprefix(_FIRST_OF_YEAR),
        of("Klub", ""),
        sex,
        _number(of("Identnr", "")),
    ]


def _number(text: str) -> str:
    """Return a number, "" for 0, which is none."""
    return text if text.strip("0") else ""
