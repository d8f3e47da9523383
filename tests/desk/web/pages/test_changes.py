"""A round changed in a browser: what can be done, what it would change, and recording it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from desk.access.roles import Role
from ledger.facts.tournament import BoardAdded, PairingAmended, PairingMadeByHand
from tests.helpers.browsing import Browsing, demo, fields_of
from tests.helpers.drafts import plain, played, ready, ready_by

ADDRESS = "/club-open/round/6/change"


@pytest.fixture(scope="module")
def browsing(tmp_path_factory: pytest.TempPathFactory) -> Browsing:
    return demo(Path(tmp_path_factory.mktemp("changes")))


def record(browsing: Browsing, address: str, query: str, **typed: str) -> tuple[int, str]:
    """Fill in the form that a chosen change shows, and send it."""
    client = browsing.client()
    shown = client.get(f"{address}{query}")
    assert shown.status_code == 200, shown.text
    form = fields_of(shown.text, f'method="post" action="{address}"')
    boards = re.search(r'<textarea name="boards" hidden>(.*?)</textarea>', shown.text, re.DOTALL)
    form |= {"boards": boards[1].replace("&#10;", "\n")} if boards else {}
    answer = client.post(address, data={**form, **typed})
    return answer.status_code, answer.text


def test_a_round_that_began_says_what_can_still_be_done_and_by_which_clause(
    browsing: Browsing,
) -> None:
    text = browsing.client().get(ADDRESS).text
    said = plain(text)
    assert "Opnieuw indelen volgens de regels: nee" in said
    assert "Twee spelers wisselen: ja" in said
    assert "Een bord toevoegen: nee" in said
    assert 'href="/club-open/rules#F6"' in text


def test_an_exchange_is_shown_with_its_warning_before_it_is_recorded(browsing: Browsing) -> None:
    before = browsing.book.state.position
    said = plain(browsing.client().get(f"{ADDRESS}?way=board-swap&one=4&two=8").text)
    assert "Dan veranderen 2 borden" in said
    assert "Niveau 4 van 5" in said
    assert "Typ het nummer van de ronde (6)" in said
    assert browsing.book.state.position == before


def test_an_exchange_on_a_board_with_a_result_is_refused_with_the_way_out(
    browsing: Browsing,
) -> None:
    text = browsing.client().get(f"{ADDRESS}?way=board-swap&one=1&two=8").text
    assert "Niveau 5 van 5" in plain(text)
    assert 'method="post" action="/club-open/round/6/change"' not in text


def test_the_number_of_the_round_must_be_typed_and_a_reason_given(tmp_path: Path) -> None:
    browsing = demo(tmp_path)
    before = browsing.book.state.position
    query = "?way=board-swap&one=4&two=8"
    for typed in ({}, {"reason": "vast bord"}, {"reason": "vast bord", "confirm": "yes"}):
        status, text = record(browsing, ADDRESS, query, **typed)
        assert status in (409, 422), text
        assert browsing.book.state.position == before
    assert "vast bord" in text, "what was typed is kept"
    status, _ = record(browsing, ADDRESS, query, reason="vast bord", confirm="6")
    assert status == 303
    fact, stamp = browsing.book.recorded[-1]
    assert isinstance(fact, PairingAmended)
    assert (fact.reason, stamp.actor) == ("vast bord", "chief-1")


def test_a_correction_after_the_publication_allows_to_pair_again(tmp_path: Path) -> None:
    browsing = ready(tmp_path)
    browsing.do({"command": "publish"})
    address = "/club-open/round/7/change"
    assert "nee" in plain(browsing.client().get(address).text)
    browsing.do(
        {"command": "correct-result", "round": 6, "board": 4, "result": "0-1", "reason": "biljet"}
    )
    said = plain(browsing.client().get(f"{address}?way=amend").text)
    assert "Opnieuw indelen volgens de regels: ja" in said
    status, text = record(
        browsing, address, "?way=amend", reason="uitslag gecorrigeerd", confirm="7"
    )
    assert status == 303, text
    fact, _ = browsing.book.recorded[-1]
    assert isinstance(fact, PairingAmended)
    assert fact.clause == "F7"


def test_a_change_that_would_turn_out_otherwise_by_now_is_shown_again(tmp_path: Path) -> None:
    browsing = ready(tmp_path)
    browsing.do({"command": "publish"})
    address = "/club-open/round/7/change"
    client = browsing.client()
    query = "?way=board-swap&one=2&two=4"
    form = fields_of(client.get(f"{address}{query}").text, f'method="post" action="{address}"')
    browsing.do({"command": "board-swap", "round": 7, "first": 1, "second": 10, "reason": "x"})
    answer = client.post(address, data={**form, "reason": "vast"})
    assert answer.status_code == 409
    assert "Sinds u deze pagina opende" in answer.text


def test_latecomers_get_a_board(tmp_path: Path) -> None:
    browsing = ready_by(tmp_path, "knsb-wp-2014", players=8, rounds=1)
    browsing.do(
        {"command": "absent", "player": 1, "round": 2},
        {"command": "absent", "player": 2, "round": 2},
        {"command": "publish"},
    )
    address = f"/{browsing.slug}/round/2/change"
    assert "2 spelers staan op geen bord" in plain(browsing.client().get(address).text)
    status, text = record(browsing, address, "?way=board-add&one=1&two=2", reason="te laat")
    assert status == 303, text
    assert isinstance(browsing.book.recorded[-1][0], BoardAdded)


def test_a_whole_round_is_paired_by_hand_starting_from_the_draft(tmp_path: Path) -> None:
    browsing = ready_by(tmp_path, "knsb-wp-2014", players=4, rounds=1)
    address = f"/{browsing.slug}/round/2/change"
    text = browsing.client().get(address).text
    assert "Ronde 2 met de hand indelen" in text
    drafted = re.search(r'<textarea name="boards"[^>]*>(.*?)</textarea>', text, re.DOTALL)
    assert drafted
    assert len(drafted[1].split("&#10;")) == 2
    status, _ = record(
        browsing, address, "?way=pairing-by-hand&boards=1-2%0A3-4", reason="afgesproken"
    )
    assert status == 303
    fact, _ = browsing.book.recorded[-1]
    assert isinstance(fact, PairingMadeByHand)


def test_boards_that_cannot_be_read_are_refused_all_at_once(tmp_path: Path) -> None:
    browsing = ready_by(tmp_path, "knsb-wp-2014", players=4, rounds=1)
    address = f"/{browsing.slug}/round/2/change"
    text = browsing.client().get(f"{address}?way=pairing-by-hand&boards=1-2%0Ax%0A7-8").text
    assert plain(text).count("Niveau 5 van 5") >= 1
    assert "1-2&#10;x&#10;7-8" in text, "what was typed is kept"


def test_a_round_that_is_nowhere_near_is_refused(browsing: Browsing) -> None:
    answer = browsing.client().get("/club-open/round/9/change")
    assert answer.status_code == 422
    assert browsing.client(Role.COMMITTEE).get(ADDRESS).status_code == 403


def test_a_finished_round_has_nothing_left_to_exchange(tmp_path: Path) -> None:
    browsing = demo(tmp_path)
    played(browsing, "1-0")
    assert "alle borden hebben een uitslag" in plain(browsing.client().get(ADDRESS).text)
