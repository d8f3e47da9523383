"""The club evening in a browser: who comes, and the overviews of the season."""

from __future__ import annotations

from pathlib import Path

import pytest

from desk.access.roles import Role
from desk.answers.season import OVERVIEWS
from tests.helpers.browsing import Browsing, fields_of
from tests.helpers.season_played import played_season
from tests.helpers.terminal import made_once


@pytest.fixture
def browsing(tmp_path: Path) -> Browsing:
    made_once(played_season, tmp_path)
    return Browsing(tmp_path / "season.ledger")


def test_what_is_recorded_of_a_member_stands_on_the_evening(browsing: Browsing) -> None:
    number = browsing.book.state.next_round
    client = browsing.client(Role.HELPER)
    address = f"/{browsing.slug}/evening?round={number}"
    form = {**fields_of(client.get(address).text, "/evening"), "player": "5"}
    assert client.post(f"/{browsing.slug}/evening", data={**form, "kind": "notice"}).is_redirect
    page = client.get(f"{address}&show=notice").text
    assert page.count('<th scope="row"') == 1
    assert 5 in {
        entrant.player for entrant in browsing.book.state.players.values() if number in entrant.away
    }


def test_an_evening_to_come_is_refused_with_the_next_one(browsing: Browsing) -> None:
    later = browsing.book.state.next_round + 1
    answer = browsing.client().get(f"/{browsing.slug}/evening?round={later}")
    assert answer.status_code == 409
    assert f"ronde {later} komt later" in answer.text
    never = browsing.client().get(f"/{browsing.slug}/evening?round=99")
    assert never.status_code == 409
    assert "ronden gepland, geen 99" in never.text


@pytest.mark.parametrize("which", OVERVIEWS)
def test_everybody_reads_every_overview_in_both_languages(browsing: Browsing, which: str) -> None:
    for language in ("nl", "en"):
        answer = browsing.client(None, language).get(f"/{browsing.slug}/overview/{which}")
        assert answer.status_code == 200
        assert "Aalders" in answer.text


def test_an_overview_that_there_is_not_is_refused(browsing: Browsing) -> None:
    answer = browsing.client(None).get(f"/{browsing.slug}/overview/nothing")
    assert answer.status_code == 409
    assert "Dat overzicht is er niet." in answer.text
