"""People of the rating lists on the page where players are entered; the lists leave no desk."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from desk.lists.entry import entry_of, federation_of, kind_wanted, rating_of, tempo_of
from desk.lists.person import ListName
from desk.lists.search import Found, search
from desk.lists.shelf import Shelf
from ledger.messages import Sentence, message
from ledger.state.book import Book

MOST = 9
"""How many people are shown at once."""

_LEAST = 2
"""Letters from which a search is begun."""


@dataclass(frozen=True, slots=True)
class Listed:
    """A person of the lists, as a page shows them.

    `key` is a list and the number in it; `values` are what fills the form, by its names; `matches`
    are the lists, as a command has them.
    """

    key: str
    name: str
    about: Sentence
    lists: str
    values: dict[str, str]
    matches: list[dict[str, Any]]


def of_lists(book: Book, typed: str) -> list[Listed] | None:
    """Return the people whom a text means, None where there are no lists."""
    shelf = Shelf()
    if not shelf.issues():
        return None
    if len(typed.strip()) < _LEAST:
        return []
    found = search(shelf, typed, federation=federation_of(book), most=MOST)
    return [_shown(book, one) for one in found]


def listed_person(book: Book, key: str) -> Listed | None:
    """Return the person of a list and a number, None for nobody."""
    of, _, number = key.partition(".")
    name = ListName.of(of)
    if name is None or not (number.isascii() and number.isdecimal() and len(number) <= 11):
        return None
    for found in search(Shelf(), number):
        if any(issue.name == name and row.number == int(number) for issue, row in found.entries):
            return _shown(book, found)
    return None


def _shown(book: Book, found: Found) -> Listed:
    wanted = kind_wanted(book)
    values = entry_of(found, wanted, tempo_of(book), certainty="possible", confirmed=True)
    issue, row = found.entries[0]
    rated = rating_of(found, wanted, tempo_of(book))
    about = message(
        "web-players.about-listed",
        federation=row.federation or "-",
        birth="-" if found.birth is None else str(found.birth),
        rating="-" if rated is None else str(rated[1]),
    )
    return Listed(
        key=f"{issue.name.key}.{row.number}",
        name=str(values["name"]),
        about=about,
        lists=", ".join(one.name.key for one, _ in found.entries),
        values={
            key.replace("_", "-"): str(value) for key, value in values.items() if key != "matches"
        },
        matches=values["matches"],
    )
