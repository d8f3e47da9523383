"""A player's phone: the ticket, the own game, claims, and rounds that they will miss."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Literal

import pytest
from starlette.testclient import TestClient

from desk.access.roles import Role
from desk.access.tickets import TicketHolder, last_published, ticket
from desk.web.security import CLAIMS_AT_ONCE
from ledger.facts.hall import ClaimWithdrawn, ResultClaimed
from ledger.facts.season import PresenceAnnounced
from ledger.facts.tournament import AbsenceAnnounced, AbsenceWithdrawn, ResultRecorded
from tests.helpers.browsing import Browsing, demo, fields_of


@pytest.fixture
def browsing(tmp_path: Path) -> Browsing:
    return demo(tmp_path)


def open_boards(browsing: Browsing) -> list[tuple[int, int, int]]:
    """Return the boards without a result: number, white, black."""
    games = browsing.book.state.rounds[-1].open_games
    return [(board, game.white, game.black) for board, game in games]


def phone(browsing: Browsing, player: int, language: str = "nl") -> TestClient:
    return browsing.client(Role.PLAYER, language, player=player)


def of_board(browsing: Browsing, board: int) -> TestClient:
    return browsing.client(Role.PLAYER, board=board)


def at(browsing: Browsing, path: str = "") -> str:
    return f"/{browsing.slug}/game{path}"


def claim(browsing: Browsing, client: TestClient, result: str, side: str = "") -> int:
    """Choose a result and confirm it; return the status of the answer."""
    question = client.get(at(browsing, f"/claim?result={result}&side={side}"))
    assert question.status_code == 200, question.text
    sent = client.post(at(browsing, "/claim"), data=fields_of(question.text, "/game/claim"))
    assert "note=" not in sent.headers.get("location", ""), "remarks are for the arbiter"
    return sent.status_code


def game_page(browsing: Browsing, client: TestClient) -> str:
    answer = client.get(at(browsing))
    assert answer.status_code == 200, answer.text
    return re.sub(r"\s+", " ", answer.text)


def test_a_ticket_leads_to_the_game_of_its_player(browsing: Browsing) -> None:
    board, white, _ = open_boards(browsing)[0]
    published = last_published(browsing.book)
    assert published is not None
    code = ticket(browsing.office.doors.file, published, TicketHolder("P", white))
    client = browsing.client(None)
    answer = client.get(f"/q/{code}")
    assert (answer.status_code, answer.headers["location"]) == (303, at(browsing))
    page = game_page(browsing, client)
    assert f'<div class="no">{board}</div>' in page
    assert "Uitslag doorgeven" in page


def test_a_ticket_of_no_use_says_what_to_do(browsing: Browsing) -> None:
    answer = browsing.client(None).get("/q/4-P7-AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA")
    assert answer.status_code == 410
    assert "geldt niet meer" in answer.text


def test_without_a_ticket_of_this_round_the_phone_asks_to_scan(browsing: Browsing) -> None:
    _, white, _ = open_boards(browsing)[0]
    client = phone(browsing, white)
    assert client.get(at(browsing)).status_code == 200
    for board, _, _ in open_boards(browsing):
        number = len(browsing.book.state.rounds)
        browsing.do({"command": "result", "round": number, "board": board, "result": "1-0"})
    browsing.do(
        {"command": "plan", "rounds": number + 2, "reason": "two more"}, {"command": "publish"}
    )
    answer = client.get(at(browsing))
    assert answer.status_code == 401
    assert "geldt niet meer" in answer.text
    assert browsing.client(Role.HELPER).get(at(browsing)).status_code == 403


def test_the_game_says_who_where_and_why_and_shows_the_card(browsing: Browsing) -> None:
    board, white, black = open_boards(browsing)[0]
    book = browsing.book
    page = game_page(browsing, phone(browsing, black))
    assert book.name(white) in page
    assert "je speelt met" in page
    number = len(book.state.rounds)
    assert f"/round/{number}/board/{board}/why" in page
    assert page.count('<th scope="row" class="num">') == number
    english = game_page(browsing, phone(browsing, black, "en"))
    assert "Report result" in english


def test_a_claim_is_confirmed_first_and_then_a_fact_of_the_player(browsing: Browsing) -> None:
    board, white, black = open_boards(browsing)[0]
    client = phone(browsing, white)
    before = browsing.book.state.position
    page = client.get(at(browsing, "/claim")).text
    assert re.findall(r"<(\w+)[^>]* autofocus", page) == ["h1"], "no result is one key away"
    assert "Wit wint" in page or "1–0" in page
    question = client.get(at(browsing, "/claim?result=0-1"))
    assert question.text.count(" autofocus") == 1
    assert 'role="dialog"' in question.text
    assert "Klopt dit?" in question.text
    assert browsing.book.state.position == before
    assert claim(browsing, client, "0-1") == 303
    fact, stamp = browsing.book.recorded[-1]
    assert isinstance(fact, ResultClaimed)
    assert (fact.white, fact.black, fact.side, fact.outcome) == (white, black, "W", "0-1")
    assert (fact.source, stamp.actor) == ("player", f"player-{white}")
    assert len(fact.device) >= 16
    assert "Jij zegt 0–1." in game_page(browsing, client)
    assert board == browsing.book.state.rounds[-1].board_of(white)


def test_a_claim_that_is_sent_twice_is_recorded_once(browsing: Browsing) -> None:
    _, white, _ = open_boards(browsing)[0]
    client = phone(browsing, white)
    form = fields_of(client.get(at(browsing, "/claim?result=1-0")).text, "/game/claim")
    position = browsing.book.state.position
    for _ in range(2):
        assert client.post(at(browsing, "/claim"), data=form).status_code == 303
    assert browsing.book.state.position == position + 1


@pytest.mark.parametrize("makes", ["result", "tap"])
def test_two_phones_that_agree_make_the_result_where_it_was_chosen_so(
    browsing: Browsing, makes: str
) -> None:
    if makes == "result":
        browsing.do({"command": "claims-agree", "makes": makes})
    _, white, black = open_boards(browsing)[0]
    first, second = phone(browsing, white), phone(browsing, black)
    claim(browsing, first, "1/2-1/2")
    page = game_page(browsing, second)
    assert "zegt ½–½." in page
    assert "Ja, dat klopt: ½–½" in page
    claim(browsing, second, "1/2-1/2")
    game = browsing.book.state.rounds[-1].game_of(white)
    assert game is not None
    assert game.outcome == ("1/2-1/2" if makes == "result" else None)
    said = "De uitslag is ½–½." if makes == "result" else "Jullie zeggen allebei ½–½."
    assert said in game_page(browsing, first)
    assert isinstance(browsing.book.facts[-1], ResultRecorded) is (makes == "result")


def test_two_phones_that_differ_are_told_so_and_either_may_change_it(browsing: Browsing) -> None:
    _, white, black = open_boards(browsing)[0]
    first, second = phone(browsing, white), phone(browsing, black)
    claim(browsing, first, "1-0")
    claim(browsing, second, "0-1")
    page = game_page(browsing, first)
    assert "Dat verschilt." in page
    form = fields_of(page, "/game/withdraw")
    assert first.post(at(browsing, "/withdraw"), data=form).status_code == 303
    assert isinstance(browsing.book.facts[-1], ClaimWithdrawn)
    assert "zegt 0–1." in game_page(browsing, first)
    claim(browsing, first, "0-1")
    assert "Jullie zeggen allebei 0–1." in game_page(browsing, second)


def test_what_agrees_is_not_taken_back_and_the_phone_says_why(browsing: Browsing) -> None:
    _, white, black = open_boards(browsing)[0]
    first, second = phone(browsing, white), phone(browsing, black)
    claim(browsing, first, "1-0")
    form = fields_of(game_page(browsing, first), "/game/withdraw")
    change = fields_of(first.get(at(browsing, "/claim?result=0-1")).text, "/game/claim")
    claim(browsing, second, "1-0")
    position = browsing.book.state.position
    assert first.post(at(browsing, "/withdraw"), data=form).status_code == 303
    refused = first.post(at(browsing, "/claim"), data=change)
    assert refused.status_code == 409
    assert "beide spelers hebben hetzelfde doorgegeven" in refused.text
    assert browsing.book.state.position == position


def test_after_a_result_a_claim_is_refused_with_what_stands(browsing: Browsing) -> None:
    board, white, _ = open_boards(browsing)[0]
    client = phone(browsing, white)
    form = fields_of(client.get(at(browsing, "/claim?result=1-0")).text, "/game/claim")
    number = len(browsing.book.state.rounds)
    browsing.do({"command": "result", "round": number, "board": board, "result": "0-1"})
    refused = client.post(at(browsing, "/claim"), data=form)
    assert refused.status_code == 409
    assert "0-1" in refused.text
    assert "De uitslag is 0–1." in game_page(browsing, client)


def test_nobody_claims_for_another_board_whatever_the_form_says(browsing: Browsing) -> None:
    (_, white, _), (_, other, _), *_ = open_boards(browsing)
    client = phone(browsing, white)
    form = fields_of(client.get(at(browsing, "/claim?result=1-0")).text, "/game/claim")
    label = browsing.book.state.label(other)
    client.post(at(browsing, "/claim"), data={**form, "player": label, "board": 4, "side": "B"})
    fact = browsing.book.facts[-1]
    assert isinstance(fact, ResultClaimed)
    assert (fact.white, fact.side) == (white, "W")


@pytest.mark.parametrize("result", ["", "2-0", "1-0R", "0-0", "<script>"])
def test_a_result_that_is_none_is_neither_asked_nor_recorded(
    browsing: Browsing, result: str
) -> None:
    _, white, _ = open_boards(browsing)[0]
    client = phone(browsing, white)
    question = client.get(at(browsing, "/claim"), params={"result": result})
    assert 'role="dialog"' not in question.text
    form = fields_of(client.get(at(browsing, "/claim?result=1-0")).text, "/game/claim")
    position = browsing.book.state.position
    answer = client.post(at(browsing, "/claim"), data={**form, "result": result})
    assert answer.status_code == 422
    assert "<script>" not in answer.text.replace("<script src", "")
    assert browsing.book.state.position == position


def test_who_comes_by_the_code_of_a_board_chooses_a_side_and_is_not_confirmed(
    browsing: Browsing,
) -> None:
    browsing.do({"command": "claims-agree", "makes": "result"})
    board, white, black = open_boards(browsing)[0]
    client = of_board(browsing, board)
    page = game_page(browsing, client)
    assert "Met welke kleur speel je?" in page
    assert claim(browsing, client, "1-0", "B") == 303
    fact, stamp = browsing.book.recorded[-1]
    assert isinstance(fact, ResultClaimed)
    assert (fact.side, fact.source, stamp.actor) == ("B", "board", f"board-{board}")
    refused = client.get(at(browsing, "/claim?result=1-0&side=W"))
    sent = client.post(at(browsing, "/claim"), data=fields_of(refused.text, "/game/claim"))
    assert sent.status_code == 409
    assert "met dit apparaat is al voor" in sent.text
    claim(browsing, phone(browsing, white), "1-0")
    game = browsing.book.state.rounds[-1].game_of(black)
    assert game is not None
    assert game.outcome is None
    form = fields_of(game_page(browsing, client), "/game/withdraw")
    assert form["side"] == "B"
    client.post(at(browsing, "/withdraw"), data=form)
    assert isinstance(browsing.book.facts[-1], ClaimWithdrawn)


def test_the_code_of_a_board_takes_no_claim_of_another_phone_back(browsing: Browsing) -> None:
    board, white, _ = open_boards(browsing)[0]
    claim(browsing, phone(browsing, white), "1-0")
    client = of_board(browsing, board)
    page = game_page(browsing, client)
    assert "/game/withdraw" not in page
    position = browsing.book.state.position
    csrf = browsing.csrf(client)
    client.post(at(browsing, "/withdraw"), data={"csrf": csrf, "side": "W"})
    assert browsing.book.state.position == position
    assert claim(browsing, of_board(browsing, board), "0-1", "W") == 409


def test_the_code_of_a_board_takes_nothing_back_before_a_side_is_chosen(browsing: Browsing) -> None:
    board, _, _ = open_boards(browsing)[0]
    client = of_board(browsing, board)
    claim(browsing, client, "1-0", "B")
    position = browsing.book.state.position
    for side in ("", "X"):
        form = {"csrf": browsing.csrf(client), "side": side}
        assert client.post(at(browsing, "/withdraw"), data=form).status_code == 303
    assert browsing.book.state.position == position


def test_a_phone_that_claims_very_often_has_to_wait(browsing: Browsing) -> None:
    _, white, _ = open_boards(browsing)[0]
    client = phone(browsing, white)
    answers = [claim(browsing, client, ("1-0", "0-1")[n % 2]) for n in range(14)]
    assert answers[:8] == [303] * 8
    assert answers[-1] == 409
    assert (
        "te snel"
        in client.post(
            at(browsing, "/claim"),
            data=fields_of(client.get(at(browsing, "/claim?result=1-0")).text, "/game/claim"),
        ).text
    )


def scanned(browsing: Browsing, holder: TicketHolder) -> TestClient:
    """Return a browser without any cookie that has just scanned a ticket."""
    published = last_published(browsing.book)
    assert published is not None
    client = browsing.client(None)
    client.cookies.clear()
    client.get(f"/q/{ticket(browsing.office.doors.file, published, holder)}")
    return client


def first_holder(browsing: Browsing, kind: Literal["P", "B"]) -> TicketHolder:
    """Return the holder of the ticket of the first open board, or of who has white there."""
    board, white, _ = open_boards(browsing)[0]
    return TicketHolder(kind, white if kind == "P" else board)


def test_a_choice_on_a_page_for_one_deed_has_the_focus(browsing: Browsing) -> None:
    page = game_page(browsing, scanned(browsing, first_holder(browsing, "B")))
    assert page.count(" autofocus") == 1
    assert page.index(" autofocus") < page.index("side=W") < page.index("side=B")


@pytest.mark.parametrize("kind", ["P", "B"])
def test_a_ticket_claims_no_faster_with_a_fresh_browser_each_time(
    browsing: Browsing, kind: Literal["P", "B"]
) -> None:
    holder = first_holder(browsing, kind)
    before = browsing.book.state.position
    for n in range(30):
        claim(browsing, scanned(browsing, holder), ("1-0", "0-1")[n % 2], "W")
    assert browsing.book.state.position == before + CLAIMS_AT_ONCE
    _, other, _ = open_boards(browsing)[1]
    assert claim(browsing, scanned(browsing, TicketHolder("P", other)), "1-0") == 303


@pytest.mark.parametrize("kind", ["P", "B"])
def test_a_claim_that_changes_nothing_is_no_new_fact(
    browsing: Browsing, kind: Literal["P", "B"]
) -> None:
    holder = first_holder(browsing, kind)
    before = browsing.book.state.position
    for _ in range(3):
        claim(browsing, scanned(browsing, holder), "1-0", "W")
    assert browsing.book.state.position == before + 1


def test_a_ticket_that_takes_back_or_announces_very_often_has_to_wait(tmp_path: Path) -> None:
    browsing = season(tmp_path)
    player = browsing.book.state.rounds[0].games[0].white
    client = phone(browsing, player)
    before = browsing.book.state.position
    for _ in range(CLAIMS_AT_ONCE + 2):
        page = client.get(at(browsing, "/absence")).text
        last = client.post(at(browsing, "/absence"), data=fields_of(page, "absence"))
    assert browsing.book.state.position == before + CLAIMS_AT_ONCE
    assert last.status_code == 409
    assert "te snel" in last.text
    assert claim(browsing, client, "1-0") == 303
    token = {"csrf": browsing.csrf(client)}
    for _ in range(CLAIMS_AT_ONCE):
        client.post(at(browsing, "/withdraw"), data=token)
        claim(browsing, client, "1-0")
    assert browsing.book.state.position == before + 2 * CLAIMS_AT_ONCE


def test_a_player_says_that_they_miss_a_round_and_that_they_play_after_all(
    browsing: Browsing,
) -> None:
    number = len(browsing.book.state.rounds)
    browsing.do({"command": "plan", "rounds": number + 2, "reason": "two more"})
    _, white, _ = open_boards(browsing)[0]
    client = phone(browsing, white)
    assert "Afmelden voor een ronde" in game_page(browsing, client)
    page = client.get(at(browsing, "/absence")).text
    assert page.count("<form") == 2
    form = fields_of(page, "absence")
    assert client.post(at(browsing, "/absence"), data=form).status_code == 303
    fact, stamp = browsing.book.recorded[-1]
    assert fact == AbsenceAnnounced(player=white, round=number + 1)
    assert stamp.actor == f"player-{white}"
    page = client.get(at(browsing, "/absence")).text
    assert "Je bent afgemeld." in page
    client.post(at(browsing, "/absence"), data=fields_of(page, "absence"))
    assert browsing.book.facts[-1] == AbsenceWithdrawn(player=white, round=number + 1)


def test_a_player_without_a_game_is_told_what_the_round_is_for_them(browsing: Browsing) -> None:
    state = browsing.book.state
    round_ = state.rounds[-1]
    idle = [player for player in state.players if round_.game_of(player) is None]
    for player in idle:
        page = game_page(browsing, phone(browsing, player))
        assert '<h1 class="h-m">Je ' in page
        assert phone(browsing, player).get(at(browsing, "/claim")).status_code == 303
    assert idle


def test_a_board_that_is_not_there_has_no_game(browsing: Browsing) -> None:
    assert "Dit bord is er deze ronde niet." in game_page(browsing, of_board(browsing, 99))


def test_a_hostile_name_is_text_on_every_page_of_a_phone(browsing: Browsing) -> None:
    board, white, black = open_boards(browsing)[0]
    hostile = "<script>alert(1)</script>, J. &amp;"
    browsing.do(
        {
            "command": "correct-person",
            "player": browsing.book.state.label(black),
            "name": hostile,
        }
    )
    client = phone(browsing, white)
    for path in ("", "/claim", "/claim?result=0-1"):
        page = client.get(at(browsing, path)).text
        assert "<script>alert" not in page
    assert "<script>alert" not in of_board(browsing, board).get(at(browsing)).text


def season(tmp_path: Path) -> Browsing:
    """Return a season in which presence is announced, with a first round on the wall."""
    fresh = Browsing(tmp_path / "season.ledger")
    fresh.do(
        {
            "command": "init",
            "name": "Club",
            "rules": "mwkeizer",
            "set": {"keizer.presence": "announced"},
        },
        *({"command": "enter", "name": f"Lid {n}", "rating": 1500 + n} for n in range(1, 5)),
        {"command": "lots", "by": "rating"},
        *({"command": "present", "player": n, "round": 1} for n in range(1, 5)),
        {"command": "publish"},
    )
    return fresh


def test_a_member_announces_their_presence_by_phone_where_that_is_asked(tmp_path: Path) -> None:
    browsing = season(tmp_path)
    player = browsing.book.state.rounds[0].games[0].white
    client = phone(browsing, player)
    assert "Aan- of afmelden" in game_page(browsing, client)
    page = client.get(at(browsing, "/absence")).text
    assert "Je hebt je nog niet aangemeld." in page
    sent = client.post(at(browsing, "/absence"), data=fields_of(page, "absence"))
    assert sent.status_code == 303
    fact, stamp = browsing.book.recorded[-1]
    assert fact == PresenceAnnounced(player=player, round=2)
    assert stamp.actor == f"player-{player}"
    page = client.get(at(browsing, "/absence")).text
    assert "Je hebt je aangemeld." in page
    client.post(at(browsing, "/absence"), data=fields_of(page, "absence"))
    assert isinstance(browsing.book.facts[-1], AbsenceAnnounced)
    page = client.get(at(browsing, "/absence")).text
    assert "Je bent afgemeld." in page
    client.post(at(browsing, "/absence"), data=fields_of(page, "absence"))
    assert browsing.book.state.season.coming.get((player, 2)) == browsing.book.state.position


@pytest.mark.parametrize("cancel", ["", "yes"])
def test_a_member_says_nothing_of_a_round_that_is_public_or_of_none(
    tmp_path: Path, cancel: str
) -> None:
    browsing = season(tmp_path)
    client = phone(browsing, 1)
    form = fields_of(client.get(at(browsing, "/absence")).text, "absence")
    before = len(browsing.book.recorded)
    for number in ("1", "0", "-1", "", "x", "999999"):
        data = {**form, "round": number, "cancel": cancel, "once": f"n{number}"}
        answer = client.post(at(browsing, "/absence"), data=data)
        assert answer.status_code in (409, 422), (number, answer.status_code)
    assert len(browsing.book.recorded) == before
