"""Prints: sheets of paper for the wall, the tables and the committee, to print from a browser."""

from __future__ import annotations

from dataclasses import replace
from typing import Final, NamedTuple

from desk.access.roles import READERS
from desk.access.tickets import last_published
from desk.answers.audit import audit, sheet_of
from desk.answers.decision import decision
from desk.answers.logo import logo_of
from desk.answers.sheets import KINDS, only_here, with_codes
from desk.answers.sheets import sheet as made
from desk.live.public_book import public_book
from desk.render.sheets import PrintedSheet, Stationery, sheet_page
from desk.web.answers import Answer, Download, Page
from desk.web.rendering import static
from desk.web.request import Request
from desk.web.routes import get, may_print
from desk.web.services import Services
from ledger.hash_tree import Head
from ledger.messages import do, message
from ledger.refusals import Exit, Refusal
from ledger.state.book import Book

AUDIT: Final = "audit"
DECISION: Final = "decision"
SHEETS: Final = (*KINDS, AUDIT, DECISION)

INDOORS: Final = frozenset(
    ("check-in", "slips", "score-sheets", "prizes", "ceremony", AUDIT, DECISION)
)
"""Sheets that do not hang on a wall: they have every name."""


class SheetSoonPage(NamedTuple):
    """Slips whose codes are being drawn: how many are, and how many there will be."""

    drawn: int
    total: int


@get("print", "/{t}/print/{sheet}", READERS)
def sheet(request: Request, services: Services) -> Answer:
    """Return a sheet, cut into leafs; its address may have a `round`, that of an audit a `board`.

    That of a decision has the number of the protest, as `protest`.

    On what hangs in the hall everybody goes by the name that they want to be shown by.
    """
    kind = str(request.path["sheet"])
    if kind not in SHEETS:
        step = message("web-print.sheets-are", names=SHEETS)
        what = message("web-print.no-sheet", name=kind)
        return services.refuse(Refusal("no-sheet", what, step, exit=Exit.USAGE))
    if not may_print(request.role, kind):
        return services.not_for()
    book = services.book if kind in INDOORS else public_book(services.book)
    printed = _made(request, book, kind)
    if isinstance(printed, Refusal):
        return services.refuse(printed)
    if kind == "slips":
        printed = _with_codes(request, services, book, printed)
        links = [slip.white_link for slip in printed.slips if slip.white_link]
        links += [slip.black_link for slip in printed.slips if slip.black_link]
        if (drawn := services.office.codes.drawn(links)) < len(links):
            soon = SheetSoonPage(drawn=drawn, total=len(links))
            return Page("sheet-soon.html", soon, 202)
    elif (head := book.last_head) and services.office.hall_address:
        printed = _with_check(request, services, head, printed)
    page = sheet_page(printed, request.words, _around(request, services))
    return Download(page.encode(), f"{kind}.html", "text/html; charset=utf-8", inline=True)


class PrintsPage(NamedTuple):
    """The sheets by kind and address, and the rounds that they can be of."""

    sheets: list[tuple[str, str]]
    rounds: list[tuple[str, str, bool]]


@get("prints", "/{t}/print", READERS)
def choose(request: Request, services: Services) -> Answer:
    """Return the list of sheets; behind the address `round` chooses the round that they are of."""
    state = services.book.state
    last = len(state.rounds)
    chosen = request.number("round") or last
    kinds = [
        kind
        for kind in KINDS
        if may_print(request.role, kind) and _can_be_made(services.book, kind)
    ]
    rows = [
        (kind, request.link("print", sheet=kind, round=chosen if KINDS[kind][1] else None))
        for kind in kinds
    ]
    rounds = [
        (str(number), request.link("prints", round=number), number == chosen)
        for number in range(1, last + 1)
    ]
    return Page(
        "prints.html",
        PrintsPage(
            sheets=rows,
            rounds=rounds,
        ),
    )


def _can_be_made(book: Book, kind: str) -> bool:
    """Tell whether a sheet has something on it: a round, prizes, or a schedule."""
    if kind in ("prizes", "ceremony"):
        return bool(book.state.prizes_cents or book.state.prizes.rules_text)
    if kind == "schedule":
        return not isinstance(made(book, kind), Refusal)
    return bool(book.state.rounds) or not KINDS[kind][1]


def _made(request: Request, book: Book, kind: str) -> PrintedSheet | Refusal:
    if kind == AUDIT:
        return _audit(request, book)
    if kind == DECISION:
        return decision(book, request.number("protest"))
    return made(book, kind, request.number("round"))


def _audit(request: Request, book: Book) -> PrintedSheet | Refusal:
    number = request.number("round") or len(book.state.rounds)
    whole = bool(request.query.get("whole"))
    report = audit(book, number, request.query.get("board"), None, whole=whole)
    return report[0] if isinstance(report, tuple) else sheet_of(book, report)


def _around(request: Request, services: Services) -> Stationery:
    back = request.query.get("back", "")
    no_codes = request.path["sheet"] == "slips" and only_here(services.office.address)
    to = back if back.startswith(f"/{request.slug}/") else request.link("prints")
    return Stationery(
        style_link=static("style.css"),
        icon=static("icon.svg"),
        script=static("desk.js"),
        logo=logo_of(services.office.live.place) if services.office.live.place else "",
        back=(to, request.say("web-print.back")),
        remark=request.say("web-print.no-codes", command=do("serve", lan=True)) if no_codes else "",
    )


def _with_check(
    request: Request, services: Services, head: Head, sheet: PrintedSheet
) -> PrintedSheet:
    """Return a sheet whose code leads to the page that checks the head at its foot."""
    address = services.office.hall_address + request.link("check", head=head.short)
    return replace(sheet, scanned=address, foot=(*sheet.foot, message("web-print.scan")))


def _with_codes(
    request: Request, services: Services, book: Book, sheet: PrintedSheet
) -> PrintedSheet:
    """Return slips with the codes by which the players report their own result.

    A ticket is for the last published round only; where the hall cannot reach this server there are
    no codes.
    """
    published = last_published(book)
    if (
        published is None
        or not services.office.hall_address
        or request.number("round") not in (None, published.number)
    ):
        return sheet
    address = services.office.hall_address
    return with_codes(
        sheet,
        book,
        services.office.doors.file,
        lambda code: address + request.link("ticket", ticket=code),
    )
