"""A folder of tournament files into one ledger, each file all or nothing."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from desk.commands.tournament import Import
from desk.desk import Desk, Warned, Written
from ledger.advice import advice, also
from ledger.refusals import Exit, Refusal, Refusals
from ledger.rulebooks.rulebook import Rulebook
from ledger.store.imported_files import Imports, imports
from ledger.store.store import Store
from ledger.wording import count_of
from projections.views.view import Column, Row, View

PATTERN = "*.trf"
MOST_ERRORS = 50
"""Errors told of one file; a file that is no tournament at all may have one a line."""

COLUMNS = (
    Column("file", "file"),
    Column("outcome", "outcome"),
    Column("errors", "errors", "right"),
    Column("what", "what"),
)


def files_of(folder: Path, pattern: str) -> list[Path] | Refusal:
    """Return the files of a folder that fit a pattern, by name; upper and lower case are the same.

    The pattern may lead into folders below: "**/*.trf".
    """
    either = "".join(f"[{c.lower()}{c.upper()}]" if c.isalpha() else c for c in pattern)
    try:
        found = sorted(path for path in folder.glob(either) if path.is_file())
    except (ValueError, NotImplementedError):
        found = []
    if found:
        return found
    what = f"{folder} holds no file {pattern}"
    return Refusal(
        "no-files", what, advice("name another folder, or ", also(files="*.txt")), exit=Exit.USAGE
    )


def import_folder(
    desk: Desk,
    folder: Path,
    files: Sequence[Path],
    command: Import,
    rules: Rulebook,
    progress: Callable[[int], None] = lambda done: None,
) -> Iterator[Row]:
    """Open a tournament from each file, and yield a row for each: imported, already in or refused.

    command says how (rules, changed keys, rounds); rules is the rulebook it names. A file whose
    bytes are in the ledger under that rulebook is passed over, so that a run that was stopped goes
    on when it is started again.
    """
    known = _known(desk)
    for number, path in enumerate(files, 1):
        yield _import(desk, path, path.relative_to(folder).as_posix(), command, rules, known)
        progress(number)


def _known(desk: Desk) -> Imports:
    if not desk.path.exists():
        return {}
    with Store(desk.path) as store:
        return imports(store)


def _import(
    desk: Desk, path: Path, name: str, command: Import, rules: Rulebook, known: Imports
) -> Row:
    try:
        content = path.read_bytes()
    except OSError as error:
        what = f"{name} cannot be read: {error.strerror}"
        return _refused(
            name, (Refusal("file-not-read", what, "see to its rights", exit=Exit.USAGE),)
        )
    key = (hashlib.sha256(content).hexdigest(), rules.hash)
    if key in known:
        return _row(name, "already in", id=known[key])
    given = command.model_copy(update={"file": name, "content": content})
    done = desk.write([(None, given)])
    if not isinstance(done, Written):
        return _refused(name, done.refusals if isinstance(done, Warned) else done)
    known[key] = done.tournament
    return _row(
        name, "imported", id=done.tournament, tournament=done.book.state.name,
        facts=len(done.facts), what=done.book.state.name,
    )  # fmt: skip


def _refused(name: str, refusals: Refusals) -> Row:
    first = refusals[0]
    place = f"line {first.line}: " if first.line is not None else ""
    return _row(
        name, "refused", errors=len(refusals), what=f"{place}{first.what} ({first.code})",
        refused=[refusal.record() for refusal in refusals[:MOST_ERRORS]],
    )  # fmt: skip


def _row(name: str, outcome: str, **more: object) -> Row:
    empty: Row = {
        "id": None, "tournament": None, "facts": 0, "errors": 0, "what": "", "refused": [],
    }  # fmt: skip
    return {"file": name, "outcome": outcome, **empty, **more}


def folder_view(folder: str, rules: Rulebook, rows: Sequence[Row], everything: bool) -> View:
    """Return what became of the files; people see a line only for those that were refused."""
    counts = Counter(row["outcome"] for row in rows)
    named = {key: counts[key] for key in ("imported", "already in", "refused")}
    shown = rows if everything else [row for row in rows if row["outcome"] == "refused"]
    head = {
        "folder": folder,
        "rules": rules.id,
        **{key.replace(" ", "_"): count for key, count in named.items()},
    }
    said = ", ".join(f"{count} {key}" for key, count in named.items())
    notes = (f"{said}; {count_of(len(rows), 'file')}",)
    return View("", COLUMNS, tuple(shown), head, notes, empty="(none refused)")
