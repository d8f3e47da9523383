"""The facts that a standing rests on, as its format tells them."""

from __future__ import annotations

from ledger.refusals import Refusal
from ledger.state.book import Book
from projections.formats.registry import scoring_of
from projections.games.rounds import rounds_counted
from projections.views.view import View


def blame(
    book: Book, what: str, player: str, after: int | None = None, since: int | None = None
) -> View | Refusal:
    """Return the origin of a player's standing after a number of rounds (None: all finished).

    It has the facts that the standing rests on. In a season `since` is the earlier round for the
    comparison (None: the one before).
    """
    assert what == "standings"
    chosen = rounds_counted(book, after)
    if isinstance(chosen, Refusal):
        return chosen
    entrant = book.find_player(player)
    if isinstance(entrant, Refusal):
        return entrant
    return scoring_of(book.rules_of(chosen)).blame(book, entrant.player, chosen, since)
