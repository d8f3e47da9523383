"""The crosstable of a tournament."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from desk.reports.standings import classification
from ledger.later import Later
from ledger.messages import message
from ledger.refusals import Refusal
from ledger.state.book import Book
from pairing.systems.registry import system_of
from projections.games.crosstable import of_tournament
from projections.games.rounds import head, rounds_counted
from projections.views.crosstables import CrosstableHead, crosstable_view
from projections.views.fide import rated_otherwise
from projections.views.gone import gone_notes
from projections.views.round_robins import matrix_view
from projections.views.standings import abbreviated
from projections.views.view import View

if TYPE_CHECKING:
    from desk.reports import season
else:
    season = Later("desk.reports.season")


def crosstable(book: Book, after: int | None = None) -> View | Refusal:
    """Return the crosstable after a number of rounds (None: all published, open games too)."""
    chosen = len(book.state.rounds) if after is None else rounds_counted(book, after)
    if isinstance(chosen, Refusal):
        return chosen
    rules = book.rules_of(chosen)
    if rules.plays_season:
        return season.crosstable(book, chosen)
    table = of_tournament(book.state, rules, chosen)
    ranking = classification(book, table, rules)

    title = message("standings.crosstable", name=book.state.name, round=chosen)
    top = CrosstableHead(head(book), rules.id, table.rounds)
    if system_of(rules).takes_everybody:
        view = matrix_view(
            table,
            ranking,
            name_of=book.name,
            title=title,
            head=top,
            cycles=rules.round_robin.cycles,
        )
        notes = view.notes
    else:
        view = crosstable_view(table, ranking, book.name, title, top)
        notes = view.notes + rated_otherwise(book, chosen)
    notes = (*notes, *gone_notes(book.state, chosen, book.called))
    return replace(view, columns=abbreviated(view.columns, rules), notes=notes)
