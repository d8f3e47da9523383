"""Files of earlier versions: their possible content, and bringing them up to date.

A file states its version, and anybody can lower that number. Therefore any content that an earlier
version never wrote is damage in a file that states that version.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from eventsourcing.persistence import StoredEvent

from ledger.errors import damaged
from ledger.facts.codec import decode, decode_together, encode
from ledger.facts.stamps import Recorded, stamped
from ledger.facts.tournament import HashesBegun, TournamentOpened
from ledger.hash_tree import leaf_hash, version_of
from ledger.messages import Sentence, message
from ledger.runtime import Runtime
from ledger.store.file.sqlite_file import FILE_TREE, OBJECTS_2
from ledger.store.tables.appending import append_rows, grow
from ledger.store.tables.cursor import Cursor
from ledger.store.tables.kept_hashes import check_hash, load_tree, save_file_tree
from ledger.store.tables.layout import EVENTS_TABLE, SCHEMA
from ledger.store.tables.recorder import StoredFact

_OF_THE_FIRST = frozenset(
    (
        "absence-announced",
        "absence-reported",
        "absence-withdrawn",
        "board-added",
        "bye-requested",
        "catch-up-game-played",
        "club-duty-assigned",
        "colours-corrected",
        "command-undone",
        "external-game-corrected",
        "external-game-recorded",
        "file-imported",
        "final-lots-drawn",
        "first-colour-drawn",
        "game-adjourned",
        "game-forfeited",
        "member-left",
        "numbers-assigned",
        "pairing-amended",
        "pairing-made-by-hand",
        "pairing-published",
        "period-started",
        "person-corrected",
        "player-reinstated",
        "player-registered",
        "player-withdrew",
        "presence-announced",
        "prizes-declared",
        "protest-lodged",
        "rating-corrected",
        "result-corrected",
        "result-recorded",
        "round-closed",
        "round-scheduled",
        "round-started",
        "rounds-planned",
        "rules-changed",
        "ruling-recorded",
        "tournament-closed",
        "tournament-opened",
    )
)
_TOPICS = {1: _OF_THE_FIRST, 2: _OF_THE_FIRST | {"person-forgotten"}}
_VERSIONS = {"pairing-published": 2, "player-registered": 3, "rating-corrected": 2}
"""The newest version of each fact in those files; 1 for facts not named here."""

_PAGE_FACTS = 1000
_TOGETHER = 200
"""Rows that are read at once."""


def too_new(schema: int, recorded: Recorded, state: bytes) -> Sentence | None:
    """Return the evidence that a fact was recorded in a file of a newer version, or None."""
    if schema >= SCHEMA:
        return None
    fact, stamp = recorded
    position = stamp.position
    tournament = stamp.tournament
    newest = _VERSIONS.get(fact.TOPIC, 1)
    if fact.TOPIC not in _TOPICS[schema] or version_of(state) > newest:
        return message(
            "store.unknown-kind", position=position, tournament=tournament, version=schema
        )
    own = fact.file_version if isinstance(fact, TournamentOpened) else None
    if own is not None and own > schema:
        return message(
            "store.newer-file", position=position, tournament=tournament, own=own, version=schema
        )
    return None


def as_recorded(row: StoredFact, schema: int) -> Recorded:
    """Read a row of a ledger of a version as a fact; DamagedLedger when it is not as recorded."""
    recorded = decode(row.tournament, row.position, row.topic, row.state)
    if schema > 1:
        check_hash(row)
    wrong = too_new(schema, recorded, row.state)
    if wrong is not None:
        raise damaged(wrong, row.position)
    return recorded


def all_as_recorded(rows: Sequence[StoredFact], schema: int) -> Iterator[Recorded]:
    """Yield rows as `as_recorded` reads each, in less time."""
    for at in range(0, len(rows), _TOGETHER):
        part = rows[at : at + _TOGETHER]
        recorded = _together(part) if schema == SCHEMA else None
        yield from (as_recorded(row, schema) for row in part) if recorded is None else recorded


def _together(rows: Sequence[StoredFact]) -> list[Recorded] | None:
    """Read rows of a ledger of this version at once; None where not all are as recorded."""
    _, tournaments, positions, topics, states, leaves = zip(*rows, strict=True)
    recorded = decode_together(tournaments, positions, topics, states)
    if recorded is None or (*map(leaf_hash, positions, topics, states),) != leaves:
        return None
    return recorded


def bring_up_to_date(
    cursor: Cursor,
    schema: int,
    runtime: Runtime,
    program: str,
    progress: Callable[[int, int], None],
) -> tuple[Recorded, ...]:
    """Bring a file to this version, in the transaction of the cursor; return the facts added.

    Every fact gets its place in the tree of the file; in a file of the first version also its hash,
    and each tournament gets a fact that says so. `progress` is called with the number of facts done
    and the total. Raise DamagedLedger when a fact was changed, or cannot have been recorded in a
    file of that version.
    """
    cursor.execute(FILE_TREE)
    for statement in OBJECTS_2.values() if schema == 1 else ():
        cursor.execute(statement)
    save_file_tree(cursor)
    last: dict[str, Recorded] = {}
    done = 0
    cursor.execute(f"SELECT COUNT(*) FROM {EVENTS_TABLE}")
    total: int = cursor.fetchall()[0][0]
    for rows in cursor.recorder.pages(_PAGE_FACTS):
        for row in rows:
            last[row.tournament] = as_recorded(row, schema)
        grow(cursor, rows, hashed=schema > 1)
        done += len(rows)
        progress(done, total)
    for tournament, one in last.items():
        if schema > 1 and load_tree(cursor, tournament).size != one.stamp.position:
            what = message("store.hashes-differ", tournament=tournament)
            raise damaged(what, one.stamp.position)
    cursor.execute("UPDATE meta SET value = ? WHERE key = 'schema'", (str(SCHEMA),))
    cursor.execute(f"PRAGMA user_version = {SCHEMA}")
    return _begun(cursor, last, runtime, program) if schema == 1 else ()


def _begun(
    cursor: Cursor, last: dict[str, Recorded], runtime: Runtime, program: str
) -> tuple[Recorded, ...]:
    """Record in each tournament that hashes begin."""
    begun: list[Recorded] = []
    for tournament, (_, stamp) in last.items():
        fact = HashesBegun(facts=stamp.position, program=program)
        begun += stamped(
            tournament,
            last=stamp.position,
            facts=[fact],
            previous=stamp.recorded_at,
            runtime=runtime,
            correlation_id=None,
        )
    append_rows(
        cursor,
        [StoredEvent(s.tournament, s.position, f.TOPIC, encode(Recorded(f, s))) for f, s in begun],
    )
    return tuple(begun)
