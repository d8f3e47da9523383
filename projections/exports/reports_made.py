"""The rating reports that were made, and what changed since: what their reader has to know."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ledger.facts.tournament import HashesBegun, ReportMade
from ledger.messages import Sentence, message, run_on
from ledger.state.book import Book
from ledger.values import ReportFor
from projections.log.departures import numbered
from projections.log.sentences import teller, why_recorded

MOST_CHANGES: Final = 50
"""The number of changes since the last report that a report writes out."""


def changes_since(book: Book, reader: ReportFor, period: int | None) -> Iterator[Sentence]:
    """Yield the lines of a report on an earlier one, and on each fact since; none for the first.

    A report made again of the same facts has the lines that it had, so that its bytes are the same.
    """
    earlier = last_report(book, reader, period)
    if earlier is None:
        return
    position, made, changes = earlier
    stamp = book.recorded[position - 1].stamp
    sentence_at = teller(book, numbered(book))
    yield message(
        "ratings.report.replaces",
        position=position,
        day=f"{stamp.recorded_at:%Y-%m-%dT%H:%MZ}",
        sha256=made.sha256[:12],
        n=len(changes),
    )
    for at in changes[:MOST_CHANGES]:
        yield run_on(f"### #{at} ", sentence_at(at), why_recorded(book.facts[at - 1]))
    if len(changes) > MOST_CHANGES:
        yield run_on("### ", message("log.and-more", n=len(changes) - MOST_CHANGES))


def last_report(
    book: Book, reader: ReportFor, period: int | None
) -> tuple[int, ReportMade, list[int]] | None:
    """Return the last report since which anything was recorded, with the positions of that.

    It is one for the same reader and of the same period; None: there is none.
    """
    for position, made in reversed(book.state.reports):
        if (made.reader, made.period) != (reader, period):
            continue
        since = range(made.basis + 1, book.state.position + 1)
        changes = [at for at in since if _changes(book, at)]
        if changes:
            return position, made, changes
    return None


def _changes(book: Book, position: int) -> bool:
    """Tell whether a fact may change what a report says: all but other reports, and hashes."""
    return not isinstance(book.facts[position - 1], ReportMade | HashesBegun)


def reports_of_the_end(book: Book) -> list[int]:
    """Return the positions of the reports that were made since the tournament ended."""
    ended = book.state.closed_at
    return [] if ended is None else [at for at, _ in book.state.reports if at > ended]
