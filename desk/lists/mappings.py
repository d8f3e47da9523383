"""Mappings of columns: what the columns of a form are called, kept by name beside the lists."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Mapping
from pathlib import Path

from desk.lists.shelf import Shelf
from ledger.csv_files.people import COLUMNS
from ledger.csv_files.table import normal
from ledger.text_files import decoded
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
    return sorted({field for field in columns.values() if normal(field) not in COLUMNS})


def with_columns(data: bytes, columns: Mapping[str, str]) -> tuple[bytes, list[str]]:
    """Return a CSV file under the names of fields, and the columns that it does not have.

    A column that is not mapped and would be read as a field that is, is left out of account.
    """
    text = decoded(data)
    lines = text.splitlines(keepends=True)
    at = next((n for n, line in enumerate(lines) if line.strip()), None)
    if at is None:
        return data, sorted(columns)
    wanted = {normal(name): normal(field) for name, field in columns.items()}
    separator = max(",;\t", key=lambda sign: lines[at].count(sign))
    names = next(csv.reader([lines[at]], delimiter=separator))
    taken = set(wanted.values())
    aliases = {normal(alias): field for field, many in COLUMNS.items() for alias in many}
    header = [
        wanted.get(normal(name)) or (f"({name})" if aliases.get(normal(name)) in taken else name)
        for name in names
    ]
    out = io.StringIO()
    csv.writer(out, delimiter=separator, lineterminator="\n").writerow(header)
    lines[at] = out.getvalue()
    missing = [name for name in columns if normal(name) not in {normal(each) for each in names}]
    return "".join(lines).encode("utf-8", "surrogateescape"), missing
