"""A tournament as a file for other programs: KNSB numbers, dates, the number of rounds."""

from __future__ import annotations

from pathlib import Path

import pytest

from ledger.trf.model import ROUND_COLUMN, TrfFile
from ledger.trf.national import national_ids, says_no_more
from ledger.trf.reader import lines_by_kind, parse
from ledger.trf.records import TrfNational, line_of
from projections.log.integrity_events import read_line
from tests.helpers.terminal import Terminal
from tests.helpers.trf_lines import read, row


def exported(terminal: Terminal) -> tuple[TrfFile, bytes]:
    data = terminal.run("export").encode()
    file = parse(data)
    assert isinstance(file, TrfFile), file
    return file, data


def test_numbers_of_the_knsb_go_out_and_come_back(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path / "cup.ledger")
    terminal.run("init", "Cup", "--rounds", 3)
    terminal.run("enter", "Smit, Jan", "--national-id", "7654321", "--rating", 1800)
    terminal.run("enter", "Bos, Kees", "--rating", 1700)
    terminal.run("enter", "Vos, An", "--national-id", "8123456")
    terminal.run("lots", "--by", "entry")
    terminal.run("publish")
    terminal.run("result", 1, 1, "1-0")
    file, data = exported(terminal)
    assert national_ids(file) == {1: "7654321", 3: "8123456"}
    (tmp_path / "cup.trf").write_bytes(data)
    other = Terminal(tmp_path / "other.ledger")
    other.run("import", tmp_path / "cup.trf")
    again, _ = exported(other)
    assert (again.players, national_ids(again)) == (file.players, national_ids(file))
    members = other.run("export", "--format", "members").splitlines()
    assert ["7654321" in line for line in members] == [False, True, False, False]


def test_a_number_at_another_federation_is_none_at_the_knsb() -> None:
    other, own, no_number = (
        line_of(TrfNational(federation, number, rating=1800, national_id=national_id))
        for number, (federation, national_id) in enumerate(
            (("GER", "10203040"), ("NED", "7654321"), ("NED", "A-12")), 1
        )
    )
    assert national_ids(read(row(1), row(2), row(3), other, own, no_number)) == {2: "7654321"}


def test_the_header_has_players_and_dates(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path / "cup.ledger")
    terminal.run("init", "Cup", "--rounds", 3)
    for name, rating in (("Smit, Jan", 1800), ("Bos, Kees", 1700)):
        terminal.run("enter", name, "--rating", rating)
    terminal.run("enter", "Vos, An")
    terminal.run("lots", "--by", "entry")
    terminal.run("schedule", 1, "2026-11-28", "20:00")
    terminal.run("schedule", 3, "2026-12-12")
    file, data = exported(terminal)
    texts = [file.text(tag) for tag in ("042", "052", "062", "072")]
    assert texts == ["2026/11/28", "2026/12/12", "3", "2"]
    line = next(line for line in data.decode().splitlines() if line.startswith("132"))
    assert line[ROUND_COLUMN - 1 :] == "26/11/28            26/12/12"


def test_a_national_record_that_says_more_is_kept_as_it_is(tmp_path: Path) -> None:
    line = line_of(TrfNational("NED", 1, national_id="7654321"))
    assert says_no_more(line)
    more = f"{line[:48]}1850{line[52:]}"
    assert not says_no_more(more)
    assert not says_no_more("BEL    1 x")
    terminal = Terminal(tmp_path / "cup.ledger")
    player = "001    1      Smit, Jan" + " " * 60
    (tmp_path / "cup.trf").write_text(f"012 Cup\nXXR 3\n{player}\n{more}\n", "utf-8")
    terminal.run("import", tmp_path / "cup.trf")
    file, _ = exported(terminal)
    assert [record.text for record in file.records if record.tag == "NED"] == [more]


def test_players_entered_after_an_import_are_counted(tmp_path: Path) -> None:
    player = "001    1      Smit, Jan" + " " * 60
    (tmp_path / "cup.trf").write_text(f"012 Cup\n062 1 (1)\n072 1\nXXR 3\n{player}\n", "utf-8")
    terminal = Terminal(tmp_path / "cup.ledger")
    terminal.run("import", tmp_path / "cup.trf")
    file, _ = exported(terminal)
    assert [file.text("062"), file.text("072")] == ["1 (1)", "1"], "as the file had it"
    terminal.run("enter", "Bos, An", "--rating", 1800)
    terminal.run("enter", "Vos, Ko", "--rating", 1700)
    file, _ = exported(terminal)
    assert [file.text("062"), file.text("072")] == ["3", "2"]


def test_a_round_robin_is_told_as_such_whatever_its_type_is_called(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path / "cup.ledger")
    terminal.run("init", "Cup", "--rules", "berger", "--type", "Tienkamp")
    for name in ("Smit, Jan", "Bos, An", "Vos, Ko"):
        terminal.run("enter", name)
    terminal.run("lots", "--by", "entry")
    first, data = exported(terminal)
    assert first.texts("092") == ("Tienkamp", "Individual: Round-Robin")
    (tmp_path / "cup.trf").write_bytes(data)
    other = Terminal(tmp_path / "other.ledger")
    other.run("import", tmp_path / "cup.trf", "--rules", "berger")
    assert exported(other)[0].header == first.header
    terminal.run("details", "--type", "Double round robin")
    assert exported(terminal)[0].texts("092") == ("Double round robin",)


# --- in the middle of a round ---------------------------------------------------------------------


def half_played(path: Path, rules: str = "knsb-wp-2014", rounds: int = 2) -> Terminal:
    """Return a tournament of seven; in the last of these rounds one game has a result."""
    terminal = Terminal(path)
    terminal.run("init", "Cup", *(() if rules == "berger" else ("--rounds", 4)), "--rules", rules)
    for number in range(1, 8):
        terminal.run("enter", f"Player {number}", "--rating", 1900 - 10 * number)
    terminal.run("lots", "--by", "rating")
    for number in range(1, rounds + 1):
        terminal.run("publish")
        terminal.run("result", number, 2, "0-1")
        if number < rounds:
            terminal.run("result", number, 1, "1-0")
            terminal.run("result", number, 3, "1/2-1/2")
    return terminal


def without_import(text: str) -> str:
    """Return a file without the comment on the origin of its tournament."""
    lines = text.splitlines(keepends=True)
    return "".join(line for line in lines if not line.startswith("### #2 "))


def without_departures(text: str) -> str:
    """Return a file without the comments on departures from the engine and corrections."""
    lines = text.splitlines(keepends=True)
    return "".join(line for line in lines if not (line.startswith("### #") or read_line(line)))


@pytest.mark.parametrize("rules", ["knsb-wp-2014", "knsb-wp-1996", "knsb-rating-2014", "berger"])
def test_a_round_half_played_goes_out_and_comes_back_with_the_same_results_missing(
    rules: str, tmp_path: Path
) -> None:
    terminal = half_played(tmp_path / "cup.ledger", rules)
    terminal.run("adjourn", 2, 1)
    ran = terminal.try_("export")
    assert ran.code == 0
    assert "round 2: 1 game has no result yet, left blank in the file" in ran.err
    (tmp_path / "cup.trf").write_text(ran.out, "utf-8")
    other = Terminal(tmp_path / "other.ledger")
    run = other.try_("import", tmp_path / "cup.trf", "--rules", rules)
    assert run.code == 0
    assert "Round 2: 1 game has no result yet" in run.out + run.err
    assert without_import(other.run("export")) == ran.out
    boards = other.json("pairings", 2)["rows"]
    assert [row["result"] for row in boards if row["result"] is None] == [None]
    board = next(row["board"] for row in boards if row["result"] is None)
    other.run("result", 2, board, "1-0")
    assert "no result yet" not in other.try_("export").err
    other.run("publish")


def test_a_file_of_a_round_half_played_is_counted_and_not_paired(tmp_path: Path) -> None:
    terminal = half_played(tmp_path / "cup.ledger")
    path = tmp_path / "cup.trf"
    path.write_text(terminal.run("export"), "utf-8")
    refusal = terminal.refused("trf", "pair", path)
    assert "round 2 has 2 games without a result, and round 3 waits for them" in refusal
    assert "knsb-wp-2014 F11" in refusal
    assert "games-open" in terminal.refused("trf", "why", path, "--round", 3, "--bye")
    assert terminal.run("trf", "pair", path, "--round", 2).splitlines()[0] == "4"
    assert "Round 2: 2 games have no result yet" in terminal.run("trf", "standings", path)
    points = {row["id"]: row["points"] for row in terminal.json("trf", "standings", path)}
    rows = terminal.json("standings", "--after", 2)["rows"]
    assert points == {row["id"]: row["points"] for row in rows}
    assert "as the rules give it" in terminal.try_("trf", "check", path).out


def test_a_round_half_played_with_another_after_it_is_imported_where_it_does_not_wait(
    tmp_path: Path,
) -> None:
    terminal = half_played(tmp_path / "cup.ledger", "berger", 1)
    terminal.run("publish")
    path = tmp_path / "cup.trf"
    path.write_text(terminal.run("export"), "utf-8")
    assert terminal.run("trf", "pair", path, "--rules", "berger")
    other = Terminal(tmp_path / "other.ledger")
    assert "games-open" in other.refused("import", path, "--set", "bye.points=0")
    other.run("import", path, "--rules", "berger")
    assert without_import(other.run("export")) == path.read_text("utf-8")


# --- profiles -------------------------------------------------------------------------------------


def test_trf26_has_byes_apart_adjourned_games_and_the_system(tmp_path: Path) -> None:
    terminal = half_played(tmp_path / "cup.ledger")
    terminal.run("adjourn", 2, 1)
    terminal.run("result", 2, 3, "1-0")
    terminal.run("absent", "Player 3", 3)
    terminal.run("absent", "Player 5", 4)
    terminal.run("export", "--profile", "trf26", "-o", tmp_path / "cup.trf")
    data = (tmp_path / "cup.trf").read_bytes()
    assert data.count(b"\r\n") == data.count(b"\n")
    file = parse(data)
    assert isinstance(file, TrfFile)
    assert file.type_code is not None
    assert file.type_code.kind == "swiss"
    assert "### knsb-wp-2014" in [kept.text for kept in file.other]
    absent = {player.number for player in file.players if player.name in ("Player 3", "Player 5")}
    assert {id_ for byes in file.byes_asked for id_ in byes.ids} == absent
    assert [byes.round for byes in file.byes_asked] == [3, 4]
    assert file.rounds_recorded == 2
    assert sum(cell is not None and cell.code == "?" for p in file.players for cell in p.cells) == 2
    other = Terminal(tmp_path / "other.ledger")
    other.run("import", tmp_path / "cup.trf", "--confirm", "yes")
    again = other.run("export", "--profile", "trf26")
    assert without_departures(again) == without_departures(data.decode())
    assert exported(other)[0].players == exported(terminal)[0].players
    assert "adjourned" in other.run("pairings", 2)


def test_the_usual_file_is_trf16_for_a_knsb_system_and_trf26_for_one_of_fide(
    tmp_path: Path,
) -> None:
    club = half_played(tmp_path / "club.ledger")
    assert club.run("export") == club.run("export", "--profile", "trf16")
    assert "192 " not in club.run("export")
    fide = half_played(tmp_path / "fide.ledger", "fide-dutch-2026")
    text = fide.run("export")
    assert text == fide.run("export", "--profile", "trf26")
    lines = [line for line in text.splitlines() if line[0] in "12"]
    assert lines[:3] == ["142 4", lines[1], "192 FIDE_DUTCH_2026"]
    assert lines[1] in ("152 W", "152 B")
    assert lines[3].startswith("202 ")
    assert "### fide" not in text


def test_what_bbp_cannot_read_is_said(tmp_path: Path) -> None:
    terminal = half_played(tmp_path / "cup.ledger")
    ran = terminal.try_("export", "--profile", "bbp")
    assert "bbpPairings does not read 2 games without a result" in ran.err
    assert not [line for line in ran.out.splitlines() if line.startswith(("XX", "#"))]
    said = terminal.refused("export", "--profile", "bbp", "--format", "ndjson", code=2)
    assert "--profile goes with a tournament file" in said
    assert "TRF26" in terminal.run("--lang", "nl", "exporteren", "--help")


def test_a_random_tournament_is_made_for_another_program(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path / "none.ledger")
    sizes = ("--players", 8, "--rounds", 3, "--seed", 1)
    usual = terminal.run("generate", *sizes)
    assert terminal.run("generate", *sizes, "--profile", "trf16") == usual
    terminal.run("generate", *sizes, "--profile", "trf26", "-o", tmp_path / "made.trf")
    file = parse((tmp_path / "made.trf").read_bytes())
    assert isinstance(file, TrfFile)
    assert (file.text("192"), file.newline) == ("CUSTOM_SWISS", "\r\n")


BYES = (
    "012 Cup",
    "142 3",
    "152 W",
    "192 FIDE_DUTCH_2026",
    "240 H   1    1",
    "240 Z   2    2",
    *(row(number) for number in range(1, 7)),
)


def test_byes_asked_in_a_file_are_carried_out(tmp_path: Path) -> None:
    path = tmp_path / "cup.trf"
    path.write_text("\n".join(BYES) + "\n", "utf-8")
    terminal = Terminal(tmp_path / "cup.ledger")
    paired = terminal.run("trf", "pair", path, "--rules", "fide-dutch-2026").split()
    assert sorted(paired[1:]) == ["0", "2", "3", "4", "5", "6"]
    terminal.run("import", path, "--rules", "fide-dutch-2026", "--confirm", "yes")
    file = parse(terminal.run("export").encode())
    assert isinstance(file, TrfFile)
    assert [(byes.kind, byes.round, byes.ids) for byes in file.byes_asked] == [
        ("H", 1, (1,)),
        ("Z", 2, (2,)),
    ]


@pytest.mark.parametrize(
    ("line", "now"),
    [
        ("260   1   1    1    2", True),
        ("260   2   3    1    2", False),
        ("XXP 1 2", True),
        ("250       1.0   1   1    1    3", True),
        ("XXA    1  1.0", True),
        ("299          -0.5   0    1", True),
    ],
)
def test_what_would_change_a_pairing_and_is_not_carried_out_is_refused(
    line: str, now: bool, tmp_path: Path
) -> None:
    path = tmp_path / "cup.trf"
    players = (row(number) for number in range(1, 7))
    path.write_text("\n".join(["012 Cup", "142 3", line, *players]) + "\n", "utf-8")
    terminal = Terminal(tmp_path / "cup.ledger")
    ran = terminal.try_("trf", "pair", path)
    assert (ran.code != 0) == now
    assert ("trf-not-carried-out" in ran.err) == now
    assert "trf-not-carried-out" in terminal.refused("import", path, code=2)
    assert "kept and not used" in terminal.run("trf", "standings", path)


def test_a_line_that_an_old_ledger_kept_and_no_reader_would_take_is_a_comment_in_trf26() -> None:
    lines = lines_by_kind(["192 CUSTOM_SWISS", "240 H   x    1", "# note", "BBW  1.0", "XXQ 1"])
    assert [header.text for header in lines.header] == ["CUSTOM_SWISS"]
    assert lines.records == ()
    assert [kept.text for kept in lines.other] == [
        "### 240 H   x    1",
        "# note",
        "### BBW  1.0",
        "XXQ 1",
    ]


def test_who_enters_later_or_left_is_out_of_every_round_to_come_of_a_file(tmp_path: Path) -> None:
    terminal = agreed(tmp_path / "cup.ledger")
    terminal.run("enter", "Later", "--rating", 1500, "--from-round", 4)
    terminal.run("enter", "Gone", "--rating", 1400)
    terminal.run("lots", "--by", "rating", "--confirm", "yes")
    terminal.run("publish")
    for board in range(1, 5):
        terminal.run("result", 1, board, "1-0")
    terminal.run("withdraw", "Gone")
    file, _ = exported(terminal)
    assert [(byes.round, byes.kind, byes.ids) for byes in file.byes_asked] == [
        (2, "Z", (9, 10)),
        (3, "Z", (9, 10)),
        (4, "Z", (9,)),
        (5, "Z", (9,)),
    ]
    other = Terminal(tmp_path / "other.ledger")
    terminal.run("export", "-o", tmp_path / "cup.trf")
    other.run("import", tmp_path / "cup.trf", "--confirm", "yes")
    assert without_departures(other.run("export")) == without_departures(terminal.run("export"))
    old = terminal.run("export", "--profile", "trf16").splitlines()
    later, gone = (next(line for line in old if name in line) for name in ("Later", "Gone"))
    assert (later.count(" Z"), gone.count(" Z")) == (3, 1)


def agreed(path: Path, *keys: str) -> Terminal:
    terminal = Terminal(path)
    terminal.run("init", "Cup", "--rounds", 5, "--rules", "fide-dutch-2026", *keys)
    for number in range(1, 9):
        terminal.run("enter", f"Player {number}", "--rating", 1900 - 10 * number)
    terminal.run("lots", "--by", "rating")
    return terminal


@pytest.mark.clause("fide-dutch-2026 ACC1.4")
def test_who_may_not_meet_and_the_group_of_baku_go_out(tmp_path: Path) -> None:
    terminal = agreed(tmp_path / "baku.ledger", "--set", "fide.acceleration=baku")
    terminal.run("prohibit", "Player 1", "Player 2", "Player 3")
    terminal.run("prohibit", "Player 4", "Player 5", "--rounds", "2-3")
    file, _ = exported(terminal)
    assert file.text("192") == "FIDE_DUTCH_2026_BAKU"
    assert [record.text for record in file.records] == [
        "260   1   5    1    2    3",
        "260   2   3    4    5",
    ]
    written = terminal.run("export", "--profile", "trf16").splitlines()
    assert [line for line in written if line.startswith(("XXP", "XXA"))] == [
        *(f"XXA    {number}  1.0  1.0  0.5  0.0  0.0" for number in range(1, 5)),
        "XXP    1    2    3",
    ]
    of_bbp = terminal.run("export", "--profile", "bbp").splitlines()
    assert [line for line in of_bbp if line.startswith("250")][:2] == [
        "250       1.0   1   2    1    4",
        "250       0.5   3   3    1    4",
    ]


@pytest.mark.clause("fide-dutch-2026 ACC1.5")
def test_virtual_points_of_the_regulations_go_out(tmp_path: Path) -> None:
    terminal = agreed(tmp_path / "own.ledger", "--set", "fide.acceleration=by_player")
    terminal.run("accelerate", "Player 2", "Player 3", "--points", 1, "--rounds", "1-2")
    file, _ = exported(terminal)
    assert file.text("192") == "FIDE_DUTCH_2026"
    assert {player: set(halves) - {0} for player, halves in file.virtual_halves().items()} == {
        2: {2},
        3: {2},
    }
