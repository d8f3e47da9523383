"""Lists of national federations: CSV, each by the names of its columns."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from dataclasses import dataclass

from desk.lists.person import ListedPerson, Ratings, Source
from desk.lists.rows import RowsRead, unreadable_list
from ledger.csv_files.undivided import why_undivided
from ledger.messages import message
from ledger.titles import title_of

_SEX = {"w": "w", "f": "w", "m": "m", "v": "w"}


@dataclass(frozen=True, slots=True)
class Layout:
    """The columns of a federation's list: field of a person -> name of the column.

    Where a person has a row for each club, the one that has `main` in the column `status` counts.
    """

    source: Source
    separator: str
    columns: dict[str, str]
    status: str = ""
    main: str = ""

    @property
    def header(self) -> set[str]:
        """Return the names of its columns, in small letters."""
        return {name.lower() for name in self.columns.values()}


LAYOUTS = (
    Layout(
        "knsb",
        ";",
        {
            "number": "Relatienummer",
            "name": "Naam",
            "title": "Titel",
            "federation": "FED",
            "rating": "Rating",
            "birth": "Geboren",
            "sex": "S",
        },
    ),
    Layout(
        "dsb",
        ",",
        {
            "number": "ID",
            "name": "Name,Vorname",
            "title": "FIDE-Titel",
            "federation": "FIDE-Land",
            "rating": "DWZ",
            "birth": "Geburtsjahr",
            "sex": "Geschlecht",
            "fide_id": "FIDE-ID",
            "surname": "Nachname",
            "given": "Vorname",
            "women": "FIDE-Frauentitel",
        },
        status="Status",
        main="A",
    ),
)
"""The lists that are read; where no layout is described none is guessed."""


def layout_of(head: str) -> Layout | None:
    """Return the layout of a list by its first line, None for none that is known."""
    first = head.split("\n", 1)[0].strip().lstrip("\ufeff")
    for layout in LAYOUTS:
        names = {name.strip().lower() for name in _cells(first, layout.separator)}
        if len(names & layout.header) * 2 > len(layout.header):
            return layout
    return None


def _cells(line: str, separator: str) -> list[str]:
    try:
        return next(csv.reader([line], delimiter=separator), [])
    except csv.Error:
        return []


def national(
    lines: Iterator[str], layout: Layout, ratings: Ratings, rows: RowsRead
) -> Iterator[ListedPerson]:
    """Yield the persons of a list. Raise StoreError for missing columns or quotes that do not end."""
    reader = csv.reader(lines, delimiter=layout.separator, strict=True)
    header = [name.strip().lstrip("\ufeff").lower() for name in next(reader, [])]
    rows.line = 1
    missing = [name for name in layout.columns.values() if name.lower() not in header]
    if missing:
        what = message("lists.columns-missing", columns=", ".join(missing))
        raise unreadable_list("list-columns", what, message("lists.download-again"), 1)
    at = {field: header.index(name.lower()) for field, name in layout.columns.items()}
    status_at = header.index(layout.status.lower()) if layout.status.lower() in header else None
    kept: dict[int, ListedPerson] = {}
    try:
        for cells in reader:
            rows.line = reader.line_num
            if not any(cells):
                continue
            if len(cells) != len(header):
                rows.pass_over(layout.columns["number"], layout.separator.join(cells)[:60])
                continue
            person = _person(
                {field: cells[n].strip() for field, n in at.items()}, layout, ratings, rows
            )
            if person is None:
                continue
            if status_at is None:
                rows.read += 1
                yield person
            elif cells[status_at] == layout.main or person.number not in kept:
                kept[person.number] = person
    except csv.Error as error:
        what, _ = why_undivided(error)
        raise unreadable_list(
            "list-damaged", what, message("lists.download-again"), rows.line + 1
        ) from error
    rows.read += len(kept)
    yield from kept.values()


def _person(
    of: dict[str, str], layout: Layout, ratings: Ratings, rows: RowsRead
) -> ListedPerson | None:
    """Return the person of a row; None for one that cannot be read, which is passed over."""
    fide_id = of.get("fide_id", "")
    for field, most in (("number", 11), ("rating", 4), ("birth", 4), ("fide_id", 11)):
        text = of.get(field, "")
        if (text or field == "number") and not (text.isdecimal() and len(text) <= most):
            rows.pass_over(layout.columns[field], text)
            return None
    federation = of["federation"].upper()
    if federation and not (len(federation) == 3 and federation.isalpha()):
        rows.pass_over(layout.columns["federation"], federation)
        return None
    name = ", ".join(filter(None, (of.get("surname", ""), of.get("given", "")))) or of["name"]
    if not name or name.isdecimal():
        rows.pass_over(layout.columns["name"], name)
        return None
    rating = int(of["rating"] or 0) or None
    return ListedPerson(
        number=int(of["number"]),
        name=name,
        federation=federation,
        title=title_of(of["title"] or of.get("women", "")),
        sex=_SEX.get(of["sex"].lower(), ""),
        birth=int(of["birth"] or 0) or None,
        fide_id=int(fide_id) if fide_id and int(fide_id) else None,
        standard=rating if ratings == "standard" else None,
        rapid=rating if ratings == "rapid" else None,
        blitz=rating if ratings == "blitz" else None,
    )
