"""The columns of a file of players: what each is, chosen on a page, and kept by name."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from desk.lists.mappings import FileColumn, file_columns, keep_mapping, kept_mappings, with_columns
from desk.lists.shelf import Shelf
from desk.web.answers import Page
from desk.web.pages.imports import ErrorsOfFile, errors_of
from desk.web.request import Request
from desk.web.services import Services
from ledger.csv_files.people import COLUMNS, ENTRY_KEYS
from ledger.csv_files.table import normal
from ledger.refusals import Refusals

FIELDS = (*ENTRY_KEYS, "surname", "first", "infix", "initials", "paid")
"""What a column can be: a field of a player, a part of the name, or who has paid."""

LONGEST_NAME = 40
"""Letters of the name under which columns are kept."""

_OF_THE_HEAD = ("people-no-name-column", "people-unknown-column", "people-double-column")
"""What is wrong with a file whose columns nobody has said yet."""


@dataclass(frozen=True, slots=True)
class Chosen:
    """A column as the page shows it: its name in the form, and the field that it is, "" for none."""

    name: str
    column: FileColumn
    field: str


class PlayersColumnsPage(NamedTuple):
    """A file whose columns are chosen: each with the fields it can be, and names of kept choices.

    `held` is the token by which the file is asked for again.
    """

    name: str
    columns: list[Chosen]
    fields: tuple[str, ...]
    kept: list[str]
    mapping: str
    most: int
    held: str
    only_new: str
    errors: ErrorsOfFile | None


def can_be_chosen(content: bytes, refusals: Refusals) -> bool:
    """Tell whether the columns of a file are all that is wrong with it."""
    return bool(file_columns(content)) and all(one.code in _OF_THE_HEAD for one in refusals)


def choose(
    request: Request, services: Services, name: str, content: bytes, refusals: Refusals = ()
) -> Page:
    """Show the columns of a file, each with the field it seems to be, or that was chosen."""
    columns = file_columns(content)
    kept = {
        key: mapping
        for key, mapping in kept_mappings(Shelf()).items()
        if {normal(column) for column in mapping} <= {normal(one.name) for one in columns}
    }
    taken = request.form.get("take", "")
    mapping = {normal(column): field for column, field in kept.get(taken, {}).items()}
    rows = [
        Chosen(
            name=f"column.{at}",
            column=one,
            field=mapping.get(normal(one.name), "")
            if mapping
            else request.form.get(f"column.{at}", _meant(one.name)),
        )
        for at, one in enumerate(columns)
    ]
    model = PlayersColumnsPage(
        name=name,
        columns=rows,
        fields=FIELDS,
        kept=sorted(kept),
        mapping=request.form.get("mapping", taken),
        most=LONGEST_NAME,
        held=services.office.hold(request.visitor.key, name, content),
        only_new=request.form.get("only-new", ""),
        errors=errors_of(refusals) if refusals else None,
    )
    return Page("players-columns.html", model, 409 if refusals else 200)


def _meant(name: str) -> str:
    """Return the field that a column of this name is without a word, "" for none."""
    known = (field for field, names in COLUMNS.items() if normal(name) in names)
    return next((field for field in known if field in FIELDS), "")


def mapped(content: bytes, form: Mapping[str, str]) -> bytes:
    """Return a file under the fields that were chosen, and keep the choice where it has a name."""
    chosen = {
        one.name: form[f"column.{at}"] if form[f"column.{at}"] in FIELDS else ""
        for at, one in enumerate(file_columns(content))
        if f"column.{at}" in form
    }
    if not chosen:
        return content
    name = " ".join(form.get("mapping", "").split())[:LONGEST_NAME]
    if name:
        keep_mapping(Shelf(), name, {column: field for column, field in chosen.items() if field})
    return with_columns(content, chosen)[0]
