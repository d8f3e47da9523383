"""The page on which the program is stopped, where it was opened without a terminal."""

from __future__ import annotations

from typing import NamedTuple

from desk.access.roles import CHIEF
from desk.access.sessions import in_use
from desk.web.answers import Answer, Page
from desk.web.request import Request
from desk.web.routes import get, post
from desk.web.services import Services
from ledger.values import Language

RECENTLY_S = 300
"""Whoever asked for a page within this time is taken to be there still, in seconds."""


class StopPage(NamedTuple):
    """Who is still there: names of accounts, phones of players, pages open on other devices."""

    people: tuple[str, ...]
    phones: int
    pages: int


class StoppedPage(NamedTuple):
    """The last page, in the language of its reader."""

    language: Language


@get("stop", "/stop", CHIEF)
def asks(request: Request, services: Services) -> Answer:
    """Show who is still connected, and ask whether the program is to stop."""
    if services.office.stop is None:
        return services.nowhere()
    there = in_use(services.office.doors.file, RECENTLY_S, request.visitor.key)
    elsewhere = services.office.streams.open_elsewhere
    return Page("stop.html", StopPage(there.people, there.phones, elsewhere))


@post("stop-now", "/stop", CHIEF)
def stops(request: Request, services: Services) -> Answer:
    """Stop the program, once its answer is sent."""
    if services.office.stop is None:
        return services.nowhere()
    services.office.stop()
    return Page("stopped.html", StoppedPage(request.language))
