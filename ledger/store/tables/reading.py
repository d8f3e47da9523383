"""What is asked of the facts of a ledger without reading them.

Every function works in the transaction of its `cursor`.
"""

from __future__ import annotations

from ledger.store.tables.cursor import Cursor
from ledger.store.tables.layout import EVENTS_TABLE, STREAMS

ALL = 2**62
"""More facts than there are."""

LAST_POSITION = (
    f"SELECT COALESCE(MAX(originator_version), 0) FROM {EVENTS_TABLE} WHERE originator_id = ?"
)


def last_position(cursor: Cursor, tournament: str) -> int:
    """Return the position of the last fact of a tournament, 0 when there is none."""
    last: int = cursor.execute(LAST_POSITION, (tournament,)).fetchall()[0][0]
    return last


def tournament_ids(cursor: Cursor) -> list[str]:
    """Return the ids of all tournaments, in their own order, at the cost of one index seek each."""
    cursor.execute(f"{STREAMS} SELECT id FROM stream WHERE id IS NOT NULL")
    return [id_ for (id_,) in cursor.fetchall()]
