"""JSON in lines: a key a line, and of its list of rows a line a row, for people and for version control."""

from __future__ import annotations

import json
from collections.abc import Iterable

from ledger.characters import visible_in_json
from ledger.records import Record


def in_lines(envelope: Record, rows: Iterable[Record], name: str = "rows") -> bytes:
    """Return a data file: the keys of its envelope a line each, and a line a row."""
    texts = [
        f" {json.dumps(key)}: {json.dumps(value, ensure_ascii=False)}"
        for key, value in envelope.as_dict().items()
    ]
    each = ",\n".join(f"  {json.dumps(row.as_dict(), ensure_ascii=False)}" for row in rows)
    texts.append(f' "{name}": [\n{each}\n ]' if each else f' "{name}": []')
    return visible_in_json("{\n" + ",\n".join(texts) + "\n}\n").encode()
