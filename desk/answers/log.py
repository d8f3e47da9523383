"""The facts of a tournament as sentences: all, or a part of them."""

from __future__ import annotations

from collections.abc import Sequence

from ledger.refusals import Refusal
from ledger.state.book import Book
from ledger.values import KindOfFact
from projections.games.rounds import head
from projections.log.entries import log_view
from projections.log.selection import log_part, selected
from projections.views.view import View


def log(book: Book, last: int | None = None, positions: Sequence[int] | None = None) -> View:
    """Return the facts as sentences, oldest first; `last` limits them to the newest.

    `positions` are those of the facts to show, None: all.
    """
    shown = book.recorded if positions is None else [book.recorded[at - 1] for at in positions]
    return log_view(book, shown[-(last or 0) :], head(book))


def part_of_log(
    book: Book,
    *,
    last: int | None = None,
    player: str | None = None,
    round_number: int | None = None,
    kind: KindOfFact | None = None,
    actor: str | None = None,
    since: str | None = None,
    until: str | None = None,
) -> View | Refusal:
    """Return the facts about a player or a round, of a kind, by somebody, in a time."""
    part = log_part(
        book,
        player=player,
        round_number=round_number,
        kind=kind,
        actor=actor,
        since=since,
        until=until,
    )
    return part if isinstance(part, Refusal) else log(book, last, selected(book, part))
