"""The first pages: the tournaments of the file, one tournament, and all that a page may be."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass

from desk.access.roles import EVERYBODY, READERS, STAFF
from desk.commands.commands import SPECS
from desk.formats.registry import format_of
from desk.reports.season import OVERVIEWS
from desk.web.answers import Answer, Page, Redirect
from desk.web.forms.news import done
from desk.web.request import Request
from desk.web.routes import get, may_do, may_print
from desk.web.services import Services
from ledger.errors import DamagedLedger
from ledger.messages import day_in_full
from ledger.state.book import Book
from pairing.systems.draft import rounds_of


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
    return Page("home.html", {"tournaments": rows, "damaged": services.office.damaged()})


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


@dataclass(frozen=True, slots=True)
class PageGroup:
    """Pages and forms that belong together: the words of each, and its address."""

    name: str
    links: tuple[tuple[str, str], ...]


PAGES_IN = {
    "round": ("tonight", "round", "check-in", "draft", "pairings"),
    "players": ("players",),
    "results": ("standing", "crosstable", "prizes"),
    "season": ("evening",),
    "disputes": ("disputes", "protest", "log", "rules"),
    "hall": ("wall", "people"),
    "files": ("files", "import"),
}
"""The pages of each group, above its forms."""

SHEETS = (
    "pairings",
    "by-name",
    "slips",
    "score-sheets",
    "results",
    "standing",
    "crosstable",
    "participants",
    "check-in",
    "place-cards",
    "board-cards",
    "prizes",
    "ceremony",
    "schedule",
)
"""The sheets to print, in the order in which a round needs them."""

GROUPS = (
    "round",
    "results",
    "players",
    "tournament",
    "season",
    "disputes",
    "hall",
    "print",
    "files",
)


@get("more", "/{t}/more", READERS)
def more(request: Request, services: Services) -> Answer:
    """Show every page and form that the reader may use, in groups."""
    groups = (PageGroup(name, tuple(_links(request, services.book, name))) for name in GROUPS)
    return Page(
        "more.html",
        {
            "groups": [group for group in groups if group.links],
            "done": done(request, services.book),
        },
    )


def _links(request: Request, book: Book, group: str) -> Iterator[tuple[str, str]]:
    if group == "season" and not format_of(book.rules).plays_evenings:
        return
    for page in PAGES_IN.get(group, ()):
        if request.may(page):
            yield request.say(f"web-more.page.{page}"), request.link(page)
    for command in [name for name, spec in SPECS.items() if spec.group == group]:
        if _usable(request, book, command):
            way = "enter" if command == "enter" else "do"
            address = request.link(way, **({} if way == "enter" else {"command": command}))
            yield request.say(f"command.{command}.button"), address
    if group == "season":
        for page in OVERVIEWS:
            yield request.say(f"season.overviews.{page}"), request.link("overview", page=page)
    if group == "print":
        for sheet in (one for one in SHEETS if may_print(request.role, one)):
            yield request.say(f"web-more.sheet.{sheet}"), request.link("print", sheet=sheet)


def _usable(request: Request, book: Book, command: str) -> bool:
    """Tell whether a command has a place in this tournament, for this role."""
    rules = book.rules
    state = book.state
    if not may_do(request.role, command) or not request.may("do"):
        return False
    if command == "enter" and format_of(rules).entering(state) != "enter":
        return False  # who comes later joins
    if command == "finish" and state.closed:
        return False  # what it can do then, draw lots, is offered where places are shared
    return SPECS[command].usable(rules, state)
