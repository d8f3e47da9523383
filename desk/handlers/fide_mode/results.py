"""Missing results in FIDE mode become adjourned games when the round is closed."""

from __future__ import annotations

from desk.commands.decision import Warn
from desk.commands.warnings import warn
from ledger.facts.tournament import GameAdjourned
from ledger.messages import message, spans
from ledger.state.book import Book
from ledger.state.tournament import Round


def adjourned_at_closing(book: Book, round_: Round) -> tuple[GameAdjourned, ...]:
    """Return the adjournments of the games of a round that have no result; () outside FIDE mode."""
    if not book.state.fide.in_mode:
        return ()
    return tuple(
        GameAdjourned(round=round_.number, white=game.white, black=game.black)
        for _, game in round_.open_games
    )


def of_closing(book: Book, round_: Round) -> tuple[Warn, ...]:
    """Return the warning that missing results become adjournments, () where none is missing."""
    boards = [board for board, _ in round_.open_games]
    if not boards:
        return ()
    what = message(
        "fide-mode.results-missing", round=round_.number, n=len(boards), boards=spans(boards)
    )
    return warn(book, "results-missing", what)
