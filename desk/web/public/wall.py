"""The wall of the hall: screens in turn, which need nobody to touch them."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from typing import Final, NamedTuple, TypeAlias

from desk.access.roles import EVERYBODY
from desk.answers.screens import SCREEN_KINDS, HallScreen, ScreenKind, clock, screens
from desk.live.public_book import public_book
from desk.web.answers import Answer, Page, Redirect
from desk.web.request import Request
from desk.web.routes import get
from desk.web.services import Services
from ledger.messages import message
from ledger.refusals import Exit, Refusal
from ledger.state.book import Book
from ledger.values import whole_number
from ledger.zones import in_zone
from projections.views.view import View

USUAL: Final[tuple[ScreenKind, ...]] = ("names", "boards", "standing")
USUAL_SECONDS = 15
LEAST_SECONDS = 3
MOST_SECONDS = 600


@dataclass(frozen=True, slots=True)
class WallTurn:
    """A screen in its turn, with the addresses of the first, of this and of the next.

    `marks` has for each screen whether it is this one; `updated` is the time of the last fact.
    """

    screen: HallScreen
    number: int
    seconds: int
    first_link: str
    this_link: str
    next_link: str
    next_screen: HallScreen
    marks: tuple[bool, ...]
    updated: str

    @property
    def few(self) -> bool:
        """Return whether there are so few screens that each has a mark."""
        return len(self.marks) <= 12


class WallPage(NamedTuple):
    """A screen in its turn.

    `starts` is the round that is to begin and its time, `until` when it does, in seconds of Unix;
    `waits` are the minutes until then. None: not known, or not today.
    """

    wall: WallTurn
    screen: HallScreen
    starts: tuple[int, str] | None
    until: int | None
    views: list[View]
    waits: int | None


@get("wall", "/{t}/wall", EVERYBODY)
def wall(request: Request, services: Services) -> Answer:
    """Return a screen; behind the address `pages` has the kinds in turn, `seconds` the time each.

    A kind may have a time of its own: names:20,boards. `at` is the screen of this turn; after the
    last one comes the first. On the wall everybody goes by the name that they want to be shown by,
    whoever opened it.
    """
    ring = ring_of(request.query.get("pages", ""))
    if isinstance(ring, Refusal):
        return services.refuse(ring)
    seconds = _reasonable(request.number("seconds") or USUAL_SECONDS)
    book = public_book(services.book)
    turns = screens(book, tuple(ring))
    at = (request.number("at") or 0) % len(turns)
    after = (at + 1) % len(turns)

    def link(place: int) -> str:
        return request.link("wall", pages=_typed(ring), seconds=seconds, at=place)

    turn = WallTurn(
        screen=turns[at],
        number=at + 1,
        seconds=ring.get(turns[at].kind) or seconds,
        first_link=link(0),
        this_link=link(at),
        next_link=link(after),
        next_screen=turns[after],
        marks=tuple(place == at for place in range(len(turns))),
        updated=_updated(book),
    )
    screen = turn.screen
    starts = _starts(book, screen)
    begins = _begins(book, screen.round if starts is None else starts[0])
    model = WallPage(
        wall=turn,
        screen=screen,
        starts=starts,
        until=None if begins is None else int(begins.timestamp()),
        views=[request.view(view) for view in screen.columns if isinstance(view, View)],
        waits=_minutes(begins, services.office.runtime.now()),
    )
    return Page(f"wall-{_TEMPLATES.get(screen.kind, screen.kind)}.html", model)


_TEMPLATES: Final[dict[str, str]] = {"results": "boards"}
"""The templates of screens that look like another kind."""


class WallChoosePage(NamedTuple):
    """The form that chooses the screens; filled in, it leads to the wall."""

    kinds: tuple[str, ...]
    usual: tuple[str, ...]
    seconds: int


@get("screens", "/{t}/screens", EVERYBODY)
def choose(request: Request, services: Services) -> Answer:
    """Return the form that chooses the screens; filled in, it leads to the wall."""
    if "seconds" not in request.query:
        values = WallChoosePage(
            kinds=SCREEN_KINDS,
            usual=USUAL,
            seconds=USUAL_SECONDS,
        )
        return Page("wall-choose.html", values)
    kinds = [kind for kind in SCREEN_KINDS if kind in request.query]
    ring = {kind: request.number(f"for-{kind}") for kind in kinds}
    return Redirect(request.link("wall", pages=_typed(ring), seconds=request.number("seconds")))


Ring: TypeAlias = "dict[ScreenKind, int | None]"
"""The kinds of screens in turn, each with its own seconds; None: the time that all have."""


def ring_of(typed: str) -> Ring | Refusal:
    """Return the kinds of screens that are named, with commas between them; "": the usual ones."""
    items = [item.partition(":") for item in typed.replace(" ", "").split(",") if item.strip()]
    by_name: dict[str, ScreenKind] = {kind: kind for kind in SCREEN_KINDS}
    unknown = tuple(name for name, _, _ in items if name not in by_name)
    if unknown:
        what = message("web-wall.no-screen", n=len(unknown), names=unknown)
        step = message("web-wall.screens-are", names=SCREEN_KINDS)
        return Refusal("no-screen", what, step, exit=Exit.USAGE)
    own = {by_name[name]: whole_number(seconds) for name, _, seconds in items}
    chosen = {kind: _reasonable(seconds) if seconds else None for kind, seconds in own.items()}
    return chosen or dict.fromkeys(USUAL)


def _typed(ring: Ring) -> str:
    """Return a ring as an address has it."""
    return ",".join(f"{kind}:{seconds}" if seconds else kind for kind, seconds in ring.items())


def _reasonable(seconds: int) -> int:
    return min(max(seconds, LEAST_SECONDS), MOST_SECONDS)


def _updated(book: Book) -> str:
    """Return the time of day of the last fact, "" where there is none."""
    if not book.recorded:
        return ""
    return f"{book.recorded_at(len(book.recorded)):%H:%M}"


def _starts(book: Book, screen: HallScreen) -> tuple[int, str] | None:
    """Return the round that is to begin and its time, for above another screen; None for none."""
    if screen.kind == "clock":
        return None
    begins = clock(book)
    about = screen.kind == "standing" or begins.round == screen.round
    return (begins.round, begins.time) if begins.time and about else None


def _begins(book: Book, number: int) -> dt.datetime | None:
    """Return when a round begins, None where its day or its time is not known."""
    day = book.state.dates.get(number)
    time = book.state.times.get(number)
    if day is None or time is None:
        return None
    return in_zone(dt.datetime.combine(day, dt.time.fromisoformat(time)), book.zone)


def _minutes(begins: dt.datetime | None, now: dt.datetime) -> int | None:
    """Return the minutes until the round begins, 0 when it should have; None when not today."""
    if begins is None:
        return None
    here = now.astimezone(begins.tzinfo)
    seconds = (begins - here).total_seconds()
    return max(-int(-seconds // 60), 0) if begins.date() == here.date() else None
