"""The verbs of disputes: protests, rulings, single facts, two moments side by side, departures."""

from __future__ import annotations

from typing import Any

import click

from pairing.terminal.common import (
    AFTER,
    PLAYER,
    ROUND,
    Session,
    argument,
    option,
    read_options,
    reads,
    show,
    toernooi,
    writes,
)


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
    toernooi, "protest", "protest", "Record that PLAYER contests something of ROUND: TEXT.",
    ROUND, PLAYER, argument("text"), FACTS,
    option("--deadline", "Until when it could be lodged (2026-11-20 22:30)."), prepare=_deadline,
)  # fmt: skip
writes(
    toernooi, "ruling", "uitspraak", "Record how protest NUMBER was decided, and why: TEXT.",
    argument("number", type=int), argument("verdict", type=VERDICT),
    argument("text"), FACTS,
)  # fmt: skip
reads(
    toernooi, "protests", "protesten", "List protests with their rulings.", "protests",
)  # fmt: skip
reads(
    toernooi, "show", "feit", "Show one fact whole: POSITION is its number in the log.", "fact",
    argument("fact", metavar="POSITION"),
)  # fmt: skip
reads(
    toernooi, "integrity", "afwijkingen",
    "List every departure from the engine or the rules, and every correction.", "integrity",
)  # fmt: skip


@toernooi.verb("diff", "vergelijk")
@click.option("--as-of", "moments", multiple=True, required=True, metavar="MOMENT",
              help="A moment; give two, or one to compare it with now.")  # fmt: skip
@click.option("--after", type=int, metavar="N", help=AFTER.help)
@read_options
@click.pass_obj
def diff(
    session: Session, moments: tuple[str, ...], after: int | None, as_json: bool, as_csv: bool
) -> None:
    """Show what differs between two moments: standings, colours, pairings and results."""
    from projections import reports

    if len(moments) > 2:
        raise click.UsageError("give --as-of twice, or once to compare with now")
    show(reports.diff(session.book(), moments, after), as_json, as_csv)
