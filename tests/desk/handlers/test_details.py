"""Place, dates and officials of a tournament: entered, changed, shown, and written to a file."""

from __future__ import annotations

import datetime as dt
import sqlite3
from pathlib import Path
from typing import Any, get_args

import pytest

from desk.commands.decision import Decision
from desk.render.catalogue import room
from desk.terminal.answers import OneOf
from desk.terminal.verbs.program import toernooi
from ledger.facts.codec import encode
from ledger.facts.records import DetailField, DetailsRecorded
from ledger.refusals import Exit
from ledger.state.details import FIELDS, TAGS, day_of
from ledger.trf.model import TrfFile
from ledger.trf.reader import parse
from ledger.values import Language
from projections.log.sentences import teller
from tests.helpers.hall import Hall
from tests.helpers.terminal import Terminal
from tests.helpers.words import words

ALL = {
    "city": "’s-Hertogenbosch",
    "federation": "NED",
    "begins": "2026-11-27",
    "ends": "2026-12-20",
    "type": "Individual: Swiss-System",
    "arbiter": "Jansen, Piet",
    "deputy-arbiter": "Vries, Kees de",
    "tempo": "90 min/40 moves + 30 sec/move",
}


def options(**changed: str) -> list[str]:
    texts = ALL | changed
    return [word for name, text in texts.items() for word in (f"--{name}", text)]


def opened(folder: Path, *words: str) -> Terminal:
    """Return a terminal on a tournament of two players and a round with its date and result."""
    terminal = Terminal(folder / "cup.ledger")
    terminal.run("init", "Cup", "--rounds", 3, *words)
    terminal.run("enter", "Smit, Jan")
    terminal.run("enter", "Bos, An")
    terminal.run("lots", "--by", "entry")
    terminal.run("schedule", 1, "2026-11-28")
    terminal.run("publish")
    terminal.run("result", 1, 1, "1-0")
    return terminal


def header(data: str) -> list[str]:
    """Return the lines 012 to 132 of a file."""
    return [line for line in data.splitlines() if line[:3].isdigit() and 12 <= int(line[:3]) <= 132]


def of_file(data: str) -> dict[str, tuple[str, ...]]:
    file = parse(data.encode())
    assert isinstance(file, TrfFile), file
    return {field: file.texts(tag) for field, tag in TAGS.items() if file.texts(tag)}


def known(terminal: Terminal, *words: str) -> dict[str, Any]:
    status = terminal.json("status", *words)
    return {field: status[field] for field in FIELDS if status[field]}


def test_details_given_at_the_opening_are_shown_and_stand_at_the_head_of_the_file(
    tmp_path: Path,
) -> None:
    terminal = opened(tmp_path, *options(), "--deputy-arbiter", "Özil, M.")
    deputies = ["Vries, Kees de", "Özil, M."]
    rest = {name: text for name, text in ALL.items() if name != "deputy-arbiter"}
    assert known(terminal) == rest | {"deputy_arbiters": deputies}
    shown = terminal.run("status")
    assert "Vries, Kees de; Özil, M." in shown
    assert "90 min/40 moves + 30 sec/move" in shown
    assert of_file(terminal.run("export")) == {
        **{name: (text,) for name, text in rest.items()},
        "begins": ("2026/11/27",),
        "ends": ("2026/12/20",),
        "deputy_arbiters": tuple(deputies),
    }


def test_export_import_and_export_again_give_the_same_header(tmp_path: Path) -> None:
    terminal = opened(tmp_path, *options(), "--deputy-arbiter", "Özil, M.")
    first = terminal.run("export")
    (tmp_path / "cup.trf").write_text(first, "utf-8")
    again = Terminal(tmp_path / "again.ledger")
    again.run("import", tmp_path / "cup.trf")
    assert known(again) == known(terminal)
    assert header(again.run("export")) == header(first)
    assert len(header(first)) == 13


def test_what_a_file_says_is_read_and_goes_out_as_it_was_until_it_is_changed(
    tmp_path: Path,
) -> None:
    lines = [
        "012 Cup",
        "022   Breda  (NB)",
        "032 ned",
        "042 27-11-2026",
        "052 in spring",
        "062 1 (0)",
        "072 0",
        "092 Swiss",
        "102 IA Jansen",
        "102 FA Smit",
        "112 Bos",
        "112 Vos",
        "122 G/60",
    ]
    player = "001    1      Smit, Jan" + " " * 60
    (tmp_path / "a.trf").write_text("\n".join([*lines, "XXR 3", player]), "utf-8")
    terminal = Terminal(tmp_path / "a.ledger")
    terminal.run("import", tmp_path / "a.trf")
    assert known(terminal) == {
        "city": "Breda  (NB)",
        "federation": "ned",
        "begins": "2026-11-27",
        "ends": "in spring",
        "type": "Swiss",
        "arbiter": "IA Jansen; FA Smit",
        "deputy_arbiters": ["Bos", "Vos"],
        "tempo": "G/60",
    }
    assert header(terminal.run("export")) == lines
    terminal.run(
        "details",
        "--city",
        "Tilburg",
        "--deputy-arbiter",
        "Mol",
        "--clear",
        "arbiter",
        "--clear",
        "begins",
    )
    left = [line for line in lines if line[:3] not in ("022", "042", "102", "112")]
    expected = sorted([*left, "022 Tilburg", "112 Mol"])
    assert header(terminal.run("export")) == expected
    assert not {"arbiter", "begins"} & set(known(terminal))
    terminal.run("details", "--begins", "2026-11-28")
    assert header(terminal.run("export")) == sorted([*expected, "042 2026/11/28"])


def test_only_what_is_given_changes_and_a_field_is_taken_away_by_name(tmp_path: Path) -> None:
    terminal = opened(tmp_path, "--city", "Breda", "--arbiter", "Jansen")
    said = terminal.run("gegevens", "--tempo", "G/60", "--clear", "city")
    assert "details of the tournament recorded" in said
    assert known(terminal) == {"arbiter": "Jansen", "tempo": "G/60"}
    assert of_file(terminal.run("export"))["begins"] == ("2026/11/28",), "as the rounds have it"
    terminal.run("details", "--ends", "2026-12-24")
    assert of_file(terminal.run("export"))["ends"] == ("2026/12/24",)
    terminal.run("details", "--clear", "ends")
    assert "ends" not in of_file(terminal.run("export")), "the last round has no date"


def test_the_names_are_in_a_record_and_in_no_fact(tmp_path: Path) -> None:
    terminal = opened(tmp_path, *options())
    terminal.run("details", "--arbiter", "Pietersen")
    facts = terminal.run("export", "--format", "ndjson")
    named = ("Hertogenbosch", ALL["begins"], ALL["type"], "Jansen", "Vries", "90 min", "Pietersen")
    assert [text for text in named if text in facts] == []
    assert terminal.json("verify")["clean"]
    bare, whole = tmp_path / "bare.json", tmp_path / "whole.json"
    terminal.run("bundle", "make", "-o", bare)
    terminal.run("bundle", "make", "--with-names", "-o", whole)
    assert [text for text in named if text in bare.read_text("utf-8")] == []
    other = Terminal(tmp_path / "other.ledger")
    other.run("bundle", "open", whole)
    assert known(other) == known(terminal) != {}
    assert other.json("verify")["clean"]
    nameless = Terminal(tmp_path / "nameless.ledger")
    nameless.run("bundle", "open", bare)
    assert known(nameless) == {}


def test_a_record_that_was_changed_in_the_file_is_found_and_not_shown(tmp_path: Path) -> None:
    terminal = opened(tmp_path, *options())
    with sqlite3.connect(terminal.ledger) as database:
        database.execute(
            "UPDATE people SET record = replace(record, 'NED', 'BEL') WHERE key = 'details'"
        )
    assert 'the record "details" was changed since' in terminal.refused("status", code=4)
    assert 'the record "details" was changed since' in terminal.try_("verify").out


def test_a_moment_before_there_were_details_shows_none(tmp_path: Path) -> None:
    terminal = opened(tmp_path)
    terminal.run("details", *options())
    last = terminal.json("status")["last_position"]
    assert known(terminal, "--as-of", str(last - 1)) == {}
    assert known(terminal, "--as-of", str(last))["city"] == ALL["city"]
    (tmp_path / "then.trf").write_text(terminal.run("export", "--as-of", last - 1), "utf-8")
    assert set(of_file((tmp_path / "then.trf").read_text("utf-8"))) == {"begins"}


def test_details_are_not_undone_but_recorded_again(tmp_path: Path) -> None:
    terminal = opened(tmp_path, "--city", "Breda")
    terminal.run("details", "--city", "Tilburg")
    said = terminal.refused("undo")
    assert "the record of the tournament's details cannot be taken back" in said
    assert "toernooi details" in said
    terminal.run("details", "--city", "Breda")
    assert known(terminal) == {"city": "Breda"}
    assert terminal.json("verify")["clean"]


def test_details_can_be_recorded_after_the_end(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path / "cup.ledger")
    terminal.run("init", "Cup", "--rounds", 1)
    for name in "AB":
        terminal.run("enter", name)
    terminal.run("lots")
    terminal.run("publish")
    terminal.run("result", 1, 1, "1-0")
    terminal.run("finish", "--confirm", 1)
    terminal.run("details", "--arbiter", "Jansen")
    assert known(terminal) == {"arbiter": "Jansen"}


def test_a_season_in_csv_says_that_they_stay(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path / "club.ledger")
    terminal.run("init", "Club", "--rules", "mwkeizer")
    note = "club, place, days, organiser, arbiters, tempo and time zone stay here"
    assert note not in terminal.try_("export", "--format", "season").err
    terminal.run("details", "--city", "Breda")
    assert note in terminal.try_("export", "--format", "season").err


def test_the_mirror_has_place_and_days_and_no_arbiter(tmp_path: Path) -> None:
    terminal = opened(tmp_path, "--city", "Breda", "--arbiter", "Jansen")
    terminal.run("mirror", "build")
    question = "SELECT city, federation, type, tempo, begins::VARCHAR, ends::VARCHAR, season"
    question += " FROM tournaments"
    rows = terminal.json("sql", question, "--mirror")["rows"]
    assert [*rows[0].values()] == [
        "Breda",
        None,
        None,
        None,
        "2026-11-28",
        None,
        "2026-2027",
    ]
    terminal.run("details", *options(begins="2026-06-30", arbiter="Pietersen"))
    terminal.run("mirror", "update")
    rows = terminal.json("sql", question, "--mirror")["rows"]
    assert [*rows[0].values()] == [
        ALL["city"],
        "NED",
        ALL["type"],
        ALL["tempo"],
        "2026-06-30",
        "2026-12-20",
        "2025-2026",
    ]
    (mirror,) = tmp_path.glob("*.duckdb")
    assert [name for name in (b"Jansen", b"Pietersen") if name in mirror.read_bytes()] == []


def test_a_forgotten_player_who_is_an_arbiter_is_named_by_the_place(tmp_path: Path) -> None:
    terminal = opened(tmp_path, "--deputy-arbiter", "Jan Smit")
    said = terminal.run("forget", "Smit")
    assert "the details of the tournament may name the player: toernooi details" in said
    assert "imported with the file" not in said


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({}, "nothing-to-change"),
        ({"city": "Breda"}, "nothing-to-change"),
        ({"clear": ["tempo"]}, "nothing-to-change"),
        ({"city": "Tilburg", "clear": ["city"]}, "given-and-cleared"),
        ({"begins": "2026-11-29"}, "ends-before-it-begins"),
        ({"begins": "2026-11-02", "ends": "2026-11-01"}, "ends-before-it-begins"),
    ],
)
def test_what_makes_no_sense_is_refused(fields: dict[str, Any], code: str) -> None:
    hall = Hall(city="Breda", ends="2026-11-28")
    before = hall.facts
    assert hall.refused("details", **fields).code == code
    assert hall.facts == before


def test_what_is_given_and_cleared_is_named_as_it_is_typed_and_nothing_else() -> None:
    hall = Hall(city="Breda")
    refused = hall.refused("details", time_zone="Europe/Amsterdam", clear=["time_zone", "tempo"])
    assert "time zone" in words(refused.what)
    assert "time_zone" not in words(refused.what)
    assert "tempo" not in words(refused.what)


@pytest.mark.parametrize("spoken", get_args(Language))
def test_a_detail_is_taken_away_by_the_word_that_gives_it_and_by_that_of_status(
    spoken: Language,
) -> None:
    named, shown = room("option-names", spoken), room("status", spoken)
    (clear,) = (p for p in toernooi.commands["details"].params if p.name == "clear")
    assert isinstance(clear.type, OneOf)
    assert set(clear.type.codes) == {*get_args(DetailField), "history"}
    for field in clear.type.codes:
        option = field.replace("_", "-").removesuffix("s" if field == "deputy_arbiters" else "")
        said = str(room("answers", spoken).get(f"clear.{field.replace('_', '-')}")).split(" | ")
        assert said[0] == named.get(option, said[0]), field
        assert clear.type.code_of(str(shown[field])) == field
        assert clear.type.code_of(said[0]) == field


def test_what_was_before_is_taken_away_as_the_documents_say(tmp_path: Path) -> None:
    terminal = opened(tmp_path, "--city", "Breda")
    terminal.run("details", "--city", "Tilburg")
    assert "Breda" in terminal.run("log", "--kind", "tournament")
    terminal.run("gegevens", "--wissen", "geschiedenis")
    assert "Breda" not in terminal.run("log", "--kind", "tournament")


def test_an_opening_that_would_end_before_it_begins_makes_no_file(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path / "cup.ledger")
    said = terminal.refused(
        "init", "Cup", "--begins", "2026-11-02", "--ends", "2026-11-01", code=Exit.USAGE
    )
    assert "it would end on 01-11-2026, before it begins on 02-11-2026" in said
    assert not terminal.ledger.exists()


def test_venue_organiser_and_time_zone_are_recorded_and_have_no_place_in_a_file(
    tmp_path: Path,
) -> None:
    terminal = opened(tmp_path, "--organiser", "Smit, Jan", "--venue", "De Zaal")
    terminal.run("details", "--time-zone", "Europe/Amsterdam", "--city", "Breda")
    expected = {"city": "Breda", "venue": "De Zaal", "organiser": "Smit, Jan"}
    assert known(terminal) == expected | {"time_zone": "Europe/Amsterdam"}
    shown = terminal.run("--lang", "nl", "status")
    assert "organisator" in shown
    assert "speellocatie" in shown
    trf, facts = terminal.run("export"), terminal.run("export", "--format", "ndjson")
    assert "022 Breda" in header(trf)
    assert [text for text in ("De Zaal", "Amsterdam") if text in trf + facts] == []
    terminal.run("mirror", "build")
    question = "SELECT venue, time_zone FROM tournaments"
    (row,) = terminal.json("sql", question, "--mirror")["rows"]
    assert [*row.values()] == ["De Zaal", "Europe/Amsterdam"]
    terminal.run("details", "--clear", "venue", "--clear", "organiser", "--clear", "time-zone")
    assert known(terminal) == {"city": "Breda"}


def test_times_are_shown_and_read_in_the_time_zone_of_the_tournament(tmp_path: Path) -> None:
    terminal = opened(tmp_path)
    terminal.run("protest", 1, "Smit", "light", "--deadline", "2026-07-01 22:30")
    at = terminal.json("log")["rows"][0]["recorded_at"]
    recorded = dt.datetime.fromisoformat(at)
    assert f"{recorded:%d-%m-%Y %H:%M}" in terminal.run("log"), "the tests' machine is on UTC"
    terminal.run("details", "--time-zone", "Asia/Tokyo")
    local = recorded + dt.timedelta(hours=9)
    log = terminal.run("log")
    assert f"{local:%d-%m-%Y %H:%M}" in log
    assert "02-07-2026 07:30" in log
    assert f"{local:%d-%m-%Y %H:%M}"[:10] in terminal.run("protests")
    terminal.run("protest", 1, "Bos", "noise", "--deadline", "2026-07-01 22:30")
    deadlines = [row["deadline"] for row in terminal.json("protests")["rows"]]
    assert deadlines == ["2026-07-01T22:30:00+00:00", "2026-07-01T22:30:00+09:00"]
    for shown in ("%Y-%m-%d", "%d-%m-%Y"):
        assert terminal.json("log", "--as-of", f"{local:{shown} %H:%M:%S.999999}")["rows"]


@pytest.mark.parametrize("name", ["Amsterdam", "Europe", "../UTC", "CEST time"])
def test_what_is_no_time_zone_is_refused(name: str, tmp_path: Path) -> None:
    terminal = opened(tmp_path)
    said = terminal.refused("details", "--time-zone", name, code=Exit.USAGE)
    assert "is not a time zone: write one as Europe/Amsterdam" in said


@pytest.mark.parametrize("field", ["city", "type", "arbiter", "deputy-arbiter", "tempo"])
def test_a_character_that_steers_a_terminal_is_refused(field: str, tmp_path: Path) -> None:
    terminal = opened(tmp_path)
    said = terminal.refused("details", f"--{field}", "Bre\x1b[2Jda", code=Exit.USAGE)
    assert "U+001B ESCAPE" in said


def test_without_details_an_opening_has_no_fact_of_them() -> None:
    assert not any(isinstance(fact, DetailsRecorded) for fact in Hall().facts)
    assert any(isinstance(fact, DetailsRecorded) for fact in Hall(city="Breda").facts)


def test_the_log_names_the_details_that_a_fact_changes() -> None:
    hall = Hall(city="Breda", tempo="90/40")
    at = 1 + next(i for i, fact in enumerate(hall.facts) if isinstance(fact, DetailsRecorded))
    said = words(teller(hall.book)(at))
    assert said == "details of the tournament recorded: city and tempo"
    (fact,) = hall.do("details", venue="Town Hall", city="Breda", clear=["tempo"])
    assert isinstance(fact, DetailsRecorded)
    assert fact.changed == ("tempo", "venue")
    at = hall.state.position
    said = (
        'gegevens van het toernooi vastgelegd: speeltempo leeg (was "90/40") en speellocatie '
        '"Town Hall"'
    )
    assert words(teller(hall.book)(at), "nl") == said


def test_an_older_fact_of_details_names_none_and_keeps_its_bytes() -> None:
    hall = Hall(city="Breda")
    (fact,) = hall.do("details", venue="Town Hall")
    older = fact.model_copy(update={"changed": None})
    decided = Decision((older,))
    hall.take(decided)
    at = hall.state.position
    assert b"changed" not in encode(hall.book.recorded[at - 1])
    assert words(teller(hall.book)(at)) == "details of the tournament recorded"


def test_the_log_has_what_a_detail_was_until_that_is_cleared_and_no_fact_has_it() -> None:
    hall = Hall(city="Bredda", begins="2026-11-27", arbiter="Vries, A. de")
    hall.do("details", city="Breda", begins="2026-11-28", arbiter="Jansen, P.")
    at = hall.state.position
    assert words(teller(hall.book)(at)) == (
        'details of the tournament recorded: city "Breda" (was "Bredda"), first day "28-11-2026" '
        '(was "27-11-2026") and chief arbiter "Jansen, P." (was "Vries, A. de")'
    )
    assert not any(b"Bredda" in encode(one) for one in hall.book.recorded)
    hall.do("details", clear=["history"])
    assert words(teller(hall.book)(at)) == (
        "details of the tournament recorded: city, first day and chief arbiter"
    )
    assert not any("Bredda" in text for text in hall.book.people["details"].values())
    assert hall.refused("details", clear=["history"]).code == "nothing-to-change"


@pytest.mark.parametrize("finished", [False, True])
def test_the_name_of_a_tournament_is_put_right_everywhere_before_and_after_its_end(
    tmp_path: Path, *, finished: bool
) -> None:
    terminal = opened(tmp_path, "--rules", "knsb-wp-2014")
    if finished:
        terminal.run("plan", 1)
        terminal.run("finish", "--confirm", 1)
    said = terminal.run("details", "--name", "Winter Cup", "--reason", "a slip")
    assert "log --kind tournament" in said
    assert 'name "Winter Cup" (was "Cup")' in terminal.run("log", "--kind", "tournament")
    assert terminal.json("status")["tournament"] == "Winter Cup"
    assert terminal.json("tournaments")["rows"][0]["name"] == "Winter Cup"
    assert "012 Winter Cup" in terminal.run("export")
    assert "Winter Cup" in terminal.run("sheet", "standing")
    for name in ("Winter Cup", "Cup", "winter"):
        assert terminal.json("status", "--tournament", name)["tournament"] == "Winter Cup"
    terminal.run("details", "--city", "Breda")
    assert terminal.json("status")["tournament"] == "Winter Cup"
    assert terminal.json("status", "--as-of", "4")["tournament"] == "Cup"
    assert "nothing-to-change" in terminal.refused("details", "--name", "Winter Cup")
    terminal.run("verify")


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("2026/11/28", "2026-11-28"),
        ("2026-11-28", "2026-11-28"),
        ("28.11.2026", "2026-11-28"),
        ("1-7-2026 to 4-7", "2026-07-01"),
        ("26/11/28", "None"),
        ("2026/13/45", "None"),
        ("spring", "None"),
        ("", "None"),
    ],
)
def test_a_date_of_a_file_is_read_year_first_or_day_first(text: str, day: str) -> None:
    assert str(day_of(text)) == day
