"""The results of a round from a pipe, and the choice of the round."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.helpers.terminal import Ran, Terminal, with_round_1


@pytest.fixture
def terminal(tmp_path: Path) -> Terminal:
    return with_round_1(tmp_path)


def recorded(terminal: Terminal, number: int = 1) -> list[str | None]:
    return [row["result"] for row in terminal.json("pairings", number)["rows"]]


def piped(terminal: Terminal, text: str, *more: object) -> Ran:
    return terminal.try_("results", *more, stdin=text.encode())


@pytest.mark.parametrize(
    ("text", "results"),
    [
        ("1 0 =", ["1-0", "0-1", "1/2-1/2"]),
        ("1\n0\nr # drawn\n", ["1-0", "0-1", "1/2-1/2"]),
        ("1 fbl a", ["1-0", "1-0R", "adjourned"]),
        ("- 0 -", [None, "0-1", None]),
        ("2 0\n1 1\n", ["1-0", "0-1", None]),
        ("2-5;½\nCor f2le\n", [None, "1/2-1/2", "0-0R"]),
        ("1 fwn", ["0-1R", None, None]),
        ("1 1", ["1-0", None, None]),
    ],
)
def test_a_pipe_has_a_word_a_board_or_boards_with_their_results(
    terminal: Terminal, text: str, results: list[str | None]
) -> None:
    ran = piped(terminal, text)
    assert ran.code == 0, ran
    assert recorded(terminal) == results


@pytest.mark.parametrize(
    ("text", "code", "said"),
    [
        ("", 2, "nothing is typed"),
        ("1 0", 2, "board 1 0-1"),
        ("1 a", 2, "board 1 a, or boards 2 and 3 in order: 1-0 and a"),
        ("1 a =", 2, "3 results, and the boards without one are 2 and 3"),
        ("1 x", 2, 'line 1: "x" is not a result; use 1, 0, =, f with who and why (fwl)'),
        ("1 0 8", 2, 'line 1: "8" is not a result'),
        ("= fw 1 0", 2, 'line 1: "fw" is not a result'),
        ("0 = x fbl", 2, 'line 1: "x" is not a result'),
        ("2 1-0R", 2, '"1-0R" is not a result'),
        ("2 1\n9 1", 2, "line 2:"),
        ("1 1-0\n2 =", 3, "result-already-recorded"),
    ],
)
def test_a_pipe_that_is_wrong_records_nothing(
    terminal: Terminal, text: str, code: int, said: str
) -> None:
    terminal.run("result", 1, "1", "=")
    ran = piped(terminal, text)
    assert (ran.code, said in ran.err) == (code, True), ran
    assert recorded(terminal) == ["1/2-1/2", None, None]


@pytest.mark.parametrize(
    ("text", "results"),
    [
        ("1\n=\n", ["1-0", "1/2-1/2"]),
        ("1\n-\n", ["1-0", None]),
        ("1 -", ["1-0", None]),
        ("1-0 0-1", ["1-0", "0-1"]),
        ("0 =", ["0-1", "1/2-1/2"]),
        ("1 0-1", ["0-1", None]),
        ("a 1-0", ["adjourned", "1-0"]),
    ],
)
def test_two_words_for_the_two_boards_that_are_open_are_refused_only_where_two_things_can_be_meant(
    terminal: Terminal, text: str, results: list[str | None]
) -> None:
    terminal.run("result", 1, "3", "1")
    for ambiguous in ("1 =", "1 1", "1 a", "1 fwn"):
        assert "in two ways" in piped(terminal, ambiguous).err
    assert piped(terminal, text).code == 0
    assert recorded(terminal) == [*results, "1-0"]


@pytest.mark.parametrize(
    ("typed", "results"),
    [
        ("1-0 0-1", ["1-0", "0-1"]),
        ("½-½ 1:0", ["1/2-1/2", "1-0"]),
        ("0-1 =", ["0-1", "1/2-1/2"]),
        ("1 0-1", ["0-1", None]),
        ("2 =", [None, "1/2-1/2"]),
    ],
)
def test_results_that_are_written_out_stand_in_board_order_too(
    terminal: Terminal, typed: str, results: list[str | None]
) -> None:
    terminal.run("result", 1, "3", "1")
    assert "in two ways" in terminal.try_("result", 1, "1", "=").err
    assert "give one for each" in terminal.try_("result", 1, "1-0", "0-1", "1-0").err
    assert "give one for each" in terminal.try_("result", 1, "1-0").err
    terminal.run("result", 1, *typed.split())
    assert recorded(terminal) == [*results, "1-0"]


def test_two_lines_are_two_boards_however_many_are_open(terminal: Terminal) -> None:
    assert "2 results, and the boards without one are 1, 2 and 3" in piped(terminal, "1\n=").err
    assert "round-not-published" in terminal.try_("result", 2, "1-0", "0-1").err


def test_the_round_is_the_last_with_open_games_or_the_one_that_is_named(terminal: Terminal) -> None:
    terminal.run("adjourn", 1, 1)
    assert piped(terminal, "2 1\n3 1").code == 0
    terminal.run("publish")
    assert piped(terminal, "0 0 0", 1).code == 2
    assert piped(terminal, "1 0-1", 1).code == 0
    assert recorded(terminal) == ["0-1", "1-0", "1-0"]
    assert piped(terminal, "= = =").code == 0
    assert recorded(terminal, 2) == ["1/2-1/2"] * 3
    assert "no board of round 2 is without one" in piped(terminal, "= = =").err
    assert "round-not-published" in piped(terminal, "=", 3).err


def test_without_single_keys_each_board_is_asked_for(terminal: Terminal) -> None:
    ran = terminal.try_("results", "--json", at_keyboard=True, stdin=b"1\nfzl\nfbl\n\n\n")
    assert ran.code == 0
    assert [fact["fact"] for fact in ran.json["facts"]] == ["result-recorded", "game-forfeited"]
    assert recorded(terminal) == ["1-0", "1-0R", None]
    ended = terminal.try_("results", at_keyboard=True, stdin=b"1\n")
    assert (ended.code, recorded(terminal)[2]) == (130, None)
    terminal.run("result", 1, "3", "1")
    assert "round 1 has no board without a result" in terminal.try_("results", at_keyboard=True).err
