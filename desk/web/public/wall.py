"""The wall of the hall: screens in turn, which need nobody to touch them."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from typing import Final

from desk.hall.screens import SCREEN_KINDS, HallScreen, ScreenKind, clock, screens
from desk.live.public_book import public_book
from desk.web.answers import Answer, Page, Redirect
from desk.web.visit import Visit
from ledger.messages import message
from ledger.refusals import Exit, Refusal
from ledger.state.book import Book
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


def wall(visit: Visit) -> Answer:
    """Return a screen; behind the address `pages` has the kinds in turn, `seconds` the time each.

    `at` is the screen of this turn; after the last one comes the first. On the wall everybody goes
    by the name that they want to be shown by, whoever opened it.
    """
    kinds = kinds_of(visit.query.get("pages", ""))
    if isinstance(kinds, Refusal):
        return visit.refuse(kinds)
    seconds = min(max(visit.number("seconds") or USUAL_SECONDS, LEAST_SECONDS), MOST_SECONDS)
    book = public_book(visit.book)
    turns = screens(book, kinds)
    at = (visit.number("at") or 0) % len(turns)
    after = (at + 1) % len(turns)

    def link(place: int) -> str:
        return visit.link("wall", pages=",".join(kinds), seconds=seconds, at=place)

    turn = WallTurn(
        screen=turns[at],
        number=at + 1,
        seconds=seconds,
        first_link=link(0),
        this_link=link(at),
        next_link=link(after),
        next_screen=turns[after],
        marks=tuple(place == at for place in range(len(turns))),
        updated=_updated(book),
    )
    screen = turn.screen
    values = {
        "wall": turn,
        "screen": screen,
        "starts": _starts(book, screen),
        "views": [visit.view(view) for view in screen.columns if isinstance(view, View)],
        "waits": _minutes(book, screen, visit.office.runtime.now()),
    }
    return Page(f"wall-{screen.kind}.html", values)


def choose(visit: Visit) -> Answer:
    """Return the form that chooses the screens; filled in, it leads to the wall."""
    if "seconds" not in visit.query:
        values = {"kinds": SCREEN_KINDS, "usual": USUAL, "seconds": USUAL_SECONDS}
        return Page("wall-choose.html", values)
    kinds = [kind for kind in SCREEN_KINDS if kind in visit.query]
    seconds = visit.number("seconds")
    return Redirect(visit.link("wall", pages=",".join(kinds), seconds=seconds))


def kinds_of(typed: str) -> tuple[ScreenKind, ...] | Refusal:
    """Return the kinds of screens that are named, with commas between them; "": the usual ones."""
    names = [name.strip() for name in typed.split(",") if name.strip()]
    kinds = tuple(kind for name in names for kind in SCREEN_KINDS if kind == name)
    if len(kinds) < len(names):
        unknown = tuple(name for name in names if name not in SCREEN_KINDS)
        what = message("web-wall.no-screen", n=len(unknown), names=unknown)
        step = message("web-wall.screens-are", names=SCREEN_KINDS)
        return Refusal("no-screen", what, step, exit=Exit.USAGE)
    return kinds or USUAL


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


def _minutes(book: Book, screen: HallScreen, now: dt.datetime) -> int | None:
    """Return the minutes until the round begins, 0 when it should have; None when not today."""
    if screen.day is None or screen.time is None:
        return None
    here = now.astimezone(book.zone)
    begins = dt.datetime.combine(screen.day, dt.time.fromisoformat(screen.time), here.tzinfo)
    seconds = (begins - here).total_seconds()
    return max(-int(-seconds // 60), 0) if begins.date() == here.date() else None
