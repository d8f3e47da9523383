"""The lists that are kept, and the people who were found in them, as tables."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from typing import Annotated

from desk.lists.person import Issue
from desk.lists.search import Found
from ledger.messages import Blank, Sentence, do, message
from ledger.records import Record
from projections.views.columns import DAY, NAME, columns_of
from projections.views.view import View


class KeptListRow(Record):
    """A list that is kept on this machine."""

    list: Annotated[str, "Its name, as it is typed: fide, knsb-rapid."]
    holds_from: Annotated[str, "First day of its month, YYYY-MM-DD.", DAY]
    dated: Annotated[str, "Day on which its file was made, YYYY-MM-DD.", DAY]
    persons: Annotated[int, "How many persons are in it."]
    passed_over: Annotated[int, "How many rows could not be read."]
    age: Annotated[int, "Days since the first day of its month; below 0: it does not hold yet."]
    file: Annotated[str, "Name of the file that was loaded."]
    sha256: Annotated[str, "Hash of that file, as it was downloaded."]
    encoding: Annotated[str, "How its text was read: utf-8 or cp1252."]


COLUMNS = columns_of(
    KeptListRow,
    *("list", "holds_from", "dated", "persons", "age", "file"),
    spare=("dated", "file"),
    headings={
        "list": message("columns.rating-list"),
        "holds_from": message("columns.holds-from"),
        "dated": message("columns.file-date"),
        "age": message("columns.days-old"),
    },
)


def row_of(issue: Issue, today: dt.date) -> KeptListRow:
    """Return a list as a row."""
    return KeptListRow(
        list=issue.name.key,
        holds_from=issue.holds_from.isoformat(),
        dated=issue.dated.date().isoformat(),
        persons=issue.persons,
        passed_over=issue.passed_over,
        age=(today - issue.holds_from).days,
        file=issue.file,
        sha256=issue.sha256,
        encoding=issue.encoding,
    )


def lists_view(issues: Sequence[Issue], today: dt.date) -> View:
    """Return the lists that are kept, with the note on those that a newer month has replaced."""
    month = today.replace(day=1)
    old = [issue.name.key for issue in issues if issue.holds_from < month]
    notes: list[Sentence] = []
    if old:
        load = do("lists-load", file=Blank("FILE"))
        notes.append(message("lists.older-month", n=len(old), lists=tuple(old), command=load))
    empty = message("lists.none", command=do("lists-load", file=Blank("FILE")))
    rows = [row_of(issue, today) for issue in issues]
    return View(message("lists.title"), COLUMNS, rows, notes=tuple(notes), empty=empty)


def loaded_view(
    issue: Issue, before: Issue | None, passed_over: Sequence[Sentence], today: dt.date
) -> View:
    """Return a list that was loaded, with what it replaced and what could not be read."""
    notes: list[Sentence] = []
    if before is not None and before == issue:
        notes.append(message("lists.loaded-already"))
    elif before is not None and before.holds_from > issue.holds_from:
        notes.append(message("lists.replaced-newer", month=before.holds_from))
    elif before is not None:
        notes.append(message("lists.replaced", month=before.holds_from))
    if issue.encoding != "utf-8":
        notes.append(message("lists.read-as", encoding=issue.encoding))
    if issue.passed_over:
        notes.append(message("lists.passed-over", n=issue.passed_over))
        notes += passed_over
    title = message("lists.loaded", list=issue.name.key)
    return View(title, COLUMNS, [row_of(issue, today)], notes=tuple(notes))


class FoundRow(Record):
    """A person who was found in the lists."""

    fide_id: Annotated[int | None, "FIDE's number; null: no list has it."]
    national_id: Annotated[int | None, "Number of the federation; null: no list has it."]
    name: Annotated[str, "Name as the list has it.", NAME]
    title: Annotated[str, 'Title, "" for none.']
    federation: Annotated[str, "Federation, three letters."]
    birth: Annotated[int | None, "Year of birth; null: not known."]
    fide: Annotated[int | None, "FIDE's standard rating; null: none."]
    national: Annotated[int | None, "Standard rating of the federation; null: none."]
    lists: Annotated[list[str], "The lists that have this person."]


FOUND_COLUMNS = columns_of(
    FoundRow,
    *("fide_id", "national_id", "name", "title", "federation", "birth", "fide", "national"),
    headings={
        "fide_id": message("columns.fide-number"),
        "national_id": message("columns.national-number"),
        "birth": message("columns.birth-year"),
        "fide": message("columns.fide-rating"),
        "national": message("columns.national-rating"),
    },
)


def found_row(found: Found) -> FoundRow:
    """Return a person who was found as a row."""
    fide, national = found.rated("fide", "standard"), found.rated("national", "standard")
    return FoundRow(
        fide_id=found.fide_id,
        national_id=found.national_id,
        name=found.first.name,
        title=found.first.title,
        federation=found.first.federation,
        birth=found.birth,
        fide=fide and fide[1],
        national=national and national[1],
        lists=[issue.name.key for issue, _ in found.entries],
    )


def found_view(typed: str, found: Sequence[Found]) -> View:
    """Return the people whom a text means."""
    empty = message("lists.nobody", text=typed)
    title = message("lists.found", text=typed)
    return View(title, FOUND_COLUMNS, [*map(found_row, found)], empty=empty)
