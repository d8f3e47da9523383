"""The verbs of disputes: protests, rulings, single facts, two moments side by side, departures."""

from __future__ import annotations

from typing import Any

import click

from desk.terminal.app import Session, Verbs, reads, writes
from desk.terminal.options import AFTER, PLAYER, ROUND, argument, json_option, option, read_options
from desk.terminal.output import leave, save, show
from desk.terminal.verbs.why import language_option
from desk.terminal.words import worded, words

here = Verbs()


def _deadline(given: dict[str, Any]) -> dict[str, Any]:
    """Read the deadline as local time unless it names another."""
    from datetime import datetime

    text = given["deadline"]
    if text is not None:
        try:
            given["deadline"] = datetime.fromisoformat(text).astimezone()
        except (ValueError, OverflowError):
            raise click.BadParameter(
                f"{text!r} is no time; write 2026-11-20 22:30", param_hint="--deadline"
            ) from None
    return given


VERDICT = click.Choice(["upheld", "partly upheld", "rejected", "withdrawn"])
FACTS = click.Option(
    ["--fact", "facts"], multiple=True, type=int, metavar="N",
    help="Position of a fact it is about; may be repeated.",
)  # fmt: skip

writes(
    here, "protest", "", "Record that PLAYER contests something of ROUND: TEXT.",
    ROUND, PLAYER, argument("text"), FACTS,
    option("--deadline", "Until when it could be lodged (2026-11-20 22:30)."), prepare=_deadline,
)  # fmt: skip
writes(
    here, "ruling", "uitspraak", "Record how protest NUMBER was decided, and why: TEXT.",
    argument("number", type=int), argument("verdict", type=VERDICT),
    argument("text"), FACTS,
)  # fmt: skip
reads(
    here, "protests", "protesten", "List protests with their rulings.", "protests",
)  # fmt: skip
reads(
    here, "show", "feit", "Show one fact whole: POSITION is its number in the log.", "fact",
    argument("fact", metavar="POSITION"),
)  # fmt: skip
reads(
    here, "integrity", "afwijkingen",
    "List every departure from the engine or the rules, and every correction.", "integrity",
)  # fmt: skip


@here.verb("diff", "vergelijk")
@click.option("--as-of", "moments", multiple=True, required=True, metavar="MOMENT",
              help="A moment; give two, or one to compare it with now.")  # fmt: skip
@click.option("--after", type=int, metavar="N", help=AFTER.help)
@read_options
@click.pass_obj
def diff(
    session: Session, moments: tuple[str, ...], after: int | None, as_json: bool, as_csv: bool
) -> None:
    """Show what differs between two moments: standings, colours, pairings and results."""
    from desk.reports import verbs as reports

    if len(moments) > 2:
        raise click.UsageError("give --as-of twice, or once to compare with now")
    show(reports.diff(session.book(), moments, after), as_json, as_csv)


@here.verb("audit", "onderzoek")
@click.argument("round", type=int)
@click.argument("board", metavar="[BOARD]", required=False)
@click.option("--player", metavar="PLAYER", help="This player, by number or name, not a board.")
@language_option
@click.option("--html", metavar="FILE", help="Write one page to read or print.")
@json_option
@click.pass_obj
def audit(
    session: Session, round: int, board: str | None, player: str | None, language: Any,
    html: str | None, as_json: bool,
) -> None:  # fmt: skip
    """Report on the pairing of ROUND, and of BOARD: what an appeals committee decides from.

    It ends with 1 when the engine does not find the published pairing again.
    """
    import sys

    from desk.render import text as render
    from desk.reports.audit import Report, audit, page_of, text_of

    if board is not None and player is not None:
        raise click.UsageError("give BOARD or --player PLAYER, not both")
    report = audit(session.book(), round, board, player, language)
    if not isinstance(report, Report):
        leave(report)
    if html:
        save(page_of(report, words).encode(), html)
    elif as_json:
        click.echo(render.as_json(worded(report.record())))
    else:
        click.echo(text_of(report, lambda view: render.as_table(view, None), words))
    sys.exit(0 if report.same else 1)
