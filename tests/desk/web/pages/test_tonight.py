"""Tonight in a browser: the steps of an evening in one place, the next one with the focus."""

from __future__ import annotations

from pathlib import Path

import pytest
from httpx2 import Response

from desk.access.roles import Role
from tests.helpers.browsing import Browsing, fields_of
from tests.helpers.drafts import ready


@pytest.fixture
def browsing(tmp_path: Path) -> Browsing:
    """Return a club whose next round is to be paired."""
    browsing = ready(tmp_path)
    browsing.do({"command": "close"})
    return browsing


def _page(browsing: Browsing, query: str = "") -> str:
    answer = browsing.client().get(f"/{browsing.slug}/tonight{query}")
    assert answer.status_code == 200, answer.text
    return str(answer.text)


def _step(browsing: Browsing, query: str = "", **typed: str) -> Response:
    """Open the page and send the form of the next step."""
    client = browsing.client()
    address = f"/{browsing.slug}/tonight"
    form = fields_of(client.get(f"{address}{query}").text, f'method="post" action="{address}"')
    answer: Response = client.post(address, data={**form, **typed})
    return answer


def test_enter_leads_through_an_evening(browsing: Browsing) -> None:
    number = browsing.book.state.next_round
    assert "Wie is er niet?" in _page(browsing)
    answer = _step(browsing, players="2 3")
    assert answer.status_code == 303
    assert {2, 3} <= {
        browsing.book.state.label(one)
        for one, entrant in browsing.book.state.players.items()
        if number in entrant.away
    }
    answer = _step(browsing, players="")
    assert answer.headers["location"].endswith("/tonight?on=1")
    page = _page(browsing, "?on=1")
    assert f"Ronde {number} publiceren" in page
    assert page.count("autofocus") == 1
    assert _step(browsing, "?on=1").status_code == 303
    assert len(browsing.book.state.rounds) == number
    page = _page(browsing)
    assert "Uitslagen invoeren" in page
    for board in range(1, len(browsing.book.state.rounds[-1].games) + 1):
        browsing.do({"command": "result", "round": number, "board": board, "result": "1-0"})
    assert f"Ronde {number} sluiten" in _page(browsing)
    assert _step(browsing).status_code == 303
    assert browsing.book.state.rounds[-1].closed


def test_an_evening_without_players_leads_to_them_and_then_to_their_numbers(tmp_path: Path) -> None:
    browsing = Browsing(tmp_path / "cup.ledger")
    browsing.do({"command": "init", "name": "Najaar", "rounds": 5})
    page = _page(browsing)
    assert "Lijst met spelers inlezen" in page
    assert 'name="players"' not in page
    browsing.do(*({"command": "enter", "name": name} for name in ("Bos, A.", "Vis, B.", "Mol, C.")))
    page = _page(browsing)
    assert "Nummers geven" in page
    assert 'name="players"' not in page
    browsing.do({"command": "lots"})
    assert 'name="players"' in _page(browsing)


def test_what_names_nobody_stands_there_again_with_the_reason(browsing: Browsing) -> None:
    position = browsing.book.state.position
    answer = _step(browsing, players="2 999")
    assert answer.status_code == 422
    assert 'value="2 999"' in answer.text
    assert browsing.book.state.position == position


def test_a_draft_that_changed_meanwhile_is_not_published(browsing: Browsing) -> None:
    client = browsing.client()
    address = f"/{browsing.slug}/tonight"
    form = fields_of(client.get(f"{address}?on=1").text, f'method="post" action="{address}"')
    number = browsing.book.state.next_round
    browsing.do({"command": "absent", "player": 1, "round": number})
    answer = client.post(address, data=form)
    assert answer.status_code == 409
    assert len(browsing.book.state.rounds) == number - 1


def test_a_step_that_is_done_is_not_done_again(browsing: Browsing) -> None:
    answer = browsing.send(f"/{browsing.slug}/tonight", {"step": "close", "once": "x", "seen": "1"})
    assert answer.status_code == 409
    assert "deze stap is al gedaan" in answer.text


def test_a_draft_that_is_refused_says_why(browsing: Browsing) -> None:
    number = browsing.book.state.next_round
    for entrant in [*browsing.book.state.players.values()][1:]:
        if browsing.book.attends(entrant, number):
            player = browsing.book.state.label(entrant.player)
            browsing.do({"command": "absent", "player": player, "round": number})
    page = _page(browsing, "?on=1")
    assert "minder dan twee spelers" in page
    assert "Wie is er niet?" in page


@pytest.mark.parametrize("role", [Role.DEPUTY, Role.COMMITTEE, None])
def test_only_arbiters_lead_an_evening(browsing: Browsing, role: Role | None) -> None:
    answer = browsing.client(role).get(f"/{browsing.slug}/tonight")
    assert (answer.status_code == 200) == (role is Role.DEPUTY)
