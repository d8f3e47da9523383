"""JSON in lines: a key a line, and of its list of rows a line a row, for people and for version control."""

from __future__ import annotations

import json
from collections.abc import Iterable

from ledger.characters import visible_in_json
from ledger.records import Record


def in_lines(envelope: Record, rows: Iterable[Record], name: str = "rows") -> bytes:
    """Return a data file: the keys of its envelope a line each, and a line a row."""
    texts = [f"{_compact(key)}:{_compact(value)}" for key, value in envelope.as_dict().items()]
    each = ",\n".join(_compact(row.as_dict()) for row in rows)
    texts.append(f'"{name}":[\n{each}\n]' if each else f'"{name}":[]')
    return visible_in_json("{\n" + ",\n".join(texts) + "\n}\n").encode()


def _compact(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
