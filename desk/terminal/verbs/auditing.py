"""The verb that reports on a pairing, for an appeals committee."""

from __future__ import annotations

import sys

import click

from desk.answers import audit as reports
from desk.render import text as render
from desk.terminal.answers import NUMBER
from desk.terminal.misuse import Misuse
from desk.terminal.options import (
    as_of,
    json_option,
    publication,
    wide_option,
)
from desk.terminal.output import asked_form, or_leave, put
from desk.terminal.registry import Registry
from desk.terminal.session import Session
from desk.terminal.sheets import save_sheet
from desk.terminal.tables import line_width, put_text, table, view_in_words, worded
from desk.terminal.words import words
from ledger.messages import message
from pairing.review.questions import book_of

here = Registry()


@here.verb("audit")
@click.argument("round", type=NUMBER)
@click.argument("board", metavar="[BOARD]", required=False)
@click.option("--player", metavar="PLAYER")
@click.option("--whole", is_flag=True)
@as_of
@publication
@click.option("--html", metavar="FILE")
@json_option
@wide_option
@click.pass_obj
def audit(
    session: Session,
    *,
    round: int,
    board: str | None,
    player: str | None,
    whole: bool,
    as_of: str | None,
    publication: int | None,
    html: str | None,
) -> None:
    """Report on the pairing of ROUND, and of BOARD: the basis for an appeals committee.

    The exit code is 1 when the engine does not find the published pairing again.
    """
    if board is not None and player is not None:
        raise Misuse(message("terminal.board-or-player"))
    book = or_leave(book_of(session.book(), round, as_of))
    report = or_leave(reports.audit(book, round, board, player, publication, whole=whole))
    if html:
        save_sheet(reports.sheet_of(book, report), html)
    elif asked_form() == "json":
        put(render.as_json(worded(report.record.as_dict())))
    else:
        text = reports.text_of(report, lambda view: table(view_in_words(view)), words)
        for line in text.split("\n"):
            put_text(line if line.strip("=-") else line[: line_width()])
    sys.exit(0 if report.record.same else 1)
