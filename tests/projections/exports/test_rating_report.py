"""Rating reports: for FIDE and for the federation, of the whole tournament or of one period."""

from __future__ import annotations

from pathlib import Path

import pytest

from ledger.trf.model import TrfFile
from ledger.trf.reader import parse
from ledger.trf.records import TrfNational
from tests.helpers.terminal import Terminal

PLAYERS = {"Bos, Anna": "1001", "Dijk, Cor": "1002", "Evers, Dirk": "1003", "Faber, Els": "1004"}
SEPTEMBER = "name,rating,fide_id\nBos,2100,1001\nDijk,2050,1002\nEvers,2000,1003\nX,1,9\n"
OCTOBER = "name,rating,fide_id\nBos,2190,1001\nDijk,2010,1002\nEvers,0,1003\n"
KNSB = 'name,knsb,fide\n"Bos, Anna",2222,2100\n"Faber, Els",1888,\n'


@pytest.fixture(scope="module")
def long(tmp_path_factory: pytest.TempPathFactory) -> Terminal:
    """Return a tournament of three rounds in two months, with a list of FIDE for each."""
    folder = tmp_path_factory.mktemp("long")
    terminal = Terminal(folder / "one.ledger")
    terminal.run("init", "Long", "--rules", "fide-dutch-2026", "--rounds", 3, "--federation", "NED")
    for number, day in enumerate(("2026-09-05", "2026-09-19", "2026-10-17"), 1):
        terminal.run("schedule", number, day)
    for name, fide_id in PLAYERS.items():
        terminal.run("enter", name, "--fide-id", fide_id, "--national-id", f"7{fide_id}")
    for name, day, kind, text in (
        ("standard", "2026-09-01", "fide", SEPTEMBER),
        ("standard", "2026-10-01", "fide", OCTOBER),
        ("KNSB", "2026-08-01", "national", KNSB),
    ):
        file = folder / f"{name}-{day}.csv"
        file.write_text(text, "utf-8")
        terminal.run("rating-list", name, day, "--kind", kind, "--file", file)
    terminal.run("start-rank", "FIDON")
    terminal.run("lots", "--first-colour", "white")
    for number in (1, 2, 3):
        terminal.run("publish")
        terminal.run("result", number, 1, "1-0", 2, "=")
    return terminal


def exported(terminal: Terminal, *options: object) -> tuple[TrfFile, str]:
    text = terminal.run("export", *options)
    file = parse(text.encode())
    assert isinstance(file, TrfFile), file
    return file, text


def ratings(file: TrfFile) -> dict[str, int | None]:
    return {player.name.split(",")[0]: player.rating for player in file.players}


def test_the_report_for_fide_has_the_ratings_of_the_period_and_no_national_ones(
    long: Terminal,
) -> None:
    file, text = exported(long, "--for", "fide", "--period", 1)
    assert ratings(file) == {"Bos": 2100, "Dijk": 2050, "Evers": 2000, "Faber": None}
    assert file.of_kind(TrfNational) == ()
    assert "### rating period 1 of 2: rounds 1 and 2" in text
    file, text = exported(long, "--for", "fide", "--period", 2)
    assert ratings(file) == {"Bos": 2190, "Dijk": 2010, "Evers": None, "Faber": None}
    assert "FIDE list standard of 01-10-2026" in text
    assert file.text("072") == "2"


def test_the_report_for_the_federation_has_its_ratings_and_numbers_too(long: Terminal) -> None:
    file, _ = exported(long, "--for", "federation")
    of = {one.number: (one.rating, one.national_id) for one in file.of_kind(TrfNational)}
    number = {player.name: player.number for player in file.players}
    assert of[number["Bos, Anna"]] == (2222, "71001")
    assert of[number["Dijk, Cor"]] == (None, "71002")
    assert of[number["Faber, Els"]] == (1888, "71004")
    assert file.rank_method is not None
    assert (file.rank_method.federation, file.rank_method.method) == ("NED", "FIDON")
    assert "national list" not in long.try_("export", "--for", "federation").err


def test_a_period_has_its_own_games_points_ranks_and_days(long: Terminal) -> None:
    whole, _ = exported(long)
    first, _ = exported(long, "--for", "fide", "--period", 1)
    second, _ = exported(long, "--for", "fide", "--period", 2)
    assert [p.cells[2:] for p in first.players] == [()] * 4
    assert [p.cells[:2] for p in second.players] == [(None, None)] * 4
    for one, two, both in zip(first.players, second.players, whole.players, strict=True):
        assert one.cells + two.cells[2:] == both.cells
        assert (one.points_halves or 0) + (two.points_halves or 0) == both.points_halves
    assert sorted(p.rank or 0 for p in second.players) == [1, 2, 3, 4]
    assert (first.text("042"), first.text("052")) == ("2026/09/05", "2026/09/19")
    assert (second.text("042"), second.text("052")) == ("2026/10/17", "2026/10/17")


def test_a_plain_export_has_the_ratings_of_the_start_and_the_start_rank(long: Terminal) -> None:
    file, text = exported(long)
    assert ratings(file) == {"Bos": 2100, "Dijk": 2050, "Evers": 2000, "Faber": None}
    assert "\r\n172 NED FIDON\r\n" in text or "\n172 NED FIDON" in text


def test_a_result_corrected_for_rating_alone_is_in_the_report_and_nowhere_else(
    long: Terminal,
) -> None:
    before, _ = exported(long)
    first = next(p for p in before.players if p.cells[0] and p.cells[0].code == "1")
    other = before.players[(first.cells[0].opponent or 0) - 1] if first.cells[0] else first
    long.run(
        "correct",
        "result",
        1,
        1,
        "0-1",
        "--rating-only",
        "--reason",
        "sheet misread",
        "--confirm",
        "yes",
    )
    plain, _ = exported(long)
    assert [p.cells for p in plain.players] == [p.cells for p in before.players]
    report, _ = exported(long, "--for", "fide")
    codes = [report.players[p.number - 1].cells[0] for p in (first, other)]
    assert [cell.code for cell in codes if cell] == ["0", "1"]
    halves = report.players[first.number - 1].points_halves
    assert halves == (first.points_halves or 0) - 2
    long.run("undo", "--confirm", "yes")


@pytest.mark.parametrize(
    ("options", "code"),
    [
        (("--for", "fide", "--period", 3), 2),
        (("--format", "ndjson", "--period", 1), 2),
        (("--period", 0), 2),
    ],
)
def test_a_period_that_is_not_there_is_refused(
    long: Terminal, options: tuple[object, ...], code: int
) -> None:
    long.refused("export", *options, code=code)


def test_a_report_imported_again_has_the_same_lists_and_start_rank(
    long: Terminal, tmp_path: Path
) -> None:
    file = tmp_path / "report.trf"
    long.run("export", "--for", "federation", "-o", file)
    other = Terminal(tmp_path / "other.ledger")
    other.run("import", file, "--confirm", "yes")
    shown, mine = other.json("rating-lists"), long.json("rating-lists")
    assert (shown["method"], shown["federation"]) == ("FIDON", "NED")
    assert [one["kind"] for one in shown["lists"]] == ["fide", "national"]
    at_start = {row["name"]: (row["rating"], row["national"]) for row in mine["rows"]}
    assert {row["name"]: (row["rating"], row["national"]) for row in shown["rows"]} == at_start
    again, _ = exported(other, "--for", "federation")
    assert [p.rating for p in again.players] == [p.rating for p in parse_of(file).players]
    first, second = (
        {one.number: one for one in each.of_kind(TrfNational)} for each in (again, parse_of(file))
    )
    assert first == second


def parse_of(path: Path) -> TrfFile:
    file = parse(path.read_bytes())
    assert isinstance(file, TrfFile)
    return file


def test_what_a_report_lacks_is_said_in_its_notes(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path / "one.ledger")
    terminal.run("init", "Open", "--rules", "fide-dutch-2026", "--rounds", 3)
    terminal.run("enter", "Bos, Anna", "--rating", 2000)
    terminal.run("enter", "Dijk, Cor", "--fide-id", PLAYERS["Dijk, Cor"])
    terminal.run("lots")
    said = terminal.try_("export", "--for", "fide", "-o", tmp_path / "a.trf").err
    assert "1 player has no FIDE number" in said
    file = tmp_path / "list.csv"
    file.write_text(SEPTEMBER, "utf-8")
    terminal.run("rating-list", "standard", "2026-09-01", "--kind", "fide", "--file", file)
    said = terminal.try_("export", "--for", "federation", "--period", 1).err
    assert "no national list is recorded" in said
    assert "no round of the period has a date" in said
