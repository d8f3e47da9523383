"""What is the same in the tables of every ledger: their version, their names, common queries."""

from __future__ import annotations

SCHEMA = 3
"""The version of the tables. Newer ledgers are refused; for older files see `old_files`."""

EVENTS_TABLE = "stored_events"

STREAMS = f"""
    WITH RECURSIVE stream (id) AS (
        SELECT MIN(originator_id) FROM {EVENTS_TABLE}
        UNION ALL
        SELECT (SELECT MIN(originator_id) FROM {EVENTS_TABLE} WHERE originator_id > stream.id)
        FROM stream WHERE stream.id IS NOT NULL)"""
"""Every tournament, and a NULL, by index seeks from id to id: the cost does not grow with facts."""


def shown(id_: bytes) -> str:
    """Return an id as text, even if its bytes are not text."""
    return id_.decode("utf-8", "backslashreplace")
