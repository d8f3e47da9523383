"""What everybody may read: standing, crosstable, card, pairings, prizes; then, beside, by rules."""

from __future__ import annotations

import html
import re
from pathlib import Path
from typing import Any

import pytest

from desk.access.roles import Role
from desk.answers.competition import crosstable, standings
from desk.web.public.standing import END
from projections.views.view import View
from tests.helpers.browsing import Browsing, demo

CORRECTION = {
    "command": "correct-result",
    "round": 3,
    "board": 1,
    "result": "0-1",
    "reason": "a private reason",
}


@pytest.fixture(scope="module")
def browsing(tmp_path_factory: pytest.TempPathFactory) -> Browsing:
    """A tournament in the middle of round 6, with a correction of round 3 as its last fact."""
    browsing = demo(Path(tmp_path_factory.mktemp("desk")))
    browsing.do(CORRECTION)
    return browsing


def page(
    browsing: Browsing, path: str, role: Role | None = None, status: int = 200, **of: Any
) -> str:
    """Return the words of a page, one piece of text a line."""
    answer = browsing.client(role, **of).get(f"/{browsing.slug}/{path}")
    assert answer.status_code == status, answer.headers
    return answer.text


def words(text: str) -> str:
    """Return what a page says, without its marks."""
    body = text[text.index("<body") :]
    return re.sub(r"\s+", " ", html.unescape(re.sub("<[^>]*>", " ", body)))


def names(text: str) -> list[str]:
    """Return the names in the rows of the table of a page, in order."""
    table = text[text.index("<tbody>") :]
    return re.findall(r'<th scope="row"[^>]*><a class="pl" href="[^"]*">([^<]*)</a>', table)


def test_the_standing_is_that_of_the_terminal_for_everybody(browsing: Browsing) -> None:
    view = standings(browsing.book)
    assert isinstance(view, View)
    for role in (None, Role.CHIEF, Role.HELPER, Role.COMMITTEE):
        assert names(page(browsing, "standing", role)) == [str(row["name"]) for row in view.cells]


@pytest.mark.parametrize(("after", "publication"), [(1, 2), (3, 4), (6, 6)])
def test_a_standing_can_be_seen_as_known_when_the_next_round_was_published(
    browsing: Browsing, after: int, publication: int
) -> None:
    """Of the last round when it was published itself."""
    text = page(browsing, f"standing?after={after}")
    assert set(re.findall(r"as-of=published%3A(\d+)", text)) == {str(publication)}


def test_a_standing_after_an_earlier_round_as_known_then_is_that_of_then(
    browsing: Browsing,
) -> None:
    then = browsing.book.at(56)
    view = standings(then, 3)
    assert isinstance(view, View)
    text = page(browsing, "standing?after=3&as-of=56")
    assert names(text) == [str(row["name"]) for row in view.cells]
    assert "Zoals bekend bij #56" in words(text)


def test_the_publication_of_a_round_is_a_moment_and_shows_what_was_known(
    browsing: Browsing,
) -> None:
    text = page(browsing, "standing?after=6&as-of=published:4")
    assert "<h1>Stand na ronde 3</h1>" in text


def test_the_fact_through_which_players_moved_since_a_moment_is_named(browsing: Browsing) -> None:
    last = browsing.book.state.position
    text = page(browsing, f"standing?beside={last - 1}")
    assert f"Toen · #{last - 1}" in words(text)
    assert "Door één feit:" in words(text)
    assert f"#{last}" in words(text)
    assert 'class="mv up"' in text
    assert 'class="mv down"' in text


def test_other_rules_stand_beside_with_who_moves_and_what_decides(browsing: Browsing) -> None:
    text = words(page(browsing, "standing?rules=fide-dutch-2026"))
    assert "Wie verschuift onder Zwitsers volgens de FIDE, Dutch-systeem (2026)" in text
    assert "6 van 15 verschuiven, hoogstens 3 plaatsen." in text
    assert "Brouwer, N.: BH-C1 9½, Rietveld, C. 8½" in text


def test_rules_are_called_as_people_call_them_above_a_standing(browsing: Browsing) -> None:
    text = words(page(browsing, "standing?rules=fide-dutch-2026"))
    assert "Nu · Zwitsers op weerstandspunten (KNSB 2014)" in text
    assert "· knsb-wp-2014" not in text


def test_a_moment_that_knew_fewer_rounds_stands_beside_the_standing_after_as_many(
    browsing: Browsing,
) -> None:
    text = words(page(browsing, "standing?after=5&beside=published:4"))
    assert "Stand na ronde 3 " in text
    assert "beide standen tellen daarom tot en met ronde 3" in text
    assert "Door één feit:" in text, "the correction of round 3 alone"
    same = words(page(browsing, "standing?after=3&beside=published:4"))
    assert "beide standen" not in same
    assert "Stand na ronde 3 " in same


def test_the_address_of_a_standing_shows_the_same_after_more_was_recorded(tmp_path: Path) -> None:
    browsing = demo(tmp_path)
    text = page(browsing, "standing?beside=published:6&rules=fide-2026")
    address = html.unescape(re.search(r'class="code break"><a href="([^"]*)"', text)[1])  # type: ignore[index]
    before = names(browsing.client(None).get(address).text)
    browsing.do(CORRECTION)
    again = browsing.client(None).get(address)
    assert names(again.text) == before == names(text)
    assert names(page(browsing, "standing")) != before


def test_an_address_never_reads_a_file_as_a_rulebook(browsing: Browsing, tmp_path: Path) -> None:
    secret = tmp_path / "secret.toml"
    secret.write_text("passphrase = 'a secret'")
    for name in (str(secret), "../../pyproject.toml", "no-rules"):
        text = words(page(browsing, f"standing?rules={name}"))
        assert "is geen reglement dat hier aanwezig is" in text
        assert "a secret" not in text


@pytest.mark.parametrize(
    "query",
    [
        "as-of=0",
        "as-of=9999",
        "as-of=nonsense",
        "as-of=published:99",
        "beside=nonsense",
        "after=99",
        "after=-1",
        "after=x",
        "as-of=99999999999999999999",
        "as-of=2026-99-99 10:00",
        "as-of=25:99",
        "beside=9999",
    ],
)
def test_a_moment_that_never_was_is_said_and_the_standing_of_now_shown(
    browsing: Browsing, query: str
) -> None:
    text = page(browsing, f"standing?{query}")
    assert len(names(text)) == 15
    for path in ("crosstable", "pairings", "prizes", "player/5"):
        page(browsing, f"{path}?{query}")


def test_the_empty_fields_of_a_form_leave_the_address(browsing: Browsing) -> None:
    client = browsing.client(None)
    answer = client.get(f"/{browsing.slug}/standing?after=3&as-of=&beside=&rules=fide-2026")
    assert answer.status_code == 303
    assert answer.headers["location"] == f"/{browsing.slug}/standing?after=3&rules=fide-2026"


@pytest.mark.parametrize(
    "path", ["standing?address=x&beside=", "log?address=x&kind=", "player/5?as-of=published:2&p=3"]
)
def test_a_value_of_any_name_may_stand_behind_an_address(browsing: Browsing, path: str) -> None:
    client = browsing.client(Role.CHIEF)
    assert client.get(f"/{browsing.slug}/{path}", follow_redirects=True).status_code == 200


def test_a_player_finds_their_own_row_marked_and_nobody_else_does(browsing: Browsing) -> None:
    text = page(browsing, "standing", Role.PLAYER, player=9)
    marked = re.findall(r'<tr class="me">.*?</tr>', text, re.DOTALL)
    assert len(marked) == 1
    assert browsing.book.name(9) in marked[0]
    assert '<tr class="me">' not in page(browsing, "standing")
    by_name = page(browsing, "pairings?by=name", Role.PLAYER, player=9)
    assert by_name.count('class="me"') == 1


def test_the_crosstable_of_a_page_has_the_games_of_the_report(browsing: Browsing) -> None:
    view = crosstable(browsing.book)
    assert isinstance(view, View)
    text = page(browsing, "crosstable")
    assert names(text) == [str(row["name"]) for row in view.cells]
    assert "vrij½" in text


def test_a_card_leads_to_each_opponent_and_to_why_they_met(browsing: Browsing) -> None:
    text = page(browsing, "player/5")
    assert "Kuipers, T." in words(text)
    assert f'href="/{browsing.slug}/player/1"' in text
    assert f'href="/{browsing.slug}/round/3/board/1/why"' in text
    page(browsing, "player/999", status=404)


def test_pairings_stand_by_board_and_by_name_for_every_round(browsing: Browsing) -> None:
    for number in range(1, 7):
        by_board = page(browsing, f"pairings?round={number}")
        by_name = page(browsing, f"pairings?round={number}&by=name")
        assert by_board.count("<tr>") - 1 == len(browsing.book.state.rounds[number - 1].games)
        assert by_name.count("<tr>") == by_board.count("<tr>") * 2 - 1
    assert "Er is nog geen ronde gepubliceerd." in page(browsing, "pairings?as-of=5")


def test_spectators_and_players_read_no_personal_data_and_no_reasons(tmp_path: Path) -> None:
    browsing = demo(tmp_path)
    browsing.do(
        {
            "command": "correct-person",
            "player": 5,
            "name": "Kuipers, T.",
            "birth": "1961-05-17",
            "fide_id": "1009999",
            "club": "De Toren",
        },
        CORRECTION,
        {"command": "protest", "round": 3, "player": 5, "text": "a private protest"},
    )
    paths = [
        "standing?beside=40&rules=fide-2026",
        "crosstable",
        "player/5",
        "pairings",
        "pairings?by=name",
        "prizes",
    ]
    for path in paths:
        for role, of in ((None, {}), (Role.PLAYER, {"player": 5})):
            text = page(browsing, path, role, **of)
            for secret in ("1961", "1009999", "private"):
                assert secret not in text, (path, role)
    assert "1961" in page(browsing, "player/5", Role.CHIEF)


def test_a_closed_tournament_shows_its_final_ranking_and_its_prizes(tmp_path: Path) -> None:
    browsing = demo(tmp_path)
    boards = range(1, len(browsing.book.state.rounds[-1].games) + 1)
    open_ = [b for b in boards if browsing.book.state.rounds[-1].games[b - 1].open]
    browsing.do(*({"command": "result", "round": 6, "board": b, "result": "1-0"} for b in open_))
    browsing.do({"command": "prizes-declare", "cents": [10000, 5000]})
    browsing.do({"command": "plan", "rounds": 6}, {"command": "finish", "confirm": "6"})
    text = page(browsing, "standing")
    assert "<h1>Eindstand</h1>" in text
    final = standings(browsing.book, final=True)
    assert isinstance(final, View)
    assert names(text) == [str(row["name"]) for row in final.cells]
    assert names(page(browsing, f"standing?after={END}")) == names(text)
    assert "<h1>Stand na ronde 6</h1>" in page(browsing, "standing?after=6")
    assert "100,00" in page(browsing, "prizes")


def test_both_languages_say_the_same_things(browsing: Browsing) -> None:
    english = words(page(browsing, "standing?rules=fide-dutch-2026", language="en"))
    assert "Who moves under FIDE Swiss, Dutch system (2026)" in english
    assert "6 of 15 move, at most 3 places." in english


def test_everybody_reads_the_forecast_on_a_card_and_nobody_s_personal_line(tmp_path: Path) -> None:
    browsing = demo(tmp_path)
    browsing.do({"command": "edition", "edition": "fide-rating-2025-10"})
    for role, personal in ((None, False), (Role.CHIEF, True)):
        said = words(page(browsing, "player/5", role))
        assert "voorspelling rating" in said
        assert ("rating 1885" in said) is personal


def test_a_page_of_prizes_without_any_leads_the_arbiter_to_announce_them(
    browsing: Browsing,
) -> None:
    path = f"/{browsing.slug}/prizes"
    page = browsing.client().get(path).text
    assert "Er zijn nog geen prijzen bekendgemaakt." in page
    assert f'href="/{browsing.slug}/do/prizes-declare"' in page
    assert "/do/prizes-declare" not in browsing.client(None).get(path).text
