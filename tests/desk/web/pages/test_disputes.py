"""Disputes in a browser: a protest, its inquiry, a ruling, an appeal."""

from __future__ import annotations

import html
import re
from pathlib import Path

import pytest

from desk.access.roles import Role
from tests.helpers.browsing import Browsing, demo, fields_of

PROTEST = {"round": "6", "player": "10", "text": "De uitslag was fout", "facts": "#69, 75"}


@pytest.fixture
def browsing(tmp_path: Path) -> Browsing:
    return demo(tmp_path)


def test_a_protest_is_lodged_by_form_and_its_inquiry_is_the_next_page(browsing: Browsing) -> None:
    client, slug = browsing.client(Role.COMMITTEE), browsing.slug
    assert "Er is geen protest." in client.get(f"/{slug}/disputes").text
    page = client.get(f"/{slug}/disputes/new").text
    answer = client.post(
        f"/{slug}/disputes/new", data={**fields_of(page, "disputes/new"), **PROTEST}
    )
    assert answer.status_code == 303
    assert answer.headers["location"].startswith(f"/{slug}/disputes/1?done=")
    protest = browsing.book.state.protests[1]
    assert (protest.player, protest.facts) == (10, (69, 75))
    stamp = browsing.book.recorded[-1].stamp
    assert stamp.actor == "committee-1"
    text = client.get(f"/{slug}/disputes/1").text
    for part in ("Onderzoek: ronde 6, bord 3", "De indeling volgt de regels", "op tijd")[:2]:
        assert part in text
    assert "De uitslag was fout" in client.get(f"/{slug}/disputes").text


def test_a_text_on_several_lines_is_recorded_as_one(browsing: Browsing) -> None:
    address = f"/{browsing.slug}/disputes/new"
    answer = browsing.send(address, {**PROTEST, "text": "De klok liep niet.\r\nWit zag het."})
    assert answer.status_code == 303
    assert browsing.book.state.protests[1].text == "De klok liep niet. Wit zag het."
    page = browsing.client(Role.CHIEF).get(f"/{browsing.slug}/do/ruling").text
    assert re.search(r'<textarea name="text"', page)
    fields = {"number": "1", "verdict": "rejected", "text": "Nee.\n\nHet was zo."}
    assert browsing.send(f"/{browsing.slug}/do/ruling", fields).status_code == 303
    assert browsing.book.state.protests[1].rulings[-1].text == "Nee. Het was zo."


def test_a_protest_has_its_decision_as_a_sheet_to_sign(browsing: Browsing) -> None:
    client, slug = browsing.client(Role.COMMITTEE), browsing.slug
    browsing.do({"command": "protest", "round": 6, "player": 10, "text": "De uitslag was fout"})
    (link,) = re.findall(
        r'href="([^"]*/print/decision[^"]*)"', client.get(f"/{slug}/disputes/1").text
    )
    sheet = client.get(html.unescape(link)).text
    assert "Beslissing op protest 1" in sheet
    assert "De uitslag was fout" in sheet
    assert browsing.client(None).get(f"/{slug}/print/decision?protest=1").status_code in (303, 403)


@pytest.mark.parametrize(
    "wrong",
    [
        {"facts": "the last one"},
        {"facts": "#999"},
        {"player": "nobody"},
        {"text": ""},
        {"round": "99"},
        {"deadline": "yesterday"},
    ],
)
def test_a_wrong_protest_records_nothing_and_keeps_what_was_typed(
    browsing: Browsing, wrong: dict[str, str]
) -> None:
    client, slug = browsing.client(), browsing.slug
    page = client.get(f"/{slug}/disputes/new").text
    data = {**fields_of(page, "disputes/new"), **PROTEST, "text": "kept as typed", **wrong}
    answer = client.post(f"/{slug}/disputes/new", data=data)
    assert answer.status_code in (409, 422)
    assert 'role="alert"' in answer.text
    assert wrong.get("text", "kept as typed") in answer.text
    assert not browsing.book.state.protests


def test_a_ruling_is_recorded_once_and_an_appeal_gives_its_reason(browsing: Browsing) -> None:
    browsing.do({"command": "protest", "round": 6, "player": 10, "text": "t"})
    client, slug = browsing.client(Role.COMMITTEE), browsing.slug
    form = fields_of(client.get(f"/{slug}/disputes/1").text, "disputes/1")
    first = client.get(f"/{slug}/disputes/1").text
    assert 'value="upheld" required>' in first, "a verdict is chosen, none stands there already"
    assert 'value="rejected" checked' not in first
    data = {**form, "verdict": "rejected", "text": "F6", "behalf": "committee", "facts": ""}
    for _ in range(2):
        assert client.post(f"/{slug}/disputes/1", data=data).status_code == 303
    (ruling,) = browsing.book.state.protests[1].rulings
    assert (ruling.verdict, ruling.text, ruling.behalf) == ("rejected", "F6", "committee")
    page = client.get(f"/{slug}/disputes/1").text
    assert "Namens de commissie van beroep" in page
    assert "Uitspraak in beroep" in page
    form = fields_of(page, "disputes/1")
    data = {**form, "verdict": "upheld", "text": "on appeal", "behalf": "committee"}
    refused = client.post(f"/{slug}/disputes/1", data=data)
    assert refused.status_code == 409
    assert "on appeal" in refused.text
    data = {**fields_of(refused.text, "disputes/1"), **data, "reason": "beroep"}
    data["once"] = fields_of(refused.text, "disputes/1")["once"]
    assert client.post(f"/{slug}/disputes/1", data=data).status_code == 303
    assert [r.verdict for r in browsing.book.state.protests[1].rulings] == ["rejected", "upheld"]


def test_every_round_has_an_inquiry_in_both_languages(browsing: Browsing) -> None:
    slug = browsing.slug
    for number in range(1, 7):
        dutch = browsing.client().get(f"/{slug}/round/{number}/audit")
        english = browsing.client(Role.COMMITTEE, "en").get(f"/{slug}/round/{number}/audit?board=1")
        assert dutch.status_code == english.status_code == 200
        assert f"Onderzoek: ronde {number}" in dutch.text
        assert f"Inquiry: round {number}, board 1" in english.text
    assert browsing.client().get(f"/{slug}/round/9/audit").status_code in (409, 422)
    assert browsing.client().get(f"/{slug}/disputes/7").status_code in (409, 422)


def test_the_code_of_an_inquiry_is_that_of_the_ledger(browsing: Browsing) -> None:
    text = browsing.client().get(f"/{browsing.slug}/round/6/audit").text
    link = text[text.index("/check?head=") :].partition('"')[0].replace("&amp;", "&")
    assert "zijn niet veranderd" in browsing.client(None).get(link).text


def test_helpers_players_and_spectators_see_no_dispute(browsing: Browsing) -> None:
    spectator, helper = browsing.client(None), browsing.client(Role.HELPER)
    for client in (spectator, helper, browsing.client(Role.PLAYER, player=1)):
        for path in ("disputes", "disputes/new", "round/6/audit"):
            assert client.get(f"/{browsing.slug}/{path}").status_code in (303, 403)


def test_a_departure_is_by_a_person_and_not_by_an_account(browsing: Browsing) -> None:
    browsing.send(
        f"/{browsing.slug}/round/6/board/1/correct",
        {"result": "1-0", "reason": "verkeerd gelezen", "seen": "79"},
    )
    text = browsing.client().get(f"/{browsing.slug}/disputes").text
    assert "verkeerd gelezen" in text
    assert "<td>chief-1</td>" not in text
