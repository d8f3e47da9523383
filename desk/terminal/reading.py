"""Verbs that show one view."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any

import click

from desk.terminal.options import (
    SpreadsheetOption,
    WideOption,
    as_of_option,
    csv_flag,
    json_flag,
)
from desk.terminal.output import or_leave
from desk.terminal.registry import Registry, Verb
from desk.terminal.session import Session
from desk.terminal.tables import show
from ledger.later import Later

if TYPE_CHECKING:
    from desk.answers import sheets
    from desk.terminal import rulebooks
    from desk.terminal import sheets as sheet_files
else:
    sheets = Later("desk.answers.sheets")  # jinja2
    rulebooks = Later("desk.terminal.rulebooks")  # the systems
    sheet_files = Later("desk.terminal.sheets")


def reads(
    registry: Registry, name: str, *, report: str, options: Sequence[click.Parameter] = ()
) -> None:
    """Add a verb that shows one view to a registry; with HTML also a sheet.

    `report` is a function by its whole name: its module is loaded when the verb runs. `options` are
    those of the verb alone.
    """

    @click.pass_obj
    def callback(session: Session, /, **fields: Any) -> None:
        module, _, function = report.rpartition(".")
        view_of = getattr(import_module(module), function)
        book = session.book(fields.pop("as_of"))
        html = fields.pop("html", None)
        if fields.get("rules"):
            fields["rules"] = rulebooks.load_rules(fields["rules"])
        view = view_of(book, **fields)
        if html is None:
            show(view)
            return
        after = fields.get("after")
        final = fields.get("final", False)
        sheet_files.save_sheet(
            sheets.of_view(book, sheets.OF_REPORT[function], or_leave(view), after, final), html
        )

    shared = (as_of_option(), json_flag(), csv_flag(), SpreadsheetOption(), WideOption())
    registry.take(Verb(name, callback=callback, params=[*options, *shared]))
