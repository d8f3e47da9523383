"""Pages as HTML: from one template, with addresses that are relative to each page."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from contextvars import ContextVar
from dataclasses import replace
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, Final, NamedTuple

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from desk.render.catalogue import in_language
from desk.render.shown import shown
from desk.site.drawing import STYLE_HASH
from desk.site.model import SiteCell, SitePage, SiteTable, Surroundings
from desk.site.rows import cell_html
from ledger.characters import visible
from ledger.messages import Message
from ledger.values import Language

LONGEST: Final = 200
"""Rows of a table that stand on one page; a longer list is divided."""

LARGEST: Final = 60_000
"""Bytes of a page; one that would be larger is divided further."""


class _Place(NamedTuple):
    """Where the addresses of a page begin: at a folder of its tournament, in its language.

    That is the folder to which most links of its tables lead, such as `player/`, "" for none. So
    rows are the same wherever they stand, and a third shorter.
    """

    language: Language
    base: str
    above: str
    """The way from there to the folder of the tournament."""

    of_language: str
    of_site: str

    @classmethod
    def of(cls, page: SitePage, surroundings: Surroundings) -> _Place:
        tables = [part for part in page.parts if isinstance(part, SiteTable)]
        links = Counter([each.href for table in tables for row in table.rows for each in row])
        folders = Counter[str]()
        for link, times in links.items():
            if link and link[0] not in "/~":
                folders[link.partition("/")[0]] += times
        [(first, _)] = folders.most_common(1) or [("", 0)]
        base, above = (f"{first}/", "../") if first else ("", "")
        of_language = f"{above}../" if surroundings.slug else above
        return cls(surroundings.language, base, above, of_language, f"{of_language}../")

    def address(self, href: str) -> str:
        """Return the relative address of a page or file; see `desk.site.model`."""
        if href[:1] == "/":
            href = self.of_site + href[1:]
        elif href[:1] == "~":
            href = self.of_language + href[1:]
        elif self.base and href.startswith(self.base) and href != self.base:
            href = href.removeprefix(self.base)
        else:
            href = self.above + href
        page, mark, at = href.partition("#")
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
    place = _Place.of(page, around)
    token = _PLACE.set(place)
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
                base="../" * path.count("/") + place.base or "./",
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
    share = slice((number - 1) * each, number * each)
    cut = replace(longest, rows=longest.rows[share], keys=longest.keys[share])
    parts = tuple(
        cut if part is longest else part
        for part in page.parts
        if part is longest or number == 1 or not isinstance(part, SiteTable)
    )
    return replace(page, parts=parts)


def front_page(language: Language, above: str = "", below: str = "", title: str = "") -> bytes:
    """Return a page outside the folders of languages, which leads to that of one.

    `above` is the way to the folder of the site, `below` the page in the folder of a language, with a slash at
    its end, "" for the first. `title` is what it is about, "" for the tournaments.
    """
    token = _PLACE.set(_Place(language, "", "", "", ""))
    try:
        return (
            _environment()
            .get_template("site-front.html")
            .render(
                language=language,
                languages={one: f"{above}{one}/{below}index.html" for one in NAMES},
                names=NAMES,
                above=above,
                title=title,
            )
            .encode()
        )
    finally:
        _PLACE.reset(token)


NAMES: Final[Mapping[Language, str]] = {"en": "English", "nl": "Nederlands"}
"""The languages of a site, each by its own name."""


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
    templates.globals |= {"say": _say, "href": _href, "table_rows": _rows, "looks": _looks}
    templates.globals |= {"style_hash": STYLE_HASH, "in_cells": False}
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
    bold = {at for at, one in enumerate(table.headings) if "bold" in one.kind.split()}
    rows = [
        "".join(
            [
                _cell(place, each._replace(strong=False) if at in bold else each)
                for at, each in enumerate(row)
            ]
        )
        for row in table.rows
    ]
    if table.keys:
        keys = (f" data-keys={white},{black}" for white, black in table.keys)
        return Markup("\n".join(f"<tr{own}>{row}" for own, row in zip(keys, rows, strict=True)))
    return Markup("\n".join(f"<tr>{row}" for row in rows))


@lru_cache(maxsize=50_000)
def _cell(place: _Place, cell: SiteCell) -> str:
    """Return a cell; the same ones stand in many tables."""
    return cell_html(cell, place.address(cell.href) if cell.href else "", spelt=False)


def _looks(table: SiteTable) -> str:
    """Return the classes of a table: of each column how it looks, n3 for numbers in the third."""
    found = [
        f"{letter}{at}"
        for at, heading in enumerate(table.headings, 1)
        for kind in heading.kind.split()
        if (letter := _LETTERS.get(kind))
    ]
    seats = ["seats"] if any(heading.kind == "white" for heading in table.headings) else []
    return " ".join(["dense", "site-table", *seats, *found])


_LETTERS = {"num": "n", "mid": "m", "cols": "c", "wide": "w", "bold": "b"}
"""The kinds of columns that a table names, by the first part of their classes."""


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
