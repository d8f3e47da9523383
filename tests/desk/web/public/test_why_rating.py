"""The rating forecast of a player in a browser: game by game, from their card, at any moment."""

from __future__ import annotations

from pathlib import Path

import pytest

from desk.access.roles import Role
from tests.helpers.browsing import Browsing, demo
from tests.helpers.drafts import plain


@pytest.fixture(scope="module")
def browsing(tmp_path_factory: pytest.TempPathFactory) -> Browsing:
    browsing = demo(Path(tmp_path_factory.mktemp("why_rating")))
    browsing.do({"command": "edition", "edition": "fide-rating-2025-10"})
    return browsing


def test_a_card_with_a_forecast_leads_to_what_each_game_is_worth(browsing: Browsing) -> None:
    client = browsing.client(None)
    card = client.get(f"/{browsing.slug}/player/3").text
    assert f'href="/{browsing.slug}/player/3/rating"' in card
    page = client.get(f"/{browsing.slug}/player/3/rating")
    assert page.status_code == 200
    said = plain(page.text)
    assert "Ratingprognose" in said
    assert "Hoe dat optelt" in said
    assert page.text.count("<tr>") > len(browsing.book.state.rounds) - 1
    assert f'href="/{browsing.slug}/player/3">Naar de kaart' in page.text


def test_a_card_without_a_forecast_leads_to_none(tmp_path: Path) -> None:
    browsing = demo(tmp_path)
    assert "/player/3/rating" not in browsing.client(None).get(f"/{browsing.slug}/player/3").text


def test_the_forecast_stands_as_it_was_known_at_a_moment(browsing: Browsing) -> None:
    client = browsing.client(None, "en")
    now = client.get(f"/{browsing.slug}/player/3/rating").text
    then = client.get(f"/{browsing.slug}/player/3/rating?as-of=published:2").text
    assert then.count("<tr>") < now.count("<tr>")
    assert 'href="/' + browsing.slug + '/player/3?as-of=published%3A2">To the card' in then
    wrong = client.get(f"/{browsing.slug}/player/3/rating?as-of=then")
    assert 'role="alert"' in wrong.text


def test_nobody_of_a_number_is_refused_as_on_their_card(browsing: Browsing) -> None:
    answer = browsing.client(None).get(f"/{browsing.slug}/player/999/rating")
    assert answer.status_code == 404
    assert "999" in plain(answer.text)


@pytest.mark.parametrize("role", [Role.PLAYER, Role.HELPER, Role.CHIEF])
def test_a_step_to_the_forecast_leads_there(browsing: Browsing, role: Role) -> None:
    of = {"player": 1} if role is Role.PLAYER else {}
    client = browsing.client(role, **of)  # type: ignore[arg-type]
    assert client.get(f"/{browsing.slug}/player/3/rating").status_code == 200
