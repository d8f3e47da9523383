"""What the indexes of a site know of a tournament: little enough that a thousand fit in memory."""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeAlias

from desk.site.contents import Contents
from desk.site.shown import shown
from ledger.state.details import days_of

Stage: TypeAlias = Literal["running", "coming", "past"]


class ListedPlayer(NamedTuple):
    """A player as the public sees them; nobody who goes by number is listed.

    `named`: by name, so that the tournaments of that name stand together; else by initials, which many
    have.
    """

    name: str
    club: str
    number: int
    named: bool = True


class ListedTournament(NamedTuple):
    """A tournament: its name in addresses, its name, where it stands in words, and its players.

    `year` is that in which it ended or was last played, "" where nothing says it.
    """

    slug: str
    name: str
    stage: Stage
    year: str
    where: str
    players: tuple[ListedPlayer, ...]


def listed(of: Contents, where: str, players: tuple[ListedPlayer, ...]) -> ListedTournament:
    """Return what an index says of a tournament; `where` is where it stands, in a language."""
    state = of.book.state
    stage: Stage = "past" if state.closed else "running" if state.rounds else "coming"
    return ListedTournament(of.slug, state.name, stage, _year(of), where, players)


def listed_players(of: Contents) -> tuple[ListedPlayer, ...]:
    """Return the players of a tournament that an index has."""
    book = of.book
    found = list[ListedPlayer]()
    for player, entrant in book.state.players.items():
        if book.people.get(entrant.person, {}).get("name"):
            seen = shown(book, player, of.choices)
            named = player in of.named
            found.append(ListedPlayer(seen.name, seen.club, of.numbers[player], named))
    return tuple(found)


def _year(of: Contents) -> str:
    """Return the year of a tournament by its last day, else by its last fact."""
    first, last = days_of(of.book.state, of.book.people)
    day = last or first
    if day is not None:
        return str(day.year)
    recorded = of.book.recorded
    return str(recorded[-1].stamp.recorded_at.year) if recorded else ""
