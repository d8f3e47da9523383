"""Static pages: HTML that needs no script and no other file, and prints well on A4.

The pages are the templates in `templates/`; every table is made by the one macro in table.html.
What a template writes is one line without control characters, and escaped.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from desk.render.catalogue import Words
from desk.render.text import shown
from ledger.characters import visible
from ledger.messages import Sentence, message
from ledger.values import Language
from projections.views.view import RowValues, View, value_of


def page(view: View, language: Language, links: Sequence[tuple[str, str]] = ()) -> str:
    """Return a view as a whole HTML page; the same view gives the same bytes.

    language is that of its words. The first column that is set left names its row. links are
    (address, text) of pages beside it.
    """
    return rendered("page.html", str(view.title), language, view=view, links=links)


def report_page(
    title: str, sections: Sequence[tuple[str, Sequence[str], View | None]], language: Language
) -> str:
    """Return a report as a whole HTML page: for each section its heading, lines and table."""
    return rendered("report.html", title, language, sections=sections, newline=Markup("\n"))


def index_page(
    title: str, lines: Sequence[str], pages: Sequence[tuple[str, str]], language: Language
) -> str:
    """Return the page that leads to others, which are given as (address, text)."""
    return rendered("index.html", title, language, lines=lines, pages=pages)


def rendered(template: str, title: str, language: Language, **values: object) -> str:
    """Return a page of a template; foot stands below each sheet of paper, with its number."""
    page_of_pages = in_language(message("sheets.page", page="{page}", pages="{pages}"), language)
    given: Mapping[str, object] = {
        "title": title, "language": language, "page_of_pages": page_of_pages, "foot": "",
        "links": (), "figure": "", "landscape": False, **values,
    }  # fmt: skip
    return _environment().get_template(template).render(given)


def in_language(sentence: Sentence, language: Language) -> str:
    """Return a sentence without commands in words."""
    return Words(language, lambda do, words: do.verb)(sentence)


@cache
def _environment() -> Environment:
    made = Environment(
        loader=FileSystemLoader(Path(__file__).parent / "templates"), autoescape=True,
        finalize=_fit, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True,
        keep_trailing_newline=True,
    )  # fmt: skip
    made.filters |= {"css": _css, "value": _value}
    return made


def _fit(value: object) -> object:
    """Return what a template writes as a text on one line; markup is left as it is."""
    return value if isinstance(value, Markup) else visible(shown(value))


def _value(row: RowValues, key: str) -> object:
    return value_of(row, key)


def _css(text: str) -> Markup:
    """Return a text as the content of a margin of the paper; {page} and {pages} are counters."""
    parts = re.split(r"(\{pages?\})", visible(text))
    return Markup(" ").join(Markup(_content(part)) for part in parts if part) or Markup("none")


def _content(part: str) -> str:
    if part in ("{page}", "{pages}"):
        return f"counter({part[1:-1]})"
    signs = (s if s == " " or (s.isascii() and s.isalnum()) else f"\\{ord(s):06x}" for s in part)
    return f'"{"".join(signs)}"'
