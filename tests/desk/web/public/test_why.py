"""Why, for the desk and for players and spectators: the answer first, then the clauses."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from desk.access.roles import Role
from tests.helpers.browsing import Browsing, demo
from tests.helpers.drafts import RULES, plain, ready_by


@pytest.fixture(scope="module")
def browsing(tmp_path_factory: pytest.TempPathFactory) -> Browsing:
    return demo(Path(tmp_path_factory.mktemp("why")))


def get(browsing: Browsing, path: str, role: Role | None = None, **of: Any) -> str:
    answer = browsing.client(role, **of).get(f"/{browsing.slug}/{path}")
    assert answer.status_code == 200, answer.text
    return answer.text


def test_a_player_reads_it_in_their_own_words_on_their_phone(browsing: Browsing) -> None:
    key = browsing.book.state.by_label(3)
    text = get(browsing, "round/6/board/1/why", Role.PLAYER, player=key)
    said = plain(text)
    assert "Waarom speel ik tegen Veldhuis?" in said
    assert "Veldhuis schoof door uit de groep met 4½." in said
    assert "de laagst geklasseerde die nog kan: dat ben jij." in said
    assert "3 Oudekerk, B. (jij)" in said
    assert "Veldhuis, M. (jij)" not in said
    assert 'class="phone"' in text


def test_the_phone_of_a_board_reads_it_without_a_card_of_anybody(browsing: Browsing) -> None:
    text = get(browsing, "round/6/board/1/why", Role.PLAYER, board=1)
    assert "Waarom speelt Oudekerk tegen Veldhuis?" in plain(text)
    assert "player/None" not in text


def test_a_spectator_reads_who_meets_whom_with_a_link_at_each_clause(browsing: Browsing) -> None:
    text = get(browsing, "round/6/board/1/why")
    assert "Waarom speelt Oudekerk tegen Veldhuis?" in plain(text)
    assert '<a class="cl" href="/club-open/rules?round=6#C5">C5</a>' in text
    assert '<a class="cl" href="/club-open/rules?round=6#E1">E1</a>' in text
    english = browsing.client(None, "en").get("/club-open/round/6/board/1/why").text
    assert "Why does Oudekerk play Veldhuis?" in plain(english)


def test_why_not_another_is_answered_below(browsing: Browsing) -> None:
    said = plain(get(browsing, "round/6/board/1/why?second=5"))
    assert "Kuipers: Als 3 Oudekerk, B. tegen 5 Kuipers, T. speelde" in said
    both = plain(get(browsing, "round/6/why-not?first=3&second=1"))
    assert "Waarom spelen deze twee niet tegen elkaar?" in both
    assert "3 Oudekerk, B. en 1 Veldhuis, M. spelen volgens de regels tegen elkaar" in both


def test_a_choice_of_nobody_or_of_oneself_is_no_answer_and_no_fault(browsing: Browsing) -> None:
    for query in (
        "?second=",
        "?second=99",
        "?second=x",
        "?first=3&second=3",
        "?first=9999999999&second=1",
    ):
        get(browsing, f"round/6/why-not{query}")
        get(browsing, f"round/6/board/1/why{query}")


def test_the_bye_of_a_player_is_explained_and_a_player_leads_to_their_board(
    browsing: Browsing,
) -> None:
    assert "Waarom is Wagenaar vrij?" in plain(get(browsing, "round/6/player/12/why"))
    key = browsing.book.state.by_label(12)
    mine = get(browsing, "round/6/player/12/why", Role.PLAYER, player=key)
    assert "Waarom ben ik vrij?" in plain(mine)
    assert "Waarom speelt Oudekerk tegen Veldhuis?" in plain(get(browsing, "round/6/player/3/why"))


def test_a_board_or_player_that_is_not_there_is_refused(browsing: Browsing) -> None:
    client = browsing.client(None)
    for path in (
        "round/6/board/99/why",
        "round/6/player/99/why",
        "round/99/board/1/why",
        "round/99/why-not",
    ):
        answer = client.get(f"/club-open/{path}")
        assert answer.status_code == 422, path
        assert 'class="note stop"' in answer.text


def test_of_a_player_who_was_absent_it_is_said_that_there_was_nothing_to_pair(
    browsing: Browsing,
) -> None:
    answer = browsing.client(None).get("/club-open/round/3/player/6/why")
    assert answer.status_code == 422
    assert "6 Lindhout, R. was in ronde 3 niet in te delen" in plain(answer.text)


@pytest.mark.parametrize("role", [None, Role.PLAYER, Role.HELPER])
def test_a_draft_is_explained_to_those_who_may_see_it_alone(
    tmp_path: Path, role: Role | None
) -> None:
    browsing = ready_by(tmp_path, "knsb-wp-2014")
    of: dict[str, Any] = {"player": 1} if role is Role.PLAYER else {}
    address = f"/{browsing.slug}/round/3/"
    client = browsing.client(role, **of)
    for path in ("board/1/why", "player/1/why", "why-not?first=1&second=2"):
        answer = client.get(address + path)
        assert answer.status_code == 422
        assert "Naam" not in answer.text
    assert browsing.client(Role.COMMITTEE).get(address + "board/1/why").status_code == 200


def test_what_the_arbiter_typed_is_for_the_desk_alone(tmp_path: Path) -> None:
    browsing = demo(tmp_path)
    browsing.do(
        {
            "command": "board-swap",
            "round": 6,
            "first": 4,
            "second": 8,
            "reason": "geheime reden",
            "confirm": "6",
        }
    )
    address = f"/{browsing.slug}/round/6/board/4/why"
    assert "geheime reden" in browsing.client().get(address).text
    for client in (browsing.client(None), browsing.client(Role.PLAYER, player=4)):
        text = client.get(address).text
        assert "geheime reden" not in text
        assert "met de hand" in text


@pytest.mark.parametrize("rules", RULES)
def test_every_system_explains_every_board_and_bye_in_both_languages(
    tmp_path: Path, rules: str
) -> None:
    browsing = ready_by(tmp_path, rules)
    rounds = browsing.book.state.rounds
    for language in ("nl", "en"):
        client = browsing.client(None, language)
        for round_ in rounds:
            for board in range(1, len(round_.games) + 1):
                text = client.get(f"/{browsing.slug}/round/{round_.number}/board/{board}/why").text
                assert 'class="answer"' in text
                assert not re.search(r"web-[a-z]+\.", plain(text))
            for player in range(1, 8):
                address = f"/{browsing.slug}/round/{round_.number}/player/{player}/why"
                assert client.get(address).status_code == 200
                other = f"/{browsing.slug}/round/{round_.number}/why-not?first={player}&second=7"
                assert client.get(other).status_code == 200
