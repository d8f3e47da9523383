"""Requests and answers of the desk: pages, refusals, languages, headers."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from desk.access.roles import Role
from desk.live.live import TournamentNames
from desk.site.addresses import slug_of, slugs_of
from desk.web.contents import ROUTES
from tests.helpers.browsing import Browsing, demo


@pytest.fixture(scope="module")
def browsing(tmp_path_factory: pytest.TempPathFactory) -> Browsing:
    return demo(Path(tmp_path_factory.mktemp("desk")))


def test_no_two_routes_have_the_same_name_or_address() -> None:
    assert not [name for name, n in Counter(each.name for each in ROUTES).items() if n > 1]
    addresses = Counter((each.method, each.path) for each in ROUTES)
    assert not [address for address, n in addresses.items() if n > 1]


def test_an_address_that_is_nowhere_is_a_page_in_the_language_of_the_reader(
    browsing: Browsing,
) -> None:
    for address in ("/nowhere/at/all", "/no-tournament", "/no-tournament/standing"):
        dutch = browsing.client(None).get(address)
        english = browsing.client(None, "en").get(address)
        assert (dutch.status_code, english.status_code) == (404, 404)
        assert "Deze pagina is er niet." in dutch.text
        assert "There is no such page." in english.text


def test_a_role_that_may_not_ask_is_told_so_and_nothing_is_recorded(browsing: Browsing) -> None:
    before = browsing.book.state.position
    answer = browsing.client(None).get(f"/{browsing.slug}/more?x=1")
    where = f"/login?then=%2F{browsing.slug}%2Fmore%3Fx%3D1"
    assert (answer.status_code, answer.headers["location"]) == (303, where)
    helper = browsing.client(Role.HELPER)
    assert helper.post("/new", data={"csrf": browsing.csrf(helper)}).status_code == 403
    assert browsing.book.state.position == before


def test_a_form_without_its_token_records_nothing(browsing: Browsing) -> None:
    before = browsing.book.state.position
    answer = browsing.client().post(f"/{browsing.slug}/undo", data={"csrf": "another"})
    assert answer.status_code == 409
    assert "er is niets vastgelegd" in answer.text
    assert browsing.book.state.position == before


def test_the_language_that_is_chosen_stays_and_leaves_the_address(browsing: Browsing) -> None:
    client = browsing.client(None)
    answer = client.get("/?lang=en&x=1")
    assert (answer.status_code, answer.headers["location"]) == (303, "/?x=1")
    client.cookies.delete("lang")
    client.cookies.set("lang", answer.cookies["lang"])
    assert '<html lang="en"' in client.get("/").text


def test_every_page_forbids_scripts_and_frames_of_others(browsing: Browsing) -> None:
    policy = browsing.client(None).get("/").headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "unsafe" not in policy


def test_a_tournament_has_a_readable_address() -> None:
    assert slug_of("De Toren, najaar 2026") == "de-toren-najaar-2026"
    assert slug_of("Özkan – Łódź") == "ozkan-odz"
    assert slug_of("北京") == ""


def test_where_the_name_of_a_tournament_cannot_be_its_address_a_part_of_its_id_is() -> None:
    names = ("Winter", "Winter", "New", "北京")
    tournaments = tuple(TournamentNames(f"{n}" * 9, name, name) for n, name in enumerate(names))
    assert list(slugs_of(tournaments)) == ["winter", "11111111", "22222222", "33333333"]


def test_a_ledger_that_cannot_be_read_is_said_on_the_page(tmp_path: Path) -> None:
    desk = demo(tmp_path)
    slug = desk.slug
    desk.office.live.close()
    desk.path.write_bytes(b"SQLite format 3\0" + bytes(100))
    for path in (f"/{slug}/standing", "/", f"/{slug}/round", f"/{slug}/events"):
        answer = desk.client(None).get(path)
        assert answer.status_code in (422, 503), path
        assert str(desk.path.name) in answer.text
