"""The server that the tests start: databases, a standby, a full disk, and the wire to it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing

import psycopg
import pytest

from tests.helpers.postgres import Cluster, fill, name_in, postgresql, small_disk, until
from tests.helpers.wire import WAYS, Way, wire_to

pytestmark = pytest.mark.server


@pytest.fixture(scope="module")
def own() -> Iterator[Cluster]:
    with postgresql() as cluster:
        yield cluster


def numbers(address: str) -> list[int]:
    with psycopg.connect(address) as connection:
        return [row[0] for row in connection.execute("SELECT n FROM t ORDER BY n")]


def filled(address: str, *values: int) -> str:
    with psycopg.connect(address) as connection:
        connection.execute("CREATE TABLE IF NOT EXISTS t (n INTEGER)")
        for value in values:
            connection.execute("INSERT INTO t VALUES (%s)", (value,))
    return address


def test_each_test_has_an_empty_database_and_a_password_is_asked(
    cluster: Cluster, database: str
) -> None:
    filled(database, 1)
    name = name_in(database)
    with pytest.raises(psycopg.OperationalError, match="password"):
        psycopg.connect(cluster.address(name, password="wrong"))
    with cluster.database() as other, pytest.raises(psycopg.errors.UndefinedTable):
        numbers(other)


def test_what_was_committed_outlives_a_crash_of_the_server(own: Cluster) -> None:
    with own.database() as address:
        filled(address, 1, 2)
        with psycopg.connect(address) as connection:
            connection.execute("INSERT INTO t VALUES (3)")
            own.restart("immediate")
            with pytest.raises(psycopg.OperationalError):
                connection.commit()
            connection.close()
        assert numbers(address) == [1, 2]


def test_a_synchronous_standby_has_every_commit_when_it_is_promoted() -> None:
    with postgresql() as own, own.database() as address, own.standby(synchronous=True) as standby:
        filled(address, 1)
        own.stop("immediate")
        standby.promote()
        name = name_in(address)
        assert numbers(filled(standby.address(name), 2)) == [1, 2]


def test_an_asynchronous_standby_that_was_cut_off_lacks_the_last_commits() -> None:
    with postgresql() as own, own.database() as address, own.standby(synchronous=False) as standby:
        name = name_in(filled(address, 1))
        until(
            lambda: standby.sql("SELECT 1 FROM pg_tables WHERE tablename = 't'", database=name),
            "the table is on the standby",
        )
        until(lambda: standby.sql("SELECT * FROM t", database=name) == [(1,)], "and its row")
        standby.detach()
        filled(address, 2)
        standby.promote()
        assert numbers(standby.address(name)) == [1]


def test_a_table_on_a_full_disk_takes_no_more_rows_until_there_is_room(own: Cluster) -> None:
    with small_disk(12) as disk:
        own.sql(f"CREATE TABLESPACE small LOCATION '{disk}'")
        own.sql("GRANT CREATE ON TABLESPACE small TO keeper")
        with own.database("TABLESPACE small") as address:
            with psycopg.connect(filled(address)) as connection:
                ballast = fill(disk)
                with pytest.raises(psycopg.errors.DiskFull):
                    connection.execute("INSERT INTO t SELECT generate_series(1, 100000)")
            ballast.unlink()
            assert numbers(filled(address, 1)) == [1]
        own.sql("DROP TABLESPACE small")


def test_the_log_of_the_server_can_stand_on_a_disk_that_is_soon_full() -> None:
    with small_disk(12) as disk:
        log = disk / "log"
        with (
            postgresql(
                "--waldir", str(log), "--wal-segsize=1", settings="max_wal_size = 4MB"
            ) as own,
            own.database() as address,
        ):
            filled(address, 1)
            ballast = fill(disk)
            with psycopg.connect(address) as connection, pytest.raises(psycopg.Error):
                connection.execute("INSERT INTO t SELECT generate_series(2, 1000000)")
            ballast.unlink()
            if own.up:
                own.stop("immediate")
            own.start()
            assert numbers(address)[0] == 1


@pytest.mark.parametrize("way", WAYS)
def test_a_wire_carries_until_it_is_cut_at_a_byte(
    cluster: Cluster, database: str, way: Way
) -> None:
    name = name_in(database)
    with wire_to(cluster.port) as wire:
        address = cluster.address(name, port=wire.port)
        filled(address)
        with closing(psycopg.connect(address, autocommit=True)) as connection:
            wire.mark()
            connection.execute("INSERT INTO t VALUES (1)")
            size = wire.carried(way)
            assert size > 10
            wire.cut_after(way, size - 1)
            with pytest.raises(psycopg.OperationalError):
                connection.execute("INSERT INTO t VALUES (2)")
            assert wire.carried(way) == size - 1
        there = [1] if way == "to the server" else [1, 2]
        assert numbers(address) == there
        wire.cut_after(way, 0, for_good=True)
        with pytest.raises(psycopg.OperationalError):
            numbers(address)
        with pytest.raises(psycopg.OperationalError):
            numbers(address)
        assert wire.dead
