"""Where a tournament stands: its next step, its players and its rounds."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from typing import TYPE_CHECKING

from desk.formats.registry import format_of
from ledger.facts.stamps import still_to_come
from ledger.later import Later
from ledger.messages import Sentence, do, message, run_on
from ledger.state.book import Book
from ledger.state.details import details_of
from ledger.state.numbers import numbers_missing
from projections.games.rounds import head
from projections.log.sentences import teller
from projections.views.rulebook_names import spoken_name
from projections.views.status import (
    next_command,
    players_view,
    rounds_view,
    status_details,
    status_view,
)
from projections.views.view import View

if TYPE_CHECKING:
    from pairing.systems import draft
else:
    draft = Later(
        "pairing.systems.draft"
    )  # where the rounds are not planned, or there are no numbers


def status(book: Book) -> View:
    """Return where the tournament stands."""
    format_ = format_of(book.rules)
    state = book.state
    expected = {*book.attending(state.next_round)}
    rounds, of_table = _rounds(book)
    step = next_command(state, rounds, of_table)
    details = status_details(details_of(state, book.people))
    view = status_view(
        state,
        rules_id=book.rules.id,
        at=head(book),
        expected=expected,
        rounds=rounds,
        details=details,
        step=step,
        said={
            "rules": spoken_name(book.rules),
            "away_next_round": _away(book, expected),
            "last_position": _last_fact(book),
        },
        of_format=format_.status(book),
    )
    return replace(view, notes=(*_beside(book, step), *_of_the_clock(book)))


def next_step(book: Book) -> Sentence:
    """Return the command that takes the tournament on from here, whole, to be copied."""
    return next_command(book.state, *_rounds(book))


def _beside(book: Book, step: Sentence) -> tuple[Sentence, ...]:
    """Return what may be done beside the next step, or before it."""
    if book.state.closed:
        final = do("standings", final=True)
        shown = () if step == final else (message("status.final", standing=final),)
        return (*shown, *format_of(book.rules).after_the_end(book))
    if step == do("publish"):
        return (message("status.shown-first", pair=do("pair")),)
    return ()


def _rounds(book: Book) -> tuple[int | None, int | None]:
    """Return how many rounds there are, and how many the table has, as `next_command` asks them."""
    if book.state.rounds_planned is None or numbers_missing(book.state.players):
        return draft.rounds_of(book), draft.rounds_of_table(book)
    return book.state.rounds_planned, None


def _away(book: Book, expected: Collection[int]) -> Sentence:
    """Return the players who are not in the next round by name, "" for none or many."""
    away = [e.player for e in book.state.in_number_order() if e.player not in expected]
    return run_on(*map(book.called, away), between="; ") if 0 < len(away) <= _NAMED else ""


_NAMED = 6
"""Players who are named at most; of more their numbers are enough."""


def _last_fact(book: Book) -> Sentence:
    """Return the last fact of the tournament, with its position."""
    position = book.state.position
    return run_on(f"#{position} ", teller(book)(position)) if position else message("views.none")


def _of_the_clock(book: Book) -> tuple[Sentence, ...]:
    """Return a note on the first fact with a future time, which holds up every later one."""
    stamps = [stamp for _, stamp in book.recorded]
    ahead = None if book.now is None else still_to_come(stamps, book.now(), book.zone)
    return () if ahead is None else (run_on(f"#{ahead[0]} ", ahead[1]),)


def players(book: Book) -> View:
    """Return all players with their announcements."""
    return players_view(book.state, book.name, head(book))


def rounds(book: Book) -> View:
    """Return all rounds."""
    return rounds_view(book.state, head(book))
