"""The verb of a year in figures."""

from __future__ import annotations

from pathlib import Path

import click

from desk.answers.bulk.digest import lines_of, sections_of, title_of
from desk.render import text as render
from desk.render.digest import digest_page
from desk.terminal.answers import NEW_FILE, NEW_FOLDER
from desk.terminal.files import check_output, save
from desk.terminal.mirror import Copy, questions_told
from desk.terminal.misuse import Misuse
from desk.terminal.options import json_option, wide_option
from desk.terminal.output import asked_form, or_leave, put
from desk.terminal.registry import Registry
from desk.terminal.session import Session
from desk.terminal.tables import put_text, table, view_in_words, worded
from desk.terminal.words import reader
from ledger.messages import message
from projections.digest.questions import digest_of

here = Registry()


@here.verb("digest")
@click.argument("html", metavar="[FILE]", type=NEW_FILE, required=False)
@click.option("--season")
@click.option("--lake", metavar="FOLDER", type=NEW_FOLDER)
@json_option
@wide_option
@click.pass_obj
def digest(session: Session, *, html: str | None, season: str | None, lake: str | None) -> None:
    """Show the figures of a year: all tournaments of the ledger, or of a lake.

    With FILE they are a page with pictures.
    """
    if html is not None and asked_form() == "json":
        raise Misuse(message("terminal.page-or-data"))
    if html is not None:
        check_output(html)
    copy = Copy(session, None, True, Path(lake) if lake is not None else None, None)
    with questions_told(), copy.opened("") as database:
        figures = or_leave(digest_of(database, season))
    if asked_form() == "json":
        put(render.as_json(worded(figures.as_dict())))
        return
    title = title_of(figures)
    lines = lines_of(figures)
    sections = sections_of(figures)
    if html is not None:
        save(digest_page(title, lines, sections, reader()).encode("utf-8"), html)
        return
    put_text(title, *lines)
    for section in sections:
        put("")
        put(table(view_in_words(section.view)))
