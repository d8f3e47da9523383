"""The decision on a protest as a sheet to sign: facts, clause, decision, signatures, on one page."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Annotated

from desk.answers.audit import Report, audit
from desk.answers.sheets import moment_of, surrounded
from desk.render.sheets import PrintedSheet, SheetSection
from ledger.messages import Message, Sentence, do, message, run_on
from ledger.records import Record
from ledger.refusals import Exit, Refusal
from ledger.state.book import Book
from ledger.state.details import details_of
from ledger.state.protests import Protest
from projections.log.sentences import teller
from projections.views.columns import NAME, Column, columns_of
from projections.views.view import View

MOST_FACTS = 8
"""Facts that the sheet names, so that it stays one page."""


class Signatory(Record):
    """Somebody who signs: as what, and their name, "" to be written."""

    office: Annotated[Sentence, "As what they sign."]
    signer: Annotated[str, 'Name, "" where it is to be written.', NAME]


COLUMNS = (
    *columns_of(
        Signatory,
        "office",
        "signer",
        headings={"office": "", "signer": message("columns.name")},
    ),
    Column("signature"),
)


def decision(book: Book, number: int | None) -> PrintedSheet | Refusal:
    """Return the decision on a protest, None: the last one; without a ruling with room for it."""
    chosen = max(book.state.protests, default=1) if number is None else number
    protest = book.state.protests.get(chosen)
    if protest is None:
        what = message("handlers.unknown-protest", number=chosen)
        return Refusal("unknown-protest", what, do("protests"), exit=Exit.USAGE)
    sections = (
        SheetSection(message("sheets.decision-facts"), tuple(_facts(book, protest))),
        SheetSection(message("sheets.decision-clause"), tuple(_clause(book, protest))),
        SheetSection(message("sheets.decision-taken"), tuple(_ruling(protest))),
        SheetSection(message("sheets.decision-signed"), (), _signatures(book, protest)),
    )
    title = message("sheets.decision", number=protest.number)
    return replace(surrounded(book, title, sections, protest.round, cited=True), roomy=True)


def _facts(book: Book, protest: Protest) -> Iterator[Sentence]:
    yield message(
        "sheets.decision-lodged",
        who=book.called(protest.player),
        moment=moment_of(book, protest.position)[0],
    )
    if protest.in_time(book.recorded_at(protest.position)) is False:
        yield message("sheets.decision-late")
    for board, game in enumerate(book.state.rounds[protest.round - 1].games, 1):
        if protest.player in (game.white, game.black):
            white = book.called(game.white)
            black = book.called(game.black)
            yield message("sheets.decision-game", board=board, white=white, black=black)
    yield message("sheets.decision-contested", text=protest.text)
    told = teller(book)
    for position in protest.facts[:MOST_FACTS]:
        yield run_on(f"#{position} ", told(position))


def _clause(book: Book, protest: Protest) -> Iterator[Sentence]:
    """Yield what the rules say of the pairing of the round, and room for the clause applied."""
    report = audit(book, protest.round, None, None)
    if isinstance(report, Report):
        for line in report.record.allowed.lines:
            if not isinstance(line, Message) or line.key != "audit.only-by-hand":
                yield line
    yield message("sheets.decision-applied")


def _ruling(protest: Protest) -> Iterator[Sentence]:
    if not protest.rulings:
        yield message("sheets.decision-choices")
        yield message("sheets.decision-because")
        yield from ("." * _DOTS,) * 3
        return
    last = protest.rulings[-1]
    verdict = message(f"cells.verdict.{last.verdict.replace(' ', '-')}")
    behalf: Sentence = message(f"log.behalf.{last.behalf}") if last.behalf else ""
    yield run_on(verdict, behalf)
    yield last.text


_DOTS = 125


def _signatures(book: Book, protest: Protest) -> View:
    arbiter = details_of(book.state, book.people).get("arbiter", "")
    rows = [
        Signatory(office=message("sheets.decision-arbiter"), signer=arbiter),
        Signatory(office=message("sheets.decision-player"), signer=book.name(protest.player)),
        Signatory(office=message("sheets.decision-committee"), signer=""),
        Signatory(office=message("sheets.decision-committee"), signer=""),
    ]
    return View("", COLUMNS, rows)
