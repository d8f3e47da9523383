"""Who is here: a player confirmed for a coming round, or not confirmed after all."""

from __future__ import annotations

from typing import Literal

from desk.commands.decision import Decision
from desk.commands.hall import CheckIn
from desk.handlers.players import not_to_come
from ledger.facts.hall import CheckInWithdrawn, PlayerCheckedIn
from ledger.facts.season import PresenceAnnounced
from ledger.facts.tournament import AbsenceWithdrawn, AnyFact
from ledger.messages import Sentence, do, message
from ledger.refusals import Refusal, Refusals
from ledger.state.book import Book
from ledger.state.tournament import Entrant


def checked_in_at(book: Book, player: int, number: int) -> int | None:
    """Return the position at which a player was confirmed for a round, None: they are not."""
    confirmed = (
        book.state.season.coming if book.rules.announces_presence else book.state.hall.checked_in
    )
    return confirmed.get((player, number))


def comes_later(book: Book, position: int) -> bool:
    """Tell whether a confirmation says that the player is not here yet, and comes later."""
    fact = book.fact_at(position)
    return isinstance(fact, PlayerCheckedIn | PresenceAnnounced) and bool(fact.comes_later)


def check_in(book: Book, command: CheckIn) -> Decision | Refusals:
    """Confirm a player as here or on their way, or take that back.

    An absence or a requested bye of that round is withdrawn with it.
    """
    if isinstance(entrant := book.find_player(command.player), Refusal):
        return (entrant,)
    number = command.round or book.state.next_round
    refusals = not_to_come(book, entrant, number)
    if refusals:
        return tuple(refusals)
    if command.cancel:
        return _cancel(book, entrant, number, command.reason)
    name = book.called(entrant.player)
    before = checked_in_at(book, entrant.player, number)
    again = command.later and command.reason is not None
    if before is not None and comes_later(book, before) == command.later and not again:
        key = "hall.later-already" if command.later else "hall.in-already"
        what = message(key, player=name, round=number)
        cancel = do("check-in", player=book.state.label(entrant.player), cancel=True)
        step = message("handlers.takes-it-back", command=cancel)
        return (Refusal("already-checked-in", what, step),)
    facts: list[AnyFact] = []
    notes: tuple[Sentence, ...] = ()
    if number in entrant.away:
        facts.append(AbsenceWithdrawn(player=entrant.player, round=number))
        key = "hall.absence-withdrawn" if entrant.away[number] == 0 else "hall.bye-withdrawn"
        notes = (message(key, player=name, round=number),)
    kind = PresenceAnnounced if book.rules.announces_presence else PlayerCheckedIn
    later: Literal[True] | None = True if command.later else None
    facts.append(
        kind(player=entrant.player, round=number, comes_later=later, reason=command.reason)
    )
    return Decision(tuple(facts), notes=notes)


def _cancel(book: Book, entrant: Entrant, number: int, reason: str | None) -> Decision | Refusals:
    if checked_in_at(book, entrant.player, number) is None:
        player = book.called(entrant.player)
        what = message("hall.not-in", player=player, round=number)
        return (Refusal("not-checked-in", what, do("checked-in")),)
    return Decision((CheckInWithdrawn(player=entrant.player, round=number, reason=reason),))
