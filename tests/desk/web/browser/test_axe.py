"""Every page is fit for everybody: axe finds nothing, in any role, language, light and width."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from desk.access.roles import Role
from desk.web.contents import ROUTES
from desk.web.routes import WebRoute
from tests.helpers.axe import looked_at
from tests.helpers.browsing import demo
from tests.helpers.chromium import Served, hall
from tests.helpers.matrix import address_of, client_of

pytestmark = pytest.mark.desk

LANGUAGES = ("nl", "en")
"""Each page is loaded once for a role and a language, and looked at in every width."""


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    browsing = demo(Path(tmp_path_factory.mktemp("axe")))
    number = len(browsing.book.state.rounds)
    browsing.do(
        {"command": "protest", "round": number, "player": 5, "text": "t"},
        {
            "command": "ruling",
            "number": 1,
            "verdict": "rejected",
            "text": "r",
            "behalf": "committee",
        },
    )
    with hall(browsing) as served:
        yield served


NO_PAGES = ("stream", "export")
"""Routes that answer with something else than a page."""

PAGES = [each for each in ROUTES if each.method == "GET" and each.name not in NO_PAGES]


@pytest.mark.parametrize("route", PAGES, ids=lambda each: each.name)
def test_axe_finds_nothing_on_any_page(served: Served, route: WebRoute) -> None:
    wrong = list[str]()
    seen = set[str]()
    built = set[str]()
    for language in LANGUAGES:
        for role in sorted(route.roles):
            content = _content(served, route, role, language)
            if content not in seen:
                seen.add(content)
                address = address_of(served.browsing, route)
                anew = _structure(content) not in built
                built.add(_structure(content))
                wrong += _looked_at(served, address, role, language, anew=anew)
    assert wrong == []


@pytest.mark.parametrize(
    "address",
    [
        "/{t}/do/correct-rating?player=3&rating=2345",
        "/{t}/check-in/3?step=late",
        "/{t}/log?at=81",
        "/{t}/do/schedule",
        "/{t}/do/ruling",
    ],
)
def test_axe_finds_nothing_where_something_was_asked(served: Served, address: str) -> None:
    assert [
        fault
        for language in LANGUAGES
        for fault in _looked_at(served, address, Role.CHIEF, language)
    ] == []


def _content(served: Served, route: WebRoute, role: Role, language: str) -> str:
    """Return what a page has below its bar, without its addresses and the tokens of its reader.

    Two roles that read the same need one look; the bar of each is looked at on the pages that are
    theirs alone.
    """
    client = client_of(served.browsing, role, language)
    client.headers["host"] = served.address.partition("//")[2]
    text = client.get(address_of(served.browsing, route)).text
    return re.sub(
        r'name="(csrf|once)" value="[^"]*"|(href|action)="[^"]*"',
        "",
        text.partition("</header>")[2],
    )


def _structure(content: str) -> str:
    """Return the elements of a page, their classes and ids, and which of them have words or none.

    Pages of one structure are alike to axe, whatever their words; how wide they are may differ.
    """
    without_text = re.sub(r">[^<]*[^<\s][^<]*<", ">x<", content)
    return re.sub(
        r'(class|id|for|role|type|method)="[^"]*"|="[^"]+"',
        lambda match: match[0] if match[1] else '="x"',
        without_text,
    )


def _looked_at(
    served: Served, address: str, role: Role, language: str, *, anew: bool = True
) -> list[str]:
    """Return what is wrong with a page for a role in a language; see `looked_at` for `anew`."""
    of = {"player": 1} if role is Role.PLAYER else None
    context = served.context(None if role is Role.PUBLIC else role, of=of, language=language)
    page = context.new_page()
    page.goto(served.at(address))
    seen = [f"{role} {language} {fault}" for fault in looked_at(page, anew=anew)]
    context.close()
    return seen
