"""The dialogs of one board: a default, an adjournment, a correction, a game finished later."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from desk.access.roles import Role
from tests.helpers.browsing import Browsing, fields_of
from tests.helpers.round_page import outcomes_of, record, text_of, three_boards


@pytest.fixture
def browsing(tmp_path: Path) -> Browsing:
    return three_boards(tmp_path)


def _next_round(browsing: Browsing) -> None:
    for board, outcome in enumerate(outcomes_of(browsing), 1):
        if outcome is None:
            record(browsing, board, "1-0")
    browsing.do({"command": "publish"})


def _address(browsing: Browsing, page: str, number: int = 1, board: int = 1) -> str:
    return f"/{browsing.slug}/round/{number}/board/{board}/{page}"


def _send(client: TestClient, address: str, page: str, **fields: str) -> str:
    """Send the form of a dialog with its hidden fields, and return where it leads."""
    answer = client.post(address, data=fields_of(page, address) | fields)
    assert answer.status_code == 303, answer.text
    return str(answer.headers["location"])


def test_a_default_asks_who_was_absent_and_why_and_tells_the_consequence(
    browsing: Browsing,
) -> None:
    client, address = browsing.client(), _address(browsing, "default")
    page = client.get(address).text
    assert "Wit: Aalders, A." in page
    assert "doet vanaf ronde 2 niet meer mee" in page
    assert ">F10<" in page
    _send(client, address, page, white="", black="no word")
    game = browsing.book.state.rounds[0].games[0]
    assert (game.outcome, game.black_cause) == ("1-0R", "no word")
    assert browsing.book.state.players[game.black].withdrawn_in(2)
    assert "result=colours" not in client.get(_address(browsing, "correct")).text


def test_each_dialog_begins_at_its_first_field_and_has_one_heading_of_the_page(
    browsing: Browsing,
) -> None:
    client = browsing.client()
    record(browsing, 2, "1-0")
    for page, board, first in (
        ("default", 1, 'name="white" value="" checked'),
        ("correct", 2, "correct?result=0-1"),
        ("correct?result=0-1", 2, '<textarea name="reason"'),
    ):
        text = client.get(_address(browsing, page, board=board)).text
        dialog = text.partition('role="dialog"')[2]
        assert dialog.count("autofocus") == 1
        before, _, _ = dialog.partition("autofocus")
        assert first in before[before.rindex("<") :]
        assert text.count("<h1") == 1


def test_results_that_are_rare_are_folded_away_below_the_usual_ones(browsing: Browsing) -> None:
    client = browsing.client()
    record(browsing, 2, "1-0")
    page = client.get(_address(browsing, "correct", board=2)).text
    usual, _, rare = page.partition("<details><summary>Andere uitslag")
    assert "½–½</a>" in usual
    assert ">0–0</a>" not in usual
    assert ">0–0</a>" in rare
    assert "<details open>" in client.get(_address(browsing, "correct?result=0-0", board=2)).text


def test_a_default_without_anybody_absent_is_refused_and_stays_in_sight(browsing: Browsing) -> None:
    client, address = browsing.client(), _address(browsing, "default")
    page = client.get(address).text
    answer = client.post(address, data=fields_of(page, address) | {"white": "", "black": ""})
    assert answer.status_code == 422
    assert 'role="dialog"' in answer.text
    assert answer.text.count('role="alert"') == 1, "not behind the dialog once more"
    assert outcomes_of(browsing) == [None, None, None]


def test_the_same_dialog_adjourns_a_game(browsing: Browsing) -> None:
    client, address = browsing.client(), _address(browsing, "default", board=2)
    page = client.get(address).text
    _send(client, address, page, adjourned="yes")
    assert outcomes_of(browsing) == [None, "adjourned", None]
    assert 'name="adjourned"' not in client.get(address).text


def test_a_correction_shows_what_it_touches_before_it_is_recorded(browsing: Browsing) -> None:
    _next_round(browsing)
    client, address = browsing.client(), _address(browsing, "correct")
    first = client.get(address).text
    assert f'href="{address}?result=1%2F2-1%2F2"' in first
    assert "Correctie vastleggen" not in first
    before = browsing.book.state.position
    page = client.get(address, params={"result": "0-1"}).text
    text = text_of(page)
    assert "Blijft: de indeling van ronde 2 , alle 3 borden; zij is gepubliceerd" in text
    assert "Wordt anders: de stand na ronde 1" in text
    assert "Het blad van ronde 2 aan de muur klopt nog" in text
    assert "Niveau 3 van 5: bevestigen" in text
    assert "Aalders, A. 1" in text
    assert '<textarea name="reason" required' in page
    assert browsing.book.state.position == before
    link = _send(client, address, page, reason="misread")
    assert link.startswith(f"/{browsing.slug}/round/1?done={before + 1}")
    game = browsing.book.state.rounds[0].games[0]
    assert game.outcome == "0-1"
    fact = browsing.book.recorded[-1].fact
    assert (fact.TOPIC, fact.reason) == ("result-corrected", "misread")


def test_a_correction_without_its_reason_is_refused_and_keeps_its_choice(
    browsing: Browsing,
) -> None:
    _next_round(browsing)
    client, address = browsing.client(), _address(browsing, "correct")
    page = client.get(address, params={"result": "0-1"}).text
    answer = client.post(address, data=fields_of(page, address) | {"reason": " "})
    assert answer.status_code == 422
    assert 'name="result" value="0-1"' in answer.text
    assert browsing.book.state.rounds[0].games[0].outcome == "1-0"


def test_colours_are_corrected_in_the_same_dialog(browsing: Browsing) -> None:
    record(browsing, 1, "1-0")
    client, address = browsing.client(), _address(browsing, "correct")
    assert "result=colours" in client.get(address).text
    page = client.get(address, params={"result": "colours"}).text
    assert "klopt niet meer" in text_of(page)
    white = browsing.book.state.rounds[0].games[0].white
    _send(client, address, page)
    game = browsing.book.state.rounds[0].games[0]
    assert (game.black, game.outcome) == (white, "0-1")


def test_an_adjourned_game_gets_its_later_result_with_what_it_touches(browsing: Browsing) -> None:
    browsing.do({"command": "adjourn", "round": 1, "board": 1})
    record(browsing, 2, "1-0")
    record(browsing, 3, "1-0")
    browsing.do({"command": "publish"})
    client, address = browsing.client(), _address(browsing, "correct")
    page = client.get(address, params={"result": "0-1"}).text
    assert "Uitslag vastleggen" in page
    assert "afg." in page
    assert "Wordt anders: de stand na ronde 1" in text_of(page)
    _send(client, address, page)
    assert browsing.book.state.rounds[0].games[0].outcome == "0-1"


def test_a_result_that_stands_already_is_a_refusal_in_the_dialog(browsing: Browsing) -> None:
    record(browsing, 1, "1-0")
    page = browsing.client().get(_address(browsing, "correct"), params={"result": "1-0"}).text
    assert "is al 1-0" in page
    assert "Correctie vastleggen" not in page


def test_a_board_that_is_nowhere_is_told(browsing: Browsing) -> None:
    client = browsing.client()
    for page, number, board in (("correct", 1, 9), ("default", 1, 9), ("correct", 7, 1)):
        assert client.get(_address(browsing, page, number, board)).status_code == 404


def test_a_helper_corrects_only_in_the_current_round(browsing: Browsing) -> None:
    record(browsing, 1, "1-0")
    helper, address = browsing.client(Role.HELPER), _address(browsing, "correct")
    page = helper.get(address, params={"result": "0-1"}).text
    _send(helper, address, page)
    assert outcomes_of(browsing)[0] == "0-1"
    _next_round(browsing)
    for page in ("correct", "default"):
        assert helper.get(_address(browsing, page)).status_code == 409
    committee = browsing.client(Role.COMMITTEE)
    assert committee.get(address).status_code == 403


def test_the_dialogs_speak_english_too(browsing: Browsing) -> None:
    record(browsing, 1, "1-0")
    client = browsing.client(language="en")
    page = client.get(_address(browsing, "correct"), params={"result": "0-1"}).text
    assert "Correct a result" in page
    assert "with another place for" in text_of(page)
    assert "Result by default" in client.get(_address(browsing, "default", board=2)).text


def test_the_way_back_from_a_dialog_leads_to_its_board(browsing: Browsing) -> None:
    record(browsing, 1, "1-0")
    client = browsing.client()
    for board, form in ((1, "correct"), (3, "default")):
        dialog = client.get(_address(browsing, form, board=board)).text
        [back] = re.findall(r'href="([^"]*)" data-back', dialog)
        rows = re.split('<tbody id="bord', client.get(back).text)
        assert [row[0] for row in rows if " autofocus" in row] == [str(board)]
