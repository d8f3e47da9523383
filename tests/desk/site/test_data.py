"""The data of a site: each file is what its schema says, and the same as the pages."""

from __future__ import annotations

import csv
import json
import re
from pathlib import Path
from typing import Any

from jsonschema import Draft202012Validator

from tests.docs.schemas import SCHEMAS
from tests.helpers.terminal import Terminal


def data_of(terminal: Terminal, folder: Path, slug: str) -> dict[str, Any]:
    """Return the JSON files of a tournament, by name."""
    terminal.run("website", folder, "--without-why")
    files = (folder / "data" / slug).glob("*.json")
    return {path.stem: json.loads(path.read_text("utf-8")) for path in files}


def held(data: dict[str, Any]) -> None:
    for name, value in data.items():
        kind, _, version = value["schema"].partition("/")
        assert version == "1"
        assert kind == f"site-{re.sub('-[0-9]+$', '', name)}"
        errors = [
            (name, list(error.absolute_path), error.message)
            for error in Draft202012Validator(SCHEMAS[kind]).iter_errors(value)
        ]
        assert not errors, errors[:3]


def test_every_data_file_of_a_tournament_is_what_its_schema_says(
    hall: Terminal, tmp_path: Path
) -> None:
    hall.run("correct", "result", 1, 1, "1/2-1/2", "--reason", "typed wrongly")
    hall.run("protest", 6, "2", "the clock")
    held(data_of(hall, tmp_path / "site", "club-open"))
    index = json.loads((tmp_path / "site/data/index.json").read_text("utf-8"))
    Draft202012Validator(SCHEMAS["site-index"]).validate(index)


def test_every_data_file_of_a_season_is_what_its_schema_says(
    season: Terminal, tmp_path: Path
) -> None:
    data = data_of(season, tmp_path / "site", "interne")
    held(data)
    assert all(row["value"] for row in data["standing-3"]["rows"])


def test_a_standing_is_that_of_the_verb_with_points_as_text(hall: Terminal, tmp_path: Path) -> None:
    data = data_of(hall, tmp_path / "site", "club-open")
    printed = hall.json("standings", "--after", 4)["rows"]
    rows = data["standing-4"]["rows"]
    assert [(row["place"], row["player"], row["name"]) for row in rows] == [
        (row["rank"], row["id"], row["name"]) for row in printed
    ]
    assert [float(row["points"]) for row in rows] == [row["points"] for row in printed]
    assert [float(row["tie_breaks"][0]["value"]) for row in rows] == [row["wp"] for row in printed]
    assert data["standing-4"]["next"] == "standing-5.json"
    assert data["standing-4"]["previous"] == "standing-3.json"


def test_a_file_says_up_to_which_fact_it_goes_with_its_head(hall: Terminal, tmp_path: Path) -> None:
    data = data_of(hall, tmp_path / "site", "club-open")
    heads = {row["size"]: row["short"] for row in hall.json("head")["rows"]}
    last = data["tournament"]["position"]
    assert data["tournament"]["head"] == heads[last]
    assert data["pairings-1"]["position"] < last
    hall.run("result", 6, 4, "1-0")
    again = data_of(hall, tmp_path / "site", "club-open")
    assert again["pairings-5"] == data["pairings-5"]
    assert again["pairings-6"]["position"] == last + 1


def test_a_corrected_result_names_the_fact_that_corrected_it(
    hall: Terminal, tmp_path: Path
) -> None:
    hall.run("correct", "result", 1, 1, "1/2-1/2", "--reason", "typed wrongly")
    data = data_of(hall, tmp_path / "site", "club-open")
    board = data["pairings-1"]["rows"][0]
    logged = data["log"]["rows"][-1]
    assert board["result"] == "1/2-1/2"
    assert board["changed_by"] == logged["position"]
    assert logged["kind"] == "correction"
    assert "1/2-1/2" in logged["what"]["en"] or "½-½" in logged["what"]["en"]
    assert "typed wrongly" not in json.dumps(data)


def test_tables_for_spreadsheets_and_files_for_other_programs_have_everybody(
    hall: Terminal, tmp_path: Path
) -> None:
    hall.run("website", tmp_path / "site", "--without-why")
    folder = tmp_path / "site" / "data" / "club-open"
    with (folder / "standing.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [row["place"] for row in rows] == [str(n) for n in range(1, 16)]
    assert len(list(csv.DictReader((folder / "players.csv").open(encoding="utf-8")))) == 15
    assert (folder / "games.pgn").read_text("utf-8").count("[Event ") == 42
    other = Terminal(tmp_path / "other.ledger")
    other.run("import", folder / "tournament.trf", "--rules", "knsb-wp-2014", "--confirm", "yes")
    assert len(other.json("players")["rows"]) == 15


def test_no_data_file_has_what_was_written_in_a_protest(hall: Terminal, tmp_path: Path) -> None:
    hall.run("protest", 6, "2", "he took his move back")
    hall.run("ruling", 1, "rejected", "nobody saw it")
    data = data_of(hall, tmp_path / "site", "club-open")
    assert [row["kind"] for row in data["log"]["rows"]] == ["protest", "ruling"]
    assert data["log"]["rows"][1]["verdict"] == "rejected"
    everything = b"".join(p.read_bytes() for p in (tmp_path / "site").rglob("*") if p.is_file())
    assert b"took his move" not in everything
    assert b"nobody saw it" not in everything
