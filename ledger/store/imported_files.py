"""The imported files of a ledger's tournaments, and the tournaments that were taken back.

The import is a tournament's second fact.
"""

from __future__ import annotations

from contextlib import suppress
from typing import Literal, TypeAlias

from eventsourcing.persistence import StoredEvent

from ledger.errors import DamagedLedger, NewerLedger
from ledger.facts.codec import decode
from ledger.facts.disputes import CommandUndone
from ledger.facts.records import FileImported, PersonForgotten
from ledger.facts.stamps import Recorded
from ledger.facts.tournament import OpeningTakenBack, TournamentOpened
from ledger.store.store import Store
from ledger.store.tables.cursor import Cursor
from ledger.store.tables.reading import ALL, tournament_ids

TakenBack: TypeAlias = Literal["import-undone", "opening-undone"]

Imports = dict[tuple[str, str], str]
"""The tournament, by the SHA-256 of a file and the hash of the rulebook it was opened under."""


def taken_back(store: Store) -> dict[str, TakenBack]:
    """Return the tournaments that were taken back, each with what was: its import, or its opening.

    They go no further, and no command means one of them where there is another tournament. An undo
    that cannot be read is left to those who read its tournament.
    """
    gone: dict[str, TakenBack] = {}
    with store.reading() as cursor:
        for event in cursor.recorder.select_notifications(
            None, ALL, topics=(CommandUndone.TOPIC, OpeningTakenBack.TOPIC)
        ):
            tournament = str(event.originator_id)
            if event.topic == OpeningTakenBack.TOPIC:
                if _ends_taken_back(cursor, tournament):
                    gone[tournament] = "opening-undone"
            elif tournament not in gone and _undoes_the_import(cursor, event):
                gone[tournament] = "import-undone"
    return gone


def _ends_taken_back(cursor: Cursor, tournament: str) -> bool:
    """Tell whether a tournament ends where its opening was taken back.

    Only forgetting people can follow that.
    """
    (last,) = cursor.recorder.select_events(tournament, desc=True, limit=1)
    return last.topic in (OpeningTakenBack.TOPIC, PersonForgotten.TOPIC)


def _undoes_the_import(cursor: Cursor, event: StoredEvent) -> bool:
    """Tell whether an undo takes back the second fact, and this was an import."""
    with suppress(DamagedLedger, NewerLedger):
        fact, _ = _decoded(event)
        if isinstance(fact, CommandUndone) and 2 in fact.facts:
            second = cursor.recorder.select_events(event.originator_id, gt=1, lte=2)
            return [one.topic for one in second] == [FileImported.TOPIC]
    return False


def imports(store: Store) -> Imports:
    """Return the imported files of a ledger; the first tournament from a file takes precedence.

    A tournament whose import was taken back is none of them.
    """
    files: Imports = {}
    gone = taken_back(store)
    rulebook = ""
    with store.reading() as cursor:
        for tournament in tournament_ids(cursor):
            for event in cursor.recorder.select_events(tournament, lte=2):
                fact, _ = _decoded(event)
                if isinstance(fact, TournamentOpened):
                    rulebook = fact.rulebook_hash
                elif isinstance(fact, FileImported) and gone.get(tournament) != "import-undone":
                    files.setdefault((fact.sha256, rulebook), tournament)
    return files


def _decoded(event: StoredEvent) -> Recorded:
    return decode(str(event.originator_id), event.originator_version, event.topic, event.state)
