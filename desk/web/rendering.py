"""Pages from templates: escaped, without scripts or styles of their own.

Every template has `say(key, **values)` for words, `link(route, **values)` for addresses,
`static(name)` for files of the page, `manual()` and `meaning(code)` for the page of the manual that
goes with it, or with a refusal, `rule(clause)` for a clause in words, and `visit` (see `Visit`). `kept_row(macro, *values)` is a row
of a long table, made by a macro of long-rows.html.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from contextvars import ContextVar
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

from jinja2 import (
    ChoiceLoader,
    Environment,
    FileSystemLoader,
    PrefixLoader,
    StrictUndefined,
    Template,
)
from jinja2.environment import TemplateModule
from markupsafe import Markup

from desk.answers.screens import steps_smaller
from desk.render.grid import grid
from desk.render.shown import shown
from desk.site.model import SiteTable
from desk.site.rows import spelt_row
from desk.site.tables import result_text, site_table
from desk.web import manual
from desk.web.answers import Page
from desk.web.bar import BarEntry, bar
from desk.web.entrance import token_for
from desk.web.request import Request, card_link
from desk.web.services import Services
from desk.web.steps import linked, rule_link
from desk.web.words import in_words
from ledger.characters import visible
from ledger.messages import Do, Message, Nameless, Parts, Sentence, Value
from ledger.state.fide import FideState
from ledger.values import Language, Unnumbered
from projections.views.view import View

HERE = Path(__file__).parent
STATIC = HERE / "static"

SHARED = HERE.parent / "site" / "templates" / "shared"
"""The templates of the website's parts that the desk's pages for the public have too."""


class Rendered(NamedTuple):
    """A page as HTML; `cookies` are for its tokens, `has_token`: nobody else may have it."""

    body: bytes
    cookies: Mapping[str, str]
    has_token: bool


class Visit:
    """What a template calls `visit`: the request, and what every page shows of book and answer.

    Its own are below; every other name is that of the request.
    """

    def __init__(self, request: Request, services: Services, page: Page) -> None:
        self.request = request
        self.services = services
        self.refusals = page.refusals
        self.warnings = page.warnings
        self.cookies: dict[str, str] = {}
        self.macros: dict[str | None, TemplateModule] = {}
        """The macros of each template that was imported for the page, by its name."""
        self._token = ""
        self._bar: list[BarEntry] | None = None

    def __getattr__(self, name: str) -> object:
        return getattr(self.request, name)

    @property
    def has_token(self) -> bool:
        """Tell whether the page has a form, which is for this reader alone."""
        return bool(self._token)

    @property
    def csrf(self) -> str:
        """Return the token that each form carries; a browser without a cookie gets one."""
        if not self._token:
            self._token, self.cookies = token_for(self.services.office, self.request)
        return self._token

    @property
    def once(self) -> str:
        """Return a fresh token, by which a form sent twice is recorded once."""
        return self.services.office.runtime.new_id()

    @property
    def position(self) -> int:
        """Return the position that the page shows."""
        return self.services.book.state.position

    @property
    def fide_mode(self) -> FideState | None:
        """Return what there is to show of FIDE mode, None where the tournament never was in it."""
        book = self.services.book_read
        fide = book.state.fide if book is not None else None
        return fide if fide is not None and fide.began_in_mode else None

    @property
    def pages(self) -> list[BarEntry]:
        """Return the pages of the bar on top; a template asks again and again."""
        if self._bar is None:
            self._bar = bar(self.request, self.services.book)
        return self._bar

    @property
    def remarks(self) -> tuple[Sentence, ...]:
        """Return the remarks on the form that led to this page."""
        return self.services.office.remarks.get(self.request.query.get("note", ""), ())

    def card_link(self, player: int | None) -> str:
        """Return the address of a player's card, "" for none."""
        return card_link(self.request, self.services.book, player)


_VISIT: ContextVar[Visit] = ContextVar("visit")


def rendered(request: Request, services: Services, page: Page) -> Rendered:
    """Return a page as HTML, filled from its template."""
    visit = Visit(request, services, page)
    token = _VISIT.set(visit)
    try:
        values = page.model._asdict() if page.model is not None else {}
        text = environment().get_template(page.template).render(visit=visit, **values)
    finally:
        _VISIT.reset(token)
    return Rendered(text.encode(), visit.cookies, visit.has_token)


def _say(key: str, /, **values: Value) -> str:
    request = _VISIT.get().request
    return request.say(key, **values) if values else _said(request.language, key)


@cache
def _said(language: Language, key: str) -> str:
    """Return the words of a key without values; a page has many, and few are different."""
    return in_words(language)(Message(key, ()))


def _link(name: str, /, **values: object) -> str:
    return _VISIT.get().request.link(name, **values)


def _href(address: str) -> str:
    """Return where an address of the website leads here: to the rulebook.

    One that has no page, or is of the desk already, is that itself.
    """
    page, mark, at = address.partition("#")
    ours = not page or page.startswith("/")
    return address if ours else f"{_link(page.rstrip('/'))}{mark}{at}"


def _linked(sentence: Sentence) -> Markup:
    visit = _VISIT.get()
    return linked(visit.request, visit.services.book, sentence)


def _kept_row(macro: Callable[..., Markup | str], *values: Hashable) -> Markup:
    visit = _VISIT.get()
    services = visit.services
    return services.office.rows.row(visit.request, services.book, macro, *values)


def _as_table(view: View) -> SiteTable:
    """Return any view as a table of a page."""
    return site_table(view, _VISIT.get().request.words)


def _rows(table: SiteTable) -> Markup:
    """Return the rows of a table, each made once."""
    rows = [_kept_row(spelt_row, row, at in table.mine) for at, row in enumerate(table.rows)]
    return Markup("\n").join(rows)


def _looks(table: SiteTable) -> str:
    """Return the classes of a table: its cells say theirs."""
    seats = any(heading.kind == "white" for heading in table.headings)
    return f"dense{' seats' if seats else ''}"


def _manual() -> str:
    return manual.of_request(_VISIT.get().request)


def _meaning(code: str) -> str:
    return manual.of_refusal(code, _VISIT.get().request.language)


def _rule(clause: str | None) -> str:
    visit = _VISIT.get()
    return rule_link(visit.request, visit.services.book, clause)


@cache
def static(name: str) -> str:
    """Return the address of a file of the pages; it changes when the file does."""
    return f"/static/{name}?{sha256((STATIC / name).read_bytes()).hexdigest()[:12]}"


class _OfPage(Template):
    """A template whose macros are made once for a page, though several of its templates import them.

    They know the `visit` of the page and what they are given, so that they are the same for each.
    Those imported without context are of no page, nor are those that they import.
    """

    def make_module(
        self,
        vars: dict[str, Any] | None = None,
        shared: bool = False,
        locals: Mapping[str, Any] | None = None,
    ) -> TemplateModule:
        visit = (vars or {}).get("visit")
        if not isinstance(visit, Visit):
            return super().make_module(vars, shared, locals)
        if self.name not in visit.macros:
            visit.macros[self.name] = super().make_module(vars, shared, locals)
        return visit.macros[self.name]


@cache
def environment() -> Environment:
    """Return the environment of the templates."""
    templates = Environment(
        loader=ChoiceLoader(
            (
                FileSystemLoader(HERE / "templates"),
                PrefixLoader({SHARED.name: FileSystemLoader(SHARED)}),
            )
        ),
        autoescape=True,
        finalize=_fit,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
    templates.template_class = _OfPage
    templates.filters |= {
        "grid": grid,
        "as_table": _as_table,
        "lines": lines_text,
        "result": result_text,
        "steps_smaller": _steps_smaller,
    }
    templates.globals |= {"say": _say, "link": _link, "linked": _linked, "kept_row": _kept_row}
    templates.globals |= {"href": _href, "table_rows": _rows, "looks": _looks, "in_cells": True}
    templates.globals |= {"static": static, "manual": _manual, "meaning": _meaning, "rule": _rule}
    templates.tests["numbered"] = lambda number: not isinstance(number, Unnumbered)
    return templates


def _steps_smaller(text: object, letters: int, lines: int) -> int:
    return steps_smaller(str(_fit(text)), letters, lines)


def lines_text(text: str) -> Markup:
    """Return a text of several lines as it is; its line ends stay."""
    return Markup("\n").join(visible(line) for line in text.splitlines())


def _fit(value: object) -> object:
    """Return a template's value as text on one line, a sentence in words; markup stays as it is."""
    kind = type(value)
    if kind is str:
        return visible(str(value))
    if kind is int or kind is Markup:
        return str(value) if kind is int else value
    if isinstance(value, Message | Parts | Do | Nameless | float):
        value = _VISIT.get().request.words(value)
    return value if isinstance(value, Markup) else visible(shown(value))
