"""The verbs of a round: pairing it, publishing it, changing it, a whole club evening."""

from __future__ import annotations

import click

from desk.terminal.app import Data, Session, Verbs, reads, writes
from desk.terminal.options import FILE_OR_STDIN, HTML, argument, option, read_options
from desk.terminal.output import or_leave, show, text_of

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
    outcome = draft(book, basis)
    show(draft_view(book, outcome) if isinstance(outcome, Draft) else outcome, as_json, as_csv)


writes(here, "publish", "publiceren",
       "Pair the next round and make it public; a finished round before it is closed.")  # fmt: skip


board = here.section("board", "bord", "Change a published round by hand.")


writes(board, "add", "erbij",
       "Add a game WHITE - BLACK to ROUND, for latecomers; a bye among them is lost.")  # fmt: skip


def _preview(fields: Data) -> Data:
    """Show the round that would come and leave, where that is asked for."""
    if fields.pop("dry_run"):
        from desk.reports.amended import amended_view

        ctx = click.get_current_context()
        book = ctx.ensure_object(Session).book()
        show(amended_view(book, fields["round"]), ctx.params["as_json"])
        ctx.exit()
    return fields


writes(here, "amend", "herindelen",
       "Pair ROUND again, because it breaks B1 or B2, or by F7 after a correction.",
       option("--dry-run", "Show the round that would come; nothing is recorded.", is_flag=True),
       prepare=_preview)  # fmt: skip
writes(board, "swap", "ruilen",
       "Let two players of ROUND change places, or colours when they meet each other.")  # fmt: skip
reads(here, "pairings", "indeling", "Show a published ROUND (default the last) with its results.",
      "pairings", argument("round_number", metavar="[ROUND]", type=int, required=False),
      option("--by-name", "Every player by name, for the wall.", is_flag=True), HTML)  # fmt: skip
writes(here, "start", "beginnen", "Say that the games of ROUND began.")


def _boards(fields: Data) -> Data:
    """Put the boards of the file in place of its name."""
    from desk.handlers.by_hand import read_boards

    read = or_leave(read_boards(text_of(fields.pop("file"))))
    return fields | {"boards": read.boards, "bye": read.bye}


writes(here, "pairing-by-hand", "handindeling",
       "Publish ROUND, the next, with the boards of FILE: lines of WHITE - BLACK, and bye PLAYER.",
       argument("file", type=FILE_OR_STDIN), without=("boards", "bye"),
       prepare=_boards)  # fmt: skip
writes(
    here, "evening", "avond",
    "Take in all of a club evening from a CSV FILE, all or nothing: games, absences, teams. "
    "Games of a ROUND that is not published are its pairing (docs/season-files.md).",
)  # fmt: skip
