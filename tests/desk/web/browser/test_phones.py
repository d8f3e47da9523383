"""Phones of players in Chromium: two that agree, two that differ, one without script, a board."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from desk.access.roles import Role
from ledger.state.tournament import Game
from tests.helpers.axe import looked_at
from tests.helpers.browsing import demo
from tests.helpers.chromium import Served, served_to

pytestmark = pytest.mark.desk

GAME = "/{t}/game"


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory, browser: Browser) -> Iterator[Served]:
    with served_to(browser, demo(Path(tmp_path_factory.mktemp("phones")))) as served:
        yield served


def open_board(served: Served) -> tuple[int, Game]:
    """Return the first board of which nothing is recorded or claimed."""
    state = served.browsing.book.state
    round_ = state.rounds[-1]
    return next(
        (board, game)
        for board, game in round_.open_games
        if state.hall.claims_of(round_.number, game).stand is None
    )


def phone(served: Served, path: str = GAME, **of: object) -> Page:
    """Return a page on a phone: of a player, or of who came by the code of a board."""
    holder = {key: of.pop(key) for key in ("player", "board") if key in of}
    return served.page(path, Role.PLAYER, width=360, height=740, of=holder, **of)


def claim(page: Page, words: str) -> None:
    """Report a result by its words, and say that it is right; nothing looks chosen before."""
    page.get_by_role("link", name="Uitslag doorgeven").click()
    expect(page.get_by_role("heading", name="Uitslag doorgeven")).to_be_focused()
    page.locator(".choice", has_text=words).click()
    expect(page.get_by_role("button", name="Ja, geef door")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("main .note").first).to_be_visible()


def test_a_claim_shows_by_itself_on_the_other_phone_and_at_the_desk(served: Served) -> None:
    board, game = open_board(served)
    white, black = (phone(served, player=player) for player in (game.white, game.black))
    desk = served.page("/{t}/round")
    claim(white, "Remise")
    expect(black.locator("main")).to_contain_text("zegt ½–½.")
    expect(desk.locator(f"#bord{board}")).to_contain_text("½–½")
    black.get_by_role("link", name="Ja, dat klopt: ½–½").click()
    black.get_by_role("button", name="Ja, geef door").click()
    expect(white.locator("main")).to_contain_text("Jullie zeggen allebei ½–½.")
    desk.get_by_role("button", name="Neem ½–½").first.click()
    expect(white.locator("main")).to_contain_text("De uitslag is ½–½.")
    stands = served.browsing.book.state.rounds[-1].games[board - 1]
    assert stands.outcome == "1/2-1/2"


def test_two_that_differ_see_it_and_one_changes_their_mind(served: Served) -> None:
    _, game = open_board(served)
    white, black = (phone(served, player=player) for player in (game.white, game.black))
    claim(white, "Ik heb gewonnen")
    black.get_by_role("link", name="Nee, het is anders").click()
    black.locator(".choice", has_text="Remise").click()
    black.get_by_role("button", name="Ja, geef door").click()
    for page in (white, black):
        expect(page.locator("main")).to_contain_text("Dat verschilt.")
    black.get_by_role("button", name="Terugnemen").click()
    expect(white.locator("main")).to_contain_text("heeft nog niets doorgegeven")
    expect(black.locator("main")).to_contain_text("zegt 1–0.")


def test_all_that_agree_are_taken_with_one_tap_and_no_row_grows(
    browser: Browser, tmp_path: Path
) -> None:
    with served_to(browser, demo(tmp_path)) as served:
        desk = served.page("/{t}/round")
        for _ in range(2):
            _, game = open_board(served)
            for player in (game.white, game.black):
                page = phone(served, "/{t}/game/claim?result=1/2-1/2", player=player)
                page.get_by_role("button", name="Ja, geef door").click()
                expect(page.locator("main .note").first).to_be_visible()
        before = len(served.browsing.book.state.rounds[-1].open_games)
        desk.get_by_role("button", name="Neem 2 uitslagen over").click()
        expect(desk.locator("#done-line")).to_contain_text("2 uitslagen vastgelegd")
        assert len(served.browsing.book.state.rounds[-1].open_games) == before - 2
        rows = desk.locator("tr.flash, tr:has(input.open):not(.now)")
        heights = {round(box["height"]) for row in rows.all() if (box := row.bounding_box())}
        assert max(heights) - min(heights) <= 4, heights


def test_a_claim_is_made_without_script_and_at_the_code_of_a_board(served: Served) -> None:
    board, _ = open_board(served)
    page = phone(served, board=board, script=False)
    page.get_by_role("link", name="Zwart:").click()
    page.locator(".choice", has_text="Ik heb gewonnen").click()
    page.get_by_role("button", name="Ja, geef door: 0–1").click()
    expect(page.locator("main")).to_contain_text("zegt 0–1, niet bevestigd")
    page.get_by_role("button", name="Terugnemen: 0–1").click()
    expect(page.locator("main")).not_to_contain_text("niet bevestigd")


@pytest.mark.parametrize("language", ["nl", "en"])
def test_everybody_can_use_every_page_of_a_phone(served: Served, language: str) -> None:
    board, game = served.browsing.book.state.rounds[-1].open_games[-1]
    pages: list[tuple[str, dict[str, object]]] = [
        (GAME, {"player": game.white}),
        (GAME, {"board": board}),
        ("/{t}/game/claim", {"player": game.white}),
        ("/{t}/game/claim?result=0-1", {"player": game.white}),
        ("/{t}/game/absence", {"player": game.white}),
    ]
    for path, of in pages:
        page = phone(served, path, language=language, **of)
        assert looked_at(page, (360,)) == []
