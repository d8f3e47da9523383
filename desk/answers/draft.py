"""A draft of the next round, as `pair` prints it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from desk.formats.registry import format_of
from ledger.state.book import Book
from projections.views.view import View

if TYPE_CHECKING:
    from pairing.systems.draft import Draft


def draft_view(book: Book, draft: Draft) -> View:
    """Return a draft; `basis` is the position that `publish --basis` takes.

    Rule: knsb-wp-2014 F8.
    """
    return format_of(book.rules).draft(book, draft)
