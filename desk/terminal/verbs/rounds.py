"""The verbs of a round: pairing it, publishing it, changing it, its boards, a club evening."""

from __future__ import annotations

import click

from desk.terminal.answers import NUMBER
from desk.terminal.app import Data, Session, Verbs, reads, writes
from desk.terminal.options import (
    FILE_OR_STDIN,
    HTML,
    NEW_FILE,
    ROUND,
    argument,
    option,
    read_options,
)
from desk.terminal.output import or_leave, save_sheet, show, text_of

here = Verbs()


@here.verb("pair", "indelen")
@click.option("--basis", type=NUMBER)
@read_options
@click.pass_obj
def pair(session: Session, basis: int | None, as_json: bool, as_csv: bool) -> None:
    """Pair the next round and print it; nothing is recorded."""
    from desk.reports.draft import draft_view
    from pairing.systems.draft import Draft, draft

    book = session.book()
    outcome = draft(book, basis)
    show(draft_view(book, outcome) if isinstance(outcome, Draft) else outcome, as_json, as_csv)


def _save_pairings(session: Session, file: str, as_json: bool) -> None:
    from desk.reports.sheets import sheet

    save_sheet(sheet(session.book(), "pairings"), file, aside=as_json)


writes(here, "publish", option("--sheet", type=NEW_FILE), then=("sheet", _save_pairings))


board = here.section("board", "bord")


writes(board, "add")


def _preview(fields: Data) -> Data:
    """Show the round that would come and exit, if requested."""
    if fields.pop("dry_run"):
        from desk.reports.preview import amended_view

        ctx = click.get_current_context()
        book = ctx.ensure_object(Session).book()
        show(amended_view(book, fields["round"]), ctx.params["as_json"])
        ctx.exit()
    return fields


writes(here, "amend", option("--dry-run", is_flag=True), prepare=_preview)
writes(board, "swap")
reads(here, "pairings", "indeling", "pairings", ROUND, option("--by-name", is_flag=True), HTML)


def _boards(fields: Data) -> Data:
    """Replace the file's name by its boards."""
    from desk.handlers.by_hand import read_boards

    read = or_leave(read_boards(text_of(fields.pop("file"))))
    return fields | {"boards": read.boards, "bye": read.bye}


writes(
    here,
    "pairing-by-hand",
    argument("file", type=FILE_OR_STDIN),
    without=("boards", "bye"),
    prepare=_boards,
)
reads(here, "boards", "borden", "desk.hall.board_list.boards_view", ROUND)
reads(here, "claims", "doorgegeven", "desk.hall.claims.claims_view", ROUND)
