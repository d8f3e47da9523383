"""Views shown: as tables that fit, as CSV, as JSON."""

from __future__ import annotations

import os
import sys
from dataclasses import replace

import click

from desk.render import in_words
from desk.render import text as render
from desk.render.table import as_table, wrapped
from desk.terminal.output import asked_form, kept_notes, or_leave, put
from desk.terminal.words import reader, words
from ledger.characters import visible
from ledger.messages import Sentence, message
from ledger.refusals import Refusal, Refusals
from projections.views.view import View

SPREADSHEET = "spreadsheet"
"""Where a command line keeps whether its CSV is for a spreadsheet; None: not specified."""


def for_spreadsheet(output: str | None = None) -> bool:
    """Return whether CSV is for a person, whose spreadsheet must not take a cell for a formula.

    The default is true for a terminal and for a file by -o.
    """
    ctx = click.get_current_context(silent=True)
    chosen = ctx.meta.get(SPREADSHEET) if ctx is not None else None
    return bool(output is not None or sys.stdout.isatty() if chosen is None else chosen)


WIDE = "wide"
"""Where a command line keeps whether a table is wanted whole."""


def line_width() -> int | None:
    """Return the width of a line for people; None: unlimited.

    It is that of the terminal, else COLUMNS (0: no limit), else 80.
    """
    ctx = click.get_current_context(silent=True)
    if ctx is not None and ctx.meta.get(WIDE):
        return None
    if sys.stdout.isatty():
        return os.get_terminal_size().columns or None
    columns = os.environ.get("COLUMNS", "")
    return (int(columns) if columns.isdecimal() else 80) or None


def table(view: View) -> str:
    """Return a view, in words already, as a table that fits."""
    return as_table(
        view, line_width(), lambda names: words(message("terminal.left-out", columns=names))
    )


def put_text(*texts: Sentence) -> None:
    """Print texts for people, wrapped to fit."""
    for text in texts:
        for line in wrapped(visible(words(text)), line_width()):
            put(line)


def show(view: View | Refusal | Refusals) -> None:
    """Print a view as table, JSON or CSV; exit with the refusals if there are any."""
    view = or_leave(view)
    view = replace(view, notes=(*view.notes, *kept_notes()))
    if asked_form() == "json":
        put(render.as_json(worded(view.record())))
    elif asked_form() == "csv":
        put(render.as_csv(view_in_words(view, codes=not view.for_members), for_spreadsheet()))
    else:
        put(table(view_in_words(view)))


def worded(value: object) -> object:
    """Return a value with every text in it, however deep, in words."""
    return in_words.worded(value, reader())


def view_in_words(view: View, codes: bool = False) -> View:
    """Return a view for its reader; see `desk.render.in_words`."""
    return in_words.view_in_words(view, reader(), codes)
