"""The verbs of a round: pairing it, publishing it, changing it, a whole club evening."""

from __future__ import annotations

from typing import Any

import click

from desk.terminal.app import Session, Verbs, reads, typed_command, write, writes
from desk.terminal.options import CONFIRM, HTML, ROUND, argument, json_option, option, read_options
from desk.terminal.output import leave, show, text_of

here = Verbs()


@here.verb("pair", "indelen")
@click.option("--basis", type=int, help="Pair from what was known at this position.")
@read_options
@click.pass_obj
def pair(session: Session, basis: int | None, as_json: bool, as_csv: bool) -> None:
    """Pair the next round and print it; nothing is recorded."""
    from desk.reports.draft import draft_view
    from pairing.systems.draft import Draft, draft

    book = session.book()
    made = draft(book, basis)
    show(draft_view(book, made) if isinstance(made, Draft) else made, as_json, as_csv)


writes(
    here, "publish", "publiceren",
    "Pair the next round and make it public; a finished round before it is closed.",
    option("--round", "Refuse unless this is the next round.", type=int),
    option("--basis", "The position the draft was computed from.", type=int), CONFIRM,
)  # fmt: skip


board = here.section("board", "bord", "Change a published round by hand.")


writes(
    board, "add", "erbij",
    "Add a game WHITE - BLACK to ROUND, for latecomers; a bye among them is lost.",
    ROUND, argument("white"), argument("black"),
)  # fmt: skip


writes(
    here, "amend", "herindelen",
    "Pair ROUND again, because it breaks B1 or B2, or by F7 after a correction.", ROUND, CONFIRM,
)  # fmt: skip


writes(
    board, "swap", "ruilen",
    "Let two players of ROUND change places, or colours when they meet each other.",
    ROUND, argument("first"), argument("second"),
)  # fmt: skip


reads(
    here, "pairings", "indeling", "Show a published ROUND (default the last) with its results.",
    "pairings",
    argument("round_number", metavar="[ROUND]", type=int, required=False),
    option("--by-name", "Every player by name, for the wall.", is_flag=True), HTML,
)  # fmt: skip


writes(here, "start", "beginnen", "Say that the games of ROUND began.", ROUND)


@here.verb("pairing-by-hand", "handindeling")
@click.argument("round", type=int)
@click.argument("file", type=click.Path(exists=True, dir_okay=False, allow_dash=True))
@click.option("--reason", help="Why, in words that name nobody; required in a Swiss.")
@json_option
@click.pass_obj
def pairing_by_hand(
    session: Session, /, round: int, file: str, reason: str | None, as_json: bool
) -> None:
    """Publish ROUND, the next, with the boards of FILE: lines of WHITE - BLACK, and bye PLAYER."""
    from desk.handlers.by_hand import read_boards

    read = read_boards(text_of(file))
    if isinstance(read, tuple):
        leave(read)
    data: dict[str, Any] = {"round": round, "boards": read.boards, "bye": read.bye}
    write(session, [typed_command(command="pairing-by-hand", reason=reason, **data)], as_json)


writes(
    here, "evening", "avond",
    "Take in all of a club evening from a CSV FILE, all or nothing: games, absences, teams. "
    "Games of a ROUND that is not published are its pairing (docs/season-files.md).",
    ROUND, argument("file", type=click.Path(exists=True, dir_okay=False)),
)  # fmt: skip
