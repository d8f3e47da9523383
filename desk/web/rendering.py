"""Pages from templates: escaped, without scripts or styles of their own.

Every template has `say(key, **values)` for words, `link(route, **values)` for addresses,
`static(name)` for files of the page, and `visit`, the request. `kept_row(macro, *values)` is a
row of a long table, made by a macro of long-rows.html or table-row.html.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from contextvars import ContextVar
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from jinja2.runtime import Macro
from markupsafe import Markup

from desk.render.grid import grid
from desk.render.shown import shown
from desk.web.steps import in_words, linked
from ledger.characters import visible
from ledger.messages import Do, Message, Nameless, Parts, Sentence, Value
from ledger.values import Language, Unnumbered

if TYPE_CHECKING:
    from desk.web.visit import Visit

HERE = Path(__file__).parent
STATIC = HERE / "static"

_VISIT: ContextVar[Visit] = ContextVar("visit")


def rendered(visit: Visit, template: str, values: Mapping[str, Any]) -> bytes:
    """Return a page of a template for a visit."""
    token = _VISIT.set(visit)
    try:
        return environment().get_template(template).render(visit=visit, **values).encode()
    finally:
        _VISIT.reset(token)


def _say(key: str, /, **values: Value) -> str:
    visit = _VISIT.get()
    return visit.say(key, **values) if values else _said(visit.language, key)


@cache
def _said(language: Language, key: str) -> str:
    """Return the words of a key without values; a page has many, and few are different."""
    return in_words(language)(Message(key, ()))


def _link(name: str, /, **values: object) -> str:
    return _VISIT.get().link(name, **values)


def _linked(sentence: Sentence) -> Markup:
    return linked(_VISIT.get(), sentence)


def _kept_row(macro: Macro, *values: Hashable) -> Markup:
    visit = _VISIT.get()
    return visit.office.rows.row(visit, macro, *values)


@cache
def static(name: str) -> str:
    """Return the address of a file of the pages; it changes when the file does."""
    return f"/static/{name}?{sha256((STATIC / name).read_bytes()).hexdigest()[:12]}"


@cache
def environment() -> Environment:
    """Return the environment of the templates."""
    templates = Environment(
        loader=FileSystemLoader(HERE / "templates"),
        autoescape=True,
        finalize=_fit,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
    templates.filters |= {"grid": grid, "lines": lines_text, "result": result_text}
    templates.globals |= {"say": _say, "link": _link, "linked": _linked, "kept_row": _kept_row}
    templates.globals["static"] = static
    templates.tests["numbered"] = lambda number: not isinstance(number, Unnumbered)
    return templates


def lines_text(text: str) -> Markup:
    """Return a text of several lines as it is; its line ends stay."""
    return Markup("\n").join(visible(line) for line in text.splitlines())


def result_text(result: str | None) -> str:
    """Return a result as people write it: 1–0, ½–½, 1–0R; nothing for None."""
    return (result or "").replace("1/2", "½").replace("-", "–")


def _fit(value: object) -> object:
    """Return a template's value as text on one line, a sentence in words; markup stays as it is."""
    kind = type(value)
    if kind is str:
        return visible(str(value))
    if kind is int or kind is Markup:
        return str(value) if kind is int else value
    if isinstance(value, Message | Parts | Do | Nameless):
        value = _VISIT.get().words(value)
    return value if isinstance(value, Markup) else visible(shown(value))
