"""The prizes of a tournament, by its final ranking."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ledger.later import Later
from ledger.messages import Sentence, do, message
from ledger.refusals import Refusal
from ledger.state.book import Book
from projections.games.crosstable import of_tournament
from projections.games.rounds import head, no_final_standing, rounds_done
from projections.standings.prizes import prizes as prizes_of
from projections.standings.standing import ranking_at_the_end
from projections.views.standings import PRIZE_COLUMNS, PrizeRow, PrizesHead
from projections.views.view import View, money, number

if TYPE_CHECKING:
    from desk.reports import season
else:
    season = Later("desk.reports.season")


def prizes(book: Book) -> View | Refusal:
    """Return the prizes by the final ranking, in cents, as the rulebook divides them.

    Rule: knsb-wp-2014 F12.1.
    """
    amounts = book.state.prizes_cents
    if not amounts:
        step = do("prizes-declare", amounts=(500, 300, 200))
        if book.state.closed:
            what = message("prizes.none-at-the-end", name=book.state.name)
            return Refusal("no-prizes", what, do("standings", final=True))
        return Refusal("no-prizes", message("prizes.none"), step)
    rules = book.rules
    if rules.plays_season:
        return season.prizes(book, amounts, rules)
    if missing := no_final_standing(book):
        return missing[0]
    table = of_tournament(book.state, rules, rounds_done(book))
    ranking = ranking_at_the_end(table, rules, book.state)
    rows = [
        PrizeRow(
            rank=prize.rank,
            number=book.state.label(prize.player),
            name=book.name(prize.player),
            points=number(prize.points_halves),
            equal_with=prize.equal_with,
            cents=prize.cents,
            prize=money(prize.cents),
        )
        for prize in prizes_of(ranking, amounts, rules.prizes.method)
    ]
    top = PrizesHead(head(book), rules.prizes.method, amounts)
    method = message(f"cells.prizes.{rules.prizes.method.replace('_', '-')}")
    notes: list[Sentence] = [
        message("prizes.divided", method=method),
        message("prizes.declared", amount=money(sum(amounts))),
    ]
    if not book.state.closed:
        notes.append(message("standings.unfinished", finish=do("finish")))
    title = message("prizes.title", name=book.state.name, round=table.rounds)
    return View(title, PRIZE_COLUMNS, rows, top, tuple(notes))
