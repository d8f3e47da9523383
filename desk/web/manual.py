"""Where a page of the desk, and a refusal on it, lead in the manual."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Final

from starlette.routing import Mount
from starlette.staticfiles import StaticFiles

from desk.manual.pages import FRONTS, GALLERIES, SITE, page_language, sections
from ledger.values import Language

if TYPE_CHECKING:
    from desk.web.request import Request

_DESK: Final[dict[Language, str]] = {"en": "desk", "nl": "bediening"}

_GUIDES: Final[dict[str, dict[Language, str]]] = {
    "pages.dispute": {"en": "disputes", "nl": "geschillen"},
    "pages.disputes": {"en": "disputes", "nl": "geschillen"},
    "pages.evening": {"en": "season", "nl": "clubseizoen"},
    "pages.files": {"en": "other-programs", "nl": "other-programs"},
    "pages.imports": {"en": "other-programs", "nl": "other-programs"},
    "pages.overview": {"en": "season", "nl": "clubseizoen"},
    "pages.protest": {"en": "disputes", "nl": "geschillen"},
    "public.phone": {"en": "desk#results-by-phone", "nl": "bediening#spelers-met-een-telefoon"},
    "public.check": {"en": "integrity", "nl": "integrity"},
    "public.rules": {"en": "rulebooks", "nl": "rulebooks"},
    "public.why": {"en": "disputes", "nl": "geschillen"},
}
"""The page of the manual, or a place on it, for the pages of a module; for all others the desk's."""


def site() -> list[Mount]:
    """Return what serves the site of the manual as files; nothing where it was not built."""
    return [Mount("/manual", StaticFiles(directory=SITE))] if SITE.is_dir() else []


def address(page: str, place: str = "") -> str:
    """Return the address of a page of the manual, or of a place on it."""
    language = page_language(page)
    name = "index" if page == FRONTS[language] else page
    return f"/manual/{language}/{name}.html" + (f"#{place}" if place else "")


def of_request(request: Request) -> str:
    """Return the address of what the manual says of the page that is asked for."""
    module = request.route.page.__module__.removeprefix("desk.web.")
    page, _, place = _GUIDES.get(module, _DESK)[request.language].partition("#")
    return address(page, place)


def of_refusal(code: str, language: Language) -> str:
    """Return the address of what a refusal means, of its family where it has no entry of its own."""
    page = GALLERIES[language]
    places = _places(page)
    family = f"{code.partition('-')[0]}-"
    place = next((each for each in (code, family) if each in places), "")
    return address(page, place)


@cache
def _places(page: str) -> frozenset[str]:
    return frozenset(section.place for section in sections(page))
