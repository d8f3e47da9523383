"""The use cases of the end: finish, take the end back, and report to those who rate the games."""

from __future__ import annotations

from desk.commands.decision import Decision, Warn
from desk.commands.tournament import Finish, Reopen, Report
from desk.commands.warnings import warn
from desk.handlers.changes import asks_why
from desk.handlers.fide_mode.lots import final_lots, shared_places
from desk.handlers.rounds import closings
from ledger.facts.tournament import (
    FinalLotsDrawn,
    ReportMade,
    TournamentClosed,
    TournamentReopened,
)
from ledger.messages import Blank, do, message, run_on
from ledger.refusals import Exit, Refusal, Refusals
from ledger.state.book import Book
from pairing.systems.draft import closed, rounds_of
from pairing.systems.registry import system_of
from projections.exports.reports_made import reports_of_the_end
from projections.games.rounds import without_result


def finish(book: Book, command: Finish) -> Decision | Refusals:
    """End the tournament; draw lots for players who are equal in everything else.

    In FIDE mode lots are drawn only when they are asked for. A second call draws lots for players
    who are equal only after a later correction, or who shared their places.

    Rule: knsb-wp-2014 F12.
    """
    state = book.state
    if state.closed:
        lots = final_lots(book, command)
        if isinstance(lots, tuple):
            return lots
        return (closed(state),) if lots is None else Decision((lots,))
    refusals: list[Refusal] = []
    planned = state.rounds_planned or rounds_of(book) or len(state.rounds)
    if len(state.rounds) < planned or not state.rounds:
        of = message("handlers.of-planned", n=planned) if planned else ""
        what = message("handlers.rounds-left", n=len(state.rounds), planned=of)
        other = do("plan", rounds=Blank("ROUNDS"))
        step = message("handlers.or", first=do("pair"), second=other)
        step = do("publish") if system_of(book.rules).rounds_at_most else step
        refusals.append(Refusal("rounds-left", what, step))
    refusals += without_result(state)
    if refusals:
        return tuple(refusals)
    lots = final_lots(book, command)
    if isinstance(lots, tuple):
        return lots
    facts = closings(state)
    facts += () if lots is None else (lots,)
    facts.append(TournamentClosed(reason=command.reason))
    notes = () if lots else shared_places(book)
    return Decision(tuple(facts), notes=notes, warnings=_of_the_end(book, lots))


def _of_the_end(book: Book, lots: FinalLotsDrawn | None) -> tuple[Warn, ...]:
    """Return the warning that the tournament ends, with what is drawn and what is still open."""
    state = book.state
    rounds = len(book.state.rounds)
    parts = [message("ending.ends", tournament=state.name, n=rounds)]
    if lots is not None:
        key = "ending.lots" if lots.seed else "ending.lots-by-hand"
        parts.append(message(key, n=len(lots.players)))
    undecided = sorted(number for number, one in state.protests.items() if not one.rulings)
    parts += [message("ending.undecided", number=number) for number in undecided]
    return warn(book, "tournament-ends", run_on(*parts, between="; "), str(rounds))


def reopen(book: Book, command: Reopen) -> Decision | Refusals:
    """Take the end back, so that the tournament goes on; lots that were drawn stay.

    Once a report was made of the end the reason is required, as the next report tells it.
    """
    refusals: list[Refusal] = []
    if not book.state.closed:
        what = message("ending.not-ended", tournament=book.state.name)
        refusals.append(Refusal("tournament-not-closed", what, do("status")))
    reports = reports_of_the_end(book)
    if reports and command.reason is None:
        refusals.append(asks_why(message("ending.asks-why", position=reports[-1])))
    if refusals:
        return tuple(refusals)
    notes = (message("ending.next-report-says"),) if reports else ()
    return Decision((TournamentReopened(reason=command.reason),), notes=notes)


def report(book: Book, command: Report) -> Decision | Refusals:
    """Record that a rating report was made; not again, if the last one has the same bytes."""
    last = book.state.position
    if command.basis is not None and command.basis > last:
        what = message("handlers.unknown-fact", position=command.basis, last=last)
        return (Refusal("unknown-position", what, do("log"), exit=Exit.USAGE),)
    of_it = [
        (position, made.sha256)
        for position, made in book.state.reports
        if (made.reader, made.period) == (command.reader, command.period)
    ]
    if of_it and of_it[-1][1] == command.sha256:
        at = of_it[-1][0]
        what = message("ending.same-report", position=at)
        return (Refusal("nothing-to-change", what, do("show", fact=at), events=(at,)),)
    fact = ReportMade(
        reader=command.reader,
        sha256=command.sha256,
        period=command.period,
        basis=command.basis or last,
        reason=command.reason,
    )
    return Decision((fact,))
