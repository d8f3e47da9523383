"""The wall: screens in turn, by their address, in either language."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
from playwright.sync_api import expect

from desk.access.roles import Role
from desk.web.server import listening
from ledger.messages import Nameless
from tests.helpers.browsing import Browsing, demo
from tests.helpers.chromium import chromium, served_on
from tests.helpers.words import words


@pytest.fixture(scope="module")
def browsing(tmp_path_factory: pytest.TempPathFactory) -> Browsing:
    return demo(Path(tmp_path_factory.mktemp("desk")))


def _turns(browsing: Browsing, address: str) -> Iterator[str]:
    """Yield the headings of the screens until the first one comes again."""
    client, first = browsing.client(None), ""
    while address != first:
        page = client.get(address.replace("&amp;", "&")).text
        first = first or _link(page, 1)
        yield re.findall(r"<h1>(.*?)</h1><p>(.*?)</p>", page)[0][1]
        address = _link(page, 0)


def _link(page: str, which: int) -> str:
    return str(re.findall(r'hx-get="([^"]*)"', page)[which])


def test_the_screens_come_in_turn_and_after_the_last_one_the_first(browsing: Browsing) -> None:
    subjects = list(_turns(browsing, f"/{browsing.slug}/wall?at=0"))
    assert subjects == ["Indeling op naam · Club Open", "Indeling op bord · Club Open", "Club Open"]


def test_the_address_chooses_the_screens_and_their_time(browsing: Browsing) -> None:
    page = browsing.client(None).get(f"/{browsing.slug}/wall?pages=standing,boards&seconds=40").text
    assert "Stand na ronde 5" in page
    assert 'hx-trigger="every 40s"' in page
    assert 'content="40; url=' in page


def test_a_screen_that_there_is_not_is_refused_with_those_that_there_are(
    browsing: Browsing,
) -> None:
    answer = browsing.client(None).get(f"/{browsing.slug}/wall?pages=names,moon")
    assert answer.status_code == 422
    assert "moon" in answer.text
    assert "standing" in answer.text


def test_each_kind_of_screen_may_have_a_time_of_its_own(browsing: Browsing) -> None:
    client, address = (
        browsing.client(None),
        f"/{browsing.slug}/wall?pages=names:40,boards,standing:1",
    )
    for at, seconds in enumerate((40, 15, 3)):
        page = client.get(f"{address}&at={at}").text
        assert f'hx-trigger="every {seconds}s"' in page
        assert "pages=names%3A40%2Cboards%2Cstanding%3A3" in page
    form = f"/{browsing.slug}/screens?names=yes&boards=yes&seconds=20&for-names=40&for-boards="
    location = client.get(form).headers["location"]
    assert location.endswith("/wall?pages=names%3A40%2Cboards&seconds=20")


def test_the_last_results_are_a_screen_with_the_newest_first(tmp_path: Path) -> None:
    browsing = demo(tmp_path)
    browsing.do({"command": "result", "round": 6, "board": 7, "result": "1/2-1/2"})
    page = browsing.client(None).get(f"/{browsing.slug}/wall?pages=results").text
    assert "Laatste uitslagen · Club Open" in page
    assert '<caption class="vh">Laatste uitslagen</caption>' in page
    assert re.findall(r'<th scope="row" class="bdn">(\d+)', page) == ["7", "3", "2", "1"]


def test_a_wall_counts_down_to_the_round_and_says_the_minutes_without_a_script(
    tmp_path: Path,
) -> None:
    browsing = demo(tmp_path)
    now = browsing.office.runtime.now().astimezone(browsing.book.zone)
    begins = now.replace(second=0, microsecond=0) + timedelta(minutes=90)
    day, time = begins.date().isoformat(), f"{begins:%H:%M}"
    browsing.do({"command": "schedule", "round": 7, "date": day, "time": time})
    page = browsing.client(None).get(f"/{browsing.slug}/wall?pages=clock").text
    found = re.search(r'data-until="(\d+)"[^>]*>over (\d+) minuten', page)
    assert found
    assert int(found[1]) == int(begins.timestamp())
    assert 60 < int(found[2]) <= 90, "the clock of the test goes on with each fact"
    assert (
        f'data-until="{found[1]}" data-most="3600"'
        in browsing.client(None).get(f"/{browsing.slug}/wall?pages=standing").text
    )


@pytest.mark.parametrize("seconds", ["0", "1", "99999999999", "x", "-4"])
def test_a_time_beyond_reason_becomes_a_reasonable_one(browsing: Browsing, seconds: str) -> None:
    page = browsing.client(None).get(f"/{browsing.slug}/wall?seconds={seconds}").text
    (every,) = re.findall(r'hx-trigger="every (\d+)s"', page)
    assert 3 <= int(every) <= 600


def test_the_form_leads_to_the_wall_that_it_describes(browsing: Browsing) -> None:
    client = browsing.client(Role.HELPER)
    assert "Seconden per scherm" in client.get(f"/{browsing.slug}/screens").text
    answer = client.get(f"/{browsing.slug}/screens?clock=yes&standing=yes&seconds=20")
    assert answer.headers["location"].endswith("/wall?pages=standing%2Cclock&seconds=20")


def test_who_asked_to_be_shown_without_a_name_is_a_number_on_the_wall(
    browsing: Browsing, monkeypatch: pytest.MonkeyPatch
) -> None:
    book = browsing.book
    entrant = book.state.players[1]
    record = {**book.people[entrant.person], "nameless": "yes"}
    nameless = replace(book, people={**book.people, entrant.person: record})
    monkeypatch.setattr(browsing.office.live, "book", lambda _: nameless)
    page = browsing.client(Role.CHIEF).get(f"/{browsing.slug}/wall").text
    assert record["name"] not in page
    assert words(book.name(2), "nl") in page
    assert words(Nameless(f"player {entrant.number}"), "nl") in page


def test_after_the_last_round_the_wall_has_the_final_standing(tmp_path: Path) -> None:
    browsing = demo(tmp_path)
    last = browsing.book.state.rounds[-1]
    browsing.do({"command": "plan", "rounds": last.number})
    address = f"/{browsing.slug}/wall?pages=standing"
    assert "<h1>Stand na ronde 5</h1>" in browsing.client(None).get(address).text
    draws = [
        {"command": "result", "round": last.number, "board": board, "result": "1/2-1/2"}
        for board, _ in last.open_games
    ]
    browsing.do(*draws)
    assert "<h1>Eindstand</h1>" in browsing.client(None).get(address).text
    assert "<h1>Final standing</h1>" in browsing.client(None, "en").get(address).text


@pytest.mark.desk
def test_the_wall_goes_on_after_its_server_was_away(browsing: Browsing) -> None:
    with chromium() as browser:
        page = browser.new_page(locale="nl-NL")
        faults: list[str] = []
        page.on("pageerror", lambda fault: faults.append(str(fault)))
        first = listening(lan=False, port=0)
        port = first.getsockname()[1]
        with served_on(browsing, first) as address:
            page.goto(f"{address}/{browsing.slug}/wall?seconds=3")
            heading = page.locator(".wall header p").first
            assert "op naam" in heading.inner_text()
        page.locator(".live.lost").wait_for()
        before = heading.inner_text()
        with served_on(browsing, listening(lan=False, port=port)):
            expect(heading).not_to_have_text(before)
            page.locator(".live:not(.lost)").wait_for()
        assert faults == []


@pytest.mark.desk
def test_a_publication_by_another_program_is_on_the_wall_at_once(tmp_path: Path) -> None:
    browsing = demo(tmp_path)
    state = browsing.book.state
    with chromium() as browser, served_on(browsing, listening(lan=False, port=0)) as address:
        page = browser.new_page(locale="nl-NL")
        faults: list[str] = []
        page.on("console", lambda said: faults.append(said.text) if said.type == "error" else None)
        page.goto(f"{address}/{browsing.slug}/wall?pages=standing,names,boards&seconds=600&at=2")
        page.locator(".wall h1", has_text=f"Ronde {len(state.rounds)}").wait_for()
        for board, _ in state.rounds[-1].open_games:
            browsing.do(
                {"command": "result", "round": len(state.rounds), "board": board, "result": "1-0"}
            )
        page.locator(".wall .rs", has_text="1–0").nth(3).wait_for()
        browsing.do({"command": "publish"})
        page.locator(".wall h1", has_text=f"Stand na ronde {len(state.rounds)}").wait_for()
        assert faults == []


@pytest.mark.desk
def test_without_a_script_the_browser_turns_the_page_by_itself(browsing: Browsing) -> None:
    with chromium() as browser, served_on(browsing, listening(lan=False, port=0)) as address:
        page = browser.new_context(java_script_enabled=False, locale="nl-NL").new_page()
        page.goto(f"{address}/{browsing.slug}/wall?seconds=3")
        page.wait_for_url("**/wall?*at=1")
        assert "op bord" in page.content()


@pytest.mark.desk
def test_the_clock_on_the_wall_runs_by_the_second(tmp_path: Path) -> None:
    browsing = demo(tmp_path)
    day = browsing.office.runtime.now().astimezone(browsing.book.zone).date()
    browsing.do({"command": "schedule", "round": 7, "date": day.isoformat(), "time": "23:59"})
    begins = int(_until(browsing))
    with chromium() as browser, served_on(browsing, listening(lan=False, port=0)) as address:
        page = browser.new_page(locale="nl")
        page.clock.install(time=begins - 126)
        page.clock.pause_at(begins - 125)
        page.goto(f"{address}/{browsing.slug}/wall?pages=clock")
        clock = page.locator("[data-until]")
        expect(clock).to_have_text("nog 02:05")
        page.clock.run_for(5000)
        expect(clock).to_have_text("nog 02:00")
        page.clock.run_for(121_000)
        page.clock.resume()  # the wall asks for itself again meanwhile, and its clock goes on
        expect(clock).to_have_text("De ronde begint nu")


def _until(browsing: Browsing) -> str:
    page = browsing.client(None).get(f"/{browsing.slug}/wall?pages=clock").text
    return str(re.findall(r'data-until="(\d+)"', page)[0])
