"""A round as `amend` would make it, before any announcement; nothing is recorded."""

from __future__ import annotations

from typing import Annotated

from desk.commands.decision import Decision
from desk.commands.rounds import Amend
from desk.handlers.changes import amend
from ledger.facts.tournament import PairingAmended
from ledger.messages import Sentence, do, message, run_on
from ledger.records import Record, Spread
from ledger.refusals import Refusals
from ledger.state.book import Book
from projections.games.rounds import TournamentAt, head
from projections.views import fields
from projections.views.columns import columns_of
from projections.views.rulebook_names import heading_name
from projections.views.view import View


class AmendedHead(Record):
    """A published round as it would be paired again; nothing is recorded."""

    at: Spread[TournamentAt]
    round: fields.NumberOfRound
    basis: fields.PairingBasis
    clause: Annotated[
        str, "What lets the round be paired again: B1, B2 or F7; of FIDE C1, C2, C3 or F7."
    ]
    bye: fields.ByeNumber


class AmendedRow(Record):
    """A board in the new pairing."""

    board: fields.NumberOfBoard
    white: fields.WhiteNumber
    white_name: fields.WhiteName
    black: fields.BlackNumber
    black_name: fields.BlackName
    published: Annotated[list[int], "Numbers of white and black as published; []: the same."]
    was: Annotated[Sentence, "The players as published, for people."]


COLUMNS = columns_of(
    AmendedRow,
    "board",
    "white",
    "white_name",
    "black",
    "black_name",
    "was",
    headings={
        "board": message("amended.board"),
        "white": message("amended.number"),
        "white_name": message("amended.white"),
        "black": message("amended.number"),
        "black_name": message("amended.black"),
        "was": message("amended.was"),
    },
)


def amended_view(book: Book, number: int) -> View | Refusals:
    """Return a round as `amend` would make it, or all refusals.

    Rule: knsb-wp-2014 F6, F7.
    """
    decision = amend(book, Amend(round=number, reason="-"))
    if not isinstance(decision, Decision):
        return decision
    (fact,) = decision.facts
    assert isinstance(fact, PairingAmended)
    label = book.state.label
    name = book.name
    round_ = book.state.rounds[number - 1]
    before = {at: (game.white, game.black) for at, game in enumerate(round_.games, 1)}
    rows = []
    for board, (white, black) in enumerate(zip(fact.whites, fact.blacks, strict=True), 1):
        other = () if before.get(board) == (white, black) else before.get(board, ())
        was = run_on(*map(book.called, other), between=" - ") if other else ""
        rows.append(
            AmendedRow(
                board=board,
                white=label(white),
                white_name=name(white),
                black=label(black),
                black_name=name(black),
                published=[label(player) for player in other],
                was=was,
            )
        )
    bye = None if fact.bye is None else label(fact.bye)
    top = AmendedHead(head(book), number, fact.basis, fact.clause, bye)
    rules = heading_name(book.rules_of(number))
    basis = book.state.position
    title = message("amended.title", round=number, rules=rules, basis=basis)
    notes = [warning.what for warning in decision.warnings]
    notes += [*_byes(book, round_.bye, fact.bye), _next(number)]
    return View(title, COLUMNS, rows, top, tuple(notes))


def _byes(book: Book, before: int | None, after: int | None) -> tuple[Sentence, ...]:
    if after is None or before is None:
        return ()
    if before == after:
        return (message("amended.bye", player=book.called(after)),)
    return (message("amended.other-bye", player=book.called(after), before=book.called(before)),)


def _next(number: int) -> Sentence:
    return message("amended.next", command=do("amend", round=number))
