"""The imported files of a ledger's tournaments, and the tournaments that were taken back.

The import is a tournament's second fact.
"""

from __future__ import annotations

from contextlib import suppress
from typing import Literal, TypeAlias

from ledger.errors import DamagedLedger, NewerLedger
from ledger.facts.codec import decode
from ledger.facts.disputes import CommandUndone
from ledger.facts.records import FileImported, PersonForgotten
from ledger.facts.tournament import OpeningTakenBack, TournamentOpened
from ledger.store.store import Store
from ledger.store.tables.layout import EVENTS_TABLE, STREAMS

TakenBack: TypeAlias = Literal["import-undone", "opening-undone"]

_OPENINGS = f"""{STREAMS}
    SELECT id, originator_version, topic, {{state}}
    FROM stream JOIN {EVENTS_TABLE} ON originator_id = id AND originator_version <= 2
    ORDER BY id, originator_version"""
"""The first two facts of every tournament."""

_UNDOS = f"""{STREAMS}
    SELECT id, originator_version, topic, {{state}}
    FROM stream JOIN {EVENTS_TABLE} ON originator_id = id AND topic = '{CommandUndone.TOPIC}'
    WHERE id IN (
        SELECT originator_id FROM {EVENTS_TABLE}
        WHERE originator_version = 2 AND topic = '{FileImported.TOPIC}'
    )"""
"""Every undo in the tournaments that were made of a file."""

Imports = dict[tuple[str, str], str]
"""The tournament, by the SHA-256 of a file and the hash of the rulebook it was opened under."""


def imports_undone(store: Store) -> frozenset[str]:
    """Return the tournaments that were made of a file, which was taken back.

    An undo that cannot be read is left to those who read its tournament.
    """
    with store.reading() as cursor:
        rows = cursor.execute(_UNDOS.format(state=cursor.dialect.state)).fetchall()
    gone = set()
    for row in rows:
        with suppress(DamagedLedger, NewerLedger):
            fact, _ = decode(*row)
            if isinstance(fact, CommandUndone) and 2 in fact.facts:
                gone.add(str(row[0]))
    return frozenset(gone)


_OPENINGS_TAKEN_BACK = f"""{STREAMS}
    SELECT id FROM stream JOIN {EVENTS_TABLE} last ON last.originator_id = id
    WHERE last.originator_version = (
        SELECT MAX(originator_version) FROM {EVENTS_TABLE} WHERE originator_id = id
    ) AND last.topic IN ('{OpeningTakenBack.TOPIC}', '{PersonForgotten.TOPIC}') AND EXISTS (
        SELECT 1 FROM {EVENTS_TABLE} e
        WHERE e.originator_id = id AND e.topic = '{OpeningTakenBack.TOPIC}'
    )"""
"""Every tournament whose opening was taken back; only forgetting people can follow that."""


def taken_back(store: Store) -> dict[str, TakenBack]:
    """Return the tournaments that were taken back, each with what was: its import, or its opening.

    They go no further, and no command means one of them where there is another tournament.
    """
    with store.reading() as cursor:
        opened = [str(id_) for (id_,) in cursor.execute(_OPENINGS_TAKEN_BACK).fetchall()]
    gone: dict[str, TakenBack] = dict.fromkeys(imports_undone(store), "import-undone")
    return gone | dict.fromkeys(opened, "opening-undone")


def imports(store: Store) -> Imports:
    """Return the imported files of a ledger; the first tournament from a file takes precedence.

    A tournament whose import was taken back is none of them.
    """
    files: Imports = {}
    gone = imports_undone(store)
    rulebook = ""
    with store.reading() as cursor:
        rows = cursor.execute(_OPENINGS.format(state=cursor.dialect.state)).fetchall()
    for tournament, position, topic, state in rows:
        fact, _ = decode(tournament, position, topic, state)
        if isinstance(fact, TournamentOpened):
            rulebook = fact.rulebook_hash
        elif isinstance(fact, FileImported) and str(tournament) not in gone:
            files.setdefault((fact.sha256, rulebook), tournament)
    return files
