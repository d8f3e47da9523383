"""Rows of long tables are kept: a page with kept rows is the page as it is made alone."""

from __future__ import annotations

import gc
import re
from collections.abc import Callable, Container, Iterator
from pathlib import Path

import pytest
from jinja2 import meta
from starlette.testclient import TestClient

from desk.access.roles import Role
from desk.web import long_rows
from desk.web.long_rows import LongRows
from desk.web.page_cache import PageCache
from desk.web.rendering import HERE, Visit, environment
from tests.helpers.browsing import Browsing, demo
from tests.helpers.hostile import hostile_ledger
from tests.helpers.matrix import GETS, address_of, client_of
from tests.helpers.round_page import RoundPage, pairs_of, three_boards

TEMPLATES = HERE / "templates"
ROWS = ("long-rows.html",)
"""The templates whose macros make rows that are kept."""

QUERIES = {"standing": ("beside=12", "after=1"), "round": ("show=open", "part=rows&seen=5")}
NEW_EACH_TIME = re.compile(r'name="(?:once|csrf)" value="\w+"|[0-9]{2}:[0-9]{2}')


def hostile(folder: Path) -> Browsing:
    browsing = Browsing(folder / "hostile.ledger")
    hostile_ledger(browsing.path, browsing.runtime)
    return browsing


def result_of(browsing: Browsing) -> None:
    number = len(browsing.book.state.rounds)
    board, _ = browsing.book.state.rounds[-1].open_games[0]
    browsing.do({"command": "result", "round": number, "board": board, "result": "1-0"})


def pages_alone(
    browsing: Browsing, role: Role, client: TestClient, wanted: Container[str] | None = None
) -> dict[str, str]:
    """Return the pages of a role whose rows would be kept, each made without the rows of others.

    A page without such rows is the same whatever is kept. `wanted` are the addresses that are asked
    for, None: all.
    """
    texts = {}
    for address, text in pages(browsing, role, client, wanted, alone=True):
        if browsing.office.rows._kept:
            texts[address] = text
    return texts


def pages(
    browsing: Browsing,
    role: Role,
    client: TestClient,
    wanted: Container[str] | None,
    *,
    alone: bool = False,
) -> Iterator[tuple[str, str]]:
    """Yield pages of a role by address, as text without tokens; `alone`: no row is kept before."""
    for route in GETS:
        if role not in route.roles or not route.of_tournament:
            continue
        for query in ("", *QUERIES.get(route.name, ())):
            address = f"{address_of(browsing, route)}?{query}"
            if wanted is not None and address not in wanted:
                continue
            browsing.office.pages = PageCache()
            if alone:
                browsing.office.rows = LongRows()
            answer = client.get(address, headers={"hx-request": "true"} if query else {})
            yield address, NEW_EACH_TIME.sub("", answer.text)


@pytest.mark.parametrize("tournament", [demo, hostile])
def test_every_page_with_the_rows_of_other_readers_is_the_page_made_alone(
    tournament: Callable[[Path], Browsing], tmp_path: Path
) -> None:
    """Every page is made for every role; those with such rows beside the others, and after a result."""
    browsing = tournament(tmp_path)
    readers = [
        (role, client_of(browsing, role, language))
        for at, role in enumerate(Role)
        for language in (("nl", "en") if role is Role.CHIEF else ("nl", "en")[at % 2 :][:1])
    ]
    alone = {reader: pages_alone(browsing, *reader) for reader in readers}
    assert any("crosstable" in address for texts in alone.values() for address in texts)
    browsing.office.rows = LongRows()
    for reader in readers:
        assert dict(pages(browsing, *reader, alone[reader])) == alone[reader], reader
    result_of(browsing)
    after = {reader: dict(pages(browsing, *reader, alone[reader])) for reader in readers}
    for reader in readers:
        assert pages_alone(browsing, *reader, alone[reader]) == after[reader], reader


@pytest.mark.parametrize("page", ["round", "standing", "crosstable"])
def test_after_a_result_only_the_rows_that_differ_are_made(tmp_path: Path, page: str) -> None:
    browsing = demo(tmp_path)
    client = browsing.client(Role.CHIEF)
    client.get(f"/{browsing.slug}/{page}")
    (kept,) = (one.rows for one in browsing.office.rows._kept.values())
    before = dict(kept)
    result_of(browsing)
    client.get(f"/{browsing.slug}/{page}")
    assert len(before) >= 7
    assert len(kept) < 2 * len(before)
    assert all(kept[key] is row for key, row in before.items())


def test_the_rows_of_somebody_who_is_forgotten_are_gone(tmp_path: Path) -> None:
    browsing = demo(tmp_path)
    client = browsing.client(Role.CHIEF)
    client.get(f"/{browsing.slug}/crosstable")
    name = browsing.book.name(1)
    browsing.do({"command": "correct-person", "player": "1", "name": "Zq, X.", "reason": "typo"})
    client.get(f"/{browsing.slug}/crosstable")
    (kept,) = (one.rows for one in browsing.office.rows._kept.values())
    assert not [row for row in kept.values() if name in row]
    assert [row for row in kept.values() if "Zq, X." in row]


def test_so_many_rows_are_kept_and_no_more(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    browsing = demo(tmp_path)
    monkeypatch.setattr(long_rows, "MOST_ROWS", 7)
    client = browsing.client(Role.CHIEF)
    text = client.get(f"/{browsing.slug}/crosstable").text
    (kept,) = (one.rows for one in browsing.office.rows._kept.values())
    assert 0 < len(kept) <= 7
    assert text.count("<tr") > 7


@pytest.mark.parametrize("is_part", [True, False])
def test_rows_and_their_page_are_made_whichever_comes_first(tmp_path: Path, is_part: bool) -> None:
    """The macros of rows are of no page, though a page has those of the same templates for itself."""
    page = RoundPage(three_boards(tmp_path))
    environment.cache_clear()
    if not is_part:
        page.page()
    answer = page.type({f"r{pairs_of(page.browsing)[0]}": "1"})
    assert answer.status_code == 200
    gc.collect()
    assert not [one for one in gc.get_objects() if isinstance(one, Visit)]


@pytest.mark.parametrize("template", ROWS)
def test_a_row_knows_nothing_but_its_values_words_and_addresses(template: str) -> None:
    tree = environment().parse((TEMPLATES / template).read_text("utf-8"))
    assert "visit" not in meta.find_undeclared_variables(tree)


def test_every_macro_of_kept_rows_is_imported_without_context() -> None:
    for path in TEMPLATES.iterdir():
        text = path.read_text("utf-8")
        for names, context in re.findall(
            rf'{{% from "(?:{"|".join(ROWS)})" import ([\w, ]+?)( with context)? %}}', text
        ):
            assert not context, path.name
            for name in names.split(", "):
                assert f"kept_row({name}," in text, (path.name, name)
        imported = re.findall(rf'{{% from "(?:{"|".join(ROWS)})" import ([\w, ]+?) %}}', text)
        kept = set(re.findall(r"kept_row\((\w+),", text))
        assert kept <= {name for names in imported for name in names.split(", ")}, path.name
