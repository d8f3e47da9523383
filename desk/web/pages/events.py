"""The stream of a page: what it hears of, by who asks for it."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from desk.access.roles import EVERYBODY, PLAYERS, READERS, Role
from desk.web.answers import Answer, Page, Stream
from desk.web.entrance import open_to
from desk.web.request import Request
from desk.web.routes import get, may_hear
from desk.web.security import Visitor
from desk.web.services import Services
from ledger.errors import StoreError

MOST_TOPICS: Final = 12

_TOPIC = re.compile("[a-z]{1,20}(-[a-z]{1,20})?(-[0-9]{1,4})?")


@get("stream", "/{t}/events", EVERYBODY)
def events(request: Request, services: Services) -> Answer:
    """Answer with a stream of events about the topics that a page shows."""
    streams = services.office.streams
    own = request.tournament
    asked = frozenset(request.query.get("topics", "").split(",")[:MOST_TOPICS])
    if not all(map(_TOPIC.fullmatch, asked)):
        return Page("refused.html", status=422)
    # An account without a role here may also have a player's phone.
    who = services.office.doors.visitor(request.browser.cookies, own, READERS | PLAYERS)
    topics = frozenset(one for one in asked if may_hear(who.role, one)) | (
        asked & _own(request, services, who)
    )
    if not topics:
        return Page("refused.html", status=403)
    if not streams.have_room(request.browser.sender, of_desk=who.role in READERS):
        return Page("refused.html", status=503)
    beside = frozenset[str]()
    if "check-in" in topics:
        beside = frozenset(
            id_ for id_, _ in open_to(services.office, request, "check-in").values()
        ) - {own}
    is_open = None if who.role is Role.PUBLIC else _asker(request, services, who)
    return Stream(
        streams.events(
            services.office.live,
            tournament=own,
            topics=topics,
            seen=request.browser.seen,
            beside=beside,
            sender=request.browser.sender,
            is_open=is_open,
        )
    )


def _own(request: Request, services: Services, who: Visitor) -> frozenset[str]:
    """Return the topic of the board at which a player sits, or whose code they scanned."""
    board = who.board
    if who.player is not None:
        rounds = services.office.live.book(request.tournament).state.rounds
        board = rounds[-1].board_of(who.player) if rounds else None
    return frozenset() if board is None else frozenset({f"board-{board}"})


def _asker(request: Request, services: Services, who: Visitor) -> Callable[[], bool]:
    """Return the function that tells whether who opened a stream may still hear it."""
    doors = services.office.doors
    live = services.office.live
    had = request.browser.cookies
    tournament = request.tournament
    plays = who.role is Role.PLAYER

    def is_open() -> bool:
        try:
            if plays:
                live.check()
            return doors.are_open(who, had, tournament)
        except StoreError:
            return plays and live.away  # the beat says so, and there is no news to hear

    return is_open
