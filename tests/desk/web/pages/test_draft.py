"""The draft in a browser: boards, why, changes by hand in the address, publishing at once."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path

import pytest
from httpx2 import Response

from desk.access.roles import Role
from ledger.facts.tournament import PairingAmended, PairingMadeByHand, PairingPublished
from pairing.systems.draft import Draft, draft
from tests.helpers.browsing import Browsing, demo, fields_of
from tests.helpers.drafts import RULES, plain, ready, ready_by


@pytest.fixture(scope="module")
def browsing(tmp_path_factory: pytest.TempPathFactory) -> Browsing:
    """Return a draft that no test publishes."""
    return ready(Path(tmp_path_factory.mktemp("draft")))


def page(browsing: Browsing, query: str = "", role: Role = Role.CHIEF, language: str = "nl") -> str:
    answer = browsing.client(role, language).get(f"/{browsing.slug}/draft{query}")
    assert answer.status_code == 200, answer.text
    return answer.text


def publish(browsing: Browsing, query: str = "", **typed: str) -> Response:
    """Open a draft and send its form, with some fields typed otherwise."""
    client = browsing.client()
    address = f"/{browsing.slug}/draft"
    form = fields_of(client.get(f"{address}{query}").text, f'method="post" action="{address}"')
    answer: Response = client.post(address, data={**form, **typed})
    return answer


def publish_form(text: str) -> dict[str, str]:
    return fields_of(text, 'method="post" action="/club-open/draft"')


def test_each_board_has_its_points_colours_and_rule(browsing: Browsing) -> None:
    text = plain(page(browsing))
    assert "Ronde 7 Concept laatste ronde" in text
    assert re.search(r"1 wit: Veldhuis, M\. nr 1 5½ WZWWZZ zwart: .* verschil 2", text)
    assert "7 borden" in text
    assert "1 vrij" in text


def test_the_numbers_above_the_boards_narrow_them(browsing: Browsing) -> None:
    rows = re.findall(r'<tr id="b\d+"', page(browsing, "?only=apart"))
    numbered = re.search(r"<b>(\d+)</b> met scoreverschil", page(browsing))
    assert numbered
    assert len(rows) == int(numbered[1]) > 0
    assert not re.findall(r'<tr id="b\d+"', page(browsing, "?only=hand"))
    assert "Niemand." in page(browsing, "?only=absent")
    rows = re.findall(r'<tr id="b\d+"', page(browsing, "?only=nonsense"))
    assert rows == re.findall(r'<tr id="b\d+"', page(browsing))


def test_a_board_opens_its_why_under_it_with_links_to_the_clauses(browsing: Browsing) -> None:
    text = page(browsing, "?open=1")
    assert 'aria-expanded="true"' in text
    assert re.search(r'<a class="cl" href="/club-open/rules\?round=7#C5">C5</a>', text)
    assert "krijgt de laagst geklasseerde die nog kan" in plain(text)


def test_an_english_reader_reads_the_same_in_english(browsing: Browsing) -> None:
    text = plain(page(browsing, "?open=1", language="en"))
    assert "Round 7 Draft" in text
    assert "gets the lowest placed who is still possible" in text


def test_exchanged_colours_stand_beside_the_computed_board_and_wait(browsing: Browsing) -> None:
    text = page(browsing, "?swap=2-4")
    assert "Publiceren kan nog niet" in text
    assert 'method="post" action="/club-open/draft"' not in text
    assert "berekend, bord" in text
    assert "uw wijziging, bord" in text
    assert plain(text).count("met de hand") >= 2


def test_a_reason_in_the_address_makes_a_change_ready_to_publish(browsing: Browsing) -> None:
    text = page(browsing, "?swap=2-4&because-2-4=tafel+vast")
    form = publish_form(text)
    assert (form["swap"], form["because-2-4"]) == ("2-4", "tafel vast")
    assert "Publiceren kan nog niet" not in text


def test_two_who_met_are_a_warning_that_asks_for_the_number_of_the_round(
    browsing: Browsing,
) -> None:
    text = page(browsing, "?swap=1-3&because-1-3=zo+afgesproken")
    assert "Niveau 4 van 5" in text
    assert "In strijd met B1a" in plain(text)
    assert "speelden al tegen elkaar, in ronde 3" in plain(text)
    assert "Publiceren kan nog niet" in text
    assert "1 afwijking" in text
    ready_now = page(browsing, "?swap=1-3&because-1-3=zo+afgesproken&sure-1-3=7")
    assert publish_form(ready_now)["sure-1-3"] == "7"


def test_the_two_whom_the_arbiter_chooses_come_into_the_address(browsing: Browsing) -> None:
    client = browsing.client()
    answer = client.get("/club-open/draft?one=2&two=4&swap=1-3")
    assert answer.status_code == 303
    assert answer.headers["location"].startswith("/club-open/draft?swap=1-3+2-4#hand-")
    unknown = client.get("/club-open/draft?one=2&two=77")
    assert "77" in plain(unknown.text)
    assert 'value="77"' in unknown.text, "what was typed is kept"


def test_a_change_of_somebody_with_themselves_or_not_in_the_draft_is_refused(
    browsing: Browsing,
) -> None:
    assert "niet met zichzelf" in page(browsing, "?one=2&two=2")
    assert "Concept" in page(browsing, "?swap=2-99+x+3-3")


def test_nothing_is_recorded_by_looking_and_changing(browsing: Browsing) -> None:
    before = browsing.book.state.position
    for query in ("", "?swap=2-4", "?open=3", "?beside=80", "?only=bye", "?beside=999999"):
        page(browsing, query)
    assert browsing.book.state.position == before


def test_a_committee_reads_the_draft_and_cannot_publish_it(browsing: Browsing) -> None:
    text = page(browsing, role=Role.COMMITTEE)
    assert 'method="post" action="/club-open/draft"' not in text
    assert browsing.client(Role.HELPER).get("/club-open/draft").status_code == 403
    assert browsing.client(None).get("/club-open/draft").status_code in (303, 401)


def test_publishing_records_the_draft_and_gives_the_head(tmp_path: Path) -> None:
    browsing = ready(tmp_path)
    answer = publish(browsing)
    assert answer.status_code == 303, answer.text
    assert browsing.book.state.next_round == 8
    fact, stamp = browsing.book.recorded[-1]
    assert isinstance(fact, PairingPublished)
    assert stamp.actor == "chief-1"
    assert "note=" in answer.headers["location"], "the head is in the remarks"
    remarks = [each for kept in browsing.office.remarks.values() for each in kept]
    assert any("desk.head" in repr(each) for each in remarks)


def test_a_draft_sent_twice_is_published_once(tmp_path: Path) -> None:
    browsing = ready(tmp_path)
    client = browsing.client()
    form = publish_form(client.get("/club-open/draft").text)
    client.post("/club-open/draft", data=form)
    position = browsing.book.state.position
    client.post("/club-open/draft", data=form)
    assert browsing.book.state.position == position


def test_a_change_that_keeps_the_norms_is_an_exchange_on_the_published_round(
    tmp_path: Path,
) -> None:
    browsing = ready(tmp_path)
    assert publish(browsing, "?swap=2-4&because-2-4=tafel+vast").status_code == 303
    published, amended = (fact for fact, _ in browsing.book.recorded[-2:])
    assert isinstance(published, PairingPublished)
    assert isinstance(amended, PairingAmended)
    assert (amended.clause, amended.reason) == ("by hand", "tafel vast")


def test_a_change_that_breaks_a_norm_is_a_pairing_of_the_arbiter(tmp_path: Path) -> None:
    browsing = ready(tmp_path)
    query = "?swap=1-3&because-1-3=zo+afgesproken&sure-1-3=7"
    assert publish(browsing, query).status_code == 303
    fact, _ = browsing.book.recorded[-1]
    assert isinstance(fact, PairingMadeByHand)
    assert fact.reason == "zo afgesproken"


def test_an_unconfirmed_change_cannot_be_published_by_a_form(tmp_path: Path) -> None:
    browsing = ready(tmp_path)
    before = browsing.book.state.position
    answer = publish(browsing, swap="2-4")
    assert answer.status_code == 409
    assert "Publiceren kan nog niet" in answer.text
    assert browsing.book.state.position == before


def test_a_draft_that_changed_since_the_page_was_opened_is_shown_again(tmp_path: Path) -> None:
    browsing = ready(tmp_path)
    client = browsing.client()
    query = "?swap=2-4&because-2-4=tafel+vast"
    form = publish_form(client.get(f"/club-open/draft{query}").text)
    browsing.do({"command": "absent", "player": 6, "round": 7})
    before = browsing.book.state.position
    answer = client.post("/club-open/draft", data=form)
    assert answer.status_code == 409
    assert "Sinds u deze pagina opende" in answer.text
    assert "tafel vast" in answer.text, "what was typed is kept"
    assert browsing.book.state.position == before


def test_a_fact_that_leaves_the_draft_as_it_is_does_not_stop_publishing(tmp_path: Path) -> None:
    browsing = ready(tmp_path)
    client = browsing.client()
    form = publish_form(client.get("/club-open/draft").text)
    browsing.do({"command": "prizes-declare", "cents": [10000]})
    assert client.post("/club-open/draft", data=form).status_code == 303
    assert browsing.book.state.next_round == 8


def test_a_recomputed_draft_says_what_differs(tmp_path: Path) -> None:
    browsing = ready(tmp_path)
    before = browsing.book.state.position
    assert f"?beside={before}" in page(browsing)
    browsing.do({"command": "absent", "player": 6, "round": 7})
    text = plain(page(browsing, f"?beside={before}"))
    assert f"Verschil met het concept bij #{before}:" in text
    assert "1 afgemeld" in text


def test_a_round_that_is_not_complete_says_what_comes_first_with_links(tmp_path: Path) -> None:
    browsing = demo(tmp_path)
    answer = browsing.client().get("/club-open/draft")
    assert answer.status_code == 200
    assert "Ronde 7 is nog niet in te delen" in answer.text
    assert 'href="/club-open/rules#F11"' in answer.text
    assert re.search(r'<a href="/club-open/round/6[^"]*">', answer.text)


@pytest.mark.parametrize("rules", RULES)
def test_every_system_shows_its_draft_with_each_why_and_publishes_it(
    tmp_path: Path, rules: str
) -> None:
    browsing = ready_by(tmp_path, rules)
    address = f"/{browsing.slug}/draft"
    client = browsing.client()
    first = client.get(address)
    assert first.status_code == 200, first.text
    boards = len(re.findall(r'<tr id="b\d+"', first.text))
    for board in range(1, boards + 1):
        opened = client.get(f"{address}?open={board}")
        assert opened.status_code == 200
        assert 'class="whygrid"' in opened.text
        assert "web-" not in plain(opened.text), "every key has words"
    form = fields_of(first.text, f'method="post" action="{address}"')
    number = browsing.book.state.next_round
    assert client.post(address, data=form).status_code == 303
    assert browsing.book.state.next_round == number + 1


@pytest.mark.parametrize("rules", RULES)
def test_in_every_system_exchanged_colours_of_board_one_can_be_published(
    tmp_path: Path, rules: str
) -> None:
    browsing = ready_by(tmp_path, rules)
    client = browsing.client()
    address = f"/{browsing.slug}/draft"
    turned = re.search(r'href="([^"]*[?&;]swap=[^"]*)"', client.get(f"{address}?open=1").text)
    assert turned
    query = unescape(turned[1]).partition("?")[2].partition("#")[0]
    name = query.partition("swap=")[2].partition("&")[0]
    number = browsing.book.state.next_round
    sure = f"{query}&because-{name}=vast&sure-{name}={number}"
    form = fields_of(client.get(f"{address}?{sure}").text, f'method="post" action="{address}"')
    if browsing.book.state.fide.in_mode:  # what breaks integrity is asked for
        assert client.post(address, data=form).status_code == 409
        form["confirm"] = "yes"
    assert client.post(address, data=form).status_code == 303
    last = browsing.book.state.rounds[-1]
    assert last.number == number
    assert f"{browsing.book.state.label(last.games[0].black)}-" in f"{name}-"


def test_an_exchange_is_of_the_two_who_were_chosen_though_round_1_gives_other_numbers(
    tmp_path: Path,
) -> None:
    browsing = ready_by(tmp_path, "fide-dutch-2026", players=6, rounds=0)
    browsing.do({"command": "absent", "player": 1, "round": 1})
    browsing.do({"command": "absent", "player": 4, "round": 1})
    client, address = browsing.client(), f"/{browsing.slug}/draft"
    text = client.get(f"{address}?open=1").text
    assert "geen indelingsnummer tot hun eerste indeling" in plain(text)
    turned = re.search(r'href="([^"]*[?&;]swap=[^"]*)"', text)
    assert turned
    query = unescape(turned[1]).partition("?")[2].partition("#")[0]
    name = query.partition("swap=")[2].partition("&")[0]
    proposal = draft(browsing.book)
    assert isinstance(proposal, Draft)
    board = proposal.pairing.boards[0]
    opened = client.get(f"{address}?{query}&because-{name}=vast&sure-{name}=1").text
    form = fields_of(opened, f'method="post" action="{address}"')
    assert client.post(address, data={**form, "confirm": "yes"}).status_code == 303
    game = browsing.book.state.rounds[0].games[0]
    assert (game.white, game.black) == (board.black, board.white)
    assert "Naam A" in client.get(f"/{browsing.slug}/players").text


def test_a_hostile_name_or_reason_is_text_and_nothing_else(tmp_path: Path) -> None:
    browsing = ready(tmp_path)
    browsing.do({"command": "correct-person", "player": 2, "name": "<b>x</b>' onload=1"})
    query = "?swap=2-4&because-2-4=%3Cscript%3Ealert(1)%3C/script%3E%E2%80%AE&open=1"
    text = page(browsing, query)
    assert "<script>alert" not in text
    assert "<b>x</b>" not in text
    assert "\u202e" not in text


def test_while_games_are_open_the_next_round_is_foreseen_and_nothing_is_recorded(
    tmp_path: Path,
) -> None:
    browsing = demo(tmp_path)
    position = browsing.book.state.position
    first = browsing.client().get(f"/{browsing.slug}/draft").text
    assert f'href="/{browsing.slug}/draft?foresee=1#foreseen"' in first
    assert (
        f'href="/{browsing.slug}/draft?foresee=1"'
        in browsing.client().get(f"/{browsing.slug}/round").text
    )
    text = plain(page(browsing, "?foresee=1"))
    assert "Zo zou ronde 7 worden" in text
    assert "Voor het geval dat de 4 borden die nog bezig zijn remise worden" in text
    # One of the eight who play would have the bye; the sentence above the boards says it too.
    assert text.count("nog bezig") == 7 + 1
    assert browsing.book.state.position == position
    open_boards = browsing.book.state.rounds[-1].open_games
    browsing.do(
        *(
            {"command": "result", "round": 6, "board": board, "result": "1/2-1/2"}
            for board, _ in open_boards
        )
    )
    paired = draft(browsing.book)
    assert isinstance(paired, Draft)
    for board, pair in enumerate(paired.pairing.boards, 1):
        called = [browsing.book.name(player) for player in (pair.white, pair.black)]
        assert re.search(rf"\b{board} wit: {called[0]}( nog bezig)? zwart: {called[1]}", text)


def test_what_else_stands_in_the_way_of_a_draft_is_not_foreseen(tmp_path: Path) -> None:
    browsing = Browsing(tmp_path / "cup.ledger")
    browsing.do({"command": "init", "name": "Cup"})
    text = plain(page(browsing, "?foresee=1"))
    assert "er zijn minder dan twee spelers" in text
    assert "Zo zou" not in text
