"""What keys mean, and where one is after them, before anything is recorded."""

from __future__ import annotations

import pytest

from desk.terminal.entry import ResultSheet, Typed, TypedBoard, choices, read


def sheet(*codes: str | None) -> ResultSheet:
    boards = [
        TypedBoard(at, (at, at + 10), f"{at}-{at + 10}", f"{at} A - {at + 10} B", code)
        for at, code in enumerate(codes, 1)
    ]
    return ResultSheet(3, boards)


@pytest.mark.parametrize(
    ("codes", "at"),
    [
        (("1-0", None, "adjourned", None), 1),
        (("1-0", "0-1", "adjourned"), 2),
        (("1-0", "0-1"), 0),
    ],
)
def test_typing_begins_at_the_first_board_that_is_open_or_else_adjourned(
    codes: tuple[str | None, ...], at: int
) -> None:
    assert sheet(*codes).at == at


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("1", "1-0"),
        ("0", "0-1"),
        ("=", "1/2-1/2"),
        ("r", "1/2-1/2"),
        ("d", "1/2-1/2"),
        ("½", "1/2-1/2"),
        ("1-0", "1-0"),
        ("0–0", "0-0"),
        ("A", "adjourned"),
        ("fwl", "0-1R"),
        ("fbe", "1-0R"),
        ("f2nl", "0-0R"),
    ],
)
def test_keys_and_written_results_mean_a_result(text: str, code: str) -> None:
    meant = read(text)
    assert isinstance(meant, Typed)
    assert meant.code == code


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("f", "who"),
        ("fw", "white"),
        ("fb", "black"),
        ("f2", "white"),
        ("f2l", "black"),
        ("fx", None),
        ("fwx", None),
        ("fwll", None),
        ("2", None),
        ("1-0R", None),
        ("", None),
    ],
)
def test_a_default_asks_who_and_why_and_what_means_nothing_is_none(
    text: str, meant: str | None
) -> None:
    assert read(text) == meant


def test_a_default_is_a_command_with_its_causes() -> None:
    typed = sheet(None)
    for key in "f2ln":
        typed.press(key)
    assert typed.commands() == [
        {"command": "forfeit", "white": "late", "black": "no word", "round": 3, "board": "1-11"}
    ]


def test_the_letters_are_those_of_the_language(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TOERNOOI_LANG", "nl")
    assert choices("who") == "w wit, z zwart, 2 beide"
    assert choices("black") == "l te laat, v verhinderd, z zonder bericht"
    meant = read("fzv")
    assert isinstance(meant, Typed)
    assert meant.fields == (("command", "forfeit"), ("black", "excused"))


def test_a_result_goes_on_to_the_next_board_that_waits() -> None:
    typed = sheet("1-0", None, "adjourned", "0-1", None)
    assert typed.at == 1
    typed.press("1")
    assert typed.at == 4
    typed.press("0")
    assert typed.at_end
    assert [board.number for board, _ in typed.to_record] == [2, 5]
    typed.press("x")
    assert typed.ending is None
    typed.press("enter")
    assert typed.ending == "save"


def test_enter_passes_boards_with_a_result_and_stops_at_adjourned_ones() -> None:
    typed = sheet(None, "1-0", "adjourned")
    typed.press("enter")
    assert typed.at == 2
    typed.press("a")
    assert typed.said
    typed.press("=")
    assert [board.number for board, _ in typed.to_record] == [3]


def test_from_the_question_to_save_one_goes_back_to_the_board_that_was_left() -> None:
    typed = sheet(None, None, None, None)
    for key in ("1", "q", "backspace"):
        typed.press(key)
    assert typed.at == 1
    typed.press("0")
    assert [(board.number, of.code) for board, of in typed.to_record] == [(1, "1-0"), (2, "0-1")]
    typed.type("q")
    typed.type("<")
    assert typed.at == 2


def test_from_the_end_one_goes_back_to_the_board_that_was_typed_last() -> None:
    typed = sheet(None, None, "1-0")
    for key in ("1", "0", "backspace"):
        typed.press(key)
    assert typed.at == 1
    again = typed.again(typed.boards, ())
    assert again.at_end
    again.press("up")
    assert again.at == 1


def test_a_round_with_all_results_is_shown_and_left() -> None:
    typed = sheet("1-0", "0-1")
    typed.press("1")
    assert typed.said
    assert not typed.typed
    typed.press("q")
    assert typed.ending == "nothing"
