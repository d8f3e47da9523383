"""The book of a tournament without personal data, for players and spectators."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from ledger.state.book import Book
from ledger.state.details import DETAILS_RECORD, FIELDS, TAGS
from ledger.state.round_dates import ROUND_DATES
from projections.views.people import public_people

PUBLIC_FIELDS: Final = ("name", "club")
"""The fields of a person's record that stand on a pairings sheet."""

_HEADER = frozenset((*TAGS.values(), ROUND_DATES))


def public_book(book: Book) -> Book:
    """Return the same book with people by name and club alone, or as they are shown else.

    That is by initials or by nothing, as `projections.views.people` says. Of an imported file only
    the header is left (place, dates, arbiters), of the details only those in
    `ledger.state.details.FIELDS`. The facts and the state are those of `book`.
    """
    shown = public_people(book)
    people = {key: _public(key, record, shown.get(key, {})) for key, record in book.people.items()}
    return replace(book, people=people)


def judging_book(book: Book, public: Book) -> Book:
    """Return a book that names people as `public` does and knows the rest of them, as `book` does.

    By it is computed for the public what depends on birth, sex or federation: who wins the prize of
    a category, what a game is worth for a rating. Nothing of its records may be shown but the names.
    """
    people: dict[str, Mapping[str, str]] = {
        key: {field: value for field, value in record.items() if field != "name"}
        | {field: value for field, value in public.people.get(key, {}).items() if field == "name"}
        for key, record in book.people.items()
    }
    return replace(book, people=people, now=public.now)


def _public(key: str, record: Mapping[str, str], shown: Mapping[str, str]) -> Mapping[str, str]:
    if key == DETAILS_RECORD:
        return {field: record[field] for field in FIELDS if field in record}
    if "lines" in record:
        lines = (line for line in record["lines"].split("\n") if line[:3] in _HEADER)
        return {"lines": "\n".join(lines)}
    return {field: shown[field] for field in PUBLIC_FIELDS if field in shown}
