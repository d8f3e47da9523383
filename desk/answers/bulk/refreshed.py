"""How far a mirror is: the answers of the verbs that make it, and of the one that shows where."""

from __future__ import annotations

from typing import Annotated, Literal

from ledger.messages import message
from ledger.place import LedgerPlace
from ledger.records import Record
from ledger.store.snapshot import snapshot
from ledger.store.store import Store
from projections.mirror.files import mirror_path
from projections.mirror.progress import MirrorMade, Refreshed, reached
from projections.views.columns import Kind, columns_of
from projections.views.damage import DamagedRows, damaged_rows
from projections.views.view import View

MirrorPath = Annotated[str, "Path of the mirror, a DuckDB file."]


class RefreshedHead(Record):
    """The outcome of a build or an update of the mirror."""

    refused: DamagedRows


class RefreshedRow(Record):
    """A refresh."""

    path: MirrorPath
    made: Annotated[MirrorMade, "current: there was nothing to do.", Kind(words="mirror-made")]
    sequence: Annotated[int, "Last fact of the file that is in it, by sequence."]
    tournaments: Annotated[int, "Tournaments whose rows were made."]
    events: Annotated[int, "Facts of these tournaments."]
    rows: Annotated[int, "Rows that were written, facts included."]
    load_ms: Annotated[int, "Milliseconds to write them."]
    publish_ms: Annotated[int, "Milliseconds to copy the old file and to rename the new."]


_REFRESHED = columns_of(
    RefreshedRow,
    "path",
    "made",
    "sequence",
    "tournaments",
    "events",
    "rows",
    "load_ms",
    "publish_ms",
    headings={"path": message("columns.mirror"), "events": message("columns.facts")},
)


class MirrorPathRow(Record):
    """The mirror of a ledger."""

    path: MirrorPath
    state: Annotated[
        Literal["missing", "stale", "current"],
        "Whether it has all that is recorded.",
        Kind(words="mirror-state"),
    ]
    sequence: Annotated[int | None, "Last fact in it by sequence, null: none."]
    ledger_sequence: Annotated[int, "Last fact of the ledger by sequence."]


_PATH = columns_of(
    MirrorPathRow,
    "path",
    "state",
    "sequence",
    "ledger_sequence",
    headings={"path": message("columns.mirror")},
)


def refreshed_view(done: Refreshed) -> View:
    """Return the outcome: the start, the amount, and the time of writing and publishing."""
    row = RefreshedRow(
        path=str(done.path),
        made=done.origin,
        sequence=done.sequence,
        tournaments=done.tournaments,
        events=done.events,
        rows=done.rows,
        load_ms=done.load_ms,
        publish_ms=done.publish_ms,
    )
    refused, notes = damaged_rows(done.refused)
    return View("", _REFRESHED, (row,), RefreshedHead(refused), notes)


def path_view(ledger: LedgerPlace) -> View:
    """Return where the mirror of a ledger is and its state: missing, stale or current."""
    path = mirror_path(ledger)
    with Store(ledger) as store, snapshot(store) as now:
        end = now.end()
    progress = reached(path)
    row = MirrorPathRow(
        str(path),
        "missing" if not path.is_file() else "current" if progress == end else "stale",
        progress.sequence if progress else None,
        end.sequence,
    )
    return View("", _PATH, (row,))
