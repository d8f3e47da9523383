"""The verbs of a club season: who is there, games for the club's teams, periods, members."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from desk.terminal.app import Data, Session, Verbs, writes
from desk.terminal.options import AFTER, AS_OF, option, read_options
from desk.terminal.output import or_leave, save, show
from desk.terminal.verbs.results import correct
from desk.terminal.words import view_in_words

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
        raise click.UsageError("--announced-to belongs to --elsewhere: club evenings always count")
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

        word = str(value).strip().casefold()
        typed = {
            name: english
            for at, (english, dutch) in enumerate(OVERVIEWS.items(), 1)
            for name in (str(at), english, dutch)
        }
        if word not in typed:
            listed = ", ".join(f"{at} {dutch}" for at, dutch in enumerate(OVERVIEWS.values(), 1))
            self.fail(f"{value!r} is no overview; use {listed}", param, ctx)
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

    1 stand, 2 periodestand, 3 uitslagen, 4 opbouw, 5 scorematrix, 6 extern, 7 klijnbeker. Titles
    and headings are Dutch, in CSV too; the keys of JSON are English.
    """
    from desk.render import html as pages
    from desk.reports import season as keizer_reports
    from projections.views.view import View

    if (html or all_html) and (as_json or as_csv):
        raise click.UsageError("--html and --all-html write pages; leave out --json and --csv")
    if all_html:
        if which or html or filters["round_number"] or filters["player"]:
            raise click.UsageError("--all-html goes with --after, --period and --as-of only")
        book = session.book(as_of)
        files = keizer_reports.all_pages(book, view_in_words, filters["after"], filters["period"])
        return _save_pages(or_leave(files), Path(all_html))
    if which is None:
        raise click.UsageError("name an overview, 1 to 7, or give --all-html FOLDER")
    view = keizer_reports.overview(session.book(as_of), which, **filters)
    if html and isinstance(view, View):
        return save(pages.page(view_in_words(view)).encode("utf-8"), html)
    return show(view, as_json, as_csv)


def _save_pages(files: list[tuple[str, str]], folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise click.FileError(str(folder), hint=error.strerror or str(error)) from error
    for name, text in files:
        save(text.encode("utf-8"), str(folder / name))
