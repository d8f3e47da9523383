"""What the verbs of the mirror show."""

from __future__ import annotations

from pathlib import Path

from ledger.bulk import snapshot
from ledger.store import Store
from projections.mirror import Refreshed, reached
from projections.mirror_files import mirror_path
from projections.views import Column, Row, View

_REFRESHED = (
    Column("path", "mirror"),
    Column("made", "made"),
    Column("sequence", "sequence", "right"),
    Column("tournaments", "tournaments", "right"),
    Column("events", "facts", "right"),
    Column("rows", "rows", "right"),
    Column("load_ms", "load ms", "right"),
    Column("publish_ms", "publish ms", "right"),
)
_PATH = (
    Column("path", "mirror"),
    Column("state", "state"),
    Column("sequence", "sequence", "right"),
    Column("ledger_sequence", "of", "right"),
)


def refreshed_view(done: Refreshed) -> View:
    """Return what was made: from where, how much, and how long writing and publishing took."""
    row = {column.key: getattr(done, column.key) for column in _REFRESHED}
    return View("", _REFRESHED, (row | {"path": str(done.path)},))


def path_view(ledger: Path) -> View:
    """Return where the mirror of a ledger is, and how far: missing, stale or current."""
    path = mirror_path(ledger)
    with Store(ledger) as store, snapshot(store) as now:
        end = now.end()
    known = reached(path)
    state = "missing" if not path.is_file() else "current" if known == end else "stale"
    row: Row = {
        "path": str(path),
        "state": state,
        "sequence": known.sequence if known else None,
        "ledger_sequence": end.sequence,
    }
    return View("", _PATH, (row,))
