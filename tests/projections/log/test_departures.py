"""The list of departures: an import is one row, and a corrected person is called by name."""

from __future__ import annotations

from pathlib import Path

from tests.helpers.console import Console
from tests.helpers.places import EXAMPLES
from tests.helpers.season_played import played_season
from tests.helpers.terminal import Terminal


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
