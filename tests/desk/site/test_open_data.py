"""A season as open data: what is checked before it is given to anybody."""

from __future__ import annotations

import csv
import hashlib
import json
import os
import re
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import duckdb
import jsonschema
import pytest

from desk.site.open_rows import TABLES
from tests.helpers.proof_page import Club, made_club
from tests.helpers.terminal import Terminal

DESCRIPTOR = {
    "type": "object",
    "required": ["name", "resources"],
    "properties": {
        "name": {"type": "string", "pattern": "^[a-z0-9._-]+$"},
        "version": {"type": "string"},
        "licenses": {
            "type": "array",
            "minItems": 1,
            "items": {"type": "object", "required": ["name", "path"]},
        },
        "resources": {
            "type": "array",
            "minItems": 1,
            "items": {
                "type": "object",
                "required": ["name", "path", "format", "mediatype", "bytes", "hash"],
                "properties": {
                    "name": {"type": "string", "pattern": "^[a-z0-9._/-]+$|^[a-z_0-9-]+$"},
                    "path": {"type": "string", "pattern": "^[^/.~][^~]*$"},
                    "hash": {"type": "string", "pattern": "^sha256:[0-9a-f]{64}$"},
                    "schema": {
                        "type": "object",
                        "required": ["fields", "primaryKey", "foreignKeys", "missingValues"],
                        "properties": {
                            "fields": {
                                "type": "array",
                                "items": {
                                    "type": "object",
                                    "required": ["name", "type", "description", "constraints"],
                                    "properties": {
                                        "type": {"enum": ["string", "integer", "boolean", "date"]},
                                        "description": {"type": "string", "minLength": 3},
                                    },
                                },
                            }
                        },
                    },
                },
            },
        },
    },
}
"""What a Data Package asks of a descriptor, as far as ours goes."""


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Club:
    """Return a club whose open data lie beside its ledger: some two seconds."""
    folder = tmp_path_factory.mktemp("club")
    club = made_club(folder)
    club.terminal.run("show-as", "Beer", "number")
    club.terminal.run("open-data", folder / "data", "--licence", "CC0-1.0")
    return club


@pytest.fixture
def data(club: Club) -> Path:
    return club.terminal.ledger.parent / "data"


def descriptor_of(data: Path) -> Any:
    return json.loads((data / "datapackage.json").read_text("utf-8"))


def rows_of(data: Path, table: str) -> list[dict[str, str]]:
    with (data / "data" / f"{table}.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def bytes_of(data: Path) -> dict[str, bytes]:
    files = (path for path in sorted(data.rglob("*")) if path.is_file())
    return {path.relative_to(data).as_posix(): path.read_bytes() for path in files}


def test_a_name_is_no_formula_in_the_files_for_people_and_as_it_is_in_the_others(
    tmp_path: Path,
) -> None:
    terminal = Terminal(tmp_path / "cup.ledger")
    terminal.run("init", "Cup")
    for name in ("=cmd|' /C calc'!A0", "Beer, B."):
        terminal.run("enter", name)
    terminal.run("lots", "--by", "entry")
    terminal.run("publish")
    terminal.run("open-data", tmp_path / "data")
    assert rows_of(tmp_path / "data", "players")[0]["name"] == "'=cmd|' /C calc'!A0"
    with closing(sqlite3.connect(tmp_path / "data" / "season.sqlite")) as season:
        named = season.execute("select name from players order by player").fetchone()
    assert named == ("=cmd|' /C calc'!A0",)


def test_the_descriptor_validates_and_each_path_is_there_with_its_hash(data: Path) -> None:
    descriptor = descriptor_of(data)
    jsonschema.validate(descriptor, DESCRIPTOR)
    assert descriptor["licenses"][0]["name"] == "CC0-1.0"
    for resource in descriptor["resources"]:
        content = (data / resource["path"]).read_bytes()
        assert len(content) == resource["bytes"]
        assert f"sha256:{hashlib.sha256(content).hexdigest()}" == resource["hash"]
    named = {resource["path"] for resource in descriptor["resources"]}
    words = {"README.md", "dictionary.md", "CHANGES.md", "metadata.json", "datapackage.json"}
    assert bytes_of(data).keys() == named | words


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such permissions")
def test_the_files_are_for_everybody_as_a_folder_on_the_web_is(data: Path) -> None:
    plain = data.parent / "plain.txt"
    plain.write_text("")
    assert {path.stat().st_mode for path in (data / "data").iterdir()} == {plain.stat().st_mode}


def test_every_column_is_described_for_people_and_for_programs(data: Path) -> None:
    dictionary = (data / "dictionary.md").read_text("utf-8")
    of_datasette = json.loads((data / "metadata.json").read_text("utf-8"))
    described = of_datasette["databases"]["season"]["tables"]
    for resource in descriptor_of(data)["resources"]:
        if resource["format"] != "csv":
            continue
        fields = {field["name"]: field["description"] for field in resource["schema"]["fields"]}
        with (data / resource["path"]).open(encoding="utf-8", newline="") as file:
            assert next(csv.reader(file)) == list(fields)
        assert described[resource["name"]]["columns"] == fields
        assert all(f"`{name}`" in dictionary for name in fields)


def test_the_same_rows_stand_there_three_times_and_foreign_keys_hold(data: Path) -> None:
    with closing(sqlite3.connect(data / "season.sqlite")) as database:
        assert database.execute("PRAGMA foreign_key_check").fetchall() == []
        for table in TABLES:
            listed = rows_of(data, table.name)
            kept = database.execute(f"SELECT * FROM {table.name}").fetchall()
            parquet = duckdb.execute(
                f"SELECT * FROM '{data / 'data' / table.name}.parquet'"
            ).fetchall()
            as_text = sorted(tuple("" if one is None else str(one) for one in row) for row in kept)
            of_csv = sorted(
                tuple({"true": "1", "false": "0"}.get(one, one) for one in row.values())
                for row in listed
            )
            assert as_text == of_csv, table.name
            assert len(parquet) == len(kept)
    games = rows_of(data, "games")
    assert [one["result"] for one in games] == ["1-0", "1/2-1/2", "0-1", "0-1R", "", ""]


def test_there_are_as_many_rows_as_in_the_mirror(club: Club, data: Path) -> None:
    club.terminal.run("mirror", "build")
    for table, question in {
        "players": "select count(*) as n from players where taken_back_by is null",
        "games": "select count(*) as n from games_now",
        "rounds": "select count(*) as n from rounds",
    }.items():
        (row,) = json.loads(club.terminal.run("sql", question, "--json"))["rows"]
        assert row["n"] == len(rows_of(data, table)), table


def test_two_runs_give_the_same_bytes_and_a_change_is_a_new_version(tmp_path: Path) -> None:
    club = made_club(tmp_path)
    data = tmp_path / "data"
    club.terminal.run("open-data", data)
    first = bytes_of(data)
    club.terminal.run("open-data", data)
    assert bytes_of(data) == first
    club.terminal.run("open-data", tmp_path / "again")
    assert bytes_of(tmp_path / "again") == first
    assert descriptor_of(data)["version"] == "2026.1"
    club.terminal.run("result", 2, 2, "1-0")
    club.terminal.run("open-data", data)
    assert descriptor_of(data)["version"] == "2026.2"
    changes = (data / "CHANGES.md").read_text("utf-8").splitlines()
    assert [line.split(":")[0] for line in changes] == ["- 2026.2", "- 2026.1"]


def test_who_asked_for_a_number_has_no_name_there(data: Path) -> None:
    names = [one["name"] for one in rows_of(data, "players")]
    assert names.count("") == 1
    assert not any(b"Beer" in content for content in bytes_of(data).values())


def test_without_names_no_word_of_a_name_is_in_any_file(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path / "club.ledger")
    terminal.run("init", "Zeezichtcup", "--rounds", 3)
    names = [f"Xq{chr(97 + n)}vara, Yj{chr(97 + n)}mbo" for n in range(20)]
    for number, name in enumerate(names):
        terminal.run("enter", name, "--rating", 1511 + number, "--club", "Wvortex")
    terminal.run("lots", "--by", "rating")
    terminal.run("schedule", 1, "2026-09-18")
    terminal.run("publish")
    data = tmp_path / "data"
    terminal.run("open-data", data, "--without-names")
    words = {word for name in names for word in re.findall(r"\w+", name)}
    for path, content in bytes_of(data).items():
        for word in (*words, "Wvortex", "Zeezichtcup"):
            assert word.encode() not in content, (path, word)
    ratings = {one["rating"] for one in rows_of(data, "players")}
    assert ratings == {"1500"}
    assert [one["date"] for one in rows_of(data, "rounds")] == ["2026-09-01"]


def test_small_tournaments_and_other_seasons_and_unpublished_ones_are_left_out(
    club: Club, tmp_path: Path
) -> None:
    terminal = club.terminal
    run = ("open-data", tmp_path / "data")
    assert "no-open-data" in terminal.refused(*run, "--without-names", code=2)
    assert "no-open-data" in terminal.refused(*run, "--season", "2019-2020", code=2)
    assert "1 tournament" in terminal.run(*run, "--season", "2026-2027")
    shutil.rmtree(tmp_path / "data")
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "own.txt").write_text("not ours")
    assert "not-open-data" in terminal.refused(*run, code=2)
