"""The answers of the verbs of the mirror."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Annotated, Literal

from ledger.messages import Blank, also, do, message
from ledger.place import LedgerPlace
from ledger.records import Record
from ledger.refusals import Exit, Refusal
from ledger.rulebooks.rulebook import Rulebook
from ledger.store.snapshot import snapshot
from ledger.store.store import Store
from projections.mirror.files import mirror_path
from projections.mirror.progress import MirrorMade, reached
from projections.mirror.refresh import Refreshed
from projections.views.damage import DamagedRows, damaged_rows
from projections.views.view import Column, View

_REFRESHED = (
    Column("path", message("columns.mirror")), Column("made", words="mirror-made"),
    Column("sequence", align="right"), Column("tournaments", align="right"),
    Column("events", message("columns.facts"), "right"), Column("rows", align="right"),
    Column("load_ms", align="right"), Column("publish_ms", align="right"),
)  # fmt: skip
_REPLAYED = (
    Column("rules", message("columns.under")), Column("replayed", align="right"),
    Column("done_before", align="right"),
)  # fmt: skip
_PATH = (
    Column("path", message("columns.mirror")), Column("state", words="mirror-state"),
    Column("sequence", align="right"), Column("ledger_sequence", align="right"),
)  # fmt: skip

MirrorPath = Annotated[str, "Path of the mirror, a DuckDB file."]


class RefreshedHead(Record):
    """The outcome of a build or an update of the mirror."""

    refused: DamagedRows


class RefreshedRow(Record):
    """A refresh."""

    path: MirrorPath
    made: Annotated[MirrorMade, "current: there was nothing to do."]
    sequence: Annotated[int, "Last fact of the file that is in it, by sequence."]
    tournaments: Annotated[int, "Tournaments whose rows were made."]
    events: Annotated[int, "Facts of these tournaments."]
    rows: Annotated[int, "Rows that were written, facts included."]
    load_ms: Annotated[int, "Milliseconds to write them."]
    publish_ms: Annotated[int, "Milliseconds to copy the old file and to rename the new."]


class ReplayedHead(Record):
    """With --jobs: how many tournaments of the ledger were replayed into the mirror."""

    path: MirrorPath
    left_out: Annotated[int, "Seasons, which are left out."]
    refused: DamagedRows


class ReplayedRow(Record):
    """A version."""

    rules: Annotated[str, "The version."]
    replayed: Annotated[int, "Tournaments replayed now."]
    done_before: Annotated[int, "Tournaments the mirror held as they are now."]


class MirrorPathRow(Record):
    """The mirror of a ledger."""

    path: MirrorPath
    state: Annotated[Literal["missing", "stale", "current"], "Whether it has all that is recorded."]
    sequence: Annotated[int | None, "Last fact in it by sequence, null: none."]
    ledger_sequence: Annotated[int, "Last fact of the ledger by sequence."]


def refreshed_view(done: Refreshed) -> View:
    """Return the outcome: the start, the amount, and the time of writing and publishing."""
    row = RefreshedRow(
        str(done.path), done.origin, done.sequence, done.tournaments, done.events, done.rows,
        done.load_ms, done.publish_ms,
    )  # fmt: skip
    refused, notes = damaged_rows(done.refused)
    return View("", _REFRESHED, (row,), RefreshedHead(refused), notes)


def replayed_view(done: Refreshed, wanted: Sequence[Rulebook], left_out: int) -> View:
    """Return how many tournaments were replayed under each version, now and before.

    `left_out` are the seasons, which no other version can count.
    """
    rows = [ReplayedRow(rules.id, *done.replayed[rules.id]) for rules in wanted]
    refused, notes = damaged_rows(done.refused)
    if left_out:
        notes = (message("mirror.left-out", n=left_out), *notes)
    return View("", _REPLAYED, rows, ReplayedHead(str(done.path), left_out, refused), notes)


def cannot_replay_all(versions: Sequence[Rulebook]) -> list[Refusal]:
    """Return the refusals of a replay of a whole ledger under these versions."""
    one = do("replay", names=Blank("NAME"), rules=Blank("..."))
    step = message("mirror.without-jobs", command=one, option=also(jobs=True))
    seasons = [rules.id for rules in versions if rules.plays_season]
    times = Counter(rules.id for rules in versions)
    twice = [name for name, number in times.items() if number > 1]
    own_id = message("mirror.own-id")
    refused = [
        Refusal("season-not-in-bulk", message("mirror.season", rules=id_), step, exit=Exit.USAGE)
        for id_ in seasons
    ]
    refused += [
        Refusal("same-name-twice", message("mirror.same-name", rules=id_), own_id, exit=Exit.USAGE)
        for id_ in twice
    ]
    return refused


def path_view(ledger: LedgerPlace) -> View:
    """Return where the mirror of a ledger is and its state: missing, stale or current."""
    path = mirror_path(ledger)
    with Store(ledger) as store, snapshot(store) as now:
        end = now.end()
    progress = reached(path)
    row = MirrorPathRow(
        str(path), "missing" if not path.is_file() else "current" if progress == end else "stale",
        progress.sequence if progress else None, end.sequence,
    )  # fmt: skip
    return View("", _PATH, (row,))
