"""The pages in the bar on top, by role."""

from __future__ import annotations

from pathlib import Path

import pytest

from desk.access.roles import Role
from desk.formats.tournament import FORMAT
from desk.web.routes import route
from tests.helpers.browsing import Browsing, demo


@pytest.fixture(scope="module")
def browsing(tmp_path_factory: pytest.TempPathFactory) -> Browsing:
    return demo(Path(tmp_path_factory.mktemp("desk")))


@pytest.mark.parametrize("role", [Role.CHIEF, Role.HELPER, Role.COMMITTEE])
def test_a_page_in_the_bar_is_one_that_the_role_may_ask_for(browsing: Browsing, role: Role) -> None:
    page = browsing.client(role).get(f"/{browsing.slug}/more").text
    for name in FORMAT.bar:
        address = route(name).path.replace("{t}", browsing.slug)
        assert (f'href="{address}"' in page) == (role in route(name).roles), name


def test_the_page_that_the_reader_is_on_is_marked_once(browsing: Browsing) -> None:
    page = browsing.client().get(f"/{browsing.slug}/more").text
    assert page.count('aria-current="page"') == 1
    assert f'href="/{browsing.slug}/more" aria-current="page"' in page


def test_a_page_of_no_tournament_has_no_pages_in_its_bar(browsing: Browsing) -> None:
    assert "<nav" not in browsing.client().get("/").text


def test_a_conflict_of_claims_is_counted_at_the_round(tmp_path: Path) -> None:
    browsing = demo(tmp_path)
    game = next(game for _, game in browsing.book.state.rounds[-1].open_games)
    assert "badge" not in browsing.client().get(f"/{browsing.slug}/more").text
    for player, device in ((game.white, "phoneofwhite1234"), (game.black, "phoneofblack1234")):
        label = browsing.book.state.label(player)
        browsing.do(
            {
                "command": "claim",
                "player": label,
                "result": "1-0" if player == game.white else "1/2-1/2",
                "device": device,
            }
        )
    page = browsing.client().get(f"/{browsing.slug}/more").text
    assert page.count('class="badge stop n">1<') == 1
