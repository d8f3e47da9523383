"""Check-in in a browser: search, the question at a name, every answer, and taking it back."""

from __future__ import annotations

import re
from datetime import timedelta
from html import escape
from pathlib import Path

import pytest

from desk.access.roles import Role
from desk.writing import carry_out
from tests.helpers.browsing import Browsing, fields_of
from tests.helpers.round_page import three_boards

NAMES = ("Berg, J. van den", "Haan, M. de", "Özkan, D.", "Smit, V.")


@pytest.fixture
def browsing(tmp_path: Path) -> Browsing:
    """Return the desk on a tournament whose first round is to come."""
    fresh = Browsing(tmp_path / "hall.ledger")
    fresh.do(
        {"command": "init", "name": "Najaar", "rounds": 5, "set": {"bye.half_point_allowed": True}},
        *({"command": "enter", "name": name, "club": "De Loper"} for name in NAMES),
        {"command": "lots", "by": "entry"},
    )
    return fresh


def page(browsing: Browsing, rest: str = "", role: Role = Role.HELPER) -> str:
    answer = browsing.client(role).get(f"/{browsing.slug}/check-in{rest}")
    assert answer.status_code == 200
    return answer.text


def answered(browsing: Browsing, player: int, state: str, **more: str) -> str:
    """Answer the question about a player as a helper, and return the page after it."""
    client, address = browsing.client(Role.HELPER), f"/{browsing.slug}/check-in/{player}"
    form = fields_of(client.get(address).text, f'check-in/{player}"')
    answer = client.post(address, data={**form, "state": state, **more})
    assert answer.status_code == 303, answer.text
    return client.get(answer.headers["location"]).text


def people(text: str) -> list[str]:
    return [re.sub("<[^>]*>", "", name) for name in re.findall(r'"nm">(.*?)<small>', text)]


def test_the_list_is_by_surname_and_tells_how_many_are_missing(browsing: Browsing) -> None:
    text = page(browsing)
    assert people(text) == list(NAMES)
    assert re.search(r"nog <b>4</b> van 4", text)


@pytest.mark.parametrize(
    ("typed", "matches"),
    [
        ("haa", ["Haan, M. de"]),
        ("ozk", ["Özkan, D."]),
        ("3", ["Özkan, D."]),
        ("zzz", []),
        ("loper", list(NAMES)),
    ],
)
def test_search_works_by_its_address_alone_for_name_club_and_number(
    browsing: Browsing, typed: str, matches: list[str]
) -> None:
    assert people(page(browsing, f"?q={typed}")) == matches


def test_what_is_searched_for_is_marked_in_the_name(browsing: Browsing) -> None:
    assert "<mark>Haa</mark>n, M. de" in page(browsing, "?q=haa")
    assert "&lt;b&gt;" in page(browsing, "?q=%3Cb%3E")


def test_the_question_has_an_address_of_its_own_over_the_list(browsing: Browsing) -> None:
    text = page(browsing, "/2")
    assert 'role="dialog"' in text
    assert re.search(r'id="dialog-title">Haan, M\. de<', text)
    assert "inert" in text
    assert f'href="/{browsing.slug}/check-in"' in text
    for address in (f"/{browsing.slug}/check-in/99", f"/{browsing.slug}/check-in/2?step=odd"):
        assert browsing.client(Role.HELPER).get(address).status_code == 200


def test_a_tap_and_a_yes_checks_a_player_in_and_leads_back_to_the_list(browsing: Browsing) -> None:
    text = answered(browsing, 2, "present", q="haa")
    assert re.search(r"nog <b>3</b> van 4", text)
    assert 'class="person in"' in text
    assert 'id="done"' in text
    assert "autofocus" in text
    assert people(page(browsing, "?show=missing")) == [NAMES[0], *NAMES[2:]]
    assert people(page(browsing, "?show=in")) == [NAMES[1]]


def test_every_answer_can_be_taken_back_on_the_spot(browsing: Browsing) -> None:
    for player, state in enumerate(("present", "half", "absent", "withdrawn"), 1):
        text = answered(browsing, player, state)
        back = re.search(r'name="state" value="([a-z-]+)">.*?Ongedaan maken', text, re.DOTALL)
        assert back is not None, state
        # Somebody else records something in between.
        browsing.do({"command": "plan", "rounds": 5 + player})
        answered(browsing, player, back[1])
        assert people(page(browsing, "?show=missing")) == list(NAMES), state


def test_somebody_who_comes_later_is_in_with_what_was_said(browsing: Browsing) -> None:
    assert 'name="reason"' in page(browsing, "/3?step=late")
    text = answered(browsing, 3, "late", reason="komt 13.20")
    assert re.search(r'class="st">komt later<br>komt 13\.20<', text)
    assert re.search(r"nog <b>3</b> van 4", text)
    assert people(page(browsing, "?show=in")) == [NAMES[2]]
    question = page(browsing, "/3")
    assert "Komt later<" in question
    assert 'value="half"' not in question
    there = answered(browsing, 3, "present")
    assert "komt later" not in there
    assert 'class="person in"' in there


def test_a_check_in_has_a_closing_time_and_tells_who_came_after_it(browsing: Browsing) -> None:
    book = browsing.do({"command": "details", "time_zone": "UTC"})
    closing = book.recorded_at(book.state.position) + timedelta(minutes=30)
    time = f"{closing:%H:%M}"
    browsing.do(
        {
            "command": "schedule",
            "round": 1,
            "date": closing.date(),
            "time": "23:59",
            "check_in_until": time,
        }
    )
    assert f"begint 23:59, inchecken tot {time}" in answered(browsing, 1, "present")
    while browsing.runtime.now() <= closing:
        pass
    text = answered(browsing, 2, "present")
    assert f"<b>inchecken gesloten om {time}</b>" in text
    late = 'Haan, M. de<small>nr 2 · De Loper</small></span><span class="st">aanwezig, te laat<br>'
    assert late in text
    assert text.count("te laat") == 1
    assert people(page(browsing, "?show=in")) == list(NAMES[:2])


def test_publishing_asks_about_players_who_are_not_checked_in(browsing: Browsing) -> None:
    answered(browsing, 1, "present")
    client, address = browsing.client(Role.CHIEF), f"/{browsing.slug}/draft"
    form = fields_of(client.get(address).text, "draft")
    warning = client.post(address, data=form)
    assert warning.status_code == 409
    assert "3 spelers die niet zijn ingecheckt voor ronde 1 worden ingedeeld" in warning.text
    assert not browsing.book.state.rounds
    answer = client.post(address, data={**fields_of(warning.text, "draft"), "confirm": "yes"})
    assert answer.status_code == 303
    assert len(browsing.book.state.rounds) == 1


def test_an_absent_player_who_comes_after_all_is_in(browsing: Browsing) -> None:
    answered(browsing, 4, "absent")
    assert people(page(browsing, "?show=out")) == [NAMES[3]]
    answered(browsing, 4, "present")
    assert people(page(browsing, "?show=in")) == [NAMES[3]]


def test_who_is_not_in_is_absent_after_a_question_that_names_them(browsing: Browsing) -> None:
    answered(browsing, 1, "present")
    client, address = browsing.client(Role.HELPER), f"/{browsing.slug}/check-in/missing"
    text = client.get(address).text
    assert text.count('name="absent.') == 3
    form = fields_of(text, "check-in/missing")
    # One of them comes in meanwhile, and one is left out by hand.
    browsing.do({"command": "check-in", "player": 2})
    answer = client.post(address, data={**form, "absent.2": "yes", "absent.3": "yes"})
    assert answer.status_code == 303
    assert people(page(browsing, "?show=out")) == [NAMES[2]]
    assert people(page(browsing, "?show=missing")) == [NAMES[3]]
    assert client.post(address, data=form).status_code == 200


def test_the_list_goes_across_the_tournaments_of_the_file(browsing: Browsing) -> None:
    from desk.commands.commands import command_of
    from desk.desk import Desk

    youth = [{"command": "init", "name": "Jeugd"}, {"command": "enter", "name": "Cuypers, Z."}]
    desk = Desk(browsing.path, browsing.runtime)
    carry_out(desk, [(None, command_of(each)) for each in youth])  # type: ignore[misc]
    text = page(browsing)
    assert people(text) == [NAMES[0], "Cuypers, Z.", *NAMES[1:]]
    assert 'href="/najaar/check-in/2"' in text
    assert 'href="/jeugd/check-in/1"' in text
    assert people(page(browsing, "?of=jeugd")) == ["Cuypers, Z."]


def test_a_refusal_stays_at_the_question_with_its_next_step(browsing: Browsing) -> None:
    client, address = browsing.client(Role.HELPER), f"/{browsing.slug}/check-in/2"
    form = fields_of(client.get(address).text, 'check-in/2"')
    browsing.do({"command": "check-in", "player": 2})
    answer = client.post(address, data={**form, "state": "present"})
    assert answer.status_code == 409
    assert 'role="dialog"' in answer.text
    assert "toernooi inchecken" not in answer.text


def test_a_half_point_bye_is_offered_only_where_the_rules_would_give_it(
    browsing: Browsing, tmp_path: Path
) -> None:
    question = browsing.client().get(f"/{browsing.slug}/check-in/2").text
    assert 'value="half"' in question
    other = three_boards(tmp_path)
    question = other.client().get(f"/{other.slug}/check-in/2").text
    assert 'value="absent"' in question
    assert 'value="half"' not in question


def test_who_is_not_found_at_the_check_in_can_be_entered_by_that_name(browsing: Browsing) -> None:
    client = browsing.client()
    page = client.get(f"/{browsing.slug}/check-in", params={"q": "Laat, L."}).text
    address = f"/{browsing.slug}/players/enter?name=Laat%2C+L.&then=check-in"
    assert f'href="{escape(address)}">Laat, L. nog inschrijven' in page
    assert 'name="name" value="Laat, L."' in client.get(address).text
    helper = browsing.client(Role.HELPER).get(
        f"/{browsing.slug}/check-in", params={"q": "Laat, L."}
    )
    assert "nog inschrijven" not in helper.text
    form = fields_of(client.get(address).text, "card stack")
    refused = client.post(address, data={**form, "name": "", "then": "check-in"}).text
    assert 'name="then" value="check-in"' in refused
    entered = client.post(
        address, data={**form, "name": "Laat, L.", "then": "check-in"}, follow_redirects=False
    )
    assert entered.headers["location"].startswith(f"/{browsing.slug}/check-in?done=")


def test_a_tournament_that_is_over_has_nobody_to_check_in(browsing: Browsing) -> None:
    fresh = Browsing(browsing.path.with_name("over.ledger"))
    fresh.do({"command": "init", "name": "Leeg"})
    assert "nog geen spelers" in page(fresh)


def test_a_helper_of_one_tournament_does_not_see_who_plays_in_another(browsing: Browsing) -> None:
    from desk.commands.commands import command_of
    from desk.desk import Desk

    own = browsing.tournament
    youth = [{"command": "init", "name": "Jeugd"}, {"command": "enter", "name": "Cuypers, Z."}]
    desk = Desk(browsing.path, browsing.runtime)
    carry_out(desk, [(None, command_of(each)) for each in youth])  # type: ignore[misc]
    chief, helper = (browsing.client(Role.CHIEF), browsing.client(Role.HELPER, tournament=own))
    for _ in range(2):
        assert "Cuypers" in chief.get("/najaar/check-in").text
        assert "Cuypers" not in helper.get("/najaar/check-in").text
    carry_out(desk, [(None, command_of({"command": "check-in", "player": 1}))], "Jeugd")  # type: ignore[list-item]
    assert re.search("nog <b>4</b> van 5", chief.get("/najaar/check-in").text)
