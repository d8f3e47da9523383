"""A dispute: protest, why, why not, audit and ruling; a player asks why on their phone."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import expect

from desk.access.roles import Role
from tests.helpers.browsing import demo
from tests.helpers.chromium import hall
from tests.helpers.keyboard_only import Fingers

pytestmark = pytest.mark.desk


def test_a_committee_decides_a_protest_and_a_player_asks_why(tmp_path: Path) -> None:
    with hall(demo(tmp_path)) as served:
        browsing = served.browsing
        game = browsing.book.state.rounds[-1].games[3]
        number = len(browsing.book.state.rounds)
        committee = served.page("/{t}/disputes/new", Role.COMMITTEE)
        keys = Fingers(committee)
        keys.fill("player", str(browsing.book.state.label(game.white)))
        keys.fill("text", "Ik had een ander moeten hebben.")
        keys.enter("Protest vastleggen")
        assert list(browsing.book.state.protests) == [1]
        committee.goto(served.at("/{t}/disputes/1"))
        expect(committee.locator("main")).to_contain_text("De indeling volgt de regels")
        expect(committee.locator("main")).to_contain_text("Waarom bord 4")

        phone = served.page(
            f"/{{t}}/round/{number}/board/4/why",
            Role.PLAYER,
            of={"player": game.white},
            width=360,
            height=740,
        )
        expect(phone.get_by_role("heading", level=1)).to_contain_text("Waarom speel ik tegen")
        assert phone.locator(".cl").count() > 1
        others = phone.locator("select option:not([value=''])")
        phone.select_option("select", others.nth(2).get_attribute("value"))
        Fingers(phone).enter("Vraag het")
        assert phone.locator(".cl").count() > 0

        committee.goto(served.at("/{t}/disputes/1"))
        keys.to("", field="verdict")
        keys.press("ArrowRight")  # from the first; none is chosen before
        keys.fill("text", "De indeling klopte met wat toen bekend was.")
        keys.enter("Uitspraak vastleggen")
        [ruling] = browsing.book.state.protests[1].rulings
        assert ruling.verdict == "partly upheld"
        assert browsing.book.recorded[-1].stamp.actor == "committee-1"


def test_reading_and_entering_a_result_work_without_a_script(tmp_path: Path) -> None:
    with hall(demo(tmp_path)) as served:
        browsing = served.browsing
        number = len(browsing.book.state.rounds)
        page = served.page("/{t}/round", script=False)
        slots = page.locator("input.slot.open")
        count = slots.count()
        slots.nth(0).fill("1")
        slots.nth(1).fill("=")
        slots.nth(1).press("Enter")
        expect(page.locator("input.slot.open")).to_have_count(count - 2)
        assert len(browsing.book.state.rounds[number - 1].open_games) == count - 2
        for path in ("/{t}/standing", "/{t}/pairings", "/{t}/wall", "/{t}/crosstable"):
            page.goto(served.at(path))
            expect(page.locator("main table").first).to_be_visible()
