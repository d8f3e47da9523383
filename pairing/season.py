"""Use cases of a club season that need its values: who leaves keeps what he is worth."""

from __future__ import annotations

from ledger import entries
from ledger import season as deciders
from ledger.book import Book
from ledger.commands import Enter, Join, Withdraw
from ledger.decision import Decision
from ledger.refusals import Refusal, Refusals
from ledger.season import keys_of_season
from ledger.season_commands import Leave
from projections.games import of_tournament
from projections.keizer import ranking


def join(book: Book, command: Join) -> Decision | Refusals:
    """Take a new member in; he begins last of the ranking.

    Rule: mwkeizer startwaarde.
    """
    keys = keys_of_season(book)
    if isinstance(keys, Refusal):
        return (keys,)
    fields = command.model_dump(exclude={"command"})
    return entries.enter(book, Enter(**fields))


def withdraw(book: Book, command: Withdraw) -> Decision | Refusals:
    """Take a player out of the rounds to come; from a season he leaves."""
    return entries.withdraw(book, command) if book.rules.keizer is None else leave(book, command)


def leave(book: Book, command: Leave | Withdraw) -> Decision | Refusals:
    """Let a member leave; what he stays worth is recorded, as declared or as he stands now.

    Rule: mwkeizer schommelen.
    """
    keys = keys_of_season(book)
    if isinstance(keys, Refusal):
        return (keys,)
    entrant = book.find_player(command.player)
    if isinstance(entrant, Refusal):
        return (entrant,)
    value = command.value if isinstance(command, Leave) else None
    if value is None:
        standing = ranking(of_tournament(book.state, book.rules), book.rules)
        value = standing.values[entrant.player]
    number = command.from_round or book.state.next_round
    return deciders.leave(book, entrant, number, value, command.reason)
