"""A lake, a mirror and other work on all tournaments, with a server as their source."""

from __future__ import annotations

import json
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import duckdb
import pytest

from ledger.place import LedgerPlace, place_from
from projections.lake import plan as lake_plan
from projections.lake.dataset import open_lake
from projections.lake.files import LOCK, MANIFEST, PLAN
from projections.mirror.files import mirror_path
from projections.mirror.tables import STORED
from tests.helpers.federation import both, federation, files_of, terminal
from tests.helpers.ledgers import damage
from tests.helpers.postgres import postgresql
from tests.helpers.terminal import Terminal

if TYPE_CHECKING:
    from tests.helpers.postgres import Cluster

pytestmark = pytest.mark.server

RULES = ("--rules", "knsb-wp-2014", "--rules", "fide-2024")
NOT_OF_FACTS = (MANIFEST, PLAN)
"""The files of a lake that name the ledgers."""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the folder of the test; files of the user go there too. Parts are small."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setattr(lake_plan, "A_PART", 2)
    return tmp_path


@pytest.fixture
def files(folder: Path) -> list[Path]:
    """Return three ledgers in files."""
    return federation(folder / "all")


@pytest.fixture
def copies(files: list[Path], folder: Path, cluster: Cluster) -> Iterator[list[str]]:
    """Give the addresses of the same ledgers, each in a database; no file has the password."""
    with cluster.database() as one, cluster.database() as two, cluster.database() as three:
        addresses = [one, two, three]
        for file, address in zip(files, addresses, strict=True):
            desk().run("copy", file, address)
        yield addresses
    for path in (one for one in folder.rglob("*") if one.is_file()):
        assert cluster.password.encode() not in path.read_bytes(), path


def desk(ledger: object = "none.ledger") -> Terminal:
    return Terminal(cast("Path", ledger))


def of_facts(lake: Path) -> dict[str, bytes]:
    return {name: data for name, data in files_of(lake).items() if name not in NOT_OF_FACTS}


def test_a_lake_of_servers_has_the_bytes_of_a_lake_of_the_files_copied_there(
    files: list[Path],
    copies: list[str],
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    cluster: Cluster,
) -> None:
    desk().run("lake", "build", *files, "--to", folder / "files", *RULES)
    expected = of_facts(folder / "files")
    assert len(expected) > 40
    for jobs in (1, 2):
        lake = folder / f"servers {jobs}"
        desk().run("lake", "build", *copies, "--to", lake, *RULES, "--jobs", jobs)
        assert of_facts(lake) == expected
    again = desk().json("lake", "build", *copies, "--to", folder / "files", *RULES)
    assert (again["rows"][0]["parts_made"], again["rows"][0]["parts_before"]) == (0, 3)
    parts = folder / "parts"
    plan = desk().json("lake", "plan", *copies, "--to", parts, *RULES)["rows"]
    assert {one for row in plan for one in row["ledgers"]} == {
        str(place_from(one)) for one in copies
    }
    refused = desk().refused("lake", "part", parts, 1, code=2)
    assert "server-login" in refused, "the plan has no password"
    monkeypatch.setenv("PGPASSWORD", cluster.password)
    desk().run("lake", "part", parts, 2, 3)
    desk().run("lake", "build", "--to", parts)
    assert of_facts(parts) == expected


@pytest.mark.skipif(find_spec("distributed") is None, reason="not here: Dask is not installed")
def test_the_workers_of_a_cluster_read_the_server_themselves(
    files: list[Path], copies: list[str], folder: Path
) -> None:
    desk().run("lake", "build", *files, "--to", folder / "files")
    desk().run("lake", "build", *copies, "--to", folder / "lake", "--cluster", "local:2")
    assert of_facts(folder / "lake") == of_facts(folder / "files")


def test_a_lake_of_servers_and_a_file_answers_as_the_mirrors_of_the_files(
    files: list[Path], copies: list[str], folder: Path
) -> None:
    lake = folder / "lake"
    desk().run("lake", "build", files[0], *copies[1:], "--to", lake, *RULES, "--decisions")
    sides = both(files, lake)
    for question, rows in sides.mirrors.items():
        assert sides.lake[question] == rows, question
    sources = desk().json("sql", "--lake", lake, "SELECT DISTINCT ledger FROM sources")["rows"]
    assert {row["ledger"] for row in sources} == {
        str(files[0]),
        *(str(place_from(one)) for one in copies[1:]),
    }


def test_one_server_by_two_names_is_one_ledger_and_a_file_copied_there_is_refused(
    files: list[Path], copies: list[str], folder: Path, cluster: Cluster
) -> None:
    database = copies[0].rpartition("/")[2]
    cluster.role("arbiter")
    cluster.sql(f"GRANT {database}_writers TO arbiter")
    as_another = cluster.address(database, "arbiter")
    built = desk().json("lake", "build", copies[0], as_another, "--to", folder / "lake")
    assert (built["rows"][0]["ledgers"], built["rows"][0]["tournaments"]) == (1, 3)
    refused = desk().refused("lake", "build", *files, copies[0], "--to", folder / "lake", code=2)
    assert refused.count("tournament-twice") == 1
    assert "3 tournaments" in refused


def test_one_who_may_not_read_names_builds_no_lake_and_reads_why(
    copies: list[str], folder: Path, cluster: Cluster
) -> None:
    database = copies[0].rpartition("/")[2]
    cluster.role("reader")
    cluster.sql(f"GRANT {database}_readers TO reader")
    place = cluster.address(database, "reader")
    refused = desk().refused("lake", "build", place, "--to", folder / "lake", code=2)
    assert "server-rights" in refused
    assert "writers" in refused


def rows_of(place: LedgerPlace) -> dict[str, list[tuple[Any, ...]]]:
    """Return the rows of every table of a mirror."""
    with duckdb.connect(str(mirror_path(place)), read_only=True) as database:
        return {
            table.name: sorted(database.execute(f"FROM {table.name}").fetchall(), key=repr)
            for table in STORED
        }


def test_the_work_on_all_tournaments_of_a_server_is_that_on_the_file(
    files: list[Path], copies: list[str]
) -> None:
    for jobs in (1, 2):
        for ledger in (files[0], copies[0]):
            on = desk(ledger)
            on.run("mirror", "build", "--jobs", jobs, "--decisions")
            replayed = on.json("replay", "--all", *RULES, "--jobs", jobs)["rows"]
            assert [row["replayed"] for row in replayed] == ([3, 3] if jobs == 1 else [0, 0])
            on.run("replay", "--all", "--pairings", "--jobs", jobs)
        file, server = (rows_of(place_from(str(one))) for one in (files[0], copies[0]))
        assert file == server
        assert len(server["standings"]) > 100
        assert len(server["replayed_rounds"]) > 20
        checks = [desk(one).json("check", "--all", "--jobs", jobs) for one in (files[0], copies[0])]
        assert checks[0] == checks[1]


def test_a_damaged_tournament_on_a_server_is_left_out_of_the_lake(
    copies: list[str], folder: Path
) -> None:
    damage(
        place_from(copies[0]),
        "UPDATE stored_events SET state = replace(state, 'Generated', 'Another')"
        " WHERE sequence = 1",
    )
    ran = desk().try_("lake", "build", *copies, "--to", folder / "lake", "--json")
    assert ran.code == 4
    answer = json.loads(ran.out)
    assert (len(answer["refused"]), answer["rows"][0]["tournaments"]) == (1, 5)


def test_a_server_that_stops_leaves_the_lake_as_it_was_and_the_next_build_completes_it(
    folder: Path, files: list[Path]
) -> None:
    lake = folder / "lake"
    with postgresql() as server, server.database() as address:
        desk().run("copy", files[0], address)
        desk().run("lake", "build", address, "--to", lake)
        manifest = (lake / MANIFEST).read_bytes()
        terminal(cast("Path", address), "new").run("init", "New", "--rounds", 3)
        desk().run("lake", "plan", address, "--to", lake)
        server.stop("immediate")
        refused = desk().refused("lake", "build", "--to", lake, code=2)
        assert "server-unreachable" in refused
        assert (lake / MANIFEST).read_bytes() == manifest
        with open_lake(lake, described=False) as database:
            assert database.execute("SELECT count(*) FROM tournaments").fetchone() == (3,)
        assert {path.name for path in lake.glob(".*")} == {LOCK}
        server.start()
        built = desk().json("lake", "build", address, "--to", lake)["rows"][0]
        assert (built["tournaments"], built["parts_before"]) == (4, 1)
