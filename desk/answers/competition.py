"""A competition as its format shows it: standing, crosstable, cards, pairings, prizes."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from desk.formats.registry import format_of
from ledger.later import Later
from ledger.messages import also, do, message
from ledger.refusals import Exit, Refusal
from ledger.rulebooks.rulebook import Rulebook
from ledger.state.book import Book
from projections.games.rounds import head, no_final_standing, rounds_counted
from projections.views.pairings import pairings_view
from projections.views.view import View

if TYPE_CHECKING:
    from projections.prizes import outcome as prize_outcome
    from projections.views import rating_forecast
else:
    prize_outcome = Later("projections.prizes.outcome")
    rating_forecast = Later("projections.views.rating_forecast")


def standings(
    book: Book,
    after: int | None = None,
    final: bool = False,
    rules: Rulebook | None = None,
    ratings: bool = False,
) -> View | Refusal:
    """Return the standing after a number of rounds (None: all that are done).

    `rules` replaces the tournament's own rulebook by another. `ratings`: with the forecast of each
    player's rating.
    """
    if final and after is not None:
        what = message("standings.after-and-final")
        step = message("standings.after-or-final", after=also(after=True), final=also(final=True))
        return Refusal("after-and-final", what, step, exit=Exit.USAGE)
    chosen = rounds_counted(book, after)
    if isinstance(chosen, Refusal):
        return chosen
    if final and (missing := no_final_standing(book)):
        return missing[0]
    shown_as = format_of(rules or book.rules_of(chosen))
    view = shown_as.standings(book, chosen, final, rules)
    if isinstance(view, Refusal) or not ratings:
        return view
    forecasts, note = rating_forecast.forecasts_of_lines(book, chosen)
    rows = shown_as.with_forecasts(view.rows, forecasts)
    at = next(at for at, one in enumerate(view.columns) if one.key in ("name", "name_shown")) + 1
    columns = (*view.columns[:at], *rating_forecast.STANDING_COLUMNS, *view.columns[at:])
    return replace(view, rows=rows, columns=columns, notes=(*view.notes, note))


def crosstable(book: Book, after: int | None = None) -> View | Refusal:
    """Return the crosstable after a number of rounds (None: all published, open games too)."""
    chosen = len(book.state.rounds) if after is None else rounds_counted(book, after)
    if isinstance(chosen, Refusal):
        return chosen
    return format_of(book.rules_of(chosen)).crosstable(book, chosen)


def player(book: Book, player: str) -> View | Refusal:
    """Return the card of a player; in a season it is how their total is built up."""
    entrant = book.find_player(player)
    if isinstance(entrant, Refusal):
        return entrant
    return format_of(book.rules).card(book, entrant.player)


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


def prizes(book: Book, *, provisional: bool = False) -> View | Refusal:
    """Return the prizes as awarded, before that by the standing of now.

    `provisional`: also where a result is missing without which there is no final standing.
    """
    outcome = prize_outcome.outcome_of(book)
    if outcome is None:
        step = do("prizes-declare", amounts=(500, 300, 200))
        return Refusal("no-prizes", message("prizes.none"), step)
    if not provisional and (missing := no_final_standing(book)):
        return missing[0]
    return format_of(book.rules).prizes(book, outcome)
