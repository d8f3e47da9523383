"""Every route of the desk with values for its path, and the people who may come by it."""

from __future__ import annotations

import re
from collections.abc import Mapping

from starlette.testclient import TestClient

from desk.access.invitations import invite
from desk.access.roles import Role
from desk.access.tickets import TicketHolder, last_published, ticket
from desk.web.contents import ROUTES
from desk.web.routes import WebRoute
from tests.helpers.browsing import Browsing

GETS = tuple(route for route in ROUTES if route.method == "GET" and route.name != "stream")
"""The pages; a stream of events never ends."""

POSTS = tuple(route for route in ROUTES if route.method == "POST")

COMERS = (*Role,)
"""Everybody who may come; the public has no session."""

VALUES: Mapping[str, tuple[object, ...]] = {
    "n": (1,),
    "b": (1,),
    "p": (1,),
    "d": (1,),
    "command": ("result",),
    "sheet": ("pairings",),
    "page": ("standing",),
    "language": ("en",),
    "kind": ("players",),
    "e": (1,),
}
"""Values of the paths, where they do not depend on the file."""


def client_of(browsing: Browsing, role: Role, language: str = "nl") -> TestClient:
    """Return the browser of somebody with a role; the player is number 1."""
    if role is Role.PLAYER:
        return browsing.client(role, language, player=1)
    return browsing.client(None if role is Role.PUBLIC else role, language)


def address_of(browsing: Browsing, route: WebRoute) -> str:
    """Return the address of a route in the newest tournament of a file, for its last round."""

    def value(match: re.Match[str]) -> str:
        name = match[1]
        if name == "t":
            return browsing.slug
        if name == "n":
            return str(len(browsing.office.live.book(browsing.tournament).state.rounds))
        file = browsing.office.doors.file
        if name == "token":
            return invite(file, Role.HELPER, tournament=browsing.tournament)
        if name == "ticket":
            published = last_published(browsing.office.live.book(browsing.tournament))
            assert published is not None
            return ticket(file, published, TicketHolder("P", 1))
        return str(VALUES[name][0])

    return re.sub(r"\{(\w+)(?::\w+)?\}", value, route.path)
