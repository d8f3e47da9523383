"""The crosstable of a tournament."""

from __future__ import annotations

from desk.formats.registry import format_of
from ledger.refusals import Refusal
from ledger.state.book import Book
from projections.games.rounds import rounds_counted
from projections.views.view import View


def crosstable(book: Book, after: int | None = None) -> View | Refusal:
    """Return the crosstable after a number of rounds (None: all published, open games too)."""
    chosen = len(book.state.rounds) if after is None else rounds_counted(book, after)
    if isinstance(chosen, Refusal):
        return chosen
    return format_of(book.rules_of(chosen)).crosstable(book, chosen)
