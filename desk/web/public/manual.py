"""The manual where its site was not built: a page of it as it is written."""

from __future__ import annotations

from typing import NamedTuple, cast

from desk.access.roles import EVERYBODY
from desk.manual.pages import FRONTS, is_page, links_of, page_language, plain, sections, text_of
from desk.web.answers import Answer, Page, Redirect
from desk.web.manual import address
from desk.web.request import Request
from desk.web.routes import get
from desk.web.services import Services
from ledger.values import Language


class ManualPage(NamedTuple):
    """A page of the manual as its text, and the others of its language."""

    title: str
    text: str
    others: list[tuple[str, str]]


@get("manual", "/manual", EVERYBODY)
def front(request: Request, services: Services) -> Answer:
    """Lead to the first page in the language of the reader."""
    return Redirect(address(FRONTS[request.language]))


@get("manual-page", "/manual/{language}/{page}", EVERYBODY)
def page(request: Request, services: Services) -> Answer:
    """Show a page as its text, with the list of all pages of its language."""
    language = cast("Language", request.path["language"])
    name = str(request.path["page"]).removesuffix(".html")
    name = FRONTS.get(language, "") if name == "index" else name
    if not is_page(name) or page_language(name) != language:
        return services.nowhere()
    pages = [each for _, each in links_of(language) if each != name]
    model = ManualPage(
        title=_title(name),
        text=plain(text_of(name)),
        others=[(address(each), _title(each)) for each in dict.fromkeys(pages)],
    )
    return Page("manual.html", model)


def _title(name: str) -> str:
    return next((each.title for each in sections(name)), name)
