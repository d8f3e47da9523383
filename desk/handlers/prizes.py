"""The use cases of prizes: declare amounts, announce rules, award, change one, hand them out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from desk.commands.decision import Decision
from desk.commands.prizes import (
    AnnouncePrizeRules,
    AnnouncePrizes,
    AwardPrizes,
    ChangePrize,
    HandOutPrizes,
)
from desk.handlers.changes import asks_why
from ledger.facts.prizes import PrizeChanged, PrizePaid, PrizesAnnounced, PrizesAwarded
from ledger.facts.tournament import PrizesDeclared
from ledger.messages import Blank, Sentence, also, do, message
from ledger.refusals import Exit, Refusal, Refusals
from ledger.state.book import Book
from ledger.state.prizes import PrizeGiven, prizes_of
from ledger.text_files import quoted
from projections.prizes.contest import rules_in_force
from projections.prizes.files import read_rules
from projections.prizes.outcome import computed, outcome_of
from projections.prizes.rules import PrizeRules, hash_of
from projections.prizes.words import not_judged, notes, prize_name
from projections.views.view import money


def declare(book: Book, command: AnnouncePrizes) -> Decision | Refusals:
    """Announce the prizes, highest first; they replace an earlier announcement.

    Rule: knsb-wp-2014 F12.1.
    """
    amounts = tuple(command.cents)
    if list(amounts) != sorted(amounts, reverse=True):
        what = message("handlers.prizes-not-in-order")
        step = message("handlers.highest-first")
        return (Refusal("prizes-not-in-order", what, step, exit=Exit.USAGE),)
    if book.state.prizes.rules_text and (late := changes_late(book, command.reason)):
        return (late,)
    if amounts == book.state.prizes_cents:
        what = message("handlers.prizes-same")
        return (Refusal("nothing-to-change", what, do("prizes-show")),)
    return Decision((PrizesDeclared(amounts_cents=amounts, reason=command.reason),))


def announce(book: Book, command: AnnouncePrizeRules) -> Decision | Refusals:
    """Announce the rules of the prizes; they replace an earlier announcement."""

    def find(reference: int | str) -> int | Refusal:
        entrant = book.find_player(reference)
        return entrant if isinstance(entrant, Refusal) else entrant.player

    rules = read_rules("\n".join(command.rules), find)
    refusals = list(rules) if isinstance(rules, tuple) else []
    if refusal := changes_late(book, command.reason):
        refusals.append(refusal)
    if refusals or isinstance(rules, tuple):
        return tuple(refusals)
    text = rules.canonical()
    if text == book.state.prizes.rules_text:
        return (Refusal("nothing-to-change", message("handlers.prizes-same"), do("prizes-show")),)
    fact = PrizesAnnounced(rules_text=text, rules_hash=hash_of(text), reason=command.reason)
    after = book.trial()
    after.take((fact,))
    outcome = outcome_of(after)
    assert outcome is not None
    told = [*not_judged(outcome.contest)]
    told.append(
        message("prizes.announced", amount=money(rules.declared_cents), command=do("prizes-show"))
    )
    return Decision((fact,), notes=tuple(told))


def changes_late(book: Book, reason: str | None) -> Refusal | None:
    """Return that prizes are announced or changed after round 1 was published, with no reason."""
    if not book.state.rounds or reason is not None:
        return None
    return asks_why(message("prizes.late"))


def award(book: Book, command: AwardPrizes) -> Decision | Refusals:
    """Award the prizes by the final standing, as it is now."""
    state = book.state
    outcome = outcome_of(book)
    refusals = []
    awards: list[PrizeGiven] = []
    if outcome is None:
        refusals.append(no_prizes())
    else:
        awards = [one.prize for one in (outcome.now or computed(outcome.contest))]
    if not state.closed:
        what = message("prizes.not-ended", command=do("prizes-show"))
        refusals.append(Refusal("prizes-not-ended", what, do("finish")))
    if state.prizes.awarded_at is not None and outcome is not None:
        if {one._replace(changed_at=None) for one in state.prizes.given} == set(awards):
            what = message("prizes.awarded-so", position=state.prizes.awarded_at)
            refusals.append(Refusal("nothing-to-change", what, do("prizes-show")))
        elif command.reason is None:
            refusals.append(asks_why(message("prizes.again")))
    if refusals or outcome is None:
        return tuple(refusals)
    if paid := _handed_out(book, awards):
        return paid
    fact = PrizesAwarded(
        players=tuple(one.player for one in awards),
        categories=tuple(one.category for one in awards),
        places=tuple(one.place for one in awards),
        cents=tuple(one.cents for one in awards),
        goods=tuple(one.goods for one in awards),
        basis=state.position,
        reason=command.reason,
    )
    after = book.trial()
    after.take((fact,))
    told = outcome_of(after)
    assert told is not None
    return Decision((fact,), notes=tuple(notes(told, book.called)))


def no_prizes() -> Refusal:
    """Return that nothing was announced."""
    step = do("prizes-announce", file=Blank("FILE"))
    return Refusal("no-prizes", message("prizes.none"), step)


def _not_awarded(book: Book) -> Refusal | None:
    if book.state.prizes.awarded_at is not None:
        return None
    return Refusal("prizes-not-awarded", message("prizes.not-awarded"), do("prizes-award"))


def change(book: Book, command: ChangePrize) -> Decision | Refusals:
    """Give an awarded prize to another player or to nobody, or change its amount."""
    refusals = [one for one in [_not_awarded(book)] if one]
    if command.reason is None:
        refusals.append(asks_why(message("prizes.changes-award")))
    player = None
    if command.player is not None:
        entrant = book.find_player(command.player)
        if isinstance(entrant, Refusal):
            refusals.append(entrant)
        else:
            player = entrant.player
    rules = rules_in_force(book.state, book.rules)
    if rules is None or refusals:
        return tuple(refusals) or (no_prizes(),)
    category = _category(rules, command.category)
    if isinstance(category, Refusal):
        return (category,)
    given = book.state.prizes.given
    here = [one for one in given if (one.category, one.place) == (category, command.place)]
    holder = here[0].player if here else None
    if command.player is None and command.cents is not None:
        player = holder
    offered = _offered(rules, category, command.place)
    before = here[0] if here else offered
    if before is None:
        what = message("prizes.no-such", which=prize_name(category, command.place))
        return (Refusal("unknown-prize", what, do("prizes-show"), exit=Exit.USAGE),)
    cents = before.cents if command.cents is None else command.cents
    if (holder, before.cents) == (player, cents):
        what = message("prizes.have-it", which=prize_name(category, command.place))
        return (Refusal("nothing-to-change", what, do("prizes-show")),)
    fact = PrizeChanged(
        category=category,
        place=command.place,
        before=holder,
        player=player,
        cents=cents,
        goods=before.goods,
        reason=command.reason,
    )
    after = book.trial()
    after.take((fact,))
    total = sum(one.cents for one in after.state.prizes.given)
    if total > rules.declared_cents:
        announced = money(rules.declared_cents)
        what = message("prizes.too-much", total=money(total), announced=announced)
        return (Refusal("more-than-announced", what, do("prizes-show")),)
    if paid := _handed_out(book, after.state.prizes.given):
        return paid
    return Decision((fact,))


def _handed_out(book: Book, given: Sequence[PrizeGiven]) -> Refusals:
    """Return who was paid already, and would have other prizes: their receipt says otherwise."""
    prizes = book.state.prizes
    return tuple(
        Refusal(
            "prizes-handed-out",
            message("prizes.handed-out", who=book.called(player)),
            do("prizes-pay", player=book.state.label(player), how="not_collected"),
        )
        for player, how in prizes.handed_out.items()
        if how != "not_collected" and prizes_of(prizes.given, player) != prizes_of(given, player)
    )


def with_the_award(book: Book, decision: Decision | Refusals) -> Decision | Refusals:
    """Return a decision that also tells that the prizes stay as awarded, where it matters to them.

    It does where the standing after it gives them otherwise than the one before it.
    """
    if not isinstance(decision, Decision):
        return decision
    after = book.trial()
    after.take(decision.facts)
    outcome = outcome_of(after)
    before = outcome_of(book)
    if outcome is None or before is None or outcome.now in (None, before.now):
        return decision
    note = message("prizes.differs-now", command=do("prizes-show"))
    return replace(decision, notes=(*decision.notes, note))


def _category(rules: PrizeRules, name: str | None) -> str | Refusal:
    """Return the name of a category as announced, "" for the main prizes."""
    if name is None:
        return ""
    names = [category.name for category in rules.categories]
    for one in names:
        if one.casefold() == name.casefold():
            return one
    listed: tuple[Sentence, ...] = tuple(names)
    what = message("prizes.no-category", name=quoted(name), n=len(names), names=listed)
    return Refusal("unknown-category", what, also(category=Blank("CATEGORY")), exit=Exit.USAGE)


def _offered(rules: PrizeRules, category: str, place: int) -> PrizeGiven | None:
    """Return a prize as announced, None where there is none; nobody has it yet."""
    prizes = dict(rules.lists)[category]
    if place > len(prizes):
        return None
    prize = prizes[place - 1]
    return PrizeGiven(0, category, place, prize.cents, prize.goods)


def pay(book: Book, command: HandOutPrizes) -> Decision | Refusals:
    """Record that a player's prizes were handed out, or that they were not collected."""
    refusals = [one for one in [_not_awarded(book)] if one]
    entrant = book.find_player(command.player)
    if isinstance(entrant, Refusal):
        return (*refusals, entrant)
    prizes = book.state.prizes
    if not refusals and not any(one.player == entrant.player for one in prizes.given):
        what = message("prizes.has-none", who=book.called(entrant.player))
        refusals.append(Refusal("no-prize-of-theirs", what, do("prizes-show")))
    if prizes.handed_out.get(entrant.player) == command.how:
        what = message("prizes.paid-so", who=book.called(entrant.player))
        refusals.append(Refusal("nothing-to-change", what, do("prizes-show")))
    if refusals:
        return tuple(refusals)
    rules = rules_in_force(book.state, book.rules)
    told: tuple[Sentence, ...] = ()
    if command.how == "not_collected" and rules is not None:
        told = (message(f"prizes.not-present.{rules.not_present}"),)
    fact = PrizePaid(player=entrant.player, how=command.how, reason=command.reason)
    return Decision((fact,), notes=told)
