"""A season as CSV: an export is read back unchanged, and errors are reported by line."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from desk.making.club_season import Recipe, SeasonRates, season_file
from ledger.csv_files.season import read_rows, season_notes
from ledger.state.book import Book
from projections.exports.season import members_csv, not_carried, season_csv
from tests.helpers.family import examples
from tests.helpers.season import Season
from tests.helpers.season_copy import copied, essence, imported, of_commands
from tests.helpers.season_played import played_season
from tests.helpers.terminal import Terminal
from tests.helpers.words import words

VALUES = {"keizer.external.1": "[70, 68, 66]"}
MEMBERS = "number;name;rating\n1;Aalders;1900\n2;Beekman;1800\n3;Citroen;1700\n4;Dijkstra;1600\n"
HEAD = "kind;round;date;name;player;colour;opponent;team;board;result;cause;elsewhere;value\n"
PLAYED = (
    "season;10;;Interne;;;;;;;;;\n"
    "round;1;2026-09-03;;;;;;;;;;\n"
    "game;1;;;1;W;2;;1;1-0;;;\n"
    "game;1;;;3;B;4;;2;1/2-1/2;;;\n"
)
BUSY = SeasonRates(
    draws=300,
    defaults=80,
    double_defaults=300,
    absences=250,
    no_notice=80,
    duty=80,
    withdrawals=60,
    returns=300,
    late=300,
    externals=500,
    corrections=150,
)


@examples(25)
@given(
    members=st.integers(4, 14),
    rounds=st.integers(1, 9),
    seed=st.text("abc", max_size=4),
    rates=st.sampled_from([BUSY, SeasonRates()]),
    presence=st.sampled_from(["expected", "announced"]),
)
@example(members=40, rounds=12, seed="", rates=BUSY, presence="expected")
def test_a_made_season_comes_back_from_its_csv_with_the_same_totals_after_every_round(
    members: int, rounds: int, seed: str, rates: SeasonRates, presence: str
) -> None:
    changes = {"keizer.presence": f'"{presence}"', "keizer.absent_cap": "2"}
    book = of_commands(season_file(Recipe(members, rounds, seed, "mwkeizer", changes, rates)))
    keys = book.rules.season_keys
    table = ", ".join(f'"{team}" = {list(row)}' for team, row in keys.external.items())
    changes |= {"keizer.external": f"{{{table}}}", "keizer.top": str(keys.top)}
    again = copied(book, changes)
    assert essence(again) == essence(book)
    assert season_csv(again) == season_csv(book)
    assert members_csv(again) == members_csv(book)


def test_a_season_that_uses_everything_comes_back_through_the_command_line(tmp_path: Path) -> None:
    first = played_season(tmp_path)
    season, members = tmp_path / "season.csv", tmp_path / "members.csv"
    said = first.try_("export", "--format", "season", "-o", season)
    assert "corrections, reasons and earlier pairings stay here" in said.err
    listed = first.try_("export", "--format", "members", "-o", members)
    assert (listed.code, "stay here" in listed.err) == (0, False)
    again = Terminal(tmp_path / "again.ledger")
    opened = (
        "--rules",
        "mwkeizer",
        "--set",
        "keizer.external.1=[70, 68, 66]",
        "--set",
        "keizer.catch_up=true",
    )
    again.run("importeren", season, "--members", members, *opened)
    for number in (1, 2, 3):
        keys = ("white", "black", "result")
        one, two = (
            [[row[key] for key in keys] for row in terminal.json("pairings", number)["rows"]]
            for terminal in (first, again)
        )
        assert one == two
    again.run("export", "--format", "season", "-o", tmp_path / "two.csv")
    assert (tmp_path / "two.csv").read_bytes() == season.read_bytes()
    again.run("publish")


def test_a_swiss_is_no_season_to_export_and_its_players_are_a_list_to_enter(tmp_path: Path) -> None:
    swiss = Terminal(tmp_path / "cup.ledger")
    swiss.run("init", "Cup", "--rounds", 3)
    for name in ("Anna", "Berend"):
        swiss.run("enter", name)
    season, members = tmp_path / "season.csv", tmp_path / "members.csv"
    said = swiss.refused("export", "--format", "season", "-o", season)
    assert "no-season" in said
    assert "toernooi export -o FILE.trf" in said
    assert not season.exists()
    swiss.run("export", "--format", "members", "-o", members)
    again = Terminal(tmp_path / "again.ledger")
    again.run("init", "Cup again")
    again.run("enter", "--file", members)
    assert [row["name"] for row in again.json("players")["rows"]] == ["Anna", "Berend"]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1252"])
@pytest.mark.parametrize(("separator", "end"), [(";", "\n"), (",", "\r\n"), ("\t", "\r\n")])
def test_dutch_names_other_separators_encodings_and_line_ends_read_the_same(
    encoding: str, separator: str, end: str
) -> None:
    head = (
        "soort;ronde;datum;naam;speler;kleur;tegenstander;team;bord;uitslag;oorzaak;elders;waarde"
    )
    rows = (
        "seizoen;10;;Interne;;;;;;;;;",
        "ronde;1;3-9-2026;;;;;;;;;;",
        "partij;1;;;Aalders;wit;Beekman;;1;1-0;;;",
        "partij;1;;;Citroën;zwart;4;;2;½-½;;;",
        "extern;1;;;4;z;;1;2;=;;teamleider;",
    )
    members = MEMBERS.replace("number;name", "nummer;naam").replace("Citroen", "Citroën")

    def written(text: str) -> bytes:
        return text.replace(";", separator).replace("\n", end).encode(encoding)

    read = imported(written("\n".join([head, *rows])), written(members), "mwkeizer", VALUES)
    assert isinstance(read, Book), read
    events = HEAD + PLAYED + "external;1;;;4;B;;1;2;1/2;;captain;\n"
    expected = imported(events.encode(), MEMBERS.encode(), "mwkeizer", VALUES)
    ours, theirs = essence(read), essence(expected)
    ours["members"][3] = theirs["members"][3]
    assert ours == theirs


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        ("game;2;;;1;;3;;;1-0;;;", (6, "season-twice")),
        ("game;2;;;2;;77;;;1-0;;;", (6, "season-unknown-member")),
        ("game;2;;;2;;;;;1-0;;;", (6, "season-unknown-member")),
        ("game;2;;;2;;2;;;1-0;;;", (6, "season-same")),
        ("game;2;;;2;;4;;1;1-0;;;", (6, "season-twice")),
        ("game;2;;;2;;4;;x;1-0;;;", (6, "season-bad-board")),
        ("absent;2;;;1;;;;;;;;", (6, "season-twice")),
        ("absent;;;;2;;;;;;;;", (6, "season-no-round")),
        ("no opponent;3;;;2;;;;;;;;", (6, "season-no-games")),
        ("game;4;;;2;;4;;;1-0;;;", (6, "season-round-missing")),
        ("external;1;;;2;W;;1;9;1;;;", (6, "season-no-value")),
        ("external;1;;;2;W;;3;1;1;;;", (6, "season-no-value")),
        ("external;1;;;2;;;1;1;1;;;", (6, "season-missing")),
        ("external;9;;;2;W;;1;1;1;;;", (6, "season-round-to-come")),
        ("external;1;;;2;W;;1;1;2;;;", (6, "season-bad-result")),
        ("external;1;;;2;W;;1;1;1;;nobody;", (6, "season-bad-elsewhere")),
        ("returned;2;;;2;;;;;;;;", (6, "season-not-left")),
        ("left;2;;;2;;;;;;;;\nleft;3;;;2;;;;;;;;", (7, "season-left-already")),
        ("round;5;;;;;;;;;;;", (6, "season-no-date")),
        ("round;5;31-2-2026;;;;;;;;;;", (6, "season-bad-date")),
        ("period;1;;;;;;;;;;;", (6, "season-period-in-place")),
        ("period;3;;;;;;;;;;;\nperiod;1;;herfst;;;;;;;;;", (7, "season-period-in-place")),
        ("left;x;;;2;;;;;;;;", (6, "season-bad-round")),
        ("left;2;;;2;;;;;;;;-1", (6, "season-bad-value")),
        ("joined;2;;;2;;;;;;;;\njoined;3;;;2;;;;;;;;", (7, "season-twice")),
        ("game;2;;;2;;4;;;1-0;late;;\ngame;2;;;1;;3;;;1-0R;late/late;;", (6, "season-bad-cause")),
        ("catch-up;2;;;2;;4;;;;;;", (6, "season-no-result")),
        ("nonsense;2;;;2;;;;;;;;", (6, "season-bad-kind")),
    ],
)
def test_what_is_wrong_with_a_season_is_told_with_its_line(rows: str, expected: Any) -> None:
    good = "game;2;;;1;;3;;1;1-0;;;\n"
    text = HEAD + PLAYED.removeprefix("season;10;;Interne;;;;;;;;;\n") + good + rows + "\n"
    refused = imported(text.encode(), MEMBERS.encode(), "mwkeizer", VALUES)
    assert isinstance(refused, tuple), essence(refused)
    assert expected in [(refusal.line, refusal.code) for refusal in refused]
    assert all(words(refusal.what) and refusal.next for refusal in refused)


def test_a_time_of_a_round_is_read_and_another_text_is_refused_with_its_line() -> None:
    for text, time in (("20:00", "20:00"), ("9.30 uur", "09:30"), ("", None)):
        season = f"soort;ronde;datum;tijd\nronde;1;3-9-2026;{text}\n"
        read = imported(season.encode(), MEMBERS.encode(), "mwkeizer", VALUES)
        assert isinstance(read, Book), read
        assert read.state.times.get(1) == time
    season = "kind;round;date;time\nround;1;3-9-2026;evening\n"
    [refused] = imported(season.encode(), MEMBERS.encode(), "mwkeizer", VALUES)
    assert (refused.line, refused.code) == (2, "season-bad-time")
    assert words(refused.what, "nl").endswith('"evening" is geen tijd.')


def test_all_errors_of_both_files_are_told_at_once() -> None:
    members = "number;name;rating\n1;Aalders;strong\n1;;\n"
    refused = imported(b"kind;round\nnonsense;x\n", members.encode(), "mwkeizer", VALUES)
    assert [(r.line, r.code) for r in refused] == [
        (2, "members-bad-rating"),
        (3, "members-no-name"),
        (2, "season-bad-kind"),
        (2, "season-bad-round"),
    ]


@pytest.mark.parametrize(
    ("members", "season", "rules", "code"),
    [
        (MEMBERS.replace("2;B", "1;B"), HEAD, "mwkeizer", "members-numbers"),
        (MEMBERS.replace("2;B", ";B"), HEAD, "mwkeizer", "members-numbers"),
        (MEMBERS, "round\n1\n", "mwkeizer", "season-no-kind-column"),
        (MEMBERS, "", "mwkeizer", "season-no-header"),
        (MEMBERS, HEAD, "knsb-wp-2014", "no-season"),
    ],
)
def test_files_that_are_no_season_are_refused(
    members: str, season: str, rules: str, code: str
) -> None:
    refused = imported(season.encode(), members.encode(), rules, {})
    assert code in [refusal.code for refusal in refused]


def test_a_name_of_a_team_that_is_too_long_is_refused_and_a_hidden_sign_taken_out() -> None:
    columns = ("kind", "team")
    long = ",".join(columns) + f"\nexternal,{'x' * 101}\n"
    rows, errors = read_rows(long.encode())
    assert [(error.line, error.code, words(error.what)) for error in errors] == [
        (2, "bad-team", "it is 101 letters long, and 100 is the most")
    ]
    hidden = "kind,round,name\nperiod,1,Na\u00adjaar\u200b\nperiod,2,Lente\n".encode()
    rows, errors = read_rows(hidden)
    assert [(row.name, errors) for row in rows] == [("Najaar", []), ("Lente", [])]
    assert [words(note) for note in season_notes(hidden)] == [
        "line 2: U+00AD SOFT HYPHEN is left out.",
        "line 2: U+200B ZERO WIDTH SPACE is left out.",
    ]


def test_a_season_with_more_members_than_values_is_refused() -> None:
    refusals = imported(HEAD.encode(), MEMBERS.encode(), "mwkeizer", {"keizer.top": "3"})
    assert [refusal.code for refusal in refusals] == ["season-top-too-low"]


def test_members_without_numbers_are_numbered_as_they_stand_and_join_when_the_list_says() -> None:
    members = "naam,vanaf_ronde\nAalders,\nBeekman,2\n"
    book = imported(HEAD.encode(), members.encode(), "mwkeizer", {})
    assert isinstance(book, Book)
    assert [(e.number, e.from_round) for e in book.state.players.values()] == [(1, 1), (2, 2)]
    other = imported((HEAD + "joined;3;;;2;;;;;;;;\n").encode(), members.encode(), "mwkeizer", {})
    assert [refusal.code for refusal in other] == ["season-joined-otherwise"]


def test_a_list_of_members_is_read_by_enter_as_well(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path / "club.ledger")
    terminal.run("init", "Interne", "--rules", "mwkeizer")
    (tmp_path / "m.csv").write_text("nummer;naam;vanaf_ronde\n7;Aalders;\n8;Beekman;3\n", "utf-8")
    terminal.run("enter", "--file", tmp_path / "m.csv")
    assert [row["name"] for row in terminal.json("players")["rows"]] == ["Aalders", "Beekman"]


def test_a_change_of_rules_is_named_as_not_carried(tmp_path: Path) -> None:
    season = Season(4)
    season.play()
    season.do("rules-change", rulebook="mwkeizer", reason="agreed")
    assert "from round 2 on" in words(not_carried(season.book)[1])


def test_a_season_without_its_members_is_refused_by_name(tmp_path: Path) -> None:
    (tmp_path / "s.csv").write_text(HEAD + PLAYED, "utf-8")
    said = Terminal(tmp_path / "x.ledger").refused("import", tmp_path / "s.csv", code=2)
    assert "members-missing" in said
    assert "--members" in said


def test_a_file_that_is_not_there_is_refused(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path / "club.ledger")
    (tmp_path / "apply.ndjson").write_text(
        '{"command": "import", "file": "s.csv", "members": "m.csv", "rules": "mwkeizer"}\n', "utf-8"
    )
    assert "s.csv was not read" in terminal.refused("apply", tmp_path / "apply.ndjson", code=2)
    (tmp_path / "s.csv").write_text(HEAD, "utf-8")
    assert "m.csv was not read" in terminal.refused("apply", tmp_path / "apply.ndjson", code=2)


def test_what_is_wrong_with_a_season_is_told_in_dutch() -> None:
    rows = PLAYED + "game;2;;;2;;77;;x;2-0;;;\nleft;2;;;2;;;;;;;;-1\n"
    refused = imported((HEAD + rows).encode(), MEMBERS.encode(), "mwkeizer", VALUES)
    assert isinstance(refused, tuple)
    texts = [(words(r.what, "nl").split(": ", 1)[1], words(r.next, "nl")) for r in refused]
    assert texts == [
        (
            '"2-0" is onbekend.',
            "Schrijf 1-0, 0-1, 1/2-1/2, 0-0, 1/2-0, 0-1/2, met R voor reglementair.",
        ),
        ('"77" is geen lid.', "Schrijf het nummer of de hele naam."),
        ('"x" is geen bord.', "Schrijf cijfers."),
        ('"-1" is geen getal van 0 tot en met 100000.', "Schrijf cijfers."),
    ]


def test_a_game_and_a_game_for_a_team_on_one_evening_of_a_file_are_asked_about(
    tmp_path: Path,
) -> None:
    club = Terminal(tmp_path / "club.ledger")
    members, season = tmp_path / "m.csv", tmp_path / "s.csv"
    members.write_text("number;name;rating\n1;Aad;1600\n2;Bea;1500\n", "utf-8")
    season.write_text(
        "kind;round;player;colour;opponent;team;board;result\n"
        "game;1;1;W;2;;1;1-0\n"
        "external;1;1;W;;1;1;1\n",
        "utf-8",
    )
    line = ("import", season, "--members", members, "--rules", "mwkeizer")
    values = ("--set", "keizer.external.1=[70, 68]")
    refused = club.refused(*line, *values)
    assert "1 Aad had a game and a game for a team on one evening" in refused
    club.run(*line, *values, "--confirm", "yes")
    assert club.json("standings")["rows"][0]["name"] == "Aad"
