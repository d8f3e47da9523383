"""The pairings of a round."""

from __future__ import annotations

from dataclasses import replace

from desk.formats.registry import format_of
from ledger.messages import message
from ledger.refusals import Refusal
from ledger.state.book import Book
from projections.games.rounds import head
from projections.views.pairings import pairings_view
from projections.views.view import View


def pairings(book: Book, round_number: int | None, by_name: bool = False) -> View | Refusal:
    """Return a published round (None: the last)."""
    last = max(len(book.state.rounds), 1)
    round_ = book.find_round(last if round_number is None else round_number)
    if isinstance(round_, Refusal):
        return round_
    format_ = format_of(book.rules_of(round_.number))
    recorded = book.heads.get(round_.changed_at)
    top = recorded.record() if recorded else None
    view = pairings_view(
        book.state,
        round_.number,
        name_of=book.name,
        by_name=by_name,
        at=head(book),
        head=top,
        alone=format_.alone,
    )
    notes = (*view.notes, message("views.head", head=recorded.short)) if recorded else view.notes
    scanned = recorded.scanned(book.id) if recorded else ""
    view = replace(view, notes=notes, scanned=scanned)
    return format_.shown_round(book, round_.number, view)
