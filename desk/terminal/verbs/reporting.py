"""The verbs of reports: what a report lacks, and a folder with all that belongs to one."""

from __future__ import annotations

from typing import get_args

import click

from desk.answers.integrity import chosen, heads
from desk.answers.parcel import (
    REPORT_FOR,
    ParcelFile,
    Reader,
    lacks_view,
    parcel,
    parcel_view,
    report_json,
)
from desk.terminal.answers import NEW_FOLDER, OneOf, Whole
from desk.terminal.files import writing
from desk.terminal.options import read_options
from desk.terminal.output import asked_form, note, or_leave
from desk.terminal.recording_reports import record_report
from desk.terminal.registry import Registry
from desk.terminal.session import Session
from desk.terminal.tables import show
from desk.terminal.words import words
from desk.version import VERSION
from ledger.whole_files import make_folder, write_whole

here = Registry()
section = here.of_section("report")

READER = OneOf("reader", get_args(Reader))


@section.verb("check")
@click.argument("reader", type=READER)
@read_options
@click.pass_obj
def check(session: Session, reader: Reader) -> None:
    """List what a report for READER lacks, each with the command that mends it."""
    show(lacks_view(session.book(), reader))


@section.verb("for")
@click.argument("reader", type=READER)
@click.option("-o", "--output", type=NEW_FOLDER)
@click.option("--period", type=Whole(1, 99))
@click.option("--event", metavar="NUMBER", default="")
@read_options
@click.pass_obj
def report_for(
    session: Session,
    *,
    reader: Reader,
    output: str | None,
    period: int | None,
    event: str,
) -> None:
    """Write a folder with all that belongs to a report for READER, and record that it was made."""
    book = session.book()
    number = event if event.isascii() and event.isalnum() else ""
    made = or_leave(parcel(book, reader, event=number, number=period, words=words))
    head = or_leave(heads(or_leave(chosen(session.desk(), book.id)), None))[-1][1]
    about = report_json(book, made, reader, head, f"toernooiboek {VERSION}", words)
    files = (*made.files, ParcelFile("report.json", about))
    with writing(output or f"report-{reader}") as folder:
        make_folder(folder)
        for file in files:
            write_whole(folder / file.name, file.data, private=True)
    for file in made.files:
        if file.period is not None:
            note(*record_report(session, book, REPORT_FOR[reader], file.period or None, file.data))
    if made.lacks and asked_form() == "table":
        show(lacks_view(book, reader))
    show(parcel_view(book, files, str(folder), made))
