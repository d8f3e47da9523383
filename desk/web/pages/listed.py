"""People of the rating lists on the page where players are entered; the lists leave no desk."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from desk.lists.entry import entry_of, federation_of, kind_wanted, rating_of
from desk.lists.matching import RowMatch, matched, with_row
from desk.lists.person import ListName
from desk.lists.search import Found, search
from desk.lists.shelf import Shelf
from ledger.csv_files.people import ENTRY_KEYS, PersonRow
from ledger.messages import Sentence, message
from ledger.state.book import Book
from projections.games.tempo import tempo_of

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


@dataclass(frozen=True, slots=True)
class FileRow:
    """A row of a file with what the lists have of it: `row` as it is shown, `entry` as it is entered.

    `doubts` are the people whom it may mean, for a person to say which.
    """

    row: PersonRow
    entry: dict[str, Any]
    doubts: tuple[Listed, ...] = ()

    @property
    def name(self) -> str:
        """Return the name of the field that says which person a doubt is."""
        return f"who.{self.row.line}"


def of_file(book: Book, people: Sequence[PersonRow], chosen: Mapping[str, str]) -> list[FileRow]:
    """Return the rows of a file as the lists know them; `chosen` says who the doubts are."""
    shelf = Shelf()
    if not shelf.issues():
        return [FileRow(person, person.entry()) for person in people]
    return [_file_row(book, match, chosen) for match in matched(shelf, people, federation_of(book))]


def _file_row(book: Book, match: RowMatch, chosen: Mapping[str, str]) -> FileRow:
    row = match.row
    doubts = () if match.is_taken else tuple(_shown(book, one) for one in match.people[:MOST])
    known = {each.key: one for each, one in zip(doubts, match.people, strict=False)}
    found = match.people[0] if match.is_taken else known.get(chosen.get(f"who.{row.line}", ""))
    if found is None:
        return FileRow(row, row.entry(), doubts)
    values = entry_of(
        found,
        kind_wanted(book),
        tempo_of(book),
        certainty=match.certainty,
        confirmed=not match.is_taken,
    )
    entry = with_row(values, row.entry())
    taken = {key: value for key, value in entry.items() if key in ENTRY_KEYS and value}
    return FileRow(replace(row, **taken), entry, doubts)


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
