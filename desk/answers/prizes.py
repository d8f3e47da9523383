"""Why a player gets a prize, or none: the steps of the allotment that concern them."""

from __future__ import annotations

from typing import Annotated

from desk.handlers.prizes import no_prizes
from ledger.messages import Sentence, message
from ledger.records import Record, Spread
from ledger.refusals import Refusal
from ledger.state.book import Book
from projections.games.rounds import TournamentAt, head
from projections.prizes.contest import Contest
from projections.prizes.outcome import Given, Outcome, outcome_of
from projections.prizes.words import amount_and_goods, notes, prize_name, step_in_words, why
from projections.views import fields
from projections.views.columns import columns_of
from projections.views.view import View


class WhyPrizeHead(Record):
    """A player, and the prizes that they have."""

    at: Spread[TournamentAt]
    number: fields.PlayerNumber
    name: fields.PlayerName
    cents: fields.PrizeCents
    awarded_at: Annotated[int | None, "Fact by which prizes were awarded; null: a preview."]


class WhyPrizeRow(Record):
    """A reason: a prize that the player has, or a step on the way."""

    category: fields.PrizeCategory
    place: Annotated[int | None, "Place among the prizes of the category; null: of none."]
    cents: Annotated[int | None, "What it is worth, in cents; null: of no prize."]
    why: fields.PrizeWhy


def why_prize(book: Book, player: str) -> View | Refusal:
    """Return why a player gets what they get: their prizes, and the steps that led to them."""
    entrant = book.find_player(player)
    if isinstance(entrant, Refusal):
        return entrant
    outcome = outcome_of(book)
    if outcome is None:
        return no_prizes()
    who = entrant.player
    contest = outcome.contest
    own = [one for one in outcome.given if one.prize.player == who]
    rows = [_row(contest, one, "prizes.gets") for one in own]
    others = outcome.decided_otherwise(who)
    rows += [_row(contest, one, "prizes.given-otherwise") for one in others]
    rows += _steps(contest, who)
    if not rows:
        rows.append(WhyPrizeRow(None, None, None, _none(outcome, who)))
    top = WhyPrizeHead(
        at=head(book),
        number=book.state.label(who),
        name=book.name(who),
        cents=sum(one.prize.cents for one in own),
        awarded_at=outcome.awarded_at,
    )
    told = notes(outcome, book.called, of=who)
    title = message("prizes.why-title", who=book.called(who))
    return View(title, columns_of(WhyPrizeRow, "why"), rows, top, tuple(told))


def _row(contest: Contest, given: Given, key: str) -> WhyPrizeRow:
    prize = given.prize
    what = amount_and_goods(prize.cents, prize.goods)
    return WhyPrizeRow(
        category=prize.category or None,
        place=prize.place,
        cents=prize.cents,
        why=message(key, what=what, why=why(contest, given)),
    )


def _steps(contest: Contest, player: int) -> list[WhyPrizeRow]:
    rules = contest.rules
    won = {
        award.category
        for award in contest.allotment.awards
        if contest.lines[award.who].player == player
    }
    return [
        WhyPrizeRow(
            category=rules.name_of(step.category),
            place=step.place,
            cents=step.cents,
            why=step_in_words(contest, step),
        )
        for step in contest.allotment.steps
        if contest.lines[step.who].player == player
        if step.what != "skipped" or step.category not in won
    ]


def _none(outcome: Outcome, player: int) -> Sentence:
    """Return why somebody has no prize and was offered none."""
    contest = outcome.contest
    at = next((at for at, one in enumerate(contest.lines) if one.player == player), None)
    if at is None:
        return message("prizes.cannot-win")
    names = [
        category.name
        for category, order in zip(contest.rules.categories, contest.contenders.orders, strict=True)
        if at in order
    ]
    last = prize_name("", len(contest.rules.main)) if contest.rules.main else ""
    key = "prizes.too-low-in" if names else "prizes.too-low"
    return message(key, place=at + 1, n=len(names), names=tuple(names), last=last)
