"""Who is not there: byes in FIDE mode, and players who are expelled, in any mode."""

from __future__ import annotations

from desk.commands.decision import Decision, Warn
from desk.commands.players import BarBye, Withdraw
from desk.commands.warnings import warn
from desk.handlers.fide_mode.rules import not_of_fide
from ledger.facts.fide import ByesAllowed, ByesBarred
from ledger.messages import Blank, also, do, message
from ledger.refusals import Exit, Refusal, Refusals
from ledger.state.book import Book
from ledger.state.tournament import Entrant


def in_last_round(book: Book, number: int) -> Refusals:
    """Return the refusal of half a point for missing the last round, unless the rules give it.

    Rule: fide-dutch-2026 GHR3.3.
    """
    state = book.state
    asked = state.fide.in_mode and number == state.rounds_planned
    if book.rules.bye_in_last_round or not asked:
        return ()
    what = message("fide-mode.bye-in-last-round", round=number)
    option = "fide.half_point_in_last_round=true"
    change = do("rules-change", set=option, reason=Blank("TEXT"))
    step = message("fide-mode.bye-by-regulations", command=change)
    clause = book.clause("GHR3.3")
    return (Refusal("half-point-bye-in-last-round", what, step, clause),)


def of_bye(book: Book, entrant: Entrant, number: int, halves: int) -> tuple[Warn, ...]:
    """Return the warnings of a requested bye of half a point or a whole one."""
    player = book.called(entrant.player)
    if halves == 2:
        what = message("fide-mode.full-point-bye", player=player, round=number)
        return warn(book, "full-point-bye", what)
    before = sorted(at for at, worth in entrant.away.items() if worth == 1 and at != number)
    if not before:
        return ()
    what = message("fide-mode.second-half-point-bye", player=player, round=before[0])
    return warn(book, "second-half-point-bye", what)


def without_bye(book: Book, entrant: Entrant, number: int) -> Refusals:
    """Return the refusal of a bye on request to a player whom the organiser gives none."""
    position = book.state.fide.without_bye.get(entrant.player)
    if position is None:
        return ()
    label = book.state.label(entrant.player)
    step = message(
        "byes.absent-or-allow",
        absent=do("absent", player=label, round=number),
        allow=do("no-bye", player=label, cancel=True),
    )
    what = message("byes.has-none", player=book.called(entrant.player))
    return (Refusal("no-bye-for-player", what, step, book.clause("GHR3.3"), (position,)),)


def bar_bye(book: Book, command: BarBye) -> Decision | Refusals:
    """Give a player no bye on request any more, or take that back; byes recorded before stay."""
    refusals = list(not_of_fide(book, "byes.of-fide", can=book.rules.bars_byes))
    if not command.cancel and command.reason is None:
        step = message("handlers.with-reason", option=also(reason=Blank("TEXT")))
        what = message("byes.asks-why")
        refusals.append(Refusal("reason-required", what, step, exit=Exit.USAGE))
    entrant = book.find_player(command.player)
    if isinstance(entrant, Refusal):
        return (*refusals, entrant)
    position = book.state.fide.without_bye.get(entrant.player)
    if command.cancel == (position is None):
        which = "byes.allowed-already" if command.cancel else "byes.barred-already"
        what = message(which, player=book.called(entrant.player))
        at = () if position is None else (position,)
        refusals.append(Refusal("nothing-to-change", what, do("players"), events=at))
    if refusals:
        return tuple(refusals)
    if command.cancel:
        return Decision((ByesAllowed(player=entrant.player, reason=command.reason),))
    label = book.state.label(entrant.player)
    ahead = book.state.next_round
    notes = tuple(
        message(
            "byes.stays",
            player=book.called(entrant.player),
            round=number,
            command=do("absent", player=label, round=number, cancel=True),
        )
        for number, halves in sorted(entrant.away.items())
        if halves and number >= ahead
    )
    return Decision((ByesBarred(player=entrant.player, reason=command.reason),), notes=notes)


def expelled_why(command: Withdraw) -> Refusals:
    """Return the refusal of an expulsion without a reason."""
    if not command.expelled or command.reason is not None:
        return ()
    step = message("handlers.with-reason", option=also(reason=Blank("TEXT")))
    return (Refusal("reason-required", message("expelled.asks-why"), step, exit=Exit.USAGE),)
