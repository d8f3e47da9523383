"""The tournaments of a file: their names, and the damaged ones.

Only the opening of each and the end of its hashes are checked; reading a tournament finds other
damage.
"""

from __future__ import annotations

from contextlib import suppress
from typing import TypeAlias

from ledger.errors import damaged
from ledger.facts.tournament import TournamentOpened
from ledger.messages import message
from ledger.refusals import Refusal
from ledger.state.details import DETAILS_RECORD
from ledger.store.tables.cursor import Cursor
from ledger.store.tables.kept_hashes import wrong_trees
from ledger.store.tables.layout import EVENTS_TABLE, SCHEMA, STREAMS
from ledger.text_files import json_of

Listed: TypeAlias = tuple[tuple[tuple[str, str], ...], tuple[tuple[str, Refusal], ...]]
"""Id and name of tournaments, in order of opening; the ids of the damaged ones, and why."""

_FIRST_FACTS = f"""{STREAMS}
    SELECT id, topic, {{name}}
    FROM stream LEFT JOIN {EVENTS_TABLE} ON originator_id = id AND originator_version = 1
    WHERE id IS NOT NULL ORDER BY sequence"""


def names_put_right(cursor: Cursor) -> dict[str, str]:
    """Return the names of tournaments that were put right after their opening, by id."""
    cursor.execute("SELECT tournament, record FROM people WHERE key = ?", (DETAILS_RECORD,))
    names: dict[str, str] = {}
    for tournament, text in cursor.fetchall():
        with suppress(ValueError):
            record = json_of(text)
            if isinstance(record, dict) and isinstance(name := record.get("name"), str):
                names[str(tournament)] = name
    return names


def listed(cursor: Cursor, schema: int) -> Listed:
    """Return the tournaments of a file of this schema; a damaged one never stops the others.

    Raise DamagedLedger when facts are gone that may belong to any of them.
    """
    cursor.execute(_FIRST_FACTS.format(name=cursor.dialect.opening_name))
    rows = cursor.fetchall()
    wrong = wrong_trees(cursor, [row[0] for row in rows]) if schema == SCHEMA else frozenset()
    refused = {}
    for tournament in sorted(wrong, key=str):
        what = message("store.hashes-differ", tournament=tournament)
        refused[tournament] = damaged(what).refusal
    for tournament, topic, name in rows:
        if topic is None:
            what = message("store.lacks", tournament=tournament, first=1)
            refused[tournament] = damaged(what, 1).refusal
        elif topic != TournamentOpened.TOPIC or not isinstance(name, str):
            what = message("store.does-not-open", tournament=tournament)
            refused[tournament] = damaged(what, 1).refusal
    named = tuple((one, name) for one, _, name in rows if one not in refused)
    return named, tuple((str(one), refusal) for one, refusal in refused.items())
