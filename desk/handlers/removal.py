"""Taking out a person who was entered by mistake, and stood in no published pairing."""

from __future__ import annotations

from desk.commands.decision import Decision
from desk.commands.players import Remove
from desk.handlers.players import beyond_the_plan
from desk.handlers.round_robin import numbered, rounds_fact
from ledger.facts.tournament import PlayerRemoved
from ledger.messages import Sentence, do, message
from ledger.refusals import Refusal, Refusals
from ledger.state.book import Book
from ledger.state.tournament import Entrant, Round


def remove(book: Book, command: Remove) -> Decision | Refusals:
    """Take a person out of the tournament as if they had never entered; the facts still say so.

    Before round 1 the numbers after theirs close up, and a table of rounds is that of who is left;
    afterwards the number stays empty. Who stood in a published pairing can only withdraw.
    """
    if isinstance(entrant := book.find_player(command.player), Refusal):
        return (entrant,)
    if refusals := has_a_part(book, entrant):
        return refusals
    state = book.state
    player = entrant.player
    closing = not state.rounds and entrant.number is not None
    after = [
        (one.player, one.number - 1)
        for one in state.in_number_order()
        if closing and one.number is not None and one.number > (entrant.number or 0)
    ]
    fact = PlayerRemoved(
        player=player,
        players=tuple(other for other, _ in after),
        numbers=tuple(number for _, number in after),
        reason=command.reason,
    )
    left = len(state.players) - 1
    drawn = closing and numbered(book)
    rounds = rounds_fact(book, book.rules, left, anew=True) if drawn else ()
    assert not isinstance(rounds, Refusal)
    return Decision((fact, *rounds))


def has_a_part(book: Book, entrant: Entrant) -> Refusals:
    """Return why a person cannot be removed: what they stand in; () where that is nothing."""
    state = book.state
    player = entrant.player
    name = book.called(entrant.player)
    step = _instead(book, entrant)
    for round_ in state.rounds:
        if _stood_in(round_, player):
            what = message("handlers.stood-in", player=name, round=round_.number)
            at = (round_.position,)
            return (Refusal("has-played", what, step, events=at),)
        if entrant.there_in(round_.number) and entrant.away.get(round_.number):
            what = message("handlers.had-bye", player=name, round=round_.number)
            return (Refusal("has-played", what, step, events=(round_.position,)),)
    for (member, number), game in state.season.externals.items():
        if member == player:
            what = message("handlers.had-external", player=name, team=game.team, round=number)
            return (Refusal("has-played", what, step, events=(game.set_by,)),)
    for protest in state.protests.values():
        if protest.player == player:
            what = message("handlers.had-protest", player=name, number=protest.number)
            return (Refusal("has-played", what, step, events=(protest.position,)),)
    return ()


def _stood_in(round_: Round, player: int) -> bool:
    """Tell whether a player ever was on a board of a published round, or had its bye."""
    boards = {*round_.seats, *round_.public}
    byes = {round_.bye, round_.public_bye}
    for change in round_.changes:
        boards |= {*change.before, *change.after}
        byes |= {change.bye_before, change.bye_after}
    return player in byes or any(player in board for board in boards)


def _instead(book: Book, entrant: Entrant) -> Sentence:
    """Return the next step of somebody who stays: to withdraw, where there is a round to miss."""
    number = book.state.next_round
    label = book.state.label(entrant.player)
    if entrant.withdrawn_in(number) or beyond_the_plan(book, number):
        return do("player", player=label)
    return do("withdraw", player=label)
