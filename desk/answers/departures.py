"""The departures of a tournament from its engine and its rules."""

from __future__ import annotations

from ledger.messages import message
from ledger.state.book import Book
from pairing.review.of_import import paired_otherwise
from projections.games.rounds import head
from projections.log.departures import departures_view
from projections.views.view import View


def integrity(book: Book) -> View:
    """Return the departures from the engine and the rules, and the corrections.

    The rounds of an imported file that the engine pairs otherwise are among them.
    """
    otherwise = {
        one.position: message(
            "log.paired-otherwise",
            round=one.round,
            rules=one.rules.id,
            verdict=message(f"why.{one.verdict}"),
        )
        for one in paired_otherwise(book)
    }
    return departures_view(book, head(book), otherwise)
