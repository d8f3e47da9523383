"""The verb that shows the overviews of a season."""

from __future__ import annotations

from typing import Any

import click

from desk.answers import season as keizer_reports
from desk.answers.season import OVERVIEWS
from desk.render import html as pages
from desk.site.kept import WebsiteKept
from desk.terminal.answers import NEW_FILE, NEW_FOLDER, NUMBER
from desk.terminal.files import save
from desk.terminal.language import language
from desk.terminal.misuse import Misuse
from desk.terminal.options import after, as_of, read_options
from desk.terminal.output import asked_form, say_notes
from desk.terminal.registry import Registry
from desk.terminal.session import Session
from desk.terminal.tables import show, view_in_words
from desk.terminal.website import write_website
from desk.terminal.words import words
from ledger.messages import do, message
from ledger.text_files import quoted
from projections.views.view import View

here = Registry()


class OverviewType(click.ParamType[str]):
    """An overview by its number, or by its English or Dutch name."""

    name = "overview"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Return the English name."""
        word = str(value).strip().casefold()
        typed = {
            name: english
            for at, (english, dutch) in enumerate(OVERVIEWS.items(), 1)
            for name in (str(at), english, dutch)
        }
        if word not in typed:
            dutch = language() == "nl"
            names = (nl if dutch else english for english, nl in OVERVIEWS.items())
            listed = ", ".join(f"{at} {name}" for at, name in enumerate(names, 1))
            wrong = message("usage.no-overview", text=quoted(value), choices=listed)
            self.fail(words(wrong), param, ctx)
        return typed[word]


@here.verb("overview")
@click.argument("which", metavar="[OVERVIEW]", type=OverviewType(), required=False)
@after
@click.option("--period", type=NUMBER, metavar="P")
@click.option("--round", "round_number", type=NUMBER, metavar="R")
@click.option("--player")
@click.option("--html", type=NEW_FILE)
@click.option("--all-html", type=NEW_FOLDER)
@as_of
@read_options
@click.pass_obj
def overview(
    session: Session,
    /,
    *,
    which: str | None,
    html: str | None,
    all_html: str | None,
    as_of: str | None,
    **filters: Any,
) -> None:
    """Show an overview of a Keizer season, by number or name.

    The numbers: 1 stand, 2 periodestand, 3 uitslagen, 4 opbouw, 5 scorematrix, 6 extern, 7
    klijnbeker. CSV has the headings for people; the keys of JSON are the same in every language.
    """
    if (html or all_html) and (asked_form() != "table"):
        raise Misuse(message("terminal.pages-or-data"))
    if all_html:
        if which or html or as_of or any(value is not None for value in filters.values()):
            raise Misuse(message("terminal.all-html-alone"))
        say_notes((message("terminal.all-html-is", command=do("website", folder=all_html)),))
        one = session.book().id
        return write_website(
            session, WebsiteKept(folder=all_html, tournament=one, language=language())
        )
    if which is None:
        raise Misuse(message("terminal.which-overview"))
    view = keizer_reports.overview(session.book(as_of), which, **filters)
    if html and isinstance(view, View):
        return save(pages.page(view_in_words(view), language()).encode("utf-8"), html)
    return show(view)
