"""The log in a browser: filters, a fact, undo, two moments, each point."""

from __future__ import annotations

import html
import re
from pathlib import Path

import pytest

from desk.access.roles import Role
from tests.helpers.browsing import Browsing, demo


@pytest.fixture(scope="module")
def browsing(tmp_path_factory: pytest.TempPathFactory) -> Browsing:
    browsing = demo(Path(tmp_path_factory.mktemp("desk")))
    browsing.do(
        {
            "command": "correct-result",
            "round": 3,
            "board": 1,
            "result": "0-1",
            "reason": "verkeerd gelezen",
        }
    )
    browsing.do({"command": "undo"} | {"confirm": "yes"})
    browsing.do({"command": "result", "round": 6, "board": 4, "result": "1-0"})
    return browsing


def positions(browsing: Browsing, query: str = "", role: Role = Role.CHIEF) -> list[int]:
    """Return the facts that a page of the log shows, in order."""
    answer = browsing.client(role).get(f"/{browsing.slug}/log{query}")
    assert answer.status_code == 200, answer.headers
    return [
        int(n) for n in re.findall(r'<th scope="row" class="num"><a [^>]*>(\d+)</a>', answer.text)
    ]


def test_the_newest_fact_is_first_and_every_fact_is_there_once(browsing: Browsing) -> None:
    last = browsing.book.state.position
    assert positions(browsing) == list(range(last, 0, -1))


def test_the_days_of_the_log_are_said_in_full(browsing: Browsing) -> None:
    page = browsing.client().get(f"/{browsing.slug}/log").text
    assert re.findall(r'<th scope="rowgroup" colspan="4">([^<]*)', page) == [
        "vrijdag 20 november 2026"
    ]


def test_filters_stand_in_the_address_and_combine(browsing: Browsing) -> None:
    book = browsing.book
    results = positions(browsing, "?kind=results")
    assert {book.recorded[at - 1].fact.TOPIC for at in results} <= {
        "result-recorded",
        "game-forfeited",
        "game-adjourned",
    }
    of_round = positions(browsing, "?kind=results&round=3")
    assert set(of_round) == {
        at for at in results if getattr(book.recorded[at - 1].fact, "round", 0) == 3
    }
    of_player = positions(browsing, "?kind=results&player=4")
    games = [book.recorded[at - 1].fact for at in of_player]
    assert games
    assert all(4 in (getattr(g, "white", 0), getattr(g, "black", 0)) for g in games)
    assert positions(browsing, "?since=60&until=62") == [62, 61, 60]
    assert positions(browsing, "?actor=nobody") == []
    assert positions(browsing, "?actor=arbiter") == positions(browsing)


def test_what_was_taken_back_is_marked_and_found_with_its_undo(browsing: Browsing) -> None:
    last = browsing.book.state.position
    text = browsing.client().get(f"/{browsing.slug}/log").text
    assert f"teruggenomen, #{last - 1}" in text
    assert positions(browsing, "?kind=undone") == [last - 1]
    assert last - 1 in positions(browsing, "?player=1&round=3")


def test_one_fact_shows_its_fields_and_the_facts_that_belong_to_it(browsing: Browsing) -> None:
    last = browsing.book.state.position
    text = html.unescape(browsing.client().get(f"/{browsing.slug}/log?at={last - 2}").text)
    assert "verkeerd gelezen" in text
    assert f"/{browsing.slug}/standing?as-of={last - 2}" in text
    assert "teruggenomen door" in text


def test_the_last_command_can_be_undone_or_says_why_not(tmp_path: Path) -> None:
    browsing = demo(tmp_path)
    text = browsing.client().get(f"/{browsing.slug}/log").text
    assert f'action="/{browsing.slug}/undo"' in text
    assert f'name="undo" value="{browsing.book.state.position}"' in text
    open_ = [at for at, g in enumerate(browsing.book.state.rounds[5].games, 1) if g.open]
    browsing.do(*({"command": "result", "round": 6, "board": at, "result": "1-0"} for at in open_))
    browsing.do({"command": "publish"})
    text = browsing.client().get(f"/{browsing.slug}/log").text
    assert "Kan niet ongedaan worden gemaakt:" in text
    assert f'action="/{browsing.slug}/undo"' not in text
    assert (
        f'action="/{browsing.slug}/undo"'
        not in browsing.client(Role.COMMITTEE).get(f"/{browsing.slug}/log").text
    )


def test_two_moments_and_each_point_of_a_player_are_shown(browsing: Browsing) -> None:
    client = browsing.client(Role.HELPER)
    diff = client.get(f"/{browsing.slug}/log?from=60&to=75").text
    assert "#60 naast #75" in diff
    blame = client.get(f"/{browsing.slug}/log?blame=4").text
    assert "Zandberg, F.: elk punt na ronde 5" in html.unescape(blame)


@pytest.mark.parametrize(
    "query",
    [
        "?since=nonsense",
        "?until=9999999",
        "?from=0&to=x",
        "?at=9999",
        "?page=99",
        "?page=-1",
        "?player=99",
        "?round=x",
        "?kind=<script>",
        "?blame=99",
        "?after=99&blame=4",
        "?from=published:9",
    ],
)
def test_nonsense_in_the_address_is_said_or_left_out(browsing: Browsing, query: str) -> None:
    answer = browsing.client().get(f"/{browsing.slug}/log{query}")
    assert answer.status_code in (200, 409, 422)
    assert "<script>" not in answer.text.replace("<script src", "")


def test_players_and_spectators_read_no_log(browsing: Browsing) -> None:
    assert "/login" in browsing.client(None).get(f"/{browsing.slug}/log").headers["location"]
    player = browsing.client(Role.PLAYER, player=3)
    assert player.get(f"/{browsing.slug}/log").status_code == 403


def test_accounts_stand_in_the_log_by_role_and_number_and_are_chosen_by_them(
    tmp_path: Path,
) -> None:
    browsing = demo(tmp_path)
    address = f"/{browsing.slug}/log"
    browsing.send(f"/{browsing.slug}/check-in/3", {"state": "present"}, Role.HELPER)
    text = browsing.client(Role.COMMITTEE).get(address).text
    assert '<td class="nowrap muted">helper 1</td>' in text
    assert '<option value="helper-1">helper 1</option>' in text
    assert "helper-1</td>" not in text
    english = browsing.client(Role.CHIEF, "en").get(f"{address}?actor=helper-1").text
    assert english.count('<td class="nowrap muted">helper 1</td>') == 1
