"""The players of Swiss-Manager's text file, under the names that a list of players has."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Mapping

from ledger.csv_files.undivided import Undivided
from ledger.text_files import decoded
from ledger.values import whole_number

_KNOWN = frozenset({"Nr", "Identnr", "EloNat", "EloInt", "FideIdent", "Nachname", "Vorname"})
"""Columns that no other list has together."""

_FIRST_OF_YEAR = "01.01."


def players_of_swiss_manager(data: bytes, *, national: bool = True) -> bytes | None:
    """Return the players as a list of ours, line for line; None for a file that is no such one.

    The rating is the national one where `national` ones are read, else FIDE's, and the other where
    there is none. Columns go by name: their number follows the settings of that program. A birth on
    1 January is a year alone, as it writes one. Raise Undivided for a line without fields.
    """
    opened = _opened(data)
    if opened is None:
        return None
    header, lines = opened
    out = io.StringIO()
    writer = csv.writer(out, delimiter=";", lineterminator="\n")
    writer.writerow(_OURS)
    try:
        for cells in lines:
            row = dict(zip(header, (cell.strip() for cell in cells), strict=False))
            writer.writerow(_row(row, national) if any(row.values()) else [])
    except csv.Error as error:
        raise Undivided(out.getvalue().count("\n") + 1, error) from error
    return out.getvalue().encode()


def points_of_swiss_manager(data: bytes) -> dict[int, int]:
    """Return the half points of the players by their number (Pkt), where the file has any.

    A comma or a point stands before a half, or ½ behind the whole ones.
    """
    halves: dict[int, int] = {}
    for row in _dicts(data):
        text = row.get("Pkt", "").replace("½", ".5").replace(",", ".")
        number = whole_number(row.get("Nr", ""))
        whole, _, part = text.partition(".")
        if number is not None and text and (whole or "0").isdecimal() and part in ("", "0", "5"):
            halves[number] = 2 * int(whole or 0) + (part == "5")
    return halves


def two_ratings_of_swiss_manager(data: bytes) -> set[int | None]:
    """Return the numbers of the players with a national rating and FIDE's, of which one is taken."""
    both = ("EloNat", "EloInt")
    return {
        whole_number(row.get("Nr", ""))
        for row in _dicts(data)
        if all(_number(row.get(name, "")) for name in both)
    }


def unused_of_swiss_manager(data: bytes) -> list[str]:
    """Return the columns with something in them that no list of players here has a place for.

    Points and places are counted from the results.
    """
    rows = list(_dicts(data))
    return [
        name
        for name in (rows[0] if rows else ())
        if name not in _TAKEN and any(_number(row.get(name, "")) for row in rows)
    ]


_TAKEN = _KNOWN | {"Name", "Titel", "Geburt", "Fed", "Sex", "Klub", "Pkt", "Rang"}


def _dicts(data: bytes) -> Iterator[dict[str, str]]:
    """Yield the players by the names of the columns; a file that is no such list has none."""
    opened = _opened(data)
    if opened is not None:
        header, lines = opened
        for cells in lines:
            yield dict(zip(header, (cell.strip() for cell in cells), strict=False))


def is_of_swiss_manager(data: bytes) -> bool:
    """Tell whether a file is a list of players as Swiss-Manager writes it."""
    return _opened(data) is not None


def _opened(data: bytes) -> tuple[list[str], Iterator[list[str]]] | None:
    """Return the names of its columns, and the lines below; None for a file that is no such one.

    Reading on raises csv.Error where a line cannot be divided into fields.
    """
    if not data.removeprefix(b"\xef\xbb\xbf").startswith(b"Nr;"):
        return None
    lines = csv.reader(io.StringIO(decoded(data), newline=""), delimiter=";")
    try:
        header = [name.strip() for name in next(lines, [])]
    except csv.Error:  # told by who reads any table
        return None
    return (header, lines) if set(header) >= _KNOWN else None


_OURS = (
    "number",
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
        of("Nr", ""),
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
