"""Commands that help, as data."""

from __future__ import annotations

import datetime as dt

from ledger.messages import (
    Blank,
    also,
    commands_of,
    day_in_full,
    days_in_full,
    do,
    names_in_words,
    run_on,
)
from ledger.refusals import Refusal, StepRecord
from tests.helpers.words import words


def test_a_command_says_what_is_asked_for_and_what_is_given() -> None:
    (command,) = commands_of(do("absent", player=Blank("PLAYER"), round=3))
    assert StepRecord.of(command) == StepRecord("absent", {"round": 3}, ["player"])
    (more,) = commands_of(also(confirm="yes"))
    assert StepRecord.of(more) == StepRecord(None, {"confirm": "yes"}, [])


def test_a_sentence_holds_its_commands_apart_from_its_words() -> None:
    sentence = run_on("note {", do("pair"), ", then ", do("publish"))
    assert [command.verb for command in commands_of(run_on("more: ", sentence))] == [
        "pair",
        "publish",
    ]
    assert commands_of("see the rules") == ()


def test_a_refusal_gives_programs_the_commands_of_its_next_step() -> None:
    refusal = Refusal("no-result", "the game is open", do("result", round=1, board=2))
    assert refusal.record().step == [StepRecord("result", {"round": 1, "board": 2}, [])]
    assert Refusal("no-result", "the game is open", "wait").record().step == []


def test_names_that_hold_commas_stay_apart_in_a_list() -> None:
    names = [f"{number} Bos, {letter}." for number, letter in enumerate("ABCDEFGH", 1)]
    assert words(names_in_words(names[:1])) == "1 Bos, A."
    assert words(names_in_words(names[:2])) == "1 Bos, A. and 2 Bos, B."
    assert words(names_in_words(names[:3]), "nl") == "1 Bos, A.; 2 Bos, B. en 3 Bos, C."
    assert words(names_in_words(names, 6)).endswith("; 6 Bos, F. and 2 more")
    assert words(names_in_words(names)).endswith("; 7 Bos, G. and 8 Bos, H.")
    assert words(names_in_words([])) == ""


def test_a_day_in_full_has_its_weekday_and_days_say_once_what_they_share() -> None:
    day = dt.date(2026, 11, 27)
    assert words(day_in_full(day, "19:30")) == "Friday 27 November 2026, 19:30"
    for last, said in (
        (day, "Friday 27 November 2026"),
        (dt.date(2026, 11, 29), "27 to 29 November 2026"),
        (dt.date(2026, 12, 4), "27 November to 4 December 2026"),
        (dt.date(2027, 1, 2), "27 November 2026 to 2 January 2027"),
    ):
        assert words(days_in_full(day, last)) == said
