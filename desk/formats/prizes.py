"""The prizes as every format shows them: what each row has, and the notes below."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Literal

from ledger.messages import Sentence, message
from ledger.records import Record
from ledger.state.book import Book
from projections.prizes.outcome import Given, Outcome
from projections.prizes.words import amount_and_goods, notes, why
from projections.views.columns import Column, columns_of
from projections.views.standings import PrizeOfPlayer, PrizesAt
from projections.views.view import money


def prize_of_player(book: Book, outcome: Outcome, given: Given) -> PrizeOfPlayer:
    """Return a prize that somebody has, with its reason."""
    prize = given.prize
    award = given.award
    return PrizeOfPlayer(
        category=prize.category or None,
        place=prize.place,
        equal_with=award.equal_with if award else 1,
        cents=prize.cents,
        goods=prize.goods,
        value_cents=award.value_cents if award else 0,
        place_cents=award.place_cents if award else None,
        now_cents=award.now_cents if award else None,
        prize=amount_and_goods(prize.cents, prize.goods),
        handed_out=book.state.prizes.handed_out.get(prize.player),
        why=why(outcome.contest, given),
    )


def prizes_at(outcome: Outcome) -> PrizesAt:
    """Return what is said of all prizes."""
    rules = outcome.contest.rules
    return PrizesAt(
        method=rules.method,
        declared_cents=tuple(prize.cents for prize in rules.main),
        announced_cents=rules.declared_cents,
        paid_cents=outcome.paid_cents,
        awarded_at=outcome.awarded_at,
        differs=outcome.now is not None,
    )


def prize_columns(row: type[Record], outcome: Outcome, points: str) -> tuple[Column, ...]:
    """Return the columns: with the category where there are any."""
    category = ("category",) if outcome.contest.rules.categories else ()
    return columns_of(row, "rank", "number", "name", points, *category, "prize")


def prize_notes(
    outcome: Outcome, room: Literal["prizes", "season"], called: Callable[[int], Sentence]
) -> Iterator[Sentence]:
    """Yield how they are divided, what was announced, and what people are told besides."""
    rules = outcome.contest.rules
    method = message(f"cells.prizes.{rules.method.replace('_', '-')}")
    yield message(f"{room}.divided", method=method)
    yield message(f"{room}.declared", amount=money(rules.declared_cents))
    if rules.categories:
        yield message("prizes.paid-of", amount=money(outcome.paid_cents))
    if outcome.awarded_at is not None:
        yield message("prizes.awarded-at", position=outcome.awarded_at)
    yield from notes(outcome, called)
