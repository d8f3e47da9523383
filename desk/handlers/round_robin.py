"""Automatic facts of a round robin: its number of rounds, and defaults of absent players."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from desk.commands.decision import Decision
from desk.commands.players import Withdraw
from desk.handlers.fide_mode.presence import expelled_why
from ledger.facts.tournament import GameForfeited, PlayerWithdrew, RoundsPlanned
from ledger.messages import do, message
from ledger.refusals import Refusal, Refusals
from ledger.rulebooks.rulebook import Rulebook
from ledger.state.book import Book
from ledger.state.tournament import Entrant
from ledger.values import AbsenceCause
from pairing.systems.draft import rounds_do_not_fit
from pairing.systems.registry import system_of


def rounds_fact(
    book: Book, rules: Rulebook, players: int, *, anew: bool = False
) -> tuple[RoundsPlanned, ...] | Refusal:
    """Return the fact of the number of rounds of a table, once players have numbers.

    () where the system has no table, or the number is recorded. `anew`: replace another number that
    was right before; otherwise refuse one that was planned by hand.

    Rule: berger table.
    """
    at_most = system_of(rules).rounds_at_most
    if at_most is None or players < 2:
        return ()
    rounds = at_most(players, rules)
    planned = book.state.rounds_planned
    if planned == rounds:
        return ()
    if planned is None or anew:
        return (RoundsPlanned(rounds=rounds),)
    return rounds_do_not_fit(book, planned, rounds, players)


def numbered(book: Book) -> bool:
    """Return whether everybody has a number, so that the table is known."""
    return all(entrant.number is not None for entrant in book.state.players.values())


def defaults(book: Book, number: int, boards: Iterable[tuple[int, int]]) -> list[GameForfeited]:
    """Return the games of a round that are lost by default, because one or both are absent.

    Rule: berger withdrawal.
    """
    if not system_of(book.rules).takes_everybody:
        return []
    facts = []
    for white, black in boards:
        causes = [_cause(book.state.players[player], number) for player in (white, black)]
        if any(causes):
            facts.append(_default(number, white, black, causes[0], causes[1]))
    return facts


def _cause(entrant: Entrant, number: int) -> AbsenceCause | None:
    return None if entrant.present_in(number) else "excused"


def _default(
    number: int,
    white: int,
    black: int,
    of_white: AbsenceCause | None,
    of_black: AbsenceCause | None,
) -> GameForfeited:
    outcome: Literal["1-0R", "0-1R", "0-0R"] = (
        "0-0R" if of_white and of_black else "0-1R" if of_white else "1-0R"
    )
    return GameForfeited(
        round=number,
        white=white,
        black=black,
        outcome=outcome,
        white_cause=of_white,
        black_cause=of_black,
    )


def withdraw(book: Book, command: Withdraw) -> Decision | Refusals:
    """Withdraw a player from a round on: their remaining games are lost by default.

    Games of published rounds are decided now, the others at publication. The player is out from
    their first open game on, unless a round is named.

    Rule: berger withdrawal.
    """
    if isinstance(entrant := book.find_player(command.player), Refusal):
        return (entrant,)
    player = entrant.player
    name = book.called(entrant.player)
    left = [
        (round_.number, game)
        for round_ in book.state.rounds
        if (game := round_.game_of(player)) is not None and game.open
    ]
    first = left[0][0] if left else book.state.next_round
    number = command.from_round or first
    refusals = []
    if entrant.withdrawn_in(max(number, book.state.next_round)):
        what = message("handlers.has-withdrawn-already", player=name)
        refusals.append(Refusal("already-withdrawn", what, do("status")))
    elif number < book.state.next_round and number not in [one for one, _ in left]:
        what = message("handlers.no-open-game", player=name, round=number)
        refusals.append(Refusal("round-is-past", what, do("withdraw", player=command.player)))
    elif (book.state.rounds_planned or number) < number:
        planned = book.state.rounds_planned or 0
        what = message("handlers.no-game-left", player=name, n=planned)
        refusals.append(Refusal("no-such-round", what, do("status")))
    refusals += expelled_why(command)
    if refusals:
        return tuple(refusals)
    withdrawal = PlayerWithdrew(
        player=player, from_round=number, expelled=command.expelled or None, reason=command.reason
    )
    facts = [
        _default(
            at,
            game.white,
            game.black,
            "excused" if game.white == player else _cause(book.state.players[game.white], at),
            "excused" if game.black == player else _cause(book.state.players[game.black], at),
        )
        for at, game in left
        if at >= number
    ]
    return Decision((withdrawal, *facts))
