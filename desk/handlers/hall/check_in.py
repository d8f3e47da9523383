"""Who is here: a player confirmed for a coming round, or not confirmed after all."""

from __future__ import annotations

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


def is_in(book: Book, player: int, number: int) -> bool:
    """Tell whether a player is confirmed as here for a round."""
    if announced(book):
        return (player, number) in book.state.season.coming
    return (player, number) in book.state.hall.checked_in


def announced(book: Book) -> bool:
    """Tell whether this is a season in which members announce each time that they come."""
    return book.rules.plays_season and book.rules.season_keys.presence == "announced"


def check_in(book: Book, command: CheckIn) -> Decision | Refusals:
    """Confirm a player as here, or take that back.

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
    if is_in(book, entrant.player, number):
        what = message("hall.in-already", player=name, round=number)
        cancel = do("check-in", player=book.state.label(entrant.player), cancel=True)
        step = message("handlers.takes-it-back", command=cancel)
        return (Refusal("already-checked-in", what, step),)
    facts: list[AnyFact] = []
    notes: tuple[Sentence, ...] = ()
    if number in entrant.away:
        facts.append(AbsenceWithdrawn(player=entrant.player, round=number))
        key = "hall.absence-withdrawn" if entrant.away[number] == 0 else "hall.bye-withdrawn"
        notes = (message(key, player=name, round=number),)
    kind = PresenceAnnounced if announced(book) else PlayerCheckedIn
    facts.append(kind(player=entrant.player, round=number, reason=command.reason))
    return Decision(tuple(facts), notes=notes)


def _cancel(book: Book, entrant: Entrant, number: int, reason: str | None) -> Decision | Refusals:
    if not is_in(book, entrant.player, number):
        player = book.called(entrant.player)
        what = message("hall.not-in", player=player, round=number)
        return (Refusal("not-checked-in", what, do("checked-in")),)
    return Decision((CheckInWithdrawn(player=entrant.player, round=number, reason=reason),))
