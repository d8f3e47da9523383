"""The card of a player: every game, and the colour they should get next."""

from __future__ import annotations

from desk.formats.registry import format_of
from ledger.refusals import Refusal
from ledger.state.book import Book
from projections.views.view import View


def player(book: Book, player: str) -> View | Refusal:
    """Return the card of a player; in a season it is how their total is built up."""
    entrant = book.find_player(player)
    if isinstance(entrant, Refusal):
        return entrant
    return format_of(book.rules).card(book, entrant.player)
