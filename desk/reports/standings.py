"""The standings of a tournament, on the way and at the end."""

from __future__ import annotations

from desk.formats.registry import format_of
from ledger.messages import also, message
from ledger.refusals import Exit, Refusal
from ledger.rulebooks.rulebook import Rulebook
from ledger.state.book import Book
from projections.games.rounds import no_final_standing, rounds_counted
from projections.views.view import View


def standings(
    book: Book, after: int | None = None, final: bool = False, rules: Rulebook | None = None
) -> View | Refusal:
    """Return the standing after a number of rounds (None: all that are done).

    `rules` replaces the tournament's own rulebook by another.
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
    return format_of(rules or book.rules_of(chosen)).standings(book, chosen, final, rules)
