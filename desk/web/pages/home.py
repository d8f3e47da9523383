"""The first pages: the tournaments of the file, one tournament, and all that a page may be."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from desk.access.roles import Role
from desk.reports.season import OVERVIEWS
from desk.web.answers import Answer, Page, Redirect
from desk.web.forms.news import done
from desk.web.routes import STAFF, may_do, may_print
from desk.web.visit import Visit


def tournaments(visit: Visit) -> Answer:
    """Show the tournaments of the ledger file."""
    undone = visit.office.live.imports_undone()
    links = [
        (visit.link("tournament", t=slug), name, tournament in undone)
        for slug, (tournament, name) in reversed([*visit.office.slugs().items()])
    ]
    return Page("home.html", {"tournaments": links, "damaged": visit.office.damaged()})


def tournament(visit: Visit) -> Answer:
    """Lead to the page that most people want of a tournament: the round."""
    return Redirect(visit.link("round" if visit.role in STAFF else "pairings"))


@dataclass(frozen=True, slots=True)
class PageGroup:
    """Pages and forms that belong together: the words of each, and its address."""

    name: str
    links: tuple[tuple[str, str], ...]


COMMANDS_IN = {
    "round": (
        "schedule",
        "by-hand-begin",
        "pairing-by-hand",
        "board-add",
        "board-swap",
        "by-hand-end",
        "amend",
        "close",
        "undo",
    ),
    "results": ("correct-result", "correct-colours", "forfeit", "adjourn"),
    "players": (
        "enter",
        "lots",
        "absent",
        "bye",
        "no-bye",
        "withdraw",
        "return",
        "correct-person",
        "correct-rating",
        "rating-list",
        "numbers-exchange",
        "prohibit",
        "accelerate",
        "forget",
    ),
    "tournament": (
        "details",
        "plan",
        "start-rank",
        "rating-periods",
        "prizes-declare",
        "claims-agree",
        "rules-change",
        "fide-mode-leave",
        "finish",
        "reopen",
    ),
    "season": ("join", "leave", "evening", "external", "correct-external", "catch-up", "period"),
}
"""The forms of each group; those of a season and of FIDE appear where the rules know them."""

PAGES_IN = {
    "round": ("round", "check-in", "draft", "pairings"),
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
    "standing",
    "crosstable",
    "participants",
    "check-in",
    "prizes",
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

_OF_SEASONS = {*COMMANDS_IN["season"], "present"}
_OF_FIDE = {"no-bye", "prohibit", "accelerate"}
_OF_NO_SEASON = {"start-rank", "rating-periods", "numbers-exchange"}


def more(visit: Visit) -> Answer:
    """Show every page and form that the reader may use, in groups."""
    groups = (PageGroup(name, tuple(_links(visit, name))) for name in GROUPS)
    return Page(
        "more.html",
        {
            "groups": [group for group in groups if group.links],
            "done": done(visit),
        },
    )


def _links(visit: Visit, group: str) -> Iterator[tuple[str, str]]:
    season = visit.book.rules.plays_season
    if group == "season" and not season:
        return
    for page in PAGES_IN.get(group, ()):
        if visit.may(page):
            yield visit.say(f"web-more.page.{page}"), visit.link(page)
    for command in COMMANDS_IN.get(group, ()):
        if _usable(visit, command):
            way = "enter" if command == "enter" else "do"
            address = visit.link(way, **({} if way == "enter" else {"command": command}))
            yield visit.say(f"web-steps.verb.{command}"), address
    if group == "season":
        for page in OVERVIEWS:
            yield visit.say(f"season.overviews.{page}"), visit.link("overview", page=page)
    if group == "print":
        for sheet in (one for one in SHEETS if may_print(visit.role, one)):
            yield visit.say(f"web-more.sheet.{sheet}"), visit.link("print", sheet=sheet)


def _usable(visit: Visit, command: str) -> bool:
    """Tell whether a command has a place in this tournament, for this role."""
    rules = visit.book.rules
    if not may_do(visit.role, command) or not visit.may("do"):
        return False
    if command in (_OF_NO_SEASON if rules.plays_season else _OF_SEASONS):
        return False
    if command in ("enter", "bye", "lots") and rules.plays_season and command != "lots":
        return command != "enter" or not visit.book.state.rounds
    if command in _OF_FIDE and rules.fide is None:
        return False
    if command in ("fide-mode-leave", "by-hand-begin", "by-hand-end"):
        fide = visit.book.state.fide
        begun = command == "by-hand-end"
        return fide.in_mode and (command == "fide-mode-leave" or begun == (fide.manual is not None))
    if command in ("finish", "reopen"):
        return visit.book.state.closed == (command == "reopen")
    if command == "undo":
        return visit.role is not Role.COMMITTEE
    return True
