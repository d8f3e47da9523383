"""Prizes in words: what somebody gets, and why."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from ledger.messages import Sentence, message, run_on
from projections.views.view import money

if TYPE_CHECKING:
    from projections.prizes.allotment import Award, Step
    from projections.prizes.contest import Contest
    from projections.prizes.outcome import Given, Outcome

Called = Callable[[int], Sentence]


def amount_and_goods(cents: int, goods: str) -> Sentence:
    """Return an amount with goods, as people write it."""
    if goods and cents:
        return message("prizes.money-and-goods", amount=money(cents), goods=goods)
    return goods or money(cents)


def prize_name(category: str, place: int) -> Sentence:
    """Return a prize by its place and its category, "": a main prize."""
    if category:
        return message("prizes.of-category", place=ordinal(place), category=category)
    return message("prizes.of-main", place=ordinal(place))


def ordinal(place: int) -> Sentence:
    """Return a place in words: first, second, third, 4th."""
    if place <= 3:
        return message(f"prizes.ordinal.{place}")
    ends = {1: "st", 2: "nd", 3: "rd"}
    end = "th" if 10 < place % 100 < 20 else ends.get(place % 10, "th")
    return message(f"prizes.ordinal.{end}", place=place)


def share_name(category: str) -> Sentence:
    """Return a share in divided prizes, "": in the main prizes."""
    return message("prizes.share-of", category=category) if category else message("prizes.share")


def why(contest: Contest, given: Given) -> Sentence:
    """Return why somebody has a prize; the arbiter's change is said so."""
    award = given.award
    if award is None and given.prize.changed_at is None:
        which = prize_name(given.prize.category, given.prize.place)
        return message("prizes.as-awarded", which=which)
    if award is None:
        return message("prizes.by-arbiter", position=given.prize.changed_at or 0)
    parts = [_divided(contest, award, given.prize.category)]
    if award.category is None or award.place_cents is None:
        return parts[0]
    in_group = contest.rules.main and contest.rules.shares_main(award.category)
    if in_group and (award.place_cents or _less(award)):
        key = "prizes.beside" if not _less(award) else "prizes.beside-now"
        now = award.now_cents or 0
        parts.append(message(key, amount=money(award.place_cents), now=money(now)))
    return run_on(*parts, between="; ")


def _less(award: Award) -> bool:
    """Tell whether a player ends with less than their place in the main prizes is worth now."""
    return award.now_cents is not None and award.now_cents > award.worth_cents


def _divided(contest: Contest, award: Award, category: str) -> Sentence:
    name = prize_name(category, award.place)
    method = contest.rules.division_of(award.category).method
    if award.equal_with == 1 or method == "by_rank":
        return name
    key = f"prizes.divides.{method.replace('_', '-')}"
    last = award.first + award.equal_with - 1
    total = money(int(award.sum_cents))
    shared = message(key, n=award.equal_with, first=award.first, last=last, total=total)
    return run_on(share_name(category), shared, between="; ")


def notes(outcome: Outcome, called: Called, of: int | None = None) -> Iterator[Sentence]:
    """Yield what people are told beside the list: who could have had more, what nobody took.

    `of` is the player whom it is about, None: everybody.
    """
    contest = outcome.contest
    for one in outcome.given:
        if of not in (None, one.prize.player):
            continue
        if one.award is not None and one.award.category is not None and _less(one.award):
            yield message(
                "prizes.less-than-place",
                who=called(one.prize.player),
                what=amount_and_goods(one.prize.cents, one.prize.goods),
                category=one.prize.category,
                amount=money(one.award.place_cents or 0),
                now=money(one.award.now_cents or 0),
            )
    if of is not None:
        return
    taken = {(one.prize.category, one.prize.place) for one in outcome.given}
    for left in contest.allotment.not_taken:
        name = contest.rules.name_of(left.category)
        if (name, left.place) not in taken:
            key = "prizes.too-few" if left.few else "prizes.not-taken"
            yield message(key, which=prize_name(name, left.place))
    for category, place in sorted(outcome.changed - taken):
        yield message("prizes.not-taken", which=prize_name(category, place))
    yield from not_judged(contest)
    if not contest.allotment.settled:
        yield message("prizes.not-settled")
    if outcome.now is not None:
        yield message("prizes.differs", position=outcome.awarded_at or 0)
        before = {one.prize for one in outcome.given}
        for one in outcome.now:
            if one.prize not in before:
                yield message(
                    "prizes.would-get",
                    who=called(one.prize.player),
                    what=amount_and_goods(one.prize.cents, one.prize.goods),
                    where=one.prize.category or message("prizes.main"),
                )
        have = {one.prize.player for one in outcome.now}
        for player in dict.fromkeys(one.prize.player for one in outcome.given):
            if player not in have:
                yield message("prizes.would-get-none", who=called(player))


def not_judged(contest: Contest) -> Iterator[Sentence]:
    """Yield of each category how many players cannot be judged, where there are any."""
    for category, unknown in zip(contest.rules.categories, contest.unknown, strict=True):
        if unknown:
            yield message("prizes.unknown", category=category.name, n=unknown)


def step_in_words(contest: Contest, step: Step) -> Sentence:
    """Return a step of the allotment that concerns a player."""
    name = contest.rules.name_of(step.category)
    before = money(max(step.before_cents or 0, 0))
    if step.before_cents is not None and step.before_cents < 0:
        before = message("prizes.nothing-yet")
    return message(
        f"prizes.step.{step.what}",
        which=prize_name(name, step.place),
        worth=money(step.cents),
        before=before,
    )
