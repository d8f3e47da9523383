"""A form from an old page: what others recorded since, numbers that changed, typed text kept."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.helpers.browsing import Browsing, demo, fields_of


@pytest.fixture
def browsing(tmp_path: Path) -> Browsing:
    return demo(tmp_path)


def test_a_refused_form_says_what_others_recorded_since(browsing: Browsing) -> None:
    client, address = browsing.client(), f"/{browsing.slug}/do/withdraw"
    form = fields_of(client.get(f"{address}?player=4").text, "/do/withdraw")
    browsing.do({"command": "withdraw", "player": 4})
    answer = client.post(address, data={**form, "reason": "ill"})
    assert answer.status_code == 409
    assert "Sinds u deze pagina opende" in answer.text
    assert f"#{browsing.book.state.position}" in answer.text
    assert 'value="ill"' in answer.text


def test_a_form_that_is_fresh_has_no_news(browsing: Browsing) -> None:
    client, address = browsing.client(), f"/{browsing.slug}/do/return"
    form = fields_of(client.get(f"{address}?player=4").text, "/do/return")
    answer = client.post(address, data=form)
    assert answer.status_code == 409
    assert "Sinds u deze pagina" not in answer.text


def test_numbers_given_anew_stop_a_form_that_was_made_before(tmp_path: Path) -> None:
    browsing = Browsing(tmp_path / "new.ledger")
    browsing.do(
        {"command": "init", "name": "Open"},
        {"command": "enter", "name": "Aa"},
        {"command": "enter", "name": "Bb"},
    )
    client, address = browsing.client(), f"/{browsing.slug}/do/withdraw"
    form = fields_of(client.get(f"{address}?player=1").text, "/do/withdraw")
    browsing.do({"command": "lots", "by": "file", "order": [2, 1]})
    before = browsing.book.state.position
    answer = client.post(address, data=form)
    assert answer.status_code == 409
    assert "een ander nummer" in answer.text
    assert browsing.book.state.position == before


def test_the_fact_of_a_form_stands_on_the_page_after_it(browsing: Browsing) -> None:
    client, address = browsing.client(), f"/{browsing.slug}/do/withdraw"
    form = fields_of(client.get(f"{address}?player=4").text, "/do/withdraw")
    then = client.post(address, data=form).headers["location"]
    assert then.endswith(f"done={browsing.book.state.position}")
    assert f"#{browsing.book.state.position} · " in client.get(then).text
    for odd in ("0", "999999", "x", "1"):
        assert client.get(f"/{browsing.slug}/players?done={odd}").status_code == 200


def test_the_form_of_undo_names_what_it_takes_back(browsing: Browsing) -> None:
    book = browsing.do({"command": "withdraw", "player": 4})
    text = browsing.client().get(f"/{browsing.slug}/do/undo").text
    assert "Dit wordt teruggenomen" in text
    assert f"#{book.state.position} · " in text
    assert f"#{book.state.position - 1} · " not in text
    browsing.do({"command": "withdraw", "player": 5})
    earlier = browsing.client().get(f"/{browsing.slug}/do/undo?fact={book.state.position}").text
    assert "Dit wordt teruggenomen" not in earlier
    after = book.state.position + 1
    assert f"na #{book.state.position} is nog vastgelegd: #{after} " in earlier
