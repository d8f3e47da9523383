"""The tables on a server: who may do what, what nobody may, and that a change is noticed."""

from __future__ import annotations

from collections.abc import Iterator

import psycopg
import pytest

from ledger.errors import DamagedLedger, NewerLedger, StoreError
from ledger.facts.tournament import RoundsPlanned
from ledger.place import place_from
from ledger.store.server.schema import NAMESPACE, Groups
from ledger.store.store import Store
from tests.helpers.ledgers import OPENING, at, person
from tests.helpers.postgres import Cluster

pytestmark = pytest.mark.server


@pytest.fixture
def ledger(database: str) -> str:
    with Store(place_from(database), create=True) as store:
        store.append("t", 0, [OPENING, RoundsPlanned(rounds=7)], [person("1")], runtime=at())
    return database


@pytest.fixture
def owner(ledger: str) -> Iterator[psycopg.Connection]:
    with psycopg.connect(ledger, autocommit=True) as connection:
        connection.execute(f"SET search_path TO {NAMESPACE}")
        yield connection


def member(cluster: Cluster, ledger: str, group: str) -> str:
    """Return the address by which a member of a group of a ledger logs in."""
    place = place_from(ledger)
    name = f"{group}_{place.stem}"
    cluster.role(name)
    cluster.sql(f"GRANT {getattr(Groups.of(place.stem), group)} TO {name}")
    return cluster.address(place.stem, name)


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE stored_events SET state = '{}'",
        "DELETE FROM stored_events WHERE sequence = 2",
        "TRUNCATE stored_events",
        "UPDATE leaves SET hash = ''",
        "DELETE FROM leaves",
        "TRUNCATE leaves",
        "DELETE FROM heads WHERE FALSE OR size > 0 OR TRUE",
        "TRUNCATE heads",
        "INSERT INTO stored_events VALUES (9, 't', 3, 'round-started', '{}')",
        "INSERT INTO stored_events VALUES (3, 't', 5, 'round-started', '{}')",
        "INSERT INTO stored_events VALUES (3, 't', 2, 'round-started', '{}')",
        "INSERT INTO stored_events VALUES (2, 'u', 1, 'round-started', '{}')",
        "INSERT INTO stored_events VALUES (3, 'u', 1, 'round-started', '{}'),"
        " (4, 'u', 3, 'round-started', '{}')",
        "INSERT INTO stored_events VALUES (1, 't', 1, 'x', '{}') ON CONFLICT (sequence)"
        " DO UPDATE SET state = 'x'",
        "INSERT INTO file_tree VALUES (2, 0, '')",
    ],
)
def test_even_the_owner_cannot_change_facts_or_add_one_out_of_turn(
    owner: psycopg.Connection, ledger: str, statement: str
) -> None:
    owner.execute("INSERT INTO heads VALUES ('t', 1, '')")
    with pytest.raises(psycopg.IntegrityError):
        owner.execute(statement)
    owner.execute("SELECT 1")
    with Store(place_from(ledger)) as store:
        assert store.head("t") == 2


def test_a_superuser_that_plays_a_replica_cannot_change_facts_either(
    cluster: Cluster, ledger: str
) -> None:
    with pytest.raises(psycopg.IntegrityError):
        cluster.sql(
            "SET session_replication_role = replica; DELETE FROM toernooi.stored_events",
            database=place_from(ledger).stem,
        )


def test_a_writer_writes_forgets_and_cannot_touch_what_is_written(
    cluster: Cluster, ledger: str
) -> None:
    address = member(cluster, ledger, "writers")
    with Store(place_from(address)) as store:
        store.append("t", 2, [RoundsPlanned(rounds=9)], [person("2")], runtime=at())
        store.append("t", 3, [RoundsPlanned(rounds=8)], runtime=at(), forget=["1"])
        assert (store.head("t"), set(store.people("t"))) == (4, {"2"})
        assert not store.scrub(), "only the owner can write the table again"
    with psycopg.connect(address, autocommit=True) as raw:
        for statement in (
            "UPDATE toernooi.stored_events SET state = ''",
            "DELETE FROM toernooi.leaves",
            "TRUNCATE toernooi.heads",
            "CREATE TABLE toernooi.x (i int)",
            "DROP SCHEMA toernooi",
            "ALTER TABLE toernooi.leaves DISABLE TRIGGER ALL",
            "DELETE FROM toernooi.meta",
        ):
            with pytest.raises(psycopg.errors.InsufficientPrivilege):
                raw.execute(statement)


def test_a_reader_reads_facts_and_no_names_and_records_nothing(
    cluster: Cluster, ledger: str
) -> None:
    with Store(place_from(member(cluster, ledger, "readers"))) as store:
        assert store.tournaments() == (("t", "Open"),)
        assert len(store.facts("t")) == 2
        for refused in (
            lambda: store.people("t"),
            lambda: store.append("t", 2, [RoundsPlanned(rounds=9)], runtime=at()),
        ):
            with pytest.raises(StoreError) as caught:
                refused()
            assert caught.value.refusal.code == "server-rights"


def test_somebody_else_is_refused(cluster: Cluster, ledger: str) -> None:
    cluster.role("stranger")
    with pytest.raises(StoreError) as caught:
        Store(place_from(cluster.address(place_from(ledger).stem, "stranger")))
    assert caught.value.refusal.code == "server-rights"


@pytest.mark.parametrize(
    "statement",
    [
        "ALTER TABLE stored_events DISABLE TRIGGER stored_events_are_never_changed",
        "DROP TRIGGER leaves_are_never_emptied ON leaves",
        "DROP TABLE heads CASCADE",
        "CREATE TABLE more (i int)",
        "CREATE VIEW people_too AS SELECT * FROM people",
        "CREATE INDEX topics ON stored_events (topic)",
        "ALTER TABLE people ADD COLUMN x int",
        "CREATE FUNCTION f() RETURNS int LANGUAGE sql AS 'SELECT 1'",
        "CREATE OR REPLACE FUNCTION it_is_never_changed() RETURNS trigger LANGUAGE plpgsql"
        " AS 'BEGIN RETURN NEW; END'",
        "ALTER TABLE leaves ALTER COLUMN hash DROP NOT NULL",
        "ALTER TABLE leaves ALTER COLUMN hash SET DEFAULT ''",
        "ALTER TABLE stored_events ADD CHECK (sequence > 0)",
        "CREATE RULE quiet AS ON INSERT TO stored_events DO INSTEAD NOTHING",
        "ALTER TABLE stored_events ENABLE ROW LEVEL SECURITY",
        "ALTER TABLE meta ALTER COLUMN value TYPE varchar(9)",
        "CREATE TRIGGER t AFTER INSERT ON people FOR EACH ROW"
        " EXECUTE FUNCTION it_is_never_changed()",
        "UPDATE meta SET value = '2'",
        "UPDATE meta SET value = 'x'",
        "DELETE FROM meta",
    ],
)
def test_any_change_to_the_tables_is_damage(
    owner: psycopg.Connection, ledger: str, statement: str
) -> None:
    owner.execute(statement)
    with pytest.raises(DamagedLedger):
        Store(place_from(ledger))


def test_a_newer_ledger_is_refused(owner: psycopg.Connection, ledger: str) -> None:
    owner.execute("UPDATE meta SET value = '99' WHERE key = 'schema'")
    with pytest.raises(NewerLedger):
        Store(place_from(ledger))


def test_a_schema_of_something_else_is_no_ledger(database: str) -> None:
    with psycopg.connect(database, autocommit=True) as connection:
        connection.execute("CREATE SCHEMA toernooi")
    for create in (False, True):
        with pytest.raises(StoreError) as caught:
            Store(place_from(database), create=create)
        assert caught.value.refusal.code == "not-a-ledger"


def test_statistics_hold_no_samples_of_names(owner: psycopg.Connection) -> None:
    owner.execute("ANALYZE")
    question = "SELECT tablename FROM pg_stats WHERE schemaname = 'toernooi'"
    assert ("people",) not in owner.execute(question).fetchall()
