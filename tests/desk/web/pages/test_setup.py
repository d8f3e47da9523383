"""A new tournament in a browser, and the way from one form to the next."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from desk.access.roles import Role
from desk.commands.commands import COMMANDS, SPECS
from desk.web.contents import ROUTES
from desk.web.pages.form import ASKED_FIRST
from tests.helpers.browsing import Browsing, demo, fields_of


@pytest.fixture
def browsing(tmp_path: Path) -> Browsing:
    return demo(tmp_path)


@pytest.mark.parametrize("language", ["nl", "en"])
def test_a_tournament_is_opened_with_its_rulebook_rounds_and_place(
    tmp_path: Path, language: str
) -> None:
    fresh = Browsing(tmp_path / "new.ledger")
    client = fresh.client(language=language)
    text = client.get("/new").text
    offered = re.findall(r'name="rules" value="([^"]+)"', text)
    assert offered[0] == "knsb-wp-2014"
    assert "vega-2016" not in offered
    answer = client.post(
        "/new",
        data={
            **fields_of(text, "/new"),
            "name": "De Toren, najaar",
            "rules": "fide-dutch-2026",
            "rounds": "7",
            "city": "Utrecht",
            "begins": "2026-11-28",
            "set": "bye.points=0.5",
        },
    )
    assert answer.status_code == 303
    assert answer.headers["location"].startswith("/de-toren-najaar/players")
    state = fresh.book.state
    assert (state.name, state.rounds_planned) == ("De Toren, najaar", 7)
    assert fresh.book.rules.family == "fide-dutch-2026"


def test_the_form_says_that_the_ledger_has_a_tournament_already(tmp_path: Path) -> None:
    fresh = Browsing(tmp_path / "new.ledger")
    client = fresh.client(language="en")
    said = "The ledger has a tournament already: Open &lt;A&gt;."
    assert said not in client.get("/new").text
    fresh.do({"command": "init", "name": "Open <A>"})
    assert said in client.get("/new").text


def test_all_errors_of_a_new_tournament_are_shown_and_what_was_typed_is_kept(
    browsing: Browsing,
) -> None:
    answer = browsing.send(
        "/new",
        data={
            "name": "",
            "rounds": "0",
            "city": "Utrecht",
            "rules": "mwkeizer",
            "time-zone": "Nowhere",
        },
    )
    assert answer.status_code == 422
    for name in ("name", "rounds", "time-zone"):
        assert re.search(rf'name="{name}"[^>]*aria-invalid="true"', answer.text), name
    assert 'value="Utrecht"' in answer.text
    assert 'value="mwkeizer" checked' in answer.text


def test_a_name_that_is_taken_is_refused_with_a_way_on(browsing: Browsing) -> None:
    data = {"name": "Club Open", "rules": "knsb-wp-2014"}
    answer = browsing.send("/new", data=data)
    assert answer.status_code == 409
    assert 'value="Club Open"' in answer.text


def test_the_same_form_sent_twice_records_once(browsing: Browsing) -> None:
    client, address = browsing.client(), f"/{browsing.slug}/do/plan"
    form = {**fields_of(client.get(address).text, "/do/plan"), "rounds": "9"}
    before = browsing.book.state.position
    for _ in range(2):
        assert client.post(address, data=form).status_code == 303
    assert browsing.book.state.position == before + 1


def test_a_command_that_is_none_or_not_for_a_role_is_refused(browsing: Browsing) -> None:
    client, t = browsing.client(), browsing.slug
    for command in ("nonsense", "init", "import"):
        assert client.get(f"/{t}/do/{command}").status_code == 404
        answer = browsing.send(f"/{t}/do/{command}")
        assert answer.status_code == 404


def test_every_command_leads_to_a_page_that_exists() -> None:
    routes = {each.name for each in ROUTES}
    assert {spec.next_page for spec in SPECS.values()} <= routes
    assert set(ASKED_FIRST) <= set(COMMANDS)


def test_a_form_about_a_player_leads_to_the_others_that_fit(browsing: Browsing) -> None:
    client, t = browsing.client(), browsing.slug
    browsing.do({"command": "withdraw", "player": 5})
    here = client.get(f"/{t}/do/correct-person?player=4").text
    gone = client.get(f"/{t}/do/correct-person?player=5").text
    assert "/do/withdraw?player=4" in here
    assert "/do/return?player=4" not in here
    assert "/do/return?player=5" in gone
    assert "/do/withdraw?player=5" not in gone


def test_a_warning_is_answered_and_the_command_goes_on(browsing: Browsing) -> None:
    client, address = browsing.client(), f"/{browsing.slug}/do/undo"
    browsing.do({"command": "plan", "rounds": 9})
    form = fields_of(client.get(address).text, "/do/undo")
    answer = client.post(address, data={**form, "reason": "mistake"})
    if answer.status_code == 409:
        again = fields_of(answer.text, "/do/undo")
        answer = client.post(address, data={**again, "confirm": "yes"})
    assert answer.status_code == 303
    assert browsing.book.state.rounds_planned != 9


def test_what_is_in_force_stands_below_the_form_that_changes_it(tmp_path: Path) -> None:
    fresh = Browsing(tmp_path / "fide.ledger")
    fresh.do(
        {"command": "init", "name": "Open", "rules": "fide-dutch-2026"},
        *({"command": "enter", "name": name, "rating": 1900} for name in ("Aa", "Bb", "Cc")),
        {"command": "lots", "by": "rating"},
    )
    client, address = fresh.client(), f"/{fresh.slug}/do/prohibit"
    form = fields_of(client.get(address).text, "/do/prohibit")
    answer = client.post(address, data={**form, "players.1": "yes", "players.3": "yes"})
    assert answer.status_code == 303, answer.text
    text = client.get(address).text
    assert "Aa" in text[text.index("</form>") :]


def test_another_system_pairs_when_what_is_at_stake_is_typed_in_a_second_step(
    tmp_path: Path,
) -> None:
    browsing = demo(tmp_path)
    client, address = browsing.client(), f"/{browsing.slug}/do/rules-change"
    number = browsing.book.state.next_round
    fields = {
        **fields_of(client.get(address).text, "/do/rules-change"),
        "rulebook": "knsb-rating-2014",
        "reason": "besluit van de vereniging",
    }
    question = client.post(address, data=fields)
    assert question.status_code == 409
    assert "Niveau 4 van 5" in question.text
    assert "confirm" not in fields_of(question.text, address)
    second = client.post(address, data={**fields_of(question.text, address), "second": "1"})
    assert second.status_code == 409
    assert "Vanaf de volgende ronde deelt het nieuwe systeem in" in second.text
    assert 'name="confirm" value="" ' in second.text
    again = fields_of(second.text, address)
    assert client.post(address, data={**again, "confirm": "99"}).status_code == 409
    assert len(browsing.book.state.rules) == 1
    assert client.post(address, data={**again, "confirm": str(number)}).is_redirect
    assert len(browsing.book.state.rules) == 2


def test_a_rating_correction_shows_what_it_touches_before_it_is_recorded(
    browsing: Browsing,
) -> None:
    client, address = browsing.client(), f"/{browsing.slug}/do/correct-rating"
    before = browsing.book
    question = client.get(f"{address}?player=3").text
    assert "Toon wat dit raakt" in question
    assert 'method="post" action="/' not in question.split("<main")[1]
    shown = client.get(f"{address}?player=3&rating=2345").text
    assert "Wat dit raakt" in shown
    assert "Correctie vastleggen" in shown
    assert browsing.book.state.position == before.state.position
    form = fields_of(shown.split("Toon wat dit raakt")[1], "correct-rating")
    assert (form["player"], form["rating"]) == ("3", "2345")
    refused = client.post(address, data={**form, "reason": ""})
    assert refused.status_code == 422
    assert "Wat dit raakt" in refused.text
    assert client.post(address, data={**form, "reason": "list of 1 May"}).status_code == 303
    player = before.find_player(3).player  # type: ignore[union-attr]
    assert browsing.book.state.players[player].rating == 2345


def test_a_rating_that_cannot_be_or_is_recorded_already_is_refused_at_once(
    browsing: Browsing,
) -> None:
    client, address = browsing.client(), f"/{browsing.slug}/do/correct-rating"
    rating = browsing.book.find_player(3).rating  # type: ignore[union-attr]
    for typed in ("veel", "9999", str(rating)):
        text = client.get(f"{address}?player=3&rating={typed}").text
        assert 'role="alert"' in text, typed
        assert "Correctie vastleggen" not in text


def _played(tmp_path: Path) -> Browsing:
    browsing = Browsing(tmp_path / "played.ledger")
    browsing.do(
        {"command": "init", "name": "Open", "rounds": 1},
        *({"command": "enter", "name": f"Player {n}"} for n in "AB"),
        {"command": "lots", "by": "entry"},
        {"command": "publish"},
        {"command": "result", "round": 1, "board": 1, "result": "1-0"},
    )
    return browsing


def test_the_end_is_asked_in_two_steps_and_taken_back_from_the_page_of_undo(
    tmp_path: Path,
) -> None:
    browsing = _played(tmp_path)
    client, address = browsing.client(), f"/{browsing.slug}/do/finish"
    fields = fields_of(client.get(address).text, "/do/finish")
    question = client.post(address, data=fields)
    assert question.status_code == 409
    assert "Niveau 4 van 5" in question.text
    second = client.post(address, data={**fields_of(question.text, address), "second": "1"})
    assert "Het einde kan worden teruggenomen" in second.text
    assert not browsing.book.state.closed
    again = fields_of(second.text, address)
    assert client.post(address, data={**again, "confirm": "1"}).is_redirect
    assert browsing.book.state.closed
    undoes = f"/{browsing.slug}/do/undo"
    page = client.get(undoes).text
    assert "toernooi beëindigd" in page
    assert client.post(undoes, data=fields_of(page, "/do/undo")).is_redirect
    assert not browsing.book.state.closed


def test_the_page_of_undo_says_that_a_report_keeps_the_end_and_another_form_takes_it_back(
    tmp_path: Path,
) -> None:
    browsing = _played(tmp_path)
    browsing.do({"command": "finish", "confirm": "1"})
    client = browsing.client()
    files = client.get(f"/{browsing.slug}/files").text
    assert f'method="post" action="/{browsing.slug}/export/fide"' in files
    for _ in range(2):
        report = browsing.send(f"/{browsing.slug}/export/fide")
        assert report.headers["content-disposition"].endswith("open-fide.trf")
    assert len(browsing.book.state.reports) == 1
    undoes = client.get(f"/{browsing.slug}/do/undo").text
    assert "er is een rapport van het einde gemaakt" in undoes
    assert "Dit wordt teruggenomen" not in undoes
    assert "toernooi beëindigd" not in undoes.split("<main")[1].split('class="card')[0]
    more = client.get(f"/{browsing.slug}/more").text
    assert "/do/reopen" in more
    assert "/do/finish" not in more
    address = f"/{browsing.slug}/do/reopen"
    fields = fields_of(client.get(address).text, "/do/reopen")
    assert client.post(address, data=fields).status_code == 422
    assert client.post(address, data={**fields, "reason": "verwisseld"}).is_redirect
    assert not browsing.book.state.closed


def test_a_report_is_recorded_for_arbiters_alone(tmp_path: Path) -> None:
    browsing = _played(tmp_path)
    address = f"/{browsing.slug}/export/federation"
    assert browsing.send(address, role=Role.COMMITTEE).status_code in (403, 404)
    assert browsing.client(Role.COMMITTEE).get(address).status_code == 200
    assert browsing.send(f"/{browsing.slug}/export/trf26").status_code == 404
    assert browsing.book.state.reports == []
