"""In FIDE mode the browser asks what the terminal asks: pairing by hand, and older results."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from ledger.facts.fide import ManualPairingBegun, ManualPairingEnded, RatedResultCorrected
from tests.helpers.browsing import Browsing, fields_of
from tests.helpers.drafts import plain, ready_by


@pytest.fixture
def browsing(tmp_path: Path) -> Browsing:
    return ready_by(tmp_path, "fide-dutch-2026", players=6)


def test_boards_by_hand_wait_for_a_begin_then_ask_and_every_page_shows_it(
    browsing: Browsing,
) -> None:
    client, slug = browsing.client(language="en"), browsing.slug
    games = browsing.book.state.rounds[0].games
    boards = "\n".join(f"{game.black}-{game.white}" for game in games)
    address = f"/{slug}/round/3/change"
    query = {"way": "pairing-by-hand", "boards": boards}
    shown = client.get(address, params=query).text
    assert "this is not begun" in plain(shown)
    assert 'method="post" action="' + address not in shown
    form = f"/{slug}/do/by-hand-begin"
    page = client.get(form).text
    sent = {**fields_of(page, form), "round": "3", "reason": "power cut"}
    warned = client.post(form, data=sent)
    assert warned.status_code == 409
    assert "Level 3 of 5" in plain(warned.text)
    assert client.post(form, data={**sent, "confirm": "yes"}).status_code == 303
    assert "round 3 by hand" in plain(client.get(f"/{slug}/players").text)
    shown = client.get(address, params=query).text
    said = plain(shown)
    assert "pairs have met before" in said
    assert "differs from the engine at boards" in said
    typed = fields_of(shown, f'method="post" action="{address}"')
    answer = client.post(address, data={**typed, "boards": boards, "reason": "power cut"})
    assert answer.status_code == 303, answer.text
    asked_for = browsing.book.facts[-1].answered or ()
    assert {"hand-differs", "hand-met-before"} <= {*asked_for}


def test_a_draft_with_changes_by_hand_is_published_with_a_begin_and_an_end(
    browsing: Browsing,
) -> None:
    client, slug = browsing.client(language="en"), browsing.slug
    draft = client.get(f"/{slug}/draft").text
    one, two = re.findall(r'name="one".*?value="(\d+)".*?value="(\d+)"', draft, re.DOTALL)[0]
    address = f"/{slug}/draft"
    because = {f"because-{one}-{two}": "they travel"}
    page = client.get(address, params={"swap": f"{one}-{two}", **because}).text
    form = fields_of(page, f'method="post" action="{address}"') | because
    warned = client.post(address, data=form)
    assert warned.status_code == 409, warned.text
    assert "Level 3 of 5" in plain(warned.text)
    answer = client.post(address, data={**form, "confirm": "yes"})
    assert answer.status_code == 303, answer.text
    kinds = [type(fact) for fact in browsing.book.facts[-4:]]
    assert ManualPairingBegun in kinds
    assert kinds[-1] is ManualPairingEnded
    assert browsing.book.state.fide.manual is None


def test_the_result_of_an_older_round_is_corrected_for_the_rating_alone(browsing: Browsing) -> None:
    browsing.do({"command": "publish"})
    client, slug = browsing.client(language="en"), browsing.slug
    address = f"/{slug}/round/1/board/1/correct"
    page = client.get(address, params={"result": "0-1"}).text
    assert "for the rating report alone" in plain(page)
    form = fields_of(page, address) | {"result": "0-1", "reason": "misread"}
    warned = client.post(address, data=form)
    assert warned.status_code == 409, warned.text
    assert client.post(address, data={**form, "confirm": "yes"}).status_code == 303
    assert isinstance(browsing.book.facts[-1], RatedResultCorrected)
    assert browsing.book.state.rounds[0].games[0].outcome == "1/2-1/2"
