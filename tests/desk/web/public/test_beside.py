"""Two players beside each other at the desk, for everybody, without a script."""

from __future__ import annotations

import html
import re
from pathlib import Path

import pytest

from desk.access.roles import Role
from tests.helpers.browsing import Browsing, demo


@pytest.fixture(scope="module")
def browsing(tmp_path_factory: pytest.TempPathFactory) -> Browsing:
    return demo(Path(tmp_path_factory.mktemp("desk")))


def said(browsing: Browsing, query: str, role: Role | None = None, status: int = 200) -> str:
    """Return what the page says, without its marks."""
    of = {"player": 1} if role is Role.PLAYER else {}
    answer = browsing.client(role, "en", **of).get(f"/{browsing.slug}/beside{query}")
    assert answer.status_code == status
    main = answer.text[answer.text.index("<main") :]
    return re.sub(r"\s+", " ", html.unescape(re.sub("<[^>]*>", " ", main)))


def test_everybody_sees_what_two_players_have_and_whom_both_met(browsing: Browsing) -> None:
    state = browsing.book.state
    game = state.rounds[0].games[0]
    a, b = state.label(game.white), state.label(game.black)
    for role in (None, Role.CHIEF, Role.PLAYER):
        text = said(browsing, f"?a={a}&b={b}", role)
        assert "Against each other" in text
        assert "ommon opponents" in text
        for player in (game.white, game.black):
            assert f"{browsing.book.name(player)} Rating {state.players[player].rating} · " in text


def test_who_is_not_chosen_yet_or_twice_is_asked_for(browsing: Browsing) -> None:
    for query in ("", "?a=3", "?a=3&b=", "?a=3&b=3", "?a=x&b=3"):
        assert "Against each other" not in said(browsing, query)
    assert "no player has number 99" in said(browsing, "?a=3&b=99", status=404)


def test_a_moment_before_the_second_round_has_no_common_opponents(browsing: Browsing) -> None:
    text = said(browsing, "?a=1&b=2&as-of=published:1")
    assert "They have no common opponents." in text


def test_a_card_leads_there(browsing: Browsing) -> None:
    text = browsing.client(None).get(f"/{browsing.slug}/player/3").text
    assert f'href="/{browsing.slug}/beside?a=3"' in text


def test_who_is_shown_by_initials_is_so_for_the_public(tmp_path: Path) -> None:
    browsing = demo(tmp_path)
    book = browsing.book
    game = book.state.rounds[0].games[0]
    browsing.do({"command": "show-as", "player": game.black, "shown": "initials"})
    query = f"?a={book.state.label(game.white)}&b={book.state.label(game.black)}"
    assert book.name(game.black) in said(browsing, query, Role.CHIEF)
    assert book.name(game.black) not in said(browsing, query)
