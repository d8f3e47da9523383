"""The verbs that show a tournament as it stands."""

from __future__ import annotations

from typing import get_args

import click

from desk.terminal.answers import NUMBER, MomentName, OneOf, Whole
from desk.terminal.app import Session, Verbs, reads
from desk.terminal.misuse import Misuse
from desk.terminal.options import AFTER, HTML, PLAYER, argument, as_of, option, output_option
from desk.terminal.output import save_sheet
from ledger.values import KindOfFact

here = Verbs()

reads(here, "standings", "stand",
      "standings", AFTER, option("--final", is_flag=True),
      option("--rules"), HTML)  # fmt: skip
reads(here, "crosstable", "kruistabel", "crosstable", AFTER, HTML)
reads(here, "fixtures", "rooster",
      "fixtures", HTML)  # fmt: skip
reads(here, "player", "speler", "player", PLAYER)
reads(
    here, "blame", "verantwoording",
    "blame", argument("what", type=OneOf("standings", ["standings"])),
    option("--player", required=True), AFTER,
    option("--since",
           type=NUMBER, metavar="M"),
)  # fmt: skip
reads(here, "rounds", "ronden", "rounds")
reads(
    here, "log", "logboek", "part_of_log", option("--last", type=Whole(1), metavar="N"),
    option("--player", metavar="PLAYER"),
    click.Option(["--round", "round_number"], type=NUMBER, metavar="ROUND"),
    option("--kind", type=OneOf("log-kind", get_args(KindOfFact))),
    option("--actor", metavar="KEY"),
    option("--since", type=MomentName()), option("--until", type=MomentName()),
)  # fmt: skip

SHEET = OneOf("sheet", ["pairings", "by-name", "standing", "crosstable", "schedule",
                        "participants", "check-in", "slips", "prizes"])  # fmt: skip
"""The sheets for the wall and the tables."""


@here.verb("sheet", "blad")
@click.argument("kind", type=SHEET)
@click.argument("round_number", metavar="[ROUND]", type=NUMBER, required=False)
@output_option
@as_of
@click.pass_obj
def sheet(
    session: Session, kind: str, round_number: int | None, output: str | None, as_of: str | None
) -> None:
    """Write a sheet to print; of the last round, or of ROUND."""
    from desk.reports import sheets
    from ledger.messages import message

    if round_number is not None and not sheets.KINDS[kind][1]:
        raise Misuse(message("sheets.no-round", kind=SHEET.shown(kind)))
    save_sheet(sheets.sheet(session.book(as_of), kind, round_number), output)
