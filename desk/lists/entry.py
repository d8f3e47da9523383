"""What a tournament takes of a person of the lists: the values of an entry, and the match."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from desk.lists.person import FEDERATION, Issue, ListedPerson, ListName, kind_of
from desk.lists.search import Found
from ledger.messages import Sentence, message
from ledger.state.book import Book
from ledger.state.details import details_of
from ledger.values import ListKind, MatchCertainty, Tempo
from projections.games.tempo import tempo_of

LEAST_DIGITS = 5
"""A text of so many digits is a number in a list, and nobody's name."""


def is_number(text: str) -> bool:
    """Tell whether a text is a number in a list."""
    plain = text.strip()
    return plain.isdecimal() and plain.isascii() and len(plain) >= LEAST_DIGITS


def kind_wanted(book: Book) -> ListKind:
    """Return whose ratings a tournament takes: as its start rank says, or its lists of one kind.

    Else FIDE's under the rules of FIDE, and national ones elsewhere.
    """
    ratings = book.state.ratings
    if ratings.start_rank is not None and ratings.start_rank.method in ("NRO", "NIDOF"):
        return "national"
    if ratings.start_rank is not None and ratings.start_rank.method in ("FIDE", "FIDON"):
        return "fide"
    kinds: set[ListKind] = {one.kind for one in ratings.lists} - {"other"}
    if len(kinds) == 1:
        return kinds.pop()
    return "fide" if book.rules.has_fide_mode else "national"


def federation_of(book: Book) -> str:
    """Return the federation whose people are found first: the tournament's, else the Dutch one."""
    return details_of(book.state, book.people).get("federation", "") or FEDERATION["knsb"]


def rating_of(
    found: Found, wanted: ListKind, tempo: Tempo, only: ListName | None = None
) -> tuple[Issue, int] | None:
    """Return the rating that a tournament takes, with its list: of the kind that it wants first.

    `only` is a list that was named. None: no list has a rating in that tempo.
    """
    if only is not None:
        rated = ((issue, row.rating(tempo)) for issue, row in found.entries if issue.name == only)
        return next(((issue, rating) for issue, rating in rated if rating), None)
    other: ListKind = "national" if wanted == "fide" else "fide"
    return found.rated(wanted, tempo) or found.rated(other, tempo)


def person_line(book: Book, found: Found, name: ListName | None = None) -> Sentence:
    """Return a person of the lists in a line: name, federation, year of birth, rating."""
    rated = rating_of(found, kind_wanted(book), tempo_of(book), name)
    return message(
        "lists.person",
        name=found.first.name,
        federation=found.first.federation or "-",
        birth="-" if found.birth is None else str(found.birth),
        rating="-" if rated is None else str(rated[1]),
        lists=", ".join(issue.name.key for issue, _ in found.entries),
    )


def entry_of(
    found: Found,
    wanted: ListKind,
    tempo: Tempo,
    *,
    certainty: MatchCertainty,
    confirmed: bool,
    only: ListName | None = None,
    numbers: Collection[int] = (),
) -> dict[str, Any]:
    """Return the fields of a command that enters a person, with the lists that have them.

    Of a birth date a list has the year alone. Values that no list has are left out.
    """
    rated = rating_of(found, wanted, tempo, only)
    entry = (found.of(wanted) or found.entries[0])[1]
    values: dict[str, Any] = {
        "name": entry.name,
        "rating": None if rated is None else rated[1],
        "title": _first(found, "title"),
        "sex": _first(found, "sex"),
        "federation": _first(found, "federation"),
        "birth": None if found.birth is None else f"{found.birth:04}",
        "fide_id": None if found.fide_id is None else str(found.fide_id),
        "national_id": None if found.national_id is None else str(found.national_id),
    }
    return {
        **{key: value for key, value in values.items() if value},
        "matches": matches_of(
            found.entries, certainty=certainty, confirmed=confirmed, numbers=numbers
        ),
    }


def _first(found: Found, field: str) -> str:
    return next((value for _, row in found.entries if (value := getattr(row, field))), "")


def matches_of(
    entries: Sequence[tuple[Issue, ListedPerson]],
    *,
    certainty: MatchCertainty,
    confirmed: bool,
    numbers: Collection[int] = (),
) -> list[dict[str, Any]]:
    """Return that a person stands in lists, as a command has it: one list of each kind.

    With `numbers`, the known ones, a list that has none of them knows the person by name and year.
    """
    first: dict[ListKind, tuple[Issue, ListedPerson]] = {}
    for issue, row in entries:
        first.setdefault(kind_of(issue.name.source), (issue, row))
    return [
        {
            "rating_list": issue.name.key,
            "holds_from": issue.holds_from,
            "sha256": issue.sha256,
            "certainty": "probable"
            if numbers and not {row.number, row.fide_id} & {*numbers}
            else certainty,
            "confirmed": confirmed,
        }
        for issue, row in first.values()
    ]
