"""Facts as they are stored, with their hashes: the library's recorder reads facts, we the rest.

Every function works in the transaction of its `cursor`. `hashed`: hashes are kept; files of the
first version have none.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any, cast

from eventsourcing.persistence import Notification

from ledger.errors import damaged
from ledger.messages import message
from ledger.store.tables.cursor import Cursor
from ledger.store.tables.kept_hashes import StoredFact
from ledger.store.tables.layout import EVENTS_TABLE, STREAMS, shown

PAGE = 200
"""Facts of a long reading that are in memory at a time."""

ALL = 2**62
"""More facts than there are."""


def last_position(cursor: Cursor, tournament: str) -> int:
    """Return the position of the last fact of a tournament, 0 when there is none."""
    cursor.execute(
        f"SELECT COALESCE(MAX(originator_version), 0) FROM {EVENTS_TABLE} WHERE originator_id = ?",
        (tournament,),
    )
    last: int = cursor.fetchall()[0][0]
    return last


def tournament_ids(cursor: Cursor) -> list[str]:
    """Return the ids of all tournaments, in their own order, at the cost of one index seek each."""
    cursor.execute(f"{STREAMS} SELECT id FROM stream WHERE id IS NOT NULL")
    return [id_ for (id_,) in cursor.fetchall()]


def facts_of(
    cursor: Cursor,
    tournament: str | bytes,
    *,
    hashed: bool,
    gt: int | None = None,
    lte: int | None = None,
    desc: bool = False,
    limit: int | None = None,
) -> list[StoredFact]:
    """Read facts of a tournament in order of position; the last four are those of the recorder.

    The bytes of an id find a tournament whose id is not text, too.
    """
    leaf, join = ("hash", "LEFT JOIN leaves USING (sequence)") if hashed else ("NULL", "")
    is_text = isinstance(tournament, str)
    where = f"originator_id = {'?' if is_text else cursor.dialect.as_text.format('?')}"
    parameters: list[object] = [tournament]
    for condition, bound in (("originator_version >", gt), ("originator_version <=", lte)):
        if bound is not None:
            where += f" AND {condition} ?"
            parameters.append(bound)
    order = f"ORDER BY originator_version {'DESC' if desc else 'ASC'}"
    if limit is not None:
        order += " LIMIT ?"
        parameters.append(limit)
    places = cursor.execute(
        f"SELECT sequence, {leaf} FROM {EVENTS_TABLE} {join} WHERE {where} {order}", parameters
    )
    asked = tournament if isinstance(tournament, str) else _asked(tournament)
    with without_collection():
        events = cursor.recorder.select_events(asked, gt=gt, lte=lte, desc=desc, limit=limit)
        beside = places.fetchall()
        if len(beside) != len(events):
            name = tournament if isinstance(tournament, str) else shown(tournament)
            raise damaged(message("store.hashes-differ", tournament=name))
        return [
            _stored(
                StoredFact,
                (at, one.originator_id, one.originator_version, one.topic, one.state, kept),
            )
            for one, (at, kept) in zip(events, beside, strict=True)
        ]


_stored = cast("Any", tuple.__new__)
"""Makes a StoredFact of a tuple, in half the time: it is done for every fact."""


def _asked(id_: bytes) -> str:
    """Return an id as the recorder is asked for it: bytes only where damage made it no text."""
    with suppress(UnicodeDecodeError):
        return id_.decode()
    return cast("str", id_)


def pages_of(cursor: Cursor, size: int = PAGE) -> Iterator[Sequence[Notification]]:
    """Yield all facts in order of their places in the ledger, some at a time."""
    after: int | None = None
    while page := cursor.recorder.select_notifications(after, size, inclusive_of_start=False):
        yield page
        if after is not None and page[-1].id <= after:
            return  # damage put them out of order
        after = page[-1].id


def with_hashes(cursor: Cursor, page: Sequence[Notification], *, hashed: bool) -> list[StoredFact]:
    """Return facts that follow each other in the ledger with the hashes beside them."""
    hashes: dict[int, bytes] = {}
    if hashed and page:
        cursor.execute(
            "SELECT sequence, hash FROM leaves WHERE sequence BETWEEN ? AND ?",
            (page[0].id, page[-1].id),
        )
        hashes = dict(map(tuple, cursor.fetchall()))
    return [
        StoredFact(
            one.id,
            str(one.originator_id),
            one.originator_version,
            one.topic,
            one.state,
            hashes.get(one.id),
        )
        for one in page
    ]


@contextmanager
def without_collection() -> Iterator[None]:
    """Pause the garbage collector, which would look through facts and could free none of them."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()
