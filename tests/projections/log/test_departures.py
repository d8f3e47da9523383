"""The list of departures: an import is one row, and a corrected person is called by name."""

from __future__ import annotations

import json
from pathlib import Path

from tests.helpers.console import Console
from tests.helpers.places import EXAMPLES
from tests.helpers.season_played import played_season
from tests.helpers.terminal import Terminal, numbered


def test_an_imported_tournament_is_one_departure_with_its_rounds(tmp_path: Path) -> None:
    club = Terminal(tmp_path / "club.ledger")
    club.run("import", EXAMPLES / "club-open.trf")
    listed = club.json("integrity")
    assert listed["counts"] == {"import": 1}
    rounds = sum(row["state"] != "planned" for row in club.json("rounds")["rows"])
    assert listed["rows"][0]["what"].endswith(f", {rounds} rounds")
    club.run("mirror", "build")
    rows = club.json("sql", "--mirror", "select kind, what from integrity")["rows"]
    assert [row["kind"] for row in rows] == ["import"]
    assert rows[0]["what"] == listed["rows"][0]["what"]


def test_a_year_of_imports_does_not_drown_the_corrections(tmp_path: Path) -> None:
    console = Console(tmp_path)
    folder = tmp_path / "files"
    folder.mkdir()
    for number in range(3):
        console.must_run(
            "generate",
            "--rules",
            "knsb-wp-2014",
            "--players",
            "8",
            "--rounds",
            "5",
            "--seed",
            f"{number}",
            "-o",
            str(folder / f"{number}.trf"),
        )
    console.must_run("import-folder", str(folder))
    question = "select kind, count(*)::int as n from integrity group by kind order by kind"
    console.must_run("mirror", "build")
    answer = console.must_run("sql", "--mirror", question, "--csv")
    assert "import,3" in answer
    assert "pairing by hand" not in answer


def test_a_corrected_game_for_a_team_is_no_corrected_result(tmp_path: Path) -> None:
    counts = played_season(tmp_path).json("integrity")["counts"]
    assert counts["external game corrected"] == 2
    assert counts.get("result corrected", 0) == 1


def test_every_round_of_a_file_that_the_engine_pairs_otherwise_is_a_departure(
    tmp_path: Path,
) -> None:
    """`check` found them, and the list showed the import alone."""
    club = numbered(tmp_path / "club.ledger", "ABCDEF", "Cup", "--rounds", 5)
    club.run("publish")
    club.run("result", 1, 1, "1-0", 2, "1-0", 3, "1-0")
    club.run("publish")
    board = club.json("pairings", 2)["rows"][0]
    club.run("board", "swap", 2, board["white"], board["black"], "--reason", "they asked")
    club.run("result", 2, 1, "1-0", 2, "1-0", 3, "1-0")
    club.run("export", "--output", tmp_path / "cup.trf")
    other = Terminal(tmp_path / "other.ledger")
    other.run("import", tmp_path / "cup.trf", "--rounds", 5)
    verdicts = {
        row["round"]: row["verdict"]
        for row in json.loads(other.try_("check", "--json").out)["verdicts"]
    }
    assert verdicts[2] != "same"
    listed = other.json("integrity")
    assert [row["kind"] for row in listed["rows"]] == ["import", "paired otherwise"]
    assert listed["rows"][1]["what"].startswith("round 2 as the file has it, against knsb-wp-2014")
    began = " ".join(other.try_("audit", 2).out.split())
    assert "The round was played already when it came with the file: #" in began
