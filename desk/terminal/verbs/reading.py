"""The verbs that show a tournament as it stands."""

from __future__ import annotations

from typing import TYPE_CHECKING, get_args

import click

from desk.terminal.answers import NUMBER, MomentName, OneOf, Whole
from desk.terminal.app import Session, Verbs, reads
from desk.terminal.misuse import Misuse
from desk.terminal.options import AFTER, HTML, PLAYER, argument, as_of, option, output_option
from desk.terminal.output import save_sheet
from ledger.values import KindOfFact

if TYPE_CHECKING:
    from desk.render.sheets import PrintedSheet
    from ledger.refusals import Refusal
    from ledger.state.book import Book

here = Verbs()

reads(
    here,
    "standings",
    "stand",
    "standings",
    AFTER,
    option("--final", is_flag=True),
    option("--rules"),
    HTML,
)
reads(here, "crosstable", "kruistabel", "crosstable", AFTER, HTML)
reads(here, "fixtures", "rooster", "fixtures", HTML)
reads(here, "player", "speler", "player", PLAYER)
reads(
    here,
    "blame",
    "verantwoording",
    "blame",
    argument("what", type=OneOf("standings", ["standings"])),
    option("--player", required=True),
    AFTER,
    option("--since", type=NUMBER, metavar="M"),
)
reads(here, "rounds", "ronden", "rounds")
reads(
    here,
    "log",
    "logboek",
    "part_of_log",
    option("--last", type=Whole(1), metavar="N"),
    option("--player", metavar="PLAYER"),
    click.Option(["--round", "round_number"], type=NUMBER, metavar="ROUND"),
    option("--kind", type=OneOf("log-kind", get_args(KindOfFact))),
    option("--actor", metavar="KEY"),
    option("--since", type=MomentName()),
    option("--until", type=MomentName()),
)

SHEET = OneOf(
    "sheet",
    [
        "pairings",
        "by-name",
        "standing",
        "crosstable",
        "schedule",
        "participants",
        "check-in",
        "slips",
        "prizes",
    ],
)
"""The sheets for the wall and the tables."""


@here.verb("sheet", "blad")
@click.argument("kind", type=SHEET)
@click.argument("round_number", metavar="[ROUND]", type=NUMBER, required=False)
@click.option("--address", metavar="URL")
@output_option
@as_of
@click.pass_obj
def sheet(
    session: Session,
    kind: str,
    round_number: int | None,
    address: str | None,
    output: str | None,
    as_of: str | None,
) -> None:
    """Write a sheet to print; of the last round, or of ROUND; slips with codes for an ADDRESS."""
    from desk.reports import sheets
    from ledger.messages import message

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
    save_sheet(printed, output)


def _with_codes(
    session: Session, slips: PrintedSheet | Refusal, book: Book, address: str
) -> PrintedSheet | Refusal:
    """Return slips with the codes of the players, as the server at an address takes them."""
    from desk.access.file import AccessFile
    from desk.render.sheets import PrintedSheet
    from desk.reports.sheets import with_codes

    if not isinstance(slips, PrintedSheet):
        return slips
    with AccessFile(session.desk().place, session.runtime) as file:
        return with_codes(slips, book, file, lambda code: f"{address}/q/{code}")
