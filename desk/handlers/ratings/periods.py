"""The rating periods of a long tournament, and the ratings that its tie-breaks count."""

from __future__ import annotations

from itertools import pairwise

from desk.commands.decision import Decision
from desk.commands.tournament import DeclarePeriods
from desk.handlers.players import beyond_the_plan
from ledger.facts.ratings import RatingPeriodsDeclared
from ledger.messages import do, message
from ledger.refusals import Exit, Refusal, Refusals
from ledger.state.book import Book


def declare(book: Book, command: DeclarePeriods) -> Decision | Refusals:
    """Declare the first rounds of the rating periods.

    Rule: fide-2026 10.
    """
    firsts = command.first_rounds
    refusals = list[Refusal]()
    if any(later <= first for first, later in pairwise(firsts)):
        what = message("ratings.periods-in-order")
        step = message("ratings.lowest-first")
        refusals.append(Refusal("rounds-reversed", what, step, exit=Exit.USAGE))
    refusals += beyond_the_plan(book, max(firsts, default=1))
    if firsts and firsts[0] != 1:
        firsts = (1, *firsts)
    before = book.state.ratings.periods
    if before is not None and (before.first_rounds, before.tie_breaks) == (
        firsts,
        command.tie_breaks,
    ):
        what = message("ratings.periods-same")
        refusals.append(Refusal("nothing-to-change", what, do("rating-lists")))
    if refusals:
        return tuple(refusals)
    fact = RatingPeriodsDeclared(
        first_rounds=firsts, tie_breaks=command.tie_breaks, reason=command.reason
    )
    rates = any(one.base.rates for one in book.rules.ranking.final)
    noted = len(firsts) > 1 and rates
    return Decision((fact,), notes=(message("ratings.tie-breaks-of-ratings"),) if noted else ())
