"""Values are read in either language and in their usual spellings, and recorded by code."""

from __future__ import annotations

import datetime as dt
from pathlib import Path

import click
import pytest

from desk.terminal import answers
from desk.terminal.answers import BadAnswer, OneOf, iso, near
from desk.terminal.language import LANGUAGE
from desk.terminal.verbs.sheets import SHEET
from desk.terminal.words import words
from ledger.values import Language, RulingVerdict
from tests.helpers.terminal import with_round_1

SEX = OneOf("sex", ("m", "w"))
VERDICT = OneOf("verdict", ("upheld", "partly upheld", "rejected", "withdrawn"))


@pytest.mark.parametrize(
    ("kind", "code", "ways"),
    [
        (answers.RESULT, "1-0", "1-0 1:0 1–0 1—0 1"),
        (answers.RESULT, "0-1", "0-1 0:1 0–1 0"),
        (
            answers.RESULT,
            "1/2-1/2",
            "1/2-1/2 ½-½ ½–½ 0.5-0.5 0,5-0,5 1/2 ½ 0.5 = remise Remise draw",
        ),
        (answers.RESULT, "1/2-0", "1/2-0 ½-0 ½–0 1/2:0 0.5-0 0,5-0"),
        (answers.RESULT, "0-1/2", "0-1/2 0-½ 0:½ 0-0.5 0–0,5"),
        (answers.RESULT, "0-1R", "0-1R 0-1r 0–1R"),
        (answers.OWN_RESULT, "1/2", "1/2 ½ = 0.5 0,5 remise draw"),
        (answers.OWN_RESULT, "0", "0 verlies loss"),
        (answers.COLOUR, "B", "B b black Z z zwart ZWART"),
        (answers.COLOUR, "W", "W w white wit"),
        (SEX, "w", "w W v V f vrouw female"),
        (answers.CAUSE, "late", "late laat"),
        (answers.CONFIRMATION, "yes", "yes y ja j JA"),
        (answers.CONFIRMATION, "no", "no n nee"),
        (answers.SIDE, "both", "both beide"),
    ],
)
def test_a_value_is_read_as_people_write_it_in_either_language(
    kind: OneOf, code: str, ways: str
) -> None:
    assert [kind.convert(way, None, None) for way in ways.split()] == [code] * len(ways.split())


@pytest.mark.parametrize(
    ("kind", "code", "way"),
    [
        (answers.CAUSE, "no word", "zonder bericht"),
        (answers.CAUSE, "no word", "no-word"),
        (answers.CAUSE, "late", "te laat"),
        (answers.RESULT, "1-0", "1 - 0"),
        (VERDICT, "partly upheld", "deels toegewezen"),
        (VERDICT, "rejected", "Afgewezen"),
        (SHEET, "decision", "uitspraak"),
        (SHEET, "standing", "ranglijst"),
        (SHEET, "results", "uitslag"),
        (SHEET, "participants", "player list"),
    ],
)
def test_a_value_of_several_words_is_one_value(kind: OneOf, code: str, way: str) -> None:
    assert kind.convert(way, None, None) == code


def test_every_word_stands_for_one_value_only() -> None:
    for kind in (
        answers.RESULT,
        answers.OWN_RESULT,
        answers.COLOUR,
        answers.CAUSE,
        answers.SIDE,
        answers.CONFIRMATION,
        SEX,
        SHEET,
        VERDICT,
    ):
        codes = dict[str, set[str]]()
        for way, code in kind._all():
            codes.setdefault(answers.plain(way), set()).add(code)
        assert {way: both for way, both in codes.items() if len(both) > 1} == {}


@pytest.mark.parametrize(
    ("spoken", "said"), [("en", "is not one of m, w"), ("nl", "is niet een van m, v")]
)
def test_what_is_none_of_them_is_told_in_the_language_of_the_reader(
    spoken: Language, said: str
) -> None:
    with click.Context(click.Command("x")) as ctx:
        ctx.meta[LANGUAGE] = spoken
        with pytest.raises(BadAnswer) as refused:
            SEX.convert("x", None, None)
        assert said in words(refused.value.what)


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        ("28-11-2026", "2026-11-28"),
        ("1-2-2026", "2026-02-01"),
        ("2026-11-28", "2026-11-28"),
        ("20-11-2026 22:30", "2026-11-20 22:30"),
        ("published:3", "published:3"),
        ("140", "140"),
    ],
)
def test_a_date_may_have_its_day_first(typed: str, read: str) -> None:
    assert iso(typed) == read


def test_a_date_is_a_whole_one_of_the_calendar() -> None:
    for wrong in ("2001", "31-02-2026", "morgen", ""):
        with pytest.raises(click.BadParameter):
            answers.Day().convert(wrong, None, None)


def test_a_time_is_local_unless_it_names_a_zone() -> None:
    read = answers.Time().convert("20-11-2026 22:30+00:00", None, None)
    assert read == dt.datetime(2026, 11, 20, 22, 30, tzinfo=dt.UTC)
    with pytest.raises(click.BadParameter):
        answers.Time().convert("soon", None, None)


def test_whites_own_result_is_no_board() -> None:
    own = ("1", "0", "=", "½", "1/2", "0.5", "remise", "draw")
    assert all(map(answers.by_one_player, own))
    assert not any(map(answers.by_one_player, ("1-0", "½-½", "2", "3", "5-9", "Anna", "1R", "")))


def test_all_wrong_values_of_a_person_are_reported_at_once_each_with_its_remedy(
    tmp_path: Path,
) -> None:
    terminal = with_round_1(tmp_path)
    wrong = {
        "rating": "abc",
        "title": "ZZ",
        "federation": "NEDX",
        "fide-id": "1x",
        "national-id": "x",
        "birth": "31-2-2001",
        "sex": "q",
    }
    said = terminal.refused(
        "enter",
        "Dirk",
        *(word for key, text in wrong.items() for word in (f"--{key}", text)),
        code=2,
    )
    assert all(f'--{key}: "{text}" is not a ' in said for key, text in wrong.items())
    assert said.count("next: Write ") == len(wrong) - 1, "the two numbers have the same remedy"
    assert '"1x" is not a FIDE number' in terminal.refused(
        "correct", "person", "Anna", "--fide-id", "1x", code=2
    )


def test_what_is_typed_in_dutch_is_recorded_by_its_code(tmp_path: Path) -> None:
    terminal = with_round_1(tmp_path)
    terminal.run("forfeit", 1, 1, "--black", "zonder bericht")
    terminal.run("schedule", 2, "28-11-2026", "19u30")
    terminal.run("correct", "person", "Anna", "--sex", "v", "--birth", "30-5-2001", "--reason", "r")
    terminal.run("protest", 1, "Cor", "zet", "--deadline", "4-9-2026 22:30")
    terminal.run("ruling", 1, "deels toegewezen", "half gelijk")
    assert terminal.json("protests")["rows"][0]["rulings"][0]["verdict"] == "partly upheld"
    [row] = [row for row in terminal.json("rounds")["rows"] if row["round"] == 2]
    assert (row["date"], row["time"]) == ("2026-11-28", "19:30")
    status = terminal.json("status")
    assert (status["date_next_round"], status["time_next_round"]) == ("2026-11-28", "19:30")
    assert "tijd" in terminal.run("--lang", "nl", "ronden")
    assert "aanvang van de volgende ronde   19:30" in terminal.run("--lang", "nl", "status")
    assert "no word" in terminal.run("log", "--csv")


def test_who_was_not_there_is_asked_until_it_is_told(tmp_path: Path) -> None:
    terminal = with_round_1(tmp_path)
    typed = b"allebei\nbeide\nte laat\nverhinderd\n"
    ran = terminal.try_("reglementair", 1, 1, "--lang", "nl", stdin=typed, at_keyboard=True)
    assert ran.code == 0
    assert ran.out.count("Wie was er niet (wit, zwart, beide): ") == 2
    assert "Waarom was zwart er niet (te laat, verhinderd, zonder bericht): " in ran.out
    ran = terminal.try_("forfeit", 1, 2, stdin=b"black\nlate\n", at_keyboard=True)
    assert "Who was not there (white, black, both): " in ran.out
    assert terminal.json("pairings", 1)["rows"][1]["result"] == "1-0R"


def test_the_verdicts_are_those_of_the_ledger() -> None:
    assert VERDICT.codes == RulingVerdict.__args__  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        ("28/11/2026", "2026-11-28"),
        ("28.11.2026", "2026-11-28"),
        ("28 november 2026", "2026-11-28"),
        ("5 mrt 2026", "2026-03-05"),
        ("28-11/2026", "28-11/2026"),
        ("5 blah 2026", "5 blah 2026"),
    ],
)
def test_a_day_is_read_as_people_write_it(typed: str, read: str) -> None:
    assert iso(typed) == read


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        ("28-11", "2026-11-28"),
        ("3 jan", "2027-01-03"),
        ("1 oktober", "2026-10-01"),
        ("29-2", "29-2"),
        ("31-2", "31-2"),
        ("2026", "2026"),
    ],
)
def test_a_day_without_a_year_is_the_nearest_one(typed: str, read: str) -> None:
    assert near(typed, dt.date(2026, 11, 27)) == read
