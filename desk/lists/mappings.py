"""Mappings of columns: what the columns of a form are called, kept by name beside the lists."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import islice, zip_longest
from pathlib import Path

from desk.lists.shelf import Shelf
from ledger.csv_files.people import COLUMNS
from ledger.csv_files.table import normal
from ledger.text_files import decoded, is_text, shortened
from ledger.whole_files import write_whole

_FILE = "columns.json"


def kept_mappings(shelf: Shelf) -> dict[str, dict[str, str]]:
    """Return the mappings that are kept, by name: column of the file -> field of a player."""
    path = shelf.folder / _FILE
    if not path.is_file():
        return {}
    try:
        kept = json.loads(path.read_text("utf-8"))
    except ValueError:
        return {}
    return {
        str(name): {str(column): str(field) for column, field in columns.items()}
        for name, columns in (kept.items() if isinstance(kept, dict) else ())
        if isinstance(columns, dict)
    }


def keep_mapping(shelf: Shelf, name: str, columns: Mapping[str, str]) -> Path:
    """Keep a mapping under a name, in the place of one that has it."""
    shelf.folder.mkdir(parents=True, exist_ok=True)
    kept = kept_mappings(shelf) | {name: dict(columns)}
    path = shelf.folder / _FILE
    text = json.dumps(kept, ensure_ascii=False, indent=1, sort_keys=True)
    write_whole(path, text.encode(), private=True)
    return path


def unknown_fields(columns: Mapping[str, str]) -> list[str]:
    """Return the fields of a mapping that a player does not have."""
    return sorted({field for field in columns.values() if normal(field) not in _FIELDS})


_FIELDS = {normal(alias): field for field, many in COLUMNS.items() for alias in (field, *many)}
"""What a field may be called, in English and in Dutch, and its name here."""


def with_columns(data: bytes, columns: Mapping[str, str]) -> tuple[bytes, list[str]]:
    """Return a CSV file under the names of fields, and the columns that it does not have.

    A column that is not mapped and would be read as a field that is, is left out of account; so is
    one that is mapped to "". A file whose header cannot be divided into fields is as it was.
    """
    lines = decoded(data).splitlines(keepends=True)
    at = next((n for n, line in enumerate(lines) if line.strip()), None)
    if at is None:
        return data, sorted(columns)
    wanted = {normal(name): _FIELDS.get(normal(field), "") for name, field in columns.items()}
    separator = _separator(lines[at])
    try:
        names = next(csv.reader([lines[at]], delimiter=separator))
    except csv.Error:  # told by who reads the file
        return data, []
    taken = set(wanted.values())
    header = [_heading(name, wanted, _FIELDS.get(normal(name)) in taken) for name in names]
    out = io.StringIO()
    csv.writer(out, delimiter=separator, lineterminator="\n").writerow(header)
    lines[at] = out.getvalue()
    missing = [name for name in columns if normal(name) not in {normal(each) for each in names}]
    return "".join(lines).encode("utf-8", "surrogateescape"), missing


def _separator(header: str) -> str:
    return max(",;\t", key=header.count)


def _heading(name: str, wanted: Mapping[str, str], is_another: bool) -> str:
    """Return what stands above a column: its field, or its name where nobody reads it."""
    field = wanted.get(normal(name))
    left_out = field == "" or (field is None and is_another)
    return f"({name})" if left_out else field or name


@dataclass(frozen=True, slots=True)
class FileColumn:
    """A column of a file, with the first text that stands in it, "" for none."""

    name: str
    example: str


def file_columns(data: bytes) -> list[FileColumn]:
    """Return the columns of a CSV file with two of them or more; [] for any other file."""
    if not is_text(data):
        return []
    text = decoded(data)
    first = next((line for line in text.splitlines() if line.strip()), "")
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=_separator(first))
    try:
        rows = [row for row in islice(reader, MOST_EXAMPLES) if any(map(str.strip, row))]
    except csv.Error:
        return []
    names = [name.strip() for name in rows[0]] if rows else []
    if len(names) < 2 or len(names) > MOST_COLUMNS:
        return []
    columns = zip_longest(*rows, fillvalue="")
    return [
        FileColumn(name, shortened(next(filter(None, map(str.strip, cells)), "")))
        for name, (_, *cells) in zip(names, columns, strict=False)
    ]


MOST_EXAMPLES = 20
"""Rows of a file that are read for its examples."""

MOST_COLUMNS = 80
"""Columns of a form that a page shows."""
