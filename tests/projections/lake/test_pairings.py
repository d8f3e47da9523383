"""A lake with all rounds paired again: the rows of the mirrors, in parts that say by what."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

from desk.version import VERSION
from ledger.errors import damaged
from ledger.messages import message
from pairing.review.again import ENGINES
from projections.counterfactuals.part import paired_part
from projections.lake import plan as lake_plan
from projections.lake.dataset import open_lake
from projections.lake.errors import LakeError
from projections.lake.files import MANIFEST, read_plan
from projections.mirror.decisions import decided_part
from projections.mirror.tables import OF_PAIRINGS
from projections.spread.processes import Processes
from tests.helpers.federation import both, built, federation, files_of, terminal
from tests.helpers.references import dangling, doubled
from tests.helpers.words import refusing


@pytest.fixture
def ledgers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """Return three ledgers, cut into parts of two tournaments."""
    monkeypatch.setattr(lake_plan, "A_PART", 2)
    return federation(tmp_path / "all")


def test_the_tables_of_rounds_paired_again_are_those_of_the_mirrors(
    ledgers: list[Path], tmp_path: Path
) -> None:
    """Lake and mirrors pair all rounds again, by two rulebooks, then and now."""
    built(tmp_path / "all", tmp_path / "lake", pairings=True)
    sides = both(ledgers, tmp_path / "lake", pairings=True)
    for question, rows in sides.mirrors.items():
        assert sides.lake[question] == rows, question
    for table in (*OF_PAIRINGS, "pairings_differ"):
        assert sides.lake[f"FROM {table}"], table
    with open_lake(tmp_path / "lake", described=False) as database:
        assert (doubled(database), dangling(database)) == ({}, {})
        question = "SELECT rules, known, keys IS NULL FROM pairing_versions ORDER BY rules"
        rows = database.execute(question).fetchall()
    assert rows == [("in force", ["then", "now"], True), ("knsb-wp-2014", ["then", "now"], False)]


def test_the_bytes_are_the_same_whatever_the_number_of_jobs_and_by_plan(
    ledgers: list[Path], tmp_path: Path
) -> None:
    """Three lakes are built, all rounds paired again, one by two processes."""
    built(tmp_path / "all", tmp_path / "one", versions=(), pairings=True)
    built(tmp_path / "all", tmp_path / "two", Processes(2), versions=(), pairings=True)
    assert files_of(tmp_path / "one") == files_of(tmp_path / "two")
    desk, parts = terminal(ledgers[0], "x"), tmp_path / "parts"
    desk.run("lake", "plan", tmp_path / "all", "--to", parts, "--pairings", "--decisions")
    desk.run("lake", "part", parts, 3, 1)
    desk.run("lake", "build", "--to", parts)
    mine, theirs = files_of(parts), files_of(tmp_path / "one")
    assert mine.pop(MANIFEST).replace(VERSION.encode(), b"1.0") == theirs.pop(MANIFEST)
    assert mine == theirs


def test_parts_with_other_pairings_or_engines_are_other_parts(
    ledgers: list[Path], tmp_path: Path
) -> None:
    desk, lake, seen = terminal(ledgers[0], "x"), tmp_path / "lake", set[str]()
    for options in (
        (),
        ("--pairings",),
        ("--pairings", "--known", "then"),
        ("--rules", "knsb-wp-2014"),
        ("--pairings", "--rules", "knsb-wp-2014"),
    ):
        plan = desk.json("lake", "plan", ledgers[0], "--to", lake, *options)["rows"]
        assert not seen & {row["name"] for row in plan}, options
        seen |= {row["name"] for row in plan}
    newer = f"{ENGINES.names()} and a newer one"
    with refusing(LakeError, "was made by another version of the program"):
        read_plan(lake, newer)
    with (
        patch("pairing.review.again.ENGINES", ENGINES._replace(names=lambda: newer)),
        patch("desk.answers.bulk.lake.ENGINES", ENGINES._replace(names=lambda: newer)),
    ):
        plan = desk.json("lake", "plan", ledgers[0], "--to", lake)["rows"]
        assert not seen & {row["name"] for row in plan}


def test_only_rulebooks_that_pair_are_paired_by_and_known_goes_with_pairings(
    ledgers: list[Path], tmp_path: Path
) -> None:
    desk, lake = terminal(ledgers[0], "x"), tmp_path / "lake"
    desk.run(
        "lake",
        "build",
        ledgers[0],
        "--to",
        lake,
        "--pairings",
        "--known",
        "now",
        "--rules",
        "fide-2024",
    )
    question = "SELECT DISTINCT rules, in_force, known FROM replayed_rounds"
    assert desk.json("sql", "--lake", lake, question)["rows"] == [
        {"rules": "knsb-wp-1996", "in_force": True, "known": "now"}
    ]
    replayed = desk.json("sql", "--lake", lake, "SELECT DISTINCT rules FROM replays")["rows"]
    assert replayed == [{"rules": "fide-2024"}]
    line = ("lake", "build", ledgers[0], "--to", lake, "--known", "now")
    assert "--pairings" in desk.refused(*line, code=2)
    assert "FROM" in desk.refused("lake", "build", "--to", lake, "--pairings", code=2)


def test_a_tournament_that_cannot_be_paired_again_is_left_out_as_a_whole(
    ledgers: list[Path], tmp_path: Path
) -> None:
    def but_one(now: Any, rounds: Any, *rest: Any) -> Any:
        lost = [one.tournament for one in rounds if one.tournament == "club1"]
        columns, refused = paired_part(
            now, [one for one in rounds if one.tournament not in lost], *rest
        )
        refusal = damaged(message("store.lacks", tournament="club1", first=1)).refusal
        return columns, [*refused, *((tournament, refusal) for tournament in lost)]

    with patch("projections.lake.part.paired_part", but_one):
        done = built(tmp_path / "all", tmp_path / "lake", versions=(), pairings=True)
    assert [tournament for tournament, _ in done.refused] == ["club1"]
    with open_lake(tmp_path / "lake", described=False) as database:
        for table in ("tournaments", "games", "replayed_rounds", "pairing_replays"):
            there = database.execute(f"SELECT DISTINCT tournament FROM {table}").fetchall()
            assert len(there) == 5, table
            assert ("club1",) not in there


def test_the_others_are_paired_once_where_a_tournament_cannot_be_decided_again(
    ledgers: list[Path], tmp_path: Path
) -> None:
    paired = list[str]()

    def counted(now: Any, rounds: Any, *rest: Any) -> Any:
        paired.extend(one.tournament for one in rounds)
        return paired_part(now, rounds, *rest)

    def but_one(now: Any, part: Any, deciding: Any) -> Any:
        left = [one for one in part if one.tournament != "club1"]
        columns, refused = decided_part(now, left, deciding)
        refusal = damaged(message("store.lacks", tournament="club1", first=1)).refusal
        return columns, [*refused, *(("club1", refusal) for _ in part[len(left) :])]

    with (
        patch("projections.lake.part.paired_part", counted),
        patch("projections.lake.part.decided_part", but_one),
    ):
        done = built(tmp_path / "all", tmp_path / "lake", versions=(), pairings=True)
    assert [tournament for tournament, _ in done.refused] == ["club1"]
    assert len(paired) == len(set(paired)) == 5
    with open_lake(tmp_path / "lake", described=False) as database:
        for table in ("tournaments", "games", "replayed_rounds", "decided_tournaments"):
            there = database.execute(f"SELECT DISTINCT tournament FROM {table}").fetchall()
            assert len(there) == 5, table
            assert ("club1",) not in there
