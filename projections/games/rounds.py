"""The number of rounds in a report, and the common head of all reports for programs."""

from __future__ import annotations

from itertools import takewhile
from typing import Annotated

from ledger.messages import do, message
from ledger.records import Record
from ledger.refusals import Exit, Refusal
from ledger.state.book import Book


class TournamentAt(Record):
    """The head of every view of a tournament, for programs: the tournament, up to a fact."""

    tournament: Annotated[str, "Name of the tournament."]
    id: Annotated[str, "Id of the tournament, for --tournament."]
    position: Annotated[int, "The last fact that was taken into account (#140 is 140)."]


class TournamentFile(Record):
    """The head of every view of a tournament file, for programs."""

    tournament: Annotated[str | None, "Name of the tournament."]


NO_TOURNAMENT = TournamentFile(None)


def head(book: Book) -> TournamentAt:
    """Return the head of every view of a tournament, for programs."""
    return TournamentAt(book.state.name, book.id, book.state.position)


def rounds_done(book: Book) -> int:
    """Return the number of rounds, from the first, in which no game is open."""
    return sum(1 for _ in takewhile(lambda round_: not round_.open_games, book.state.rounds))


def rounds_counted(book: Book, after: int | None) -> int | Refusal:
    """Return the requested number of rounds (None: all finished rounds)."""
    published = len(book.state.rounds)
    if after is None:
        return rounds_done(book)
    if 0 <= after <= published:
        return after
    what = message("moments.rounds", n=published, after=after)
    return Refusal("round-not-published", what, do("rounds"), exit=Exit.USAGE)
