"""The imported files of a ledger's tournaments: the import is a tournament's second fact."""

from __future__ import annotations

from ledger.facts.codec import decode
from ledger.facts.tournament import FileImported, TournamentOpened
from ledger.store.store import Store
from ledger.store.tables.layout import EVENTS_TABLE, STREAMS

_OPENINGS = f"""{STREAMS}
    SELECT id, originator_version, topic, {{state}}
    FROM stream JOIN {EVENTS_TABLE} ON originator_id = id AND originator_version <= 2
    ORDER BY id, originator_version"""
"""The first two facts of every tournament."""

Imports = dict[tuple[str, str], str]
"""The tournament, by the SHA-256 of a file and the hash of the rulebook it was opened under."""


def imports(store: Store) -> Imports:
    """Return the imported files of a ledger; the first tournament from a file takes precedence."""
    files: Imports = {}
    rulebook = ""
    with store.reading() as cursor:
        rows = cursor.execute(_OPENINGS.format(state=cursor.dialect.state)).fetchall()
    for tournament, position, topic, state in rows:
        fact, _ = decode(tournament, position, topic, state)
        if isinstance(fact, TournamentOpened):
            rulebook = fact.rulebook_hash
        elif isinstance(fact, FileImported):
            files.setdefault((fact.sha256, rulebook), tournament)
    return files
