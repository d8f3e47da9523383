"""Forms read back as the fields of commands: lists, pairs, keys, amounts, files."""

from __future__ import annotations

from pathlib import Path

import pytest

from desk.access.roles import Role
from tests.helpers.browsing import Browsing, demo


@pytest.fixture
def browsing(tmp_path: Path) -> Browsing:
    return demo(tmp_path)


def record(browsing: Browsing, command: str, **fields: str) -> None:
    data = {**{key.replace("_", "-"): v for key, v in fields.items()}}
    answer = browsing.send(f"/{browsing.slug}/do/{command}", data=data)
    assert answer.status_code == 303, answer.text


def closed(browsing: Browsing) -> int:
    """Give the last round its results, and return the next one's number."""
    state = browsing.book.state
    number = len(state.rounds)
    browsing.do(
        *(
            {"command": "result", "round": number, "board": board, "result": "1-0"}
            for board, game in enumerate(state.rounds[-1].games, 1)
            if game.outcome is None
        )
    )
    return number + 1


def test_prizes_are_amounts_of_money_one_a_line(browsing: Browsing) -> None:
    record(browsing, "prizes-declare", cents="€ 500\n99,95\n\n 50.5 \n")
    assert browsing.book.state.prizes_cents == (50000, 9995, 5050)


def test_the_rules_of_prizes_keep_their_blank_lines_so_that_an_error_names_the_right_one(
    browsing: Browsing,
) -> None:
    answer = browsing.send(
        f"/{browsing.slug}/do/prizes-announce",
        data={"rules": "main = [300]\n\n\nx = 1 = 2\n", "reason": "x"},
    )
    assert answer.status_code == 422, answer.text
    assert "regel 4: dit is geen TOML" in answer.text
    record(browsing, "prizes-announce", rules="main = [300]\n\n# so\n", reason="x")
    assert "main" in browsing.book.state.prizes.rules_text


def test_the_amount_of_a_changed_prize_is_one_amount(browsing: Browsing) -> None:
    number = closed(browsing)
    browsing.do(
        {"command": "prizes-declare", "cents": [50000, 30000]},
        {"command": "plan", "rounds": number - 1},
        {"command": "finish", "confirm": str(number - 1)},
        {"command": "prizes-award"},
    )
    record(browsing, "prizes-change", place="1", cents="99,95", reason="the sponsor left")
    (first, *_) = [one for one in browsing.book.state.prizes.given if one.place == 1]
    assert first.cents == 9995
    page = browsing.client(Role.CHIEF).get(f"/{browsing.slug}/do/prizes-change").text
    assert "Bedrag" in page
    assert "een bedrag per regel" not in page


def test_what_is_no_amount_is_refused_with_its_line(browsing: Browsing) -> None:
    data = {"cents": "500\nveel"}
    answer = browsing.send(f"/{browsing.slug}/do/prizes-declare", data=data)
    assert answer.status_code == 422
    assert "veel" in answer.text


def test_keys_of_a_rulebook_are_lines_with_a_value(browsing: Browsing) -> None:
    data = {"rulebook": "knsb-wp-2014", "reason": "agreed", "set": "bye.points\nscores.win=1"}
    answer = browsing.send(f"/{browsing.slug}/do/rules-change", data=data)
    assert answer.status_code == 422
    assert "SLEUTEL=WAARDE" in answer.text
    closed(browsing)
    record(
        browsing,
        "rules-change",
        rulebook="knsb-wp-2014",
        reason="agreed",
        set="bye.points=0.5\nbye.half_point_allowed = true",
    )
    assert browsing.book.rules.bye.half_point_allowed


@pytest.mark.parametrize("between", [" ", " - ", "-", "; ", "\t", " – "])
def test_boards_by_hand_are_pairs_in_any_usual_spelling(browsing: Browsing, between: str) -> None:
    number = closed(browsing)
    labels = sorted(browsing.book.state.label(player) for player in browsing.book.state.players)
    boards = [labels[at : at + 2] for at in range(0, len(labels) - 1, 2)]
    lines = "\n".join(f"{white}{between}{black}" for white, black in boards)
    record(
        browsing,
        "pairing-by-hand",
        round=str(number),
        boards=lines,
        reason="agreed",
        bye=str(labels[-1]),
    )
    games = browsing.book.state.rounds[-1].games
    label = browsing.book.state.label
    assert [[label(game.white), label(game.black)] for game in games] == boards


def test_names_on_a_board_by_hand_stand_on_both_sides_of_a_dash(browsing: Browsing) -> None:
    from desk.web.forms.reading import pair

    assert pair("Berg, J. van den - Smit, V.") == ["Berg, J. van den", "Smit, V."]
    assert pair("7 12") == ["7", "12"]
    assert pair("7") == ["7"]


def test_emptied_details_are_cleared_and_the_others_stay(browsing: Browsing) -> None:
    record(browsing, "details", city="Utrecht", arbiter="A. Leider", deputy_arbiters="B.\nC.")
    page = browsing.client().get(f"/{browsing.slug}/do/details").text
    assert 'value="Utrecht"' in page
    assert "B.\nC." in page
    record(browsing, "details", city="", arbiter="A. Leider", deputy_arbiters="B.")
    from ledger.state.details import details_of

    details = details_of(browsing.book.state, browsing.book.people)
    assert "city" not in details
    assert (details["arbiter"], details["deputy_arbiters"]) == ("A. Leider", "B.")


def test_a_date_and_a_time_are_those_of_the_browser(browsing: Browsing) -> None:
    number = browsing.book.state.next_round
    record(browsing, "schedule", round=str(number), date="2026-11-28", time="13:00")
    state = browsing.book.state
    assert (state.dates[number].isoformat(), state.times[number]) == ("2026-11-28", "13:00")


def test_a_file_that_was_sent_is_read_and_never_one_of_the_laptop(browsing: Browsing) -> None:
    answer = browsing.send(
        f"/{browsing.slug}/do/evening",
        data={"round": "1"},
        files={"file": ("avond.csv", b"nonsense")},
    )
    assert answer.status_code in (409, 422)
    assert "niet gekozen" not in answer.text


def test_a_file_in_the_place_of_a_text_is_as_if_it_was_not_sent(browsing: Browsing) -> None:
    answer = browsing.send(
        f"/{browsing.slug}/players/enter",
        data={"rating": "1500"},
        files={"name": ("name.txt", b"Adams")},
    )
    assert answer.status_code == 422
    answer = browsing.send("/import", files=dict.fromkeys(("file", "rules"), ("x", b"x")))
    assert answer.status_code == 409
