"""The rounds in a report, the results still missing, and the common head of all reports."""

from __future__ import annotations

from itertools import takewhile
from typing import Annotated

from ledger.messages import Blank, do, message, spans
from ledger.records import Record
from ledger.refusals import Exit, Refusal, Refusals
from ledger.state.book import Book
from ledger.state.tournament import Tournament


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


def all_played(book: Book) -> bool:
    """Tell whether every planned round is published and done; False where no number is planned."""
    planned = book.state.rounds_planned
    return planned is not None and rounds_done(book) >= planned > 0


def rounds_counted(book: Book, after: int | None) -> int | Refusal:
    """Return the requested number of rounds (None: all finished rounds)."""
    published = len(book.state.rounds)
    if after is None:
        return rounds_done(book)
    if 0 <= after <= published:
        return after
    what = message("moments.rounds", n=published, after=after)
    return Refusal("round-not-published", what, do("rounds"), exit=Exit.USAGE)


def without_result(state: Tournament) -> Refusals:
    """Return a refusal for each round with games without a result, adjourned or not."""
    refusals = []
    for round_ in state.rounds:
        boards = [board for board, game in enumerate(round_.games, 1) if game.outcome is None]
        if boards:
            what = message(
                "handlers.games-open", round=round_.number, n=len(boards), boards=spans(boards)
            )
            step = do("result", round=round_.number, board=boards[0], result=Blank("RESULT"))
            refusals.append(Refusal("game-open", what, step))
    return tuple(refusals)


def no_final_standing(book: Book) -> Refusals:
    """Return why there is no final standing yet; () where there is one, and outside FIDE mode."""
    return without_result(book.state) if book.state.fide.in_mode else ()
