"""The verbs of a club season: who is there, games for the club's teams, periods, members."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from desk.terminal.app import Data, Session, Verbs, writes
from desk.terminal.options import AFTER, AS_OF, option, read_options
from desk.terminal.output import or_leave, save, show
from desk.terminal.verbs.results import correct
from desk.terminal.words import language, view_in_words, words

if TYPE_CHECKING:
    from ledger.messages import CommandValue
    from projections.views.view import View

here = Verbs()


writes(here, "present", "aanwezig", "Announce that PLAYER will be there in a ROUND to come.")
writes(here, "join", "lid-erbij",
       "Take a new member called NAME into the season; he begins last of the ranking.")  # fmt: skip
writes(here, "leave", "lid-weg", "Let PLAYER leave the season; his games still count.")
writes(here, "period", "periode",
       "Begin a new period of the season with ROUND; with round 1, name the first.")  # fmt: skip


def _elsewhere(fields: Data) -> Data:
    """Put the field in place of its opposite, the option."""
    elsewhere = fields.pop("elsewhere")
    if fields["announced_to"] and not elsewhere:
        raise _unfit("announced-to", announced=True, elsewhere=True)
    return fields | {"club_evening": not elsewhere}


writes(
    here, "external", "extern",
    """Record the game that PLAYER played for a team; it counts for ROUND.

    A game that was not on the club evening counts when he asked for it in advance.
    """,
    option("--elsewhere", "It was not on the club evening.", is_flag=True),
    arguments=("player", "round"), without=("club_evening",), prepare=_elsewhere,
)  # fmt: skip
writes(correct, "external", "extern",
       "Correct PLAYER's game for a team in ROUND: give what was wrong.",
       without=("club_evening",))  # fmt: skip
writes(
    here, "catch-up", "inhalen",
    "Record a game WHITE - BLACK played later that counts for ROUND, where the rules allow it.",
)  # fmt: skip


class OverviewType(click.ParamType[str]):
    """An overview by its number, or by its English or Dutch name."""

    name = "overview"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Return the English name."""
        from desk.reports.season import OVERVIEWS
        from ledger.messages import message, run_on

        word = str(value).strip().casefold()
        typed = {
            name: english
            for at, (english, dutch) in enumerate(OVERVIEWS.items(), 1)
            for name in (str(at), english, dutch)
        }
        if word not in typed:
            listed = [
                run_on(str(at), message(f"season.overviews.{english}"), between=" ")
                for at, english in enumerate(OVERVIEWS, 1)
            ]
            overviews = run_on(*listed, between=", ")
            what = message("season.asked.no-such-overview", given=repr(value), overviews=overviews)
            self.fail(words(what), param, ctx)
        return typed[word]


@here.verb("overview", "overzicht")
@click.argument("which", metavar="[OVERVIEW]", type=OverviewType(), required=False)
@click.option("--after", type=int, metavar="N", help=AFTER.help)
@click.option("--period", type=int, metavar="P", help="Only period P; for 2 the latest.")
@click.option("--round", "round_number", type=int, metavar="R", help="For 3: the results of one.")
@click.option("--player", help="For 4 and 6: only PLAYER.")
@click.option("--html", type=click.Path(dir_okay=False), help="Write it as a page to this file.")
@click.option("--all-html", type=click.Path(file_okay=False),
              help="Write all seven as pages to this folder.")  # fmt: skip
@click.option("--as-of", metavar="MOMENT", help=AS_OF.help)
@read_options
@click.pass_obj
def overview(
    session: Session, /, which: str | None, html: str | None, all_html: str | None,
    as_of: str | None, as_json: bool, as_csv: bool, **filters: Any,
) -> None:  # fmt: skip
    """Show an overview of a Keizer season, by number or name.

    1 stand, 2 periodestand, 3 uitslagen, 4 opbouw, 5 scorematrix, 6 extern, 7 klijnbeker. CSV has
    the headings that people read; the keys of JSON are the same in every language.
    """
    from desk.render import html as pages
    from desk.reports import season as keizer_reports
    from ledger.messages import Blank
    from projections.views.view import View

    if (html or all_html) and (as_json or as_csv):
        raise _unfit("pages-only", html=True, all=True, json=True, csv=True)
    if all_html:
        if which or html or filters["round_number"] or filters["player"]:
            raise _unfit("all-pages-only", all=True, after=True, period=True, moment=True)
        book = session.book(as_of)
        views = keizer_reports.all_overviews(book, filters["after"], filters["period"])
        return _save_pages(all_pages(or_leave(views)), Path(all_html))
    if which is None:
        raise _unfit("which", option=Blank("FOLDER"))
    view = keizer_reports.overview(session.book(as_of), which, **filters)
    if html and isinstance(view, View):
        return save(pages.page(view_in_words(view), language()).encode("utf-8"), html)
    return show(view, as_json, as_csv)


_OPTIONS = {
    "all": "all_html", "option": "all_html", "moment": "as_of", "announced": "announced_to",
}  # fmt: skip
"""Options, where a sentence has another name for them."""


def _unfit(why: str, **values: CommandValue) -> click.UsageError:
    from ledger.messages import also, message

    options = {name: also(**{_OPTIONS.get(name, name): value}) for name, value in values.items()}
    return click.UsageError(words(message(f"season.asked.{why}", **options)))


def all_pages(views: Sequence[tuple[str, View]]) -> list[tuple[str, str]]:
    """Return overviews as pages: name of the file and text, with links to each other."""
    from desk.render import html as pages
    from ledger.messages import message

    names = [words(message(f"season.overviews.{which}")) for which, _ in views]
    links = [(f"{at}-{name}.html", name) for at, name in enumerate(names, 1)]
    return [
        (file, pages.page(view_in_words(view), language(), links))
        for (file, _), (_, view) in zip(links, views, strict=True)
    ]


def _save_pages(files: Sequence[tuple[str, str]], folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise click.FileError(str(folder), hint=error.strerror or str(error)) from error
    for name, text in files:
        save(text.encode("utf-8"), str(folder / name))
