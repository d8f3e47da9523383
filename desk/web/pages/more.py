"""Every page and form that the reader may use, in groups."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from desk.access.roles import READERS
from desk.answers.season import OVERVIEWS
from desk.commands.commands import SPECS
from desk.formats.registry import format_of
from desk.web.answers import Answer, Page
from desk.web.forms.news import NewsItem, done
from desk.web.request import Request
from desk.web.routes import get, may_do, may_print
from desk.web.services import Services
from ledger.state.book import Book


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


class MorePage(NamedTuple):
    """Every page and form that the reader may use, in groups."""

    groups: list[PageGroup]
    done: NewsItem | None


@get("more", "/{t}/more", READERS)
def more(request: Request, services: Services) -> Answer:
    """Show every page and form that the reader may use, in groups."""
    groups = (PageGroup(name, tuple(_links(request, services.book, name))) for name in GROUPS)
    return Page(
        "more.html",
        MorePage(
            groups=[group for group in groups if group.links],
            done=done(request, services.book),
        ),
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
