"""The verbs of a round: pairing it, publishing it, changing it, its boards, a club evening."""

from __future__ import annotations

import click

from desk.answers.preview import amended_view
from desk.handlers.by_hand import read_boards
from desk.terminal.answers import FILE_OR_STDIN
from desk.terminal.files import text_of
from desk.terminal.options import argument, option
from desk.terminal.output import or_leave
from desk.terminal.registry import Registry
from desk.terminal.session import Session
from desk.terminal.tables import show
from desk.terminal.writing import Data, writes

here = Registry()


def _preview(fields: Data) -> Data:
    """Show the round that would come and exit, if requested."""
    if fields.pop("dry_run"):
        ctx = click.get_current_context()
        book = ctx.ensure_object(Session).book()
        show(amended_view(book, fields["round"]))
        ctx.exit()
    return fields


writes(here, "amend", option("--dry-run", is_flag=True), prepare=_preview)


def _boards(fields: Data) -> Data:
    """Replace the file's name by its boards."""
    read = or_leave(read_boards(text_of(fields.pop("file"))))
    return fields | {"boards": read.boards, "bye": read.bye}


writes(
    here,
    "pairing-by-hand",
    argument("file", type=FILE_OR_STDIN),
    without=("boards", "bye"),
    prepare=_boards,
)
