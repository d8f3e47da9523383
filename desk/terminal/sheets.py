"""Sheets to print: HTML pages that need no other file."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from desk.answers.logo import logo_of
from desk.render.sheets import PrintedSheet, Stationery, sheet_page
from desk.site.addresses import slug_of
from desk.terminal.files import save
from desk.terminal.output import or_leave, say
from desk.terminal.session import Session
from desk.terminal.words import reader, words
from ledger.messages import message
from ledger.refusals import Refusal


def save_sheet(sheet: PrintedSheet | Refusal, output: str | None, aside: bool = False) -> None:
    """Write a sheet as one HTML page; that of a published round carries the QR code of its head.

    Without an `output` it goes to where the verb's output goes; a person at a terminal gets a file
    of the sheet's title, which a browser opens. `aside`: report the file beside the verb's output.
    """
    page = or_leave(sheet)
    if output is None and sys.stdout.isatty():
        output = f"{slug_of(words(page.title))}.html"
        say(message("terminal.print-it", file=output), err=True)
    save(sheet_text(page).encode(), output, aside=aside)


def sheet_text(sheet: PrintedSheet) -> str:
    """Return a sheet as an HTML page that needs no other file."""
    style = Path(__file__).parents[1] / "web" / "static" / "style.css"
    session = click.get_current_context().find_object(Session)
    logo = "" if session is None else logo_of(session.desk().place)
    return sheet_page(sheet, reader(), Stationery(style.read_text("utf-8"), logo=logo))
