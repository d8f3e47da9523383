"""What an arbiter does seldom, by keys alone, from the page where they are: the focus goes along."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.helpers.browsing import demo
from tests.helpers.chromium import Served, served_to
from tests.helpers.keyboard_only import Fingers

pytestmark = pytest.mark.desk


@pytest.fixture
def served(tmp_path: Path, browser: Browser) -> Iterator[Served]:
    """Return the desk on a tournament whose round has all its results."""
    with served_to(browser, demo(tmp_path)) as served:
        round_ = served.browsing.book.state.rounds[-1]
        served.browsing.do(
            *(
                {"command": "result", "round": round_.number, "board": board, "result": "1-0"}
                for board, _ in round_.open_games
            )
        )
        yield served


def test_a_round_that_was_published_by_mistake_is_withdrawn(served: Served) -> None:
    served.browsing.do({"command": "publish"})
    published = len(served.browsing.book.state.rounds)
    keys = Fingers(served.page("/{t}/round"))
    keys.enter("Indeling wijzigen")
    keys.enter("De indeling intrekken")
    keys.fill("reason", "te vroeg gepubliceerd")
    keys.enter("Vastleggen")
    keys.enter("Toch doorgaan")
    keys.fill("confirm", str(published))
    with keys.page.expect_navigation():
        keys.press("Enter")
    assert len(served.browsing.book.state.rounds) == published - 1
    expect(keys.page.get_by_role("link", name="indelen en publiceren")).to_be_focused()


def test_colours_are_exchanged_in_the_draft_and_the_reason_is_typed_at_once(
    served: Served,
) -> None:
    keys = Fingers(served.page("/{t}/draft?open=6#b6"))
    keys.enter("Kleuren verwisselen")
    expect(keys.page.locator(".hand textarea")).to_be_focused()
    assert keys.page.locator(".hand").bounding_box()["y"] > 0  # type: ignore[index]
    keys.page.keyboard.type("zo afgesproken")
    keys.enter("Zo indelen")
    expect(keys.page.locator("main")).to_contain_text("zo afgesproken")


def test_details_are_put_right_and_the_focus_is_where_it_can_be_undone(served: Served) -> None:
    keys = Fingers(served.page("/{t}/more"))
    keys.enter("Gegevens van het toernooi")
    keys.fill("city", "Breda")
    keys.enter("Vastleggen")
    expect(keys.page.locator("#done")).to_be_focused()
    keys.press("Tab")
    assert keys.focused()[1] == "Ongedaan maken"


def test_a_latecomer_who_is_looked_for_at_check_in_is_entered(served: Served) -> None:
    keys = Fingers(served.page("/{t}/check-in"))
    keys.page.keyboard.type("Laat, Lieke")
    keys.enter("Laat, Lieke nog inschrijven")
    expect(keys.page.locator("input[name=name]")).to_be_focused()
    with keys.page.expect_navigation():
        keys.press("Enter")
    assert "/check-in?done=" in keys.page.url
    assert "Laat, Lieke" in {one.get("name") for one in served.browsing.book.people.values()}


def test_prizes_are_announced_in_euros(served: Served) -> None:
    keys = Fingers(served.page("/{t}/more"))
    keys.enter("Prijzen")
    keys.page.keyboard.type("250\n€ 99,95")
    keys.enter("Vastleggen")
    assert served.browsing.book.state.prizes_cents == (25000, 9995)
    expect(keys.page.locator("main")).to_contain_text("€ 250,00")


def test_the_end_is_recorded_by_its_number_and_shown_where_one_comes(served: Served) -> None:
    served.browsing.do({"command": "plan", "rounds": len(served.browsing.book.state.rounds)})
    keys = Fingers(served.page("/{t}/do/finish"))
    keys.enter("Toernooi beëindigen")
    keys.enter("Toch doorgaan")
    number = str(len(served.browsing.book.state.rounds))
    keys.page.keyboard.type("12")
    with keys.page.expect_navigation():
        keys.press("Enter")
    expect(keys.page.locator("main")).to_contain_text("het antwoord 12 klopt niet")
    keys.page.keyboard.type(number)
    with keys.page.expect_navigation():
        keys.press("Enter")
    assert served.browsing.book.state.closed
    expect(keys.page.locator("#done")).to_be_focused()


def test_a_ruling_is_chosen_by_mouse_or_by_keys_and_none_stands_there(served: Served) -> None:
    number = len(served.browsing.book.state.rounds)
    served.browsing.do({"command": "protest", "round": number, "player": 10, "text": "fout"})
    page = served.page("/{t}/disputes/1")
    assert page.locator("input[name=verdict]:checked").count() == 0
    page.locator("#ruling .seg label").first.click()
    keys = Fingers(page)
    keys.to("", field="verdict")
    keys.press("ArrowRight", "ArrowRight")
    keys.fill("text", "De uitslag staat op het formulier.")
    keys.enter("Uitspraak vastleggen")
    assert served.browsing.book.state.protests[1].rulings[0].verdict == "rejected"
    expect(page.locator("#done")).to_be_focused()


def test_escape_leaves_a_form_of_a_whole_page_unless_something_was_typed(served: Served) -> None:
    page = served.page("/{t}/do/details")
    page.keyboard.press("Escape")
    page.wait_for_url(f"**/{served.browsing.slug}/more*")
    page.go_back()
    page.locator("main input[type=text]").first.fill("Den Haag")
    page.keyboard.press("Escape")
    page.wait_for_timeout(300)
    assert page.url.endswith("/do/details")
