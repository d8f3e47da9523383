"""The verb that writes a season as open data."""

from __future__ import annotations

import click

from desk.desk import Desk
from desk.render import text as render
from desk.site.open_data import LICENCES, WantedData, make_open_data
from desk.terminal.answers import NEW_FOLDER, OneOf
from desk.terminal.files import writing
from desk.terminal.language import language
from desk.terminal.options import json_option
from desk.terminal.output import asked_form, or_leave, progress_of, put, say
from desk.terminal.registry import Registry
from desk.terminal.session import Session
from desk.terminal.several import ledgers_of
from ledger.messages import message

here = Registry()


@here.verb("open-data")
@click.argument("folder", metavar="FOLDER", type=NEW_FOLDER)
@click.option("--season", metavar="SEASON")
@click.option("--licence", type=OneOf("licence", list(LICENCES)))
@click.option("--without-names", is_flag=True)
@click.option("--from", "places", multiple=True, metavar="LEDGER")
@json_option
@click.pass_obj
def open_data(
    session: Session,
    *,
    folder: str,
    season: str | None,
    licence: str | None,
    without_names: bool,
    places: tuple[str, ...],
) -> None:
    """Write the tournaments of a ledger, or of a season, as open data with its descriptor."""
    wanted = WantedData(season, licence or "", without_names, language())
    several = ledgers_of(places)
    desk = Desk(several[0], session.runtime) if several else session.desk()
    with writing(folder) as place:
        written = or_leave(make_open_data(desk, place, wanted, several, progress_of))
    if asked_form() == "json":
        put(render.as_json(written.as_dict()))
        return
    say(
        message(
            "open-data.written",
            n=written.tournaments,
            rows=written.rows,
            version=written.version,
            folder=folder,
        )
    )
    if written.left_out:
        say(message("open-data.too-small", n=written.left_out))
