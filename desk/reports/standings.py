"""The standings of a tournament, on the way and at the end."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ledger.later import Later
from ledger.messages import Sentence, also, do, message
from ledger.refusals import Exit, Refusal
from ledger.rulebooks.rulebook import Rulebook
from ledger.state.book import Book
from projections.games.crosstable import Crosstable, of_tournament
from projections.games.rounds import head, no_final_standing, rounds_counted
from projections.standings.standing import Standing, ranking_at_the_end, standing
from projections.views.fide import rated_otherwise
from projections.views.gone import gone, gone_notes
from projections.views.standings import StandingHead, standings_view
from projections.views.view import View

if TYPE_CHECKING:
    from desk.reports import season
else:
    season = Later("desk.reports.season")


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
    rulebook = rules or book.rules_of(chosen)
    if rulebook.plays_season:
        return season.standings(book, chosen, final, rules)
    table = of_tournament(book.state, rulebook, chosen, throughout=rules is not None)
    return standing_of(book, ranking_of(book, table, rulebook, final), rulebook)


def ranking_of(book: Book, table: Crosstable, rules: Rulebook, final: bool) -> Standing:
    """Return the final ranking of a tournament that is not a season, or a standing on the way."""
    if final:
        return ranking_at_the_end(table, rules, book.state)
    return classification(book, table, rules)


def standing_of(book: Book, ranking: Standing, rules: Rulebook) -> View:
    """Return a standing as a view."""
    title = message(
        "standings.final-title" if ranking.final else "standings.title",
        name=book.state.name,
        round=ranking.rounds,
        rules=rules.id,
        position=book.state.position,
    )
    shares = ranking.final and book.state.fide.in_mode
    marks = gone(book.state, ranking.rounds)
    view = standings_view(
        ranking, rules, name_of=book.name, title=title, marks=marks, shares=shares
    )
    top = StandingHead(head(book), rules.id, ranking.rounds, ranking.final, ranking.provisional)
    unfinished = ranking.final and not book.state.closed
    notes = (*view.notes, *_struck(book, ranking, rules), *rated_otherwise(book, ranking.rounds))
    notes += (*gone_notes(book.state, ranking.rounds, book.called),)
    unfinished_note = message("standings.unfinished", finish=do("finish"))
    return replace(view, head=top, notes=(*notes, unfinished_note) if unfinished else notes)


def _struck(book: Book, ranking: Standing, rules: Rulebook) -> list[Sentence]:
    """Return a note for each player of a round robin whose games do not count.

    Rule: berger withdrawal.
    """
    return [
        message("standings.struck", who=book.called(player), rules=rules.family)
        for player in sorted(ranking.struck)
    ]


def classification(book: Book, table: Crosstable, rules: Rulebook) -> Standing:
    """Return the standing; rules without a pairing system leave the preferences to those played."""
    last_round_next = book.state.rounds_planned == table.rounds + 1
    if rules.pairs_nothing:
        last_round_next &= book.rules_of(table.rounds).colours.topscorer_exempt
    return standing(table, rules, last_round_next)
