"""What the verbs of the mirror show."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from ledger.refusals import Exit, Refusal
from ledger.rulebooks.rulebook import Rulebook
from ledger.store.snapshot import snapshot
from ledger.store.store import Store
from ledger.wording import count_of
from projections.mirror.files import mirror_path
from projections.mirror.progress import reached
from projections.mirror.refresh import Refreshed
from projections.views.view import Column, Row, View

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
_REPLAYED = (
    Column("rules", "under"),
    Column("replayed", "replayed", "right"),
    Column("done_before", "done before", "right"),
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
    head, notes = _damage(done)
    return View("", _REFRESHED, (row | {"path": str(done.path)},), head, notes)


def _damage(done: Refreshed) -> tuple[dict[str, object], tuple[str, ...]]:
    refused = [{"id": id_, **refusal.record()} for id_, refusal in done.refused]
    notes = tuple(f"not in it: {each['id']}: {each['what']} ({each['code']})" for each in refused)
    return {"refused": refused}, notes


def replayed_view(done: Refreshed, wanted: Sequence[Rulebook], left_out: int) -> View:
    """Return how many tournaments were replayed under each version, now and before.

    left_out are the seasons, which no other version can count.
    """
    rows = tuple(
        {"rules": rules.id, "replayed": done.replayed[rules.id][0],
         "done_before": done.replayed[rules.id][1]}
        for rules in wanted
    )  # fmt: skip
    head, notes = _damage(done)
    if left_out:
        notes = (f"{count_of(left_out, 'season is', 'seasons are')} left out", *notes)
    return View("", _REPLAYED, rows, {"path": str(done.path), "left_out": left_out, **head}, notes)


def cannot_replay_all(versions: Sequence[Rulebook]) -> list[Refusal]:
    """Return what is against replaying a whole ledger under these versions."""
    found = [
        Refusal(
            "season-not-in-bulk",
            f"{rules.id} is for a club season, which has no table of this kind",
            "toernooi replay NAME --rules ..., without --jobs",
            exit=Exit.USAGE,
        )
        for rules in versions
        if rules.plays_season
    ]
    twice = [name for name, times in Counter(rules.id for rules in versions).items() if times > 1]
    what = "two of the versions are called {}, and the mirror keeps them apart by name"
    found += [
        Refusal("same-name-twice", what.format(name), "give one an id of its own", exit=Exit.USAGE)
        for name in twice
    ]
    return found


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
