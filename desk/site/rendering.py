"""Pages as HTML: from one template, with addresses that are relative to each page."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextvars import ContextVar
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, Final

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup, escape

from desk.render.catalogue import in_language
from desk.render.shown import shown
from desk.site.drawing import STYLE_HASH
from desk.site.model import SitePage, SiteTable, Surroundings
from ledger.characters import visible
from ledger.messages import Message
from ledger.values import Language

LONGEST: Final = 200
"""Rows of a table that stand on one page; a longer list is divided."""

LARGEST: Final = 60_000
"""Bytes of a page; one that would be larger is divided further."""


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a page stands: the way up to its tournament, its language and the site."""

    language: Language
    here: str
    of_language: str
    of_site: str

    @classmethod
    def of(cls, surroundings: Surroundings, path: str) -> _Place:
        own = "../" * path.count("/")
        above = "../" if surroundings.slug else ""
        return cls(surroundings.language, own, own + above, f"{own}{above}../")

    def address(self, href: str) -> str:
        """Return the relative address of a page or file; see `desk.site.model`."""
        if href[:1] == "/":
            whole = self.of_site + href[1:]
        elif href[:1] == "~":
            whole = self.of_language + href[1:]
        else:
            whole = self.here + href
        page, mark, at = whole.partition("#")
        if page.endswith("/") or not page:
            page += "index.html"
        return f"{page}{mark}{at}"


_PLACE: ContextVar[_Place] = ContextVar("place")


def pages_of(page: SitePage, around: Surroundings) -> Iterator[tuple[str, bytes]]:
    """Yield a page as its files: their paths from the folder of the site, and what is in them.

    A list that is too long is divided over several pages.
    """
    rows = max((len(part.rows) for part in page.parts if isinstance(part, SiteTable)), default=0)
    parts = max(-(-rows // LONGEST), 1)
    while True:
        files = [_file(page, around, number, parts) for number in range(1, parts + 1)]
        if parts >= rows or all(len(content) <= LARGEST for _, content in files):
            yield from files
            return
        parts += 1


def _file(page: SitePage, around: Surroundings, number: int, of: int) -> tuple[str, bytes]:
    """Return one of the files that a page is divided over."""
    path = page.path if number == 1 else f"{page.path}page-{number}/"
    shown_page = page if of == 1 else _cut(page, number, of)
    token = _PLACE.set(_Place.of(around, path))
    try:
        text = (
            _environment()
            .get_template("site-page.html")
            .render(
                page=shown_page,
                around=around,
                number=number,
                divided=[_part(page, each) for each in range(1, of + 1)] if of > 1 else [],
                at=path,
            )
        )
    finally:
        _PLACE.reset(token)
    slug = f"{around.slug}/" if around.slug else ""
    return f"{around.language}/{slug}{path}index.html", text.encode()


def _part(page: SitePage, number: int) -> str:
    return page.path if number == 1 else f"{page.path}page-{number}/"


def _cut(page: SitePage, number: int, of: int) -> SitePage:
    """Return a page with its share of the rows of its longest table."""
    tables = [part for part in page.parts if isinstance(part, SiteTable)]
    longest = max(tables, key=lambda table: len(table.rows))
    each = -(-len(longest.rows) // of)
    rows = longest.rows[(number - 1) * each : number * each]
    parts = tuple(
        replace(part, rows=rows) if part is longest else part
        for part in page.parts
        if part is longest or number == 1 or not isinstance(part, SiteTable)
    )
    return replace(page, parts=parts)


def front_page(language: Language, languages: Mapping[Language, str]) -> bytes:
    """Return the page in the folder of the site, which leads to that of a language."""
    token = _PLACE.set(_Place(language, "", "", ""))
    try:
        template = _environment().get_template("site-front.html")
        return template.render(language=language, languages=languages).encode()
    finally:
        _PLACE.reset(token)


@cache
def _environment() -> Environment:
    templates = Environment(
        loader=FileSystemLoader(Path(__file__).parent / "templates"),
        autoescape=True,
        finalize=_fit,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
    templates.globals |= {"say": _say, "href": _href, "rows": _rows, "looks": _looks}
    templates.globals["style_hash"] = STYLE_HASH
    return templates


def _say(key: str, /, **values: Any) -> str:
    return _said(_PLACE.get().language, key, tuple(values.items()))


@cache
def _said(language: Language, key: str, values: tuple[tuple[str, Any], ...]) -> str:
    return in_language(Message(key, values), language)


def _rows(table: SiteTable) -> Markup:
    """Return the rows of a table, without the end tags and quotes that HTML does without.

    A site has hundreds of thousands of cells: a template takes three times as long, and how a
    column looks is said by the table, not by each of its cells.
    """
    place = _PLACE.get()
    lines = list[str]()
    for row in table.rows:
        cells = ["<tr>"]
        for text, _, tag, href, about, piece, strong in row:
            cells.append(f"<{tag}{_SCOPE.get(tag, '')}>")
            if piece:
                cells.append(_PIECES[piece])
            shown_text = f"<b>{_escaped(text)}</b>" if strong else _escaped(text)
            cells.append(f"<a href={place.address(href)}>{shown_text}</a>" if href else shown_text)
            if about:
                cells.append(f" <small>{_escaped(about)}</small>")
        lines.append("".join(cells))
    return Markup("\n".join(lines))


def _looks(table: SiteTable) -> str:
    """Return the classes of a table: of each column how it looks, n3 for numbers in the third."""
    found = [
        f"{letter}{at}"
        for at, heading in enumerate(table.headings, 1)
        for kind in heading.kind.split()
        if (letter := _LETTERS.get(kind))
    ]
    return " ".join(["dense", "site-table", *found])


_LETTERS = {"num": "n", "mid": "m", "cols": "c", "wide": "w"}
"""The kinds of columns that a table names, by the first part of their classes."""

_SCOPE = {"th": " scope=row"}
_PIECES = {"W": "<i class=sq></i>", "B": '<i class="sq b"></i>'}


@lru_cache(maxsize=50_000)
def _escaped(text: str) -> str:
    return str(escape(visible(text)))


def _href(address: str) -> str:
    return _PLACE.get().address(address)


def _fit(value: object) -> object:
    """Return a template's value as text on one line; markup is left as it is."""
    kind = type(value)
    if kind is Markup:
        return value
    if kind is str:
        return visible(str(value))
    return visible(shown(value))
