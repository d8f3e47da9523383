"""A lake: the rows of the mirrors, made part by part; half files and strays are never read."""

from __future__ import annotations

import json
import random
import shutil
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from desk.version import VERSION
from pairing.review.again import ENGINES
from projections.lake import plan as lake_plan
from projections.lake.build import BuiltLake, make_parts
from projections.lake.dataset import lake_asked, open_lake
from projections.lake.errors import LakeError
from projections.lake.files import LOCK, MANIFEST, read_plan, writing
from projections.spread.processes import Processes
from projections.sql.questions import ask, statements
from tests.helpers.federation import WORDS, both, built, federation, files_of, terminal
from tests.helpers.ledgers import damage, to_first_schema
from tests.helpers.loaded import ran
from tests.helpers.places import ROOT
from tests.helpers.words import refusing

CODES = ("ledger-damaged", "not-a-ledger")


@pytest.fixture
def ledgers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """Return three ledgers, in three parts of two tournaments; the last one is of two ledgers."""
    monkeypatch.setattr(lake_plan, "A_PART", 2)
    return federation(tmp_path / "all")


@pytest.fixture(scope="module")
def plain_lake(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a lake without versions beside its ledgers, which are only to be read."""
    folder = tmp_path_factory.mktemp("plain")
    federation(folder / "all")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(lake_plan, "A_PART", 2)
        built(folder / "all", folder / "lake", versions=())
    return folder / "lake"


@pytest.fixture(scope="module")
def first_build(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, BuiltLake]:
    """Return a lake of such ledgers with versions and decisions, and what was told of its build."""
    folder = tmp_path_factory.mktemp("first")
    federation(folder / "all")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(lake_plan, "A_PART", 2)
        return folder / "lake", built(folder / "all", folder / "lake")


@pytest.fixture
def lake(ledgers: list[Path], first_build: tuple[Path, BuiltLake], tmp_path: Path) -> Path:
    """Return a copy of that lake, planned again of `ledgers`, beside it in `all`."""
    copy = Path(shutil.copytree(first_build[0], tmp_path / "lake"))
    assert built(tmp_path / "all", copy).made == 0
    return copy


@pytest.fixture
def plain_copy(plain_lake: Path, tmp_path: Path) -> Path:
    """Return a copy of that lake, beside copies of its ledgers in `all`."""
    shutil.copytree(plain_lake.parent, tmp_path, dirs_exist_ok=True)
    return tmp_path / plain_lake.name


def test_a_lake_has_the_rows_of_the_mirrors_and_answers_as_they_do(
    ledgers: list[Path], first_build: tuple[Path, BuiltLake]
) -> None:
    """A lake and three mirrors are built."""
    lake, done = first_build
    assert (done.made, done.before, done.tournaments, done.refused) == (3, 0, 6, ())
    sides = both(ledgers, lake)
    for question, rows in sides.mirrors.items():
        assert sides.lake[question] == rows, question
    assert sum(map(bool, sides.lake.values())) > 25


def test_the_bytes_are_the_same_whatever_the_number_of_jobs_and_the_way(
    ledgers: list[Path], tmp_path: Path
) -> None:
    """Three lakes are built, one by two processes."""
    one, two, parts = (tmp_path / name for name in ("one", "two", "parts"))
    built(tmp_path / "all", one)
    built(tmp_path / "all", two, Processes(2))
    assert files_of(one) == files_of(two)
    desk = terminal(ledgers[0], "x")
    plan = desk.json(
        "lake",
        "plan",
        tmp_path / "all",
        "--to",
        parts,
        "--rules",
        "knsb-wp-2014",
        "--rules",
        "fide-2024",
        "--decisions",
    )["rows"]
    assert [row["part"] for row in plan] == [1, 2, 3]
    assert [row["ledger_count"] for row in plan] == [1, 1, 2]
    assert {one for row in plan for one in row["ledgers"]} == set(map(str, ledgers))
    assert {row["state"] for row in plan} == {"open"}
    make_parts(parts, [2], WORDS, lambda done, total: None)
    rows = desk.json("lake", "part", parts, "2", "3")["rows"]
    assert [(row["part"], row["state"]) for row in rows] == [(2, "there"), (3, "made")]
    (row,) = desk.json("lake", "build", "--to", parts)["rows"]
    assert (row["parts_made"], row["parts_before"]) == (1, 2)
    mine, theirs = files_of(parts), files_of(one)
    assert mine.pop(MANIFEST).replace(VERSION.encode(), b"1.0") == theirs.pop(MANIFEST)
    assert mine == theirs


def test_a_rerun_makes_only_the_parts_of_what_has_changed(
    ledgers: list[Path], lake: Path, tmp_path: Path
) -> None:
    before = files_of(lake)
    again = built(tmp_path / "all", lake)
    assert (again.made, again.before) == (0, 3)
    assert files_of(lake) == before
    desk = terminal(ledgers[0], "more")
    id_ = desk.json("tournaments")["rows"][0]["id"]
    desk.run("-t", id_, "correct", "result", "1", "1", "0-0", "--reason", "misread")
    desk.run("init", "New", "--rounds", 3)
    changed = built(tmp_path / "all", lake)
    assert (changed.made, changed.before, changed.tournaments) == (3, 1, 7)
    built(tmp_path / "all", tmp_path / "fresh")
    assert files_of(lake) == files_of(tmp_path / "fresh")


KILLED = """
import os, random, signal, sys, threading, time
from pathlib import Path
from projections.lake import plan
from tests.helpers.federation import built
plan.A_PART = 1
seconds = float(sys.argv[3])
def kill():
    time.sleep(seconds)
    os.kill(os.getpid(), signal.SIGKILL)
Path(sys.argv[4]).touch()
threading.Thread(target=kill, daemon=True).start()
built(Path(sys.argv[1]), Path(sys.argv[2]))
"""


def test_a_build_that_is_killed_at_any_moment_is_completed_by_the_next(
    ledgers: list[Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Three processes are killed, each while it makes a lake."""
    monkeypatch.setattr(lake_plan, "A_PART", 1)
    lake, chance = tmp_path / "lake", random.Random(3)
    built(tmp_path / "all", tmp_path / "fresh")
    for _ in range(3):
        ran(KILLED, tmp_path / "all", lake, chance.uniform(0.05, 0.6), tmp_path / "begun")
        assert (tmp_path / "begun").exists()
    (lake / ".writing-half").mkdir(exist_ok=True)
    (lake / ".writing-half" / "games.parquet").write_bytes(b"PAR1 half")
    (lake / "games").mkdir(exist_ok=True)
    (lake / "games" / f"{'0' * 32}.parquet").write_bytes(b"PAR1 stray")
    built(tmp_path / "all", lake)
    assert files_of(lake) == files_of(tmp_path / "fresh")


def test_a_stray_file_is_not_read_and_a_part_without_one_of_its_files_is_made_again(
    lake: Path, tmp_path: Path
) -> None:
    fresh = files_of(lake)
    file, *_ = sorted((lake / "games").iterdir())
    stray = file.with_name(f"{'a' * 32}.parquet")
    stray.write_bytes(file.read_bytes())
    with open_lake(lake, described=False) as database:
        doubles = database.execute(
            "SELECT count(*) FROM (FROM games GROUP BY ALL HAVING count(*) > 1)"
        ).fetchone()
    assert doubles == (0,)
    file.write_bytes(b"")
    assert built(tmp_path / "all", lake).made == 1
    assert files_of(lake) == fresh


def test_until_the_manifest_is_written_a_lake_is_what_it_was(
    ledgers: list[Path], tmp_path: Path
) -> None:
    lake = tmp_path / "lake"
    desk = terminal(ledgers[0], "x")
    desk.run("lake", "plan", tmp_path / "all", "--to", lake)
    assert "is planned, and not finished" in desk.refused(
        "sql", "--lake", lake, "FROM games", code=2
    )
    built(tmp_path / "all", lake)
    before = (lake / MANIFEST).read_bytes()
    id_ = desk.json("tournaments")["rows"][0]["id"]
    desk.run("-t", id_, "correct", "result", "1", "1", "0-0", "--reason", "misread")

    def stop(done: int, total: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        built(tmp_path / "all", lake, progress=stop)
    assert (lake / MANIFEST).read_bytes() == before
    assert not list(lake.glob(".writing-*"))
    with open_lake(lake, described=False) as database:
        assert database.execute("SELECT count(*) FROM tournaments").fetchone() == (6,)
    assert built(tmp_path / "all", lake).before == 3


def test_what_is_wrong_is_said_at_once_and_nothing_is_planned(
    ledgers: list[Path], tmp_path: Path
) -> None:
    (tmp_path / "all" / "copy.ledger").write_bytes(ledgers[0].read_bytes())
    (tmp_path / "all" / "nonsense.ledger").write_bytes(b"nonsense")
    (tmp_path / "none").mkdir()
    desk = terminal(ledgers[0], "x")
    said = desk.refused("lake", "build", tmp_path / "all", "--to", tmp_path / "lake", code=2)
    assert said.count("(tournament-twice)") == 1
    assert "3 tournaments stand in" in said
    assert said.count("(foreign-file)") + said.count("nonsense.ledger") >= 1
    said = desk.refused("lake", "plan", tmp_path / "none", "--to", tmp_path / "lake", code=2)
    assert "there is no ledger" in said
    said = desk.refused("lake", "build", "--to", tmp_path / "lake", code=2)
    assert "there is no plan of a lake" in said
    assert not (tmp_path / "lake" / MANIFEST).exists()


def test_another_folder_a_part_that_is_not_there_and_a_second_build_are_refused(
    lake: Path, tmp_path: Path
) -> None:
    with refusing(LakeError, "is not empty, and no lake"):
        built(tmp_path / "all", tmp_path / "all")
    for number in (0, 7):
        with refusing(LakeError, f"there is no part {number}: the plan ends at 3"):
            read_plan(lake, ENGINES.names(), [number, 2])
    with writing(lake), refusing(LakeError, "another program is making the lake"):
        built(tmp_path / "all", lake)
    assert (lake / LOCK).exists()
    assert lake.stat().st_mode & 0o077 == 0


def test_another_ledger_under_the_same_name_is_noticed(ledgers: list[Path], tmp_path: Path) -> None:
    lake = tmp_path / "lake"
    desk = terminal(ledgers[0], "x")
    desk.run("lake", "plan", tmp_path / "all", "--to", lake)
    ledgers[0].write_bytes(ledgers[1].read_bytes())
    with refusing(LakeError, "has not the facts that the plan has for part 1"):
        make_parts(lake, [1], WORDS, lambda done, total: None)


def test_a_person_who_was_forgotten_is_in_no_file_after_the_next_build(
    ledgers: list[Path], tmp_path: Path
) -> None:
    lake, club = tmp_path / "lake", ledgers[1]
    desk = terminal(club, "x")
    name = desk.json("players")["rows"][0]["name"]
    desk.run("lake", "plan", tmp_path / "all", "--to", lake)
    number = next(
        part.number for part in read_plan(lake, ENGINES.names()).parts if 1 in part.ledgers
    )
    desk.run("forget", "1", "--reason", "on request")
    with refusing(LakeError, "the plan is out of date"):
        make_parts(lake, [number], WORDS, lambda done, total: None)
    built(tmp_path / "all", lake)
    with open_lake(lake, described=False) as database:
        names = database.execute("SELECT list(name) FROM names").fetchone()
    assert names is not None
    assert name not in names[0]


def test_a_damaged_tournament_is_left_out_and_reported(ledgers: list[Path], tmp_path: Path) -> None:
    damage(ledgers[0], "UPDATE stored_events SET state = '{' WHERE sequence = 3")
    desk, lake = terminal(ledgers[0], "x"), tmp_path / "lake"
    ran = desk.try_("lake", "build", tmp_path / "all", "--to", lake, "--json")
    assert ran.code == 4
    assert len(ran.json["refused"]) == 1
    assert ran.json["rows"][0]["tournaments"] == 5
    rows = desk.run("sql", "--lake", lake, "SELECT count(*) AS n FROM damaged", "--csv")
    assert rows.split() == ["n", "1"]
    assert desk.try_("sql", "--lake", lake, "FROM games").err.startswith(
        "note: 1 tournament is damaged"
    )


def test_a_ledger_from_before_hashes_is_read_too(ledgers: list[Path], tmp_path: Path) -> None:
    to_first_schema(ledgers[1])
    assert built(tmp_path / "all", tmp_path / "lake").tournaments == 6


def out_of_reach(lake: Path) -> list[str]:
    """Return questions about files that are none of a lake, and ways to write: each is refused.

    What a function is called by is hidden in a text where its name alone would be refused.
    """
    other, own = lake.parent / "club.csv", next(lake.glob("games/*.parquet"))
    into = f"'{own}' (format parquet, use_tmp_file false)"
    hidden = [
        f"from read_text('{other}')",
        f"from read_blob('{lake / 'notes.txt'}')",
        f"from read_csv('{other}')",
        f"from sniff_csv('{other}')",
        f"from read_json_objects('{lake / 'manifest.json'}')",
        f"from read_parquet('{lake.parent / 'other.parquet'}')",
        f"from parquet_metadata('{lake.parent / 'other.parquet'}')",
        f"from glob('{lake}/*')",
        f"from glob('{lake}/games/*')",
        "from glob('*')",
        f"from '{other}'",
        f"from '{lake / 'games'}/../notes.txt'",
        "select getenv('HOME')",
    ]
    return [
        *hidden,
        *("from query('" + one.replace("'", "''") + "')" for one in hidden),
        f"from query('from read_' || 'text(''{lake / 'notes.txt'}'')')",
        f"from query_table('{other}')",
        f"copy games to {into}",
        f"prepare p as copy games to {into}; execute p",
        f"explain analyze copy games to {into}",
        f"explain analyze copy games to '{lake / 'new.csv'}'",
        f"export database '{lake / 'copy'}'",
        f"attach '{lake / 'new.duckdb'}'",
        "install httpfs",
        "load httpfs",
        "from duckdb_secrets()",
    ]


def test_a_question_reads_the_files_of_a_lake_alone_and_writes_none(
    plain_copy: Path, tmp_path: Path
) -> None:
    """A lake is opened anew for each question that reaches outside, with a file to write and without."""
    lake, desk = plain_copy, terminal(tmp_path / "all" / "north.ledger", "x")
    (tmp_path / "club.csv").write_text("a,b\n1,2\n")
    (lake / "notes.txt").write_text("a,b\n1,2\n")
    shutil.copyfile(next(lake.glob("games/*.parquet")), tmp_path / "other.parquet")
    before = {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
    for question in out_of_reach(lake):
        for more in ((), ("--parquet", tmp_path / "answer.parquet")):
            assert desk.try_("sql", "--lake", lake, question, *more).code == 2, question
    assert {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()} == before
    written = desk.run("sql", "--lake", lake, "from games", "--parquet", tmp_path / "games.parquet")
    assert "games.parquet" in written


def test_a_lake_says_where_a_tournament_comes_from_and_closes_everything_else(
    plain_lake: Path,
) -> None:
    lake, desk = plain_lake, terminal(plain_lake.parent / "all" / "north.ledger", "x")
    question = (
        "SELECT parse_filename(ledger) AS l, count(*) AS n FROM sources GROUP BY l ORDER BY l"
    )
    rows = desk.json("sql", "--lake", lake, question)["rows"]
    assert rows == [
        {"l": "club.ledger", "n": 1},
        {"l": "north.ledger", "n": 3},
        {"l": "south.ledger", "n": 2},
    ]
    said = desk.refused("sql", "--lake", lake, f"FROM read_csv('{ROOT}/Makefile')", code=2)
    assert "files" in said
    assert "every moment" in desk.refused(
        "sql", "--lake", lake, "--as-of", "3", "FROM games", code=2
    )
    desk.refused("sql", "--lake", lake, "--mirror", "FROM games", code=2)
    assert "unknown-version" in desk.refused(
        "sql", "--lake", lake, "FROM standings_diff('x', 'knsb-wp-2014')", code=2
    )
    described = desk.run("sql", "--lake", lake, r"\d")
    assert "Every board and result that was ever known" in described


def test_the_columns_of_a_lake_say_what_they_mean_to_who_asks(plain_lake: Path) -> None:
    desk = terminal(plain_lake.parent / "all" / "north.ledger", "x")
    question = "SELECT comment FROM duckdb_columns() WHERE table_name = 'games'"
    rows = desk.json("sql", "--lake", plain_lake, question)["rows"]
    assert rows
    assert all(row["comment"] for row in rows)
    with open_lake(plain_lake, described=False) as database:
        assert {comment for (comment,) in database.execute(question).fetchall()} == {None}


@pytest.mark.parametrize(
    ("question", "made"),
    [
        ("FROM games", {"games"}),
        ("FROM games_as_of(5)", {"games", "players"}),
        ("SELECT ledger, name FROM tournaments JOIN sources USING (tournament)", {"tournaments"}),
        ("FROM ledgers", set[str]()),
    ],
)
def test_a_question_to_a_lake_has_the_views_that_it_needs_alone_and_the_same_answer(
    plain_lake: Path, question: str, made: set[str]
) -> None:
    with (
        open_lake(plain_lake, described=False) as whole,
        open_lake(plain_lake, described=False, question=question) as some,
    ):
        rows = Counter(map(str, whole.execute(question).fetchall()))
        assert rows == Counter(map(str, some.execute(question).fetchall()))
        there = {name for (name, *_) in some.execute("SHOW TABLES").fetchall()}
        beside = {"ledgers", "lake_parts", *["sources"] * ("sources" in question)}
        assert there == made | beside


def test_a_question_to_files_that_a_build_took_away_is_to_be_asked_again(
    ledgers: list[Path], lake: Path, tmp_path: Path
) -> None:
    desk = terminal(ledgers[0], "x")
    (statement,) = statements("SELECT count(*) FROM games")
    with (
        refusing(LakeError, "was built again in the meantime"),
        lake_asked(lake, described=False) as database,
    ):
        id_ = desk.json("tournaments")["rows"][0]["id"]
        desk.run("-t", id_, "correct", "result", "1", "1", "0-0", "--reason", "misread")
        built(tmp_path / "all", lake)
        ask(database, statement)


@pytest.mark.parametrize("which", [0, -1])
@pytest.mark.parametrize("lost", [Path.unlink, lambda path: path.write_bytes(b"PAR1")])
def test_a_lake_that_lost_a_file_is_refused_and_the_next_step_makes_it_again(
    plain_lake: Path, tmp_path: Path, which: int, lost: Callable[[Path], object]
) -> None:
    lake, desk = tmp_path / "lake", terminal(plain_lake.parent / "all" / "north.ledger", "x")
    shutil.copytree(plain_lake, lake)
    ask_it = ("sql", "--lake", lake, "SELECT sum(white), count(*) FROM games")
    whole = desk.run(*ask_it)
    lost(sorted((lake / "games").iterdir())[which])
    refusal = desk.refused(*ask_it, code=2)
    assert "lake-unreadable" in refusal
    assert f"next: toernooi lake build --to {lake}" in refusal
    assert desk.json("lake", "build", "--to", lake)["rows"][0]["parts_made"] == 1
    assert desk.run(*ask_it) == whole


def test_the_next_step_where_there_is_no_lake_fits_what_is_there(
    ledgers: list[Path], tmp_path: Path
) -> None:
    lake, desk = tmp_path / "lake", terminal(ledgers[0], "x")
    ask_it = ("sql", "--lake", lake, "FROM games")
    assert "next: toernooi lake build FROM --to FOLDER" in desk.refused(*ask_it, code=2)
    desk.run("lake", "plan", tmp_path / "all", "--to", lake)
    assert f"next: toernooi lake build --to {lake}" in desk.refused(*ask_it, code=2)


def test_a_lake_without_facts_has_all_tables(tmp_path: Path) -> None:
    desk = terminal(tmp_path / "a.ledger", "a")
    desk.run("init", "Empty", "--rounds", 3)
    built(tmp_path, tmp_path / "lake", versions=())
    for table in ("games", "prizes", "standings_now", "moments", "versions", "sources"):
        desk.run("sql", "--lake", tmp_path / "lake", f"FROM {table}")


def test_damaged_ledgers_are_left_out_of_a_lake_where_it_is_asked_and_are_named(
    tmp_path: Path,
) -> None:
    folder, lake = tmp_path / "all", tmp_path / "lake"
    folder.mkdir()
    desk = terminal(folder / "whole.ledger", "x")
    desk.run("init", "Open")
    bad = [folder / "cut.ledger", folder / "empty.ledger"]
    bad[0].write_bytes((folder / "whole.ledger").read_bytes()[:5000])
    bad[1].touch()
    refused = desk.refused("lake", "build", folder, "--to", lake, code=4)
    assert all(str(path) in refused for path in bad)
    assert "leave damaged ledgers out: --leave-out-damaged" in refused
    ran = desk.try_("lake", "build", folder, "--to", lake, "--leave-out-damaged", "--json")
    answer = json.loads(ran.out)
    assert (ran.code, answer["rows"][0]["tournaments"]) == (1, 1)
    left_out = [{"ledger": str(path), "code": code} for path, code in zip(bad, CODES, strict=True)]
    assert answer["left_out"] == left_out
    again = desk.try_("lake", "build", "--to", lake, "--json")
    assert (again.code, json.loads(again.out)["left_out"]) == (1, left_out), "said by the plan too"
    ran = desk.try_("lake", "plan", folder, "--to", tmp_path / "two", "--leave-out-damaged")
    assert ran.code == 1
    assert all(f"{path} ({code})" in ran.out for path, code in zip(bad, CODES, strict=True))


def test_a_lake_of_nothing_but_damaged_ledgers_is_not_made(tmp_path: Path) -> None:
    (tmp_path / "empty.ledger").touch()
    desk = terminal(tmp_path / "x.ledger", "x")
    line = ("lake", "build", tmp_path / "empty.ledger", "--to", tmp_path / "lake")
    assert "no ledger is left" in desk.refused(*line, "--leave-out-damaged", code=4)
