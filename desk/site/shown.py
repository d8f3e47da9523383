"""How players are shown to the public: by which name, and with what beside it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from desk.live.public_book import public_book
from ledger.state.book import Book
from ledger.state.website import WebsiteChoices
from projections.views.people import public_people

Names: TypeAlias = Literal["all", "published", "none"]
"""Whose names are shown: everybody's, those of all but some, nobody's."""


@dataclass(frozen=True, slots=True)
class Shown:
    """A player as the public sees them; a field that is not shown is empty.

    `name` is what is printed: "player 7" for who is shown by number alone.
    """

    name: str
    club: str = ""
    federation: str = ""
    title: str = ""
    rating: int | None = None
    birth_year: int | None = None


def shown(book: Book, player: int, choices: WebsiteChoices) -> Shown:
    """Return how a player is shown; `book` is one that `published` gave."""
    entrant = book.state.players.get(player) or book.state.former[player]
    record: Mapping[str, str] = book.people.get(entrant.person, {})
    return Shown(
        name=book.name(player),
        club=record.get("club", ""),
        federation=record.get("federation", ""),
        title=entrant.title,
        rating=entrant.rating if choices.ratings else None,
        birth_year=int(born) if (born := record.get("birth", "")).isdecimal() else None,
    )


def published(book: Book) -> Book:
    """Return a book whose people are as the public sees them: every view of it may be published."""
    public = public_book(book)
    seen = public_people(book)
    people: dict[str, Mapping[str, str]] = {
        key: {**record, **{name: own[name] for name in _ON_CARDS if name in own}}
        for key, record in public.people.items()
        for own in (seen.get(key, {}),)
    }
    return replace(public, people=people, now=None)


_ON_CARDS = ("federation", "birth")
"""What a website shows of people beside their names and clubs, where it is chosen."""


def hidden_columns(choices: WebsiteChoices) -> frozenset[str]:
    """Return the columns of tables that the organiser does not want to be shown."""
    return frozenset(() if choices.ratings else ("rating", "performance"))


def names_shown(book: Book, public: Book) -> Names:
    """Return whose names are shown; `book` has all of them, `public` those that are published."""
    persons = [entrant.person for entrant in book.state.players.values()]
    recorded = ((key, book.people.get(key, {}).get("name")) for key in persons)
    hidden = [
        key
        for key, name in recorded
        if name is None or public.people.get(key, {}).get("name") != name
    ]
    if not hidden:
        return "all"
    return "none" if set(hidden) >= set(persons) else "published"
