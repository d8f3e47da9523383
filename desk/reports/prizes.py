"""The prizes of a tournament, by its final ranking."""

from __future__ import annotations

from desk.formats.registry import format_of
from ledger.messages import do, message
from ledger.refusals import Refusal
from ledger.state.book import Book
from projections.views.view import View


def prizes(book: Book) -> View | Refusal:
    """Return the prizes by the final ranking, in cents, as the rulebook divides them."""
    amounts = book.state.prizes_cents
    if not amounts:
        step = do("prizes-declare", amounts=(500, 300, 200))
        if book.state.closed:
            what = message("prizes.none-at-the-end", name=book.state.name)
            return Refusal("no-prizes", what, do("standings", final=True))
        return Refusal("no-prizes", message("prizes.none"), step)
    return format_of(book.rules).prizes(book, amounts)
