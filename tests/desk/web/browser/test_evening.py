"""A club evening of a Keizer season by browser, and its overviews."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import expect

from desk.answers.season import OVERVIEWS
from tests.helpers.browsing import Browsing
from tests.helpers.chromium import hall
from tests.helpers.keyboard_only import Fingers
from tests.helpers.season_played import played_season

pytestmark = pytest.mark.desk


def test_an_evening_from_who_is_there_to_the_overviews(tmp_path: Path) -> None:
    played_season(tmp_path)
    browsing = Browsing(tmp_path / "season.ledger")
    open_rounds = [each for each in browsing.book.state.rounds if each.open_games]
    for each in open_rounds:
        browsing.do(
            *(
                {"command": "result", "round": each.number, "board": board, "result": "1-0"}
                for board, _ in each.open_games
            )
        )
    number = browsing.book.state.next_round
    with hall(browsing) as served:
        page = served.page(f"/{{t}}/evening?round={number}")
        keys = Fingers(page)
        for name in ("Aalders", "Beekman", "Citroen", "Dijkstra"):
            keys.enter(f"Komt {name}")
        keys.enter("Afgemeld Elzinga")
        season = browsing.book.state.season
        assert sum(number == evening for _, evening in season.coming) == 4
        keys.enter("Indelen")
        keys.enter("Publiceren")
        assert browsing.book.state.rounds[-1].number == number
        page.goto(served.at(f"/{{t}}/round/{number}"))
        for board in (1, 2):
            keys.to(f"Uitslag bord {board},")
            keys.press("1")
            expect(page.locator(f"#bord{board} input.open")).to_have_count(0)
        assert not browsing.book.state.rounds[-1].open_games
        for which in OVERVIEWS:
            page.goto(served.at(f"/{{t}}/overview/{which}"))
            expect(page.locator("main")).to_contain_text("Aalders")
