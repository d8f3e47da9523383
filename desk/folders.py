"""The import of a folder of tournament files into one ledger, each file all or nothing."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Annotated, Literal, TypeAlias, get_args

from desk.commands.opening import Import
from desk.desk import Desk
from desk.outcomes import Warned, Written
from desk.writing import carry_out
from ledger.messages import Sentence, also, message, run_on
from ledger.records import Record
from ledger.refusals import MOST, Exit, Refusal, RefusalRecord, Refusals
from ledger.rulebooks.rulebook import Rulebook
from ledger.store.imported_files import Imports, imports
from ledger.store.places import is_there
from ledger.store.store import Store
from ledger.system_errors import CHECK_PERMISSIONS, cannot_be_read
from projections.views.columns import Kind, columns_of
from projections.views.view import View

PATTERN = "*.trf"


ImportOutcome: TypeAlias = Literal["imported", "already in", "refused"]


class ImportHead(Record):
    """The import of a folder of tournament files into a ledger."""

    folder: Annotated[str, "The folder, as typed."]
    rules: Annotated[str, "Rulebook the tournaments were opened under."]
    imported: Annotated[int, "Files a tournament was opened from."]
    already_in: Annotated[int, "Files the ledger has, under this rulebook."]
    refused: Annotated[int, "Files nothing was recorded of."]


class ImportRow(Record):
    """A file of the folder."""

    file: Annotated[str, "Path of the file, from the folder on."]
    outcome: Annotated[ImportOutcome, "What became of it.", Kind(words="import-outcome")]
    id: Annotated[str | None, "Id of its tournament; null: refused."] = None
    tournament: Annotated[str | None, "Name of the tournament, if imported now."] = None
    facts: Annotated[int, "Facts recorded now."] = 0
    errors: Annotated[int, "How many things are wrong in it."] = 0
    what: Annotated[Sentence, "The first of them, or the name, for people."] = ""
    refused: Annotated[Sequence[RefusalRecord], "What is wrong in it, the first fifty."] = ()
    notes: Annotated[Sequence[Sentence], "What a person should know of it, where imported."] = ()


COLUMNS = columns_of(ImportRow, "file", "outcome", "errors", "what")


def files_of(folder: Path, pattern: str) -> list[Path] | Refusal:
    """Return the files of a folder that match a pattern, by name; case is ignored.

    The pattern may lead into folders below: "**/*.trf".
    """
    either = "".join(f"[{c.lower()}{c.upper()}]" if c.isalpha() else c for c in pattern)
    try:
        files = sorted(path for path in folder.glob(either) if path.is_file())
    except (ValueError, NotImplementedError):
        files = []
    if files:
        return files
    what = message("desk.no-files", folder=str(folder), pattern=pattern)
    step = message("desk.another-folder", option=also(files="*.txt"))
    return Refusal("no-files", what, step, exit=Exit.USAGE)


def import_folder(
    desk: Desk,
    folder: Path,
    *,
    files: Sequence[Path],
    command: Import,
    rules: Rulebook,
    progress: Callable[[int], None] = lambda done: None,
) -> Iterator[ImportRow]:
    """Open a tournament from each file, and yield a row for each: imported, already in or refused.

    `command` has the options (rules, changed keys, rounds); `rules` is the rulebook it names. A
    file whose bytes are in the ledger under that rulebook is skipped, so that an interrupted run
    resumes when it is started again.
    """
    imported = _known(desk)
    for number, path in enumerate(files, 1):
        yield _import(
            desk,
            path=path,
            name=path.relative_to(folder).as_posix(),
            command=command,
            rules=rules,
            imported=imported,
        )
        progress(number)


def _known(desk: Desk) -> Imports:
    if not is_there(desk.place):
        return {}
    with Store(desk.place) as store:
        return imports(store)


def _import(
    desk: Desk, *, path: Path, name: str, command: Import, rules: Rulebook, imported: Imports
) -> ImportRow:
    try:
        content = path.read_bytes()
    except OSError as error:
        what = cannot_be_read(name, error)
        refusal = Refusal("file-not-read", what, CHECK_PERMISSIONS, exit=Exit.USAGE)
        return _refused(name, (refusal,))
    key = (hashlib.sha256(content).hexdigest(), rules.hash)
    if key in imported:
        return ImportRow(name, "already in", id=imported[key])
    with_content = command.model_copy(update={"file": name, "content": content})
    outcome = carry_out(desk, [(None, with_content)])
    if not isinstance(outcome, Written):
        return _refused(name, outcome.refusals if isinstance(outcome, Warned) else outcome)
    imported[key] = outcome.tournament
    return ImportRow(
        name,
        "imported",
        id=outcome.tournament,
        tournament=outcome.book.state.name,
        facts=len(outcome.facts),
        what=outcome.book.state.name,
        notes=list(outcome.notes),
    )


def _refused(name: str, refusals: Refusals) -> ImportRow:
    first = refusals[0]
    place = "" if first.line is None else message("refusals.place", line=first.line)
    return ImportRow(
        name,
        "refused",
        errors=len(refusals),
        what=run_on(place, first.what, f" ({first.code})"),
        refused=[refusal.record() for refusal in refusals[:MOST]],
    )


def folder_view(folder: str, rules: Rulebook, rows: Sequence[ImportRow], everything: bool) -> View:
    """Return the outcome for the files; people see a line only for those that were refused."""
    counts = Counter(row.outcome for row in rows)
    named = {key: counts[key] for key in get_args(ImportOutcome)}
    shown = rows if everything else [row for row in rows if row.outcome == "refused"]
    head = ImportHead(folder, rules.id, *named.values())
    outcomes = message("desk.outcomes", **{key.replace(" ", "_"): n for key, n in named.items()})
    summary = message("desk.of-files", outcomes=outcomes, n=len(rows))
    of_files = [run_on(f"{row.file}: ", note) for row in rows for note in row.notes]
    return View("", COLUMNS, shown, head, (summary, *of_files), empty=message("desk.none-refused"))
