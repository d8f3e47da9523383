"""The steps of an evening in their order, from where it stands until it can be left."""

from __future__ import annotations

import sys
from collections.abc import Iterator

import click

from desk.answers.absences import said_of_absence
from desk.answers.competition import standings
from desk.answers.pairing_cache import DraftAndQuestion
from desk.answers.status import status
from desk.answers.tonight import Tonight, tonight, when_of
from desk.render.shown import shown
from desk.site.keeper import Keeper
from desk.site.kept import website_of
from desk.terminal.evening.absences import ask_who_is_absent, help_of_absence
from desk.terminal.evening.choices import settle
from desk.terminal.evening.delivering import deliver
from desk.terminal.evening.drafting import ask_to_publish
from desk.terminal.evening.evening import Evening
from desk.terminal.evening.playing import play
from desk.terminal.evening.season import games_beside, record_for_season
from desk.terminal.output import say
from ledger.messages import Sentence, day_in_full, do, message, run_on
from ledger.records import Record, part_of
from ledger.state.book import Book
from projections.views.status import StatusHead
from projections.views.view import View

_PODIUM = 3
"""How many of the standing are named when a round is closed."""


def walk(evening: Evening, settings_only: bool = False) -> None:
    """Go through the evening from where it stands; every answer is recorded as it is given."""
    book = evening.book()
    try:
        if evening.rehearses:
            say(message("tonight.rehearsal"))
        settle(evening, book, settings_only)
        if settings_only:
            return
        if not evening.rehearses and website_of(evening.home) is not None:
            evening.website = Keeper(evening.home)
        now = tonight(book)
        say(run_on(book.state.name, when_of(book, now), between=" · "))
        match now.step:
            case "absent":
                _before_games(evening, now)
            case "over":
                _over(book)
            case "results" | "close":
                _results(evening, now)
        evening.finish_website()
    except (KeyboardInterrupt, click.Abort):
        left = message("tonight.left", command=do("evening"))
        say("", message("tonight.left-rehearsal") if evening.rehearses else left, err=True)
        sys.exit(130)
    finally:
        if evening.website is not None:
            evening.website.close()


def _before_games(evening: Evening, now: Tonight) -> None:
    """Ask who is not there, show the draft, publish it, and make what the club wants."""
    shown: DraftAndQuestion | None = None
    while True:
        book = evening.book()
        say(said_of_absence(book, now.number), *help_of_absence(book))
        ask_who_is_absent(evening, now)
        came, shown = ask_to_publish(evening, now.number, shown)
        if came == "later":
            say(message("tonight.later", command=do("evening")))
            return
        if came == "done-by-another":
            say(
                message("tonight.other-step"), message("tonight.until-later", command=do("evening"))
            )
            return
        if came == "published":
            deliver(evening, evening.settings.before, now.number)
            say(message("tonight.until-later", command=do("evening")))
            return


def _results(evening: Evening, now: Tonight) -> None:
    """Let results be typed, or put right, until all are there, and close the round."""
    besides = games_beside(evening.book())
    came = play(evening, now.number, besides)
    while came == "external" or came == "catch-up":
        record_for_season(evening, now.number, came)
        came = play(evening, now.number, besides)
    if came == "later":
        say(message("tonight.later", command=do("evening")))
        return
    _closed(evening, now)


def _closed(evening: Evening, now: Tonight) -> None:
    """Close the round, make what the club wants, and say how it stands and what comes."""
    if evening.carry_out({"command": "close", "round": now.number}) is None:
        return
    deliver(evening, evening.settings.after, now.number)
    book = evening.book()
    say(*_leaders(book))
    if tonight(book).step == "over":
        _over(book)
        return
    following = tonight(book).number
    day = book.state.dates.get(following)
    when = () if day is None else (day_in_full(day, book.state.times.get(following)),)
    say(run_on(message("tonight.next-round", round=following), *when, between=", "))


def _over(book: Book) -> None:
    """Say that there is no round left, and what comes after the last one."""
    say(message("tonight.over", round=len(book.state.rounds)))
    if (at := part_of(status(book).head, StatusHead)) is not None:
        say(message("refusals.next", step=at.next))


def _leaders(book: Book) -> Iterator[Sentence]:
    """Yield the first of the standing, with the command that shows it whole."""
    view = standings(book, None, False)
    if isinstance(view, View):
        rows = [row.as_dict() if isinstance(row, Record) else row for row in view.rows[:_PODIUM]]
        named = (
            message(
                "tonight.leader",
                rank=str(row["rank"]),
                name=str(row["name"]),
                points=shown(row["points"]),
            )
            for row in rows
        )
        yield run_on(*named, between=" · ")
        yield message("tonight.whole-standing", command=do("standings"))
