"""Rows of long tables as HTML, each made once for all pages that show the same in it.

After a result a table differs in a row or two, and all the others are there already.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, field
from typing import Final

from markupsafe import Markup

from desk.web.request import Request
from ledger.state.book import Book

MOST_ROWS: Final = 10_000
"""Rows that are kept of a tournament; when they are more they are made anew."""


@dataclass(frozen=True, slots=True)
class _RowsOfPeople:
    """The rows of a tournament with these people: when one is forgotten, so are the rows."""

    people: Mapping[str, Mapping[str, str]]
    rows: dict[tuple[Hashable, ...], Markup] = field(default_factory=dict)


class LongRows:
    """The kept rows of a server."""

    def __init__(self) -> None:
        self._kept: dict[tuple[str, str, bool], _RowsOfPeople] = {}

    def row(
        self, request: Request, book: Book, macro: Callable[..., Markup | str], *values: Hashable
    ) -> Markup:
        """Return a row as its macro makes it.

        The macro is imported without context, so that it knows nothing but the values, words and
        addresses. Texts among the values are as they are shown. A page of no tournament, such as
        that of a file that is read, keeps none.
        """
        if not request.tournament:
            return Markup(macro(*values))
        rows = self._rows(request, book)
        key = (macro, request.language, *values)
        row = rows.get(key)
        if row is None:
            if len(rows) >= MOST_ROWS:
                rows.clear()
            row = rows[key] = Markup(macro(*values))
        return row

    def _rows(self, request: Request, book: Book) -> dict[tuple[Hashable, ...], Markup]:
        people = book.people
        place = request.tournament, request.slug, request.watching
        kept = self._kept.get(place)
        if kept is None or kept.people is not people:
            kept = self._kept[place] = _RowsOfPeople(people)
        return kept.rows
