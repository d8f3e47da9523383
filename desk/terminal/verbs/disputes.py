"""The verbs of disputes: protests, rulings, single facts, two moments side by side, departures."""

from __future__ import annotations

import sys

import click

from desk.terminal.answers import NUMBER
from desk.terminal.app import Session, Verbs, reads, writes
from desk.terminal.misuse import Misuse
from desk.terminal.options import after, argument, json_option, read_options, wide_option
from desk.terminal.output import line_width, or_leave, put, put_text, save, show, table
from desk.terminal.words import language, view_in_words, worded, words

here = Verbs()


writes(here, "protest", "")
writes(here, "ruling", "uitspraak")
reads(here, "protests", "protesten", "protests")
reads(here, "show", "feit", "fact",
      argument("fact", metavar="POSITION"))  # fmt: skip
reads(here, "integrity", "afwijkingen",
      "integrity")  # fmt: skip


@here.verb("diff", "vergelijk")
@click.option("--as-of", "moments", multiple=True, required=True, metavar="MOMENT")  # fmt: skip
@after
@read_options
@click.pass_obj
def diff(
    session: Session, moments: tuple[str, ...], after: int | None, as_json: bool, as_csv: bool
) -> None:
    """Show what differs between two moments: standings, colours, pairings and results."""
    from desk.reports import verbs as reports
    from ledger.messages import message

    if len(moments) > 2:
        raise Misuse(message("terminal.two-moments"))
    show(reports.diff(session.book(), moments, after), as_json, as_csv)


@here.verb("audit", "onderzoek")
@click.argument("round", type=NUMBER)
@click.argument("board", metavar="[BOARD]", required=False)
@click.option("--player", metavar="PLAYER")
@click.option("--html", metavar="FILE")
@json_option
@wide_option
@click.pass_obj
def audit(
    session: Session, round: int, board: str | None, player: str | None,
    html: str | None, as_json: bool,
) -> None:  # fmt: skip
    """Report on the pairing of ROUND, and of BOARD: the basis for an appeals committee.

    The exit code is 1 when the engine does not find the published pairing again.
    """
    from desk.render import text as render
    from desk.reports.audit import audit, page_of, text_of
    from ledger.messages import message

    if board is not None and player is not None:
        raise Misuse(message("terminal.board-or-player"))
    report = or_leave(audit(session.book(), round, board, player))
    if html:
        save(page_of(report, language(), view_in_words, words).encode(), html)
    elif as_json:
        put(render.as_json(worded(report.record.as_dict())))
    else:
        text = text_of(report, lambda view: table(view_in_words(view)), words)
        for line in text.split("\n"):
            put_text(line if line.strip("=-") else line[: line_width()])
    sys.exit(0 if report.record.same else 1)
