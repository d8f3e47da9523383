"""Static pages: HTML that needs no script and no other file, and prints well on A4.

The pages are the templates in `templates/`; every table is made by the one macro in table.html. A
template writes each text on one line without control characters, and escaped.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from desk.render.catalogue import in_language
from desk.render.shown import shown
from ledger.characters import visible
from ledger.messages import message
from ledger.values import Language
from projections.views.view import RowValues, View, value_of


def page(view: View, language: Language) -> str:
    """Return a view as a whole HTML page; the same view gives the same bytes.

    `language` is that of its words. The first left-aligned column names its row.
    """
    return rendered("page.html", str(view.title), language, view=view)


def rendered(template: str, title: str, language: Language, **values: object) -> str:
    """Return a page of a template; `foot` stands below each sheet of paper, with its number."""
    page_of_pages = in_language(message("sheets.page", page="{page}", pages="{pages}"), language)
    filled_in: Mapping[str, object] = {
        "title": title,
        "language": language,
        "page_of_pages": page_of_pages,
        "foot": "",
        "figure": "",
        "landscape": False,
        **values,
    }
    return _environment().get_template(template).render(filled_in)


@cache
def _environment() -> Environment:
    templates = Environment(
        loader=FileSystemLoader(Path(__file__).parent / "templates"),
        autoescape=True,
        finalize=_fit,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    templates.filters |= {"css": _css, "counted": _counted, "value": _value}
    templates.tests["broken"] = _broken
    return templates


def _fit(value: object) -> object:
    """Return a template's value as text on one line; markup is left as it is."""
    return value if isinstance(value, Markup) else visible(shown(value))


def _value(row: RowValues, key: str) -> object:
    return value_of(row, key)


def _broken(value: object) -> bool:
    """Return whether a cell may be broken within a word that is too long for the paper."""
    return isinstance(value, str) and any(len(word) > _LONGEST for word in value.split())


_LONGEST = 16
"""The length from which a word in a cell may be broken."""


def _css(text: str) -> Markup:
    """Return a text for the margin of the paper."""
    signs = (s if s == " " or (s.isascii() and s.isalnum()) else f"\\{ord(s):x} " for s in text)
    return Markup(f'"{"".join(signs)}"')


def _counted(text: str) -> Markup:
    """Return a text with the counters of CSS for {page} and {pages}."""
    parts = re.split(r"\{(pages?)\}", text)
    return Markup(" ").join(
        Markup(f"counter({part})") if at % 2 else _css(part) for at, part in enumerate(parts)
    )
