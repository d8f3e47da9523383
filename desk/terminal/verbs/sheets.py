"""The verb that writes a sheet to print."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from desk.access.file import AccessFile
from desk.answers import sheets
from desk.answers.decision import decision
from desk.answers.logo import keep_logo
from desk.answers.sheets import with_codes
from desk.render.sheets import PrintedSheet
from desk.terminal.answers import NUMBER, OneOf
from desk.terminal.files import bytes_of
from desk.terminal.misuse import Misuse
from desk.terminal.options import as_of, output_option
from desk.terminal.output import leave, say
from desk.terminal.registry import Registry
from desk.terminal.session import Session
from desk.terminal.sheets import save_sheet
from ledger.messages import message

if TYPE_CHECKING:
    from ledger.refusals import Refusal
    from ledger.state.book import Book


here = Registry()


SHEET = OneOf(
    "sheet",
    [
        "pairings",
        "by-name",
        "results",
        "standing",
        "crosstable",
        "schedule",
        "participants",
        "check-in",
        "slips",
        "score-sheets",
        "place-cards",
        "board-cards",
        "prizes",
        "ceremony",
        "decision",
    ],
)
"""The sheets for the wall and the tables."""


@here.verb("sheet")
@click.argument("kind", type=SHEET)
@click.argument("round_number", metavar="[ROUND]", type=NUMBER, required=False)
@click.option("--address", metavar="URL")
@output_option
@as_of
@click.pass_obj
def sheet(
    session: Session,
    *,
    kind: str,
    round_number: int | None,
    address: str | None,
    output: str | None,
    as_of: str | None,
) -> None:
    """Write a sheet to print; of the last round, or of ROUND; slips with codes for an ADDRESS."""
    if kind == "decision":
        if address is not None:
            raise Misuse(message("sheets.codes-of-last-round"))
        return save_sheet(decision(session.book(as_of), round_number), output)
    if round_number is not None and not sheets.KINDS[kind][1]:
        raise Misuse(message("sheets.no-round", kind=SHEET.shown(kind)))
    book = session.book(as_of)
    printed = sheets.sheet(book, kind, round_number)
    if address is not None:
        if kind != "slips" or round_number not in (None, len(book.state.rounds)) or as_of:
            raise Misuse(message("sheets.codes-of-last-round"))
        if wrong := sheets.wrong_address(address):
            raise Misuse(wrong)
        printed = _with_codes(session, printed, book, address.rstrip("/"))
    return save_sheet(printed, output)


@here.verb("logo")
@click.argument("file", metavar="[FILE]", required=False)
@click.option("--cancel", is_flag=True)
@click.pass_obj
def logo(session: Session, file: str | None, cancel: bool) -> None:
    """Put the image of a FILE, the club's logo, in the head of every sheet from now on."""
    place = session.desk().place
    if (file is None) != cancel:
        raise Misuse(message("sheets.logo-or-none"))
    if refusal := keep_logo(place, b"" if file is None else bytes_of(file)):
        leave((refusal,))
    say(message("sheets.logo-gone" if cancel else "sheets.logo-kept"))


def _with_codes(
    session: Session, slips: PrintedSheet | Refusal, book: Book, address: str
) -> PrintedSheet | Refusal:
    """Return slips with the codes of the players, as the server at an address takes them."""
    if not isinstance(slips, PrintedSheet):
        return slips
    with AccessFile(session.desk().place, session.runtime) as file:
        return with_codes(slips, book, file, lambda code: f"{address}/q/{code}")
