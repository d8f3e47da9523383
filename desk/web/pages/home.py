"""The tournaments of the ledger file, and the way into one."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from desk.access.roles import EVERYBODY, STAFF
from desk.site.kept import website_of
from desk.web.answers import Answer, Page, Redirect
from desk.web.request import Request
from desk.web.routes import get
from desk.web.services import Services
from ledger.errors import DamagedLedger
from ledger.messages import Sentence, day_in_full, message
from ledger.refusals import Refusal
from ledger.state.book import Book
from pairing.systems.draft import rounds_of


class HomePage(NamedTuple):
    """The tournaments of the ledger file.

    `can_stop`: the reader may end the program here. `website` is the website that goes by itself,
    None for none, and for readers whom it does not concern. `first_page` is where they choose another
    ledger, "" for nowhere.
    """

    tournaments: list[TournamentLink]
    damaged: tuple[tuple[str, Refusal], ...]
    can_stop: bool
    website: WebsiteSaid | None
    first_page: str


@get("home", "/", EVERYBODY)
def tournaments(request: Request, services: Services) -> Answer:
    """Show the tournaments of the ledger file."""
    gone = services.office.live.taken_back()
    rows = []
    for place, (slug, (tournament, name)) in enumerate(
        reversed([*services.office.slugs().items()])
    ):
        closer = place < LOOKED_INTO and tournament not in gone
        book = _book_of(services, tournament) if closer else None
        rows.append(
            TournamentLink(
                name=name,
                link=request.link("tournament", t=slug),
                gone=gone.get(tournament),
                stands=_where(request, book) if book else "",
                pages=tuple(_pages(request, slug, book)) if book else (),
            )
        )
    office = services.office
    can_stop = office.stop is not None and request.may("stop")
    return Page(
        "home.html",
        HomePage(
            tournaments=rows,
            damaged=office.damaged(),
            website=_website(services) if request.role in STAFF else None,
            can_stop=can_stop,
            first_page=office.first_page if can_stop else "",
        ),
    )


@dataclass(frozen=True, slots=True)
class WebsiteSaid:
    """What is said of the website: when it was last sent, and why not since; `fails` or not."""

    lines: tuple[Sentence, ...]
    fails: bool


def _website(services: Services) -> WebsiteSaid | None:
    """Return what there is to say of the website of the ledger; None: it has none that goes by itself."""
    office = services.office
    kept = website_of(office.live.place)
    if kept is None:
        return None
    where = kept.target or kept.folder
    line = message("web-more.website-never", where=where)
    if kept.done_at:
        done = datetime.fromisoformat(kept.done_at).astimezone()
        when = day_in_full(done.date(), f"{done:%H:%M}")
        line = message("web-more.website-at", where=where, when=when)
    failed = office.website.failed if office.website is not None else None
    if failed is None:
        return WebsiteSaid((line,), fails=False)
    why = message("web-more.website-fails", what=failed.what)
    return WebsiteSaid((line, why, *failed.quoted), fails=True)


LOOKED_INTO = 10
"""The newest tournaments of a ledger, of which the first page says where they stand."""


@dataclass(frozen=True, slots=True)
class TournamentLink:
    """A tournament on the first page: its address, where it stands, and its pages to go to.

    `gone` is how it was taken back, None where it was not.
    """

    name: str
    link: str
    gone: str | None
    stands: str
    pages: tuple[tuple[str, str], ...]


def _book_of(services: Services, tournament: str) -> Book | None:
    """Return a tournament; None: it is damaged further on than a list looks, as its pages say."""
    with suppress(DamagedLedger):
        return services.office.live.book(tournament)
    return None


def _where(request: Request, book: Book) -> str:
    """Return where a tournament stands: the round with its day, and how much of it is open."""
    state = book.state
    if not state.rounds:
        return request.say("web-more.no-round-yet", n=len(state.players))
    last = state.rounds[-1]
    if state.closed:
        return request.say("web-more.over", n=last.number)
    planned = rounds_of(book)
    parts = [
        request.say("web-more.round-of", round=last.number, planned=planned)
        if planned
        else request.say("web-more.round-n", round=last.number)
    ]
    if day := state.dates.get(last.number):
        parts.append(request.words(day_in_full(day, state.times.get(last.number))))
    n = len(last.open_games)
    parts.append(request.say("web-more.boards-open", n=n) if n else request.say("web-more.all-in"))
    return " · ".join(parts)


def _pages(request: Request, slug: str, book: Book) -> Iterator[tuple[str, str]]:
    """Yield what most people want of a tournament, as words and addresses."""
    for page in ("pairings", "standing", "crosstable") if book.state.rounds else ("pairings",):
        yield request.say(f"web-parts.page.{page}"), request.link(page, t=slug)


@get("tournament", "/{t}", EVERYBODY)
def tournament(request: Request, services: Services) -> Answer:
    """Lead to the page that most people want of a tournament: the round."""
    return Redirect(request.link("round" if request.role in STAFF else "pairings"))
