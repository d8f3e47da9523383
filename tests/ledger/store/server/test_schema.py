"""The tables on a server: who may do what, what nobody may, and that a change is noticed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from ledger.errors import DamagedLedger, NewerLedger, StoreError
from ledger.facts.records import PersonForgotten
from ledger.facts.tournament import RoundsPlanned
from ledger.hash_tree import CompactRange, leaf_hash
from ledger.integrity.verify import verify
from ledger.integrity.whole_file import evidence_of
from ledger.place import place_from
from ledger.runtime import Runtime
from ledger.store.backup import copied
from ledger.store.server.guards import NAMESPACE
from ledger.store.server.schema import Groups
from ledger.store.store import Store
from tests.helpers.ledgers import OPENING, at, damage, entry_of, person, to_earlier_tables
from tests.helpers.postgres import Cluster

pytestmark = pytest.mark.server


@pytest.fixture
def ledger(database: str) -> str:
    with Store(place_from(database), create=True) as store:
        store.append("t", 0, [OPENING, entry_of(person("1"))], [person("1")], runtime=at())
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
    damage(place_from(ledger), "INSERT INTO heads VALUES ('t', 1, '')")
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
        store.append("t", 2, [entry_of(person("2"))], [person("2")], runtime=at())
        store.append("t", 3, [PersonForgotten(player=1)], runtime=at(), forget=["1"])
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


def test_an_owner_who_may_make_no_groups_gives_rights_to_those_that_are_there(
    cluster: Cluster, database: str
) -> None:
    name = place_from(database).stem
    cluster.role("modest")
    cluster.sql(f"ALTER DATABASE {name} OWNER TO modest")
    cluster.sql(f"CREATE ROLE {Groups.of(name).writers} NOLOGIN")
    with Store(place_from(cluster.address(name, "modest")), create=True) as store:
        store.append("t", 0, [OPENING, entry_of(person("1"))], [person("1")], runtime=at())
    with Store(place_from(member(cluster, database, "writers"))) as store:
        store.append("t", 2, [entry_of(person("2"))], [person("2")], runtime=at())
    roles = cluster.sql("SELECT FROM pg_roles WHERE rolname = %s", Groups.of(name).readers)
    assert roles == []


FACT = "INSERT INTO stored_events VALUES (3, 't', 3, 'person-forgotten', '{\"player\":1}')"
LEAF = "INSERT INTO leaves VALUES (3, leaf_of(3, 'person-forgotten', '{\"player\":1}'))"
TREES = """
    UPDATE trees SET size = 3, peaks = grown(size, peaks,
        (SELECT array_agg(hash) FROM leaves WHERE sequence = 3));
    UPDATE file_tree SET size = 3, peaks = grown(size, peaks,
        (SELECT array_agg(hash) FROM leaves WHERE sequence = 3))"""


@pytest.mark.parametrize(
    "statement",
    [
        "DELETE FROM people",
        'UPDATE people SET record = \'{"name":"Nobody"}\'',
        "UPDATE people SET key = '2'",
        "INSERT INTO people VALUES ('t', '2', '{}', '')",
        "TRUNCATE people",
        "UPDATE file_tree SET size = 0",
        "UPDATE file_tree SET size = 0, peaks = ''",
        "UPDATE file_tree SET peaks = sha256(peaks)",
        "DELETE FROM file_tree",
        "UPDATE trees SET size = 1, peaks = substring(peaks for 32)",
        "INSERT INTO trees VALUES ('u', 0, 'x')",
        "DELETE FROM trees",
        "UPDATE meta SET value = '99' WHERE key = 'schema'",
        "INSERT INTO meta VALUES ('without-names', 'x')",
        "INSERT INTO leaves VALUES (3, sha256('x'))",
        "INSERT INTO heads VALUES ('t', 1, sha256('x'))",
        f"{FACT}",
        f"{FACT}; INSERT INTO leaves VALUES (3, sha256('x'))",
        f"{FACT}; {LEAF}",
        f"{FACT}; {LEAF}; UPDATE trees SET size = 3, peaks = peaks || sha256('x')",
        f"{FACT}; {LEAF}; {TREES}; DELETE FROM people WHERE key <> '1'; UPDATE people SET salt = ''",
        f"{FACT}; {LEAF}; {TREES}; UPDATE meta SET value = '99' WHERE key = 'schema'",
        f"{FACT}; {LEAF}; {TREES}; INSERT INTO meta VALUES ('without-names', '[]')",
        "INSERT INTO desk VALUES ('k', 'v'); UPDATE desk SET value = 'w'",
        "INSERT INTO desk VALUES ('k', 'v'); DELETE FROM desk",
    ],
)
def test_a_writer_cannot_by_sql_what_the_program_does_not(
    cluster: Cluster, ledger: str, statement: str
) -> None:
    address = member(cluster, ledger, "writers")
    before = codes(address)
    with psycopg.connect(address) as raw:
        raw.execute(f"SET search_path TO {NAMESPACE}")
        # In one transaction, whose end asks the guards that wait for it.
        whole = f"{statement}; SET CONSTRAINTS ALL IMMEDIATE".encode()
        with pytest.raises((psycopg.IntegrityError, psycopg.errors.InsufficientPrivilege)):
            raw.execute(whole)
    with Store(place_from(address)) as store:
        assert set(store.people("t")) == {"1"}
        store.append("t", 2, [entry_of(person("2"))], [person("2")], runtime=Runtime())
    assert codes(address) == before


def codes(address: str) -> list[str]:
    """Return what a whole verification finds."""
    with Store(place_from(address)) as store, evidence_of(store) as evidence:
        findings = [one for kept in evidence.kept() for one in verify(kept).findings]
        return [one.code for one in (*evidence.findings, *findings)]


def test_guards_do_not_look_functions_up_in_the_schemas_of_a_writer(
    cluster: Cluster, ledger: str
) -> None:
    name = place_from(ledger).stem
    address = member(cluster, ledger, "writers")
    cluster.sql("CREATE SCHEMA own; GRANT ALL ON SCHEMA own TO PUBLIC", database=name)
    with psycopg.connect(address) as raw:
        raw.execute(
            "CREATE FUNCTION own.sha256(bytea) RETURNS bytea LANGUAGE sql"
            " AS $$ SELECT decode(repeat('00', 32), 'hex') $$"
        )
        raw.execute("SET search_path TO own, pg_catalog")
        raw.execute(FACT.replace("INTO ", "INTO toernooi.").encode())
        with pytest.raises(psycopg.IntegrityError):
            raw.execute("INSERT INTO toernooi.leaves VALUES (3, own.sha256('x'))")


def test_the_guards_hash_as_the_program_does(owner: psycopg.Connection) -> None:
    for position, topic, state in (
        (1, "x", "{}"),
        (2**40, "é-topic", '{"v":3,"name":"Zoë"}'),
        (3, "", '{"v":1234567890,"a":1}'),
        (4, "y", ' {"v":1,"a":1}'),
    ):
        row = owner.execute("SELECT leaf_of(%s::bigint, %s, %s)", (position, topic, state))
        assert row.fetchall() == [(leaf_hash(position, topic, state.encode()),)]
    tree = CompactRange()
    for added in (1, 2, 5, 9):
        leaves = [leaf_hash(tree.size + n, "x", b"{}") for n in range(added)]
        row = owner.execute(
            "SELECT grown(%s::bigint, %s, %s)", (tree.size, b"".join(tree.peaks), leaves)
        )
        for leaf in leaves:
            tree.add(leaf)
        assert row.fetchall() == [(b"".join(tree.peaks),)]


def test_what_desks_share_is_kept_once_and_hidden_from_readers(
    cluster: Cluster, ledger: str, tmp_path: Path
) -> None:
    with Store(place_from(member(cluster, ledger, "writers"))) as one:
        assert one.keep_for_desks("k", "zyzzyva") == "zyzzyva"
    with Store(place_from(ledger)) as other:
        assert other.keep_for_desks("k", "another") == "zyzzyva"
        with copied(other, tmp_path / "copy"):
            pass
    assert b"zyzzyva" not in (tmp_path / "copy").read_bytes()
    reader = member(cluster, ledger, "readers")
    with psycopg.connect(reader) as raw, pytest.raises(psycopg.errors.InsufficientPrivilege):
        raw.execute("SELECT * FROM toernooi.desk")
    with Store(tmp_path / "club.ledger", create=True) as file:
        assert file.keep_for_desks("k", "v") is None


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
        "CREATE TABLE public.kids () INHERITS (toernooi.people)",
        "CREATE TABLE public.parents (LIKE people); ALTER TABLE people INHERIT public.parents",
        "ALTER TABLE people ALTER COLUMN record SET STATISTICS 100",
        "CREATE STATISTICS public.both_of (mcv) ON record, salt FROM people",
        "DROP TRIGGER a_record_comes_with_its_fact ON people",
        "ALTER FUNCTION a_hash_is_of_its_fact() RESET search_path",
        "CREATE FUNCTION name_of(state varchar) RETURNS text LANGUAGE sql AS 'SELECT state'",
        "CREATE DOMAIN bytea AS text",
        "ALTER TABLE people ADD CONSTRAINT meta_pkey CHECK (key <> 'x')",
        "CREATE TABLE public.holds (t text, k text, FOREIGN KEY (t, k) REFERENCES people)",
        "DROP TABLE desk",
        "UPDATE meta SET value = '3'",
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
    assert ("people",) not in owner.execute(SAMPLED).fetchall()


SAMPLED = "SELECT tablename FROM pg_stats WHERE schemaname = 'toernooi'"


def test_statistics_that_somebody_took_are_gone_after_a_scrub(
    owner: psycopg.Connection, ledger: str, cluster: Cluster
) -> None:
    people = [person(str(number), f"Zyzzyva {number}") for number in range(2, 9)]
    with Store(place_from(ledger)) as store:
        store.append("t", 2, [entry_of(one) for one in people], people, runtime=at())
        owner.execute("ALTER TABLE people ALTER COLUMN record SET STATISTICS 100")
        owner.execute("ANALYZE people")
        owner.execute("ALTER TABLE people ALTER COLUMN record SET STATISTICS 0")
        assert ("people",) in owner.execute(SAMPLED).fetchall()
        store.append("t", 9, [PersonForgotten(player=3)], runtime=at(), forget=["3"])
        assert store.scrub()
    assert ("people",) not in owner.execute(SAMPLED).fetchall()
    Store(place_from(ledger)).close()
    cluster.sql("CHECKPOINT")
    name = place_from(ledger).stem
    (row,) = cluster.sql("SELECT oid FROM pg_database WHERE datname = %s", name)
    files = [one for one in (cluster.data / "base" / str(row[0])).iterdir() if one.is_file()]
    assert [one.name for one in files if b"Zyzzyva 3" in one.read_bytes()] == []


def test_tables_of_an_earlier_version_are_used_until_their_owner_upgrades_them(
    cluster: Cluster, ledger: str
) -> None:
    to_earlier_tables(ledger)
    address = member(cluster, ledger, "writers")
    with Store(place_from(address)) as store, Store(place_from(ledger)) as of_owner:
        assert store.outdated
        assert store.keep_for_desks("k", "v") is None
        store.append("t", 2, [entry_of(person("2"))], [person("2")], runtime=at())
        with pytest.raises(StoreError) as caught:
            store.bring_up_to_date(Runtime(), "x")
        assert caught.value.refusal.code == "server-rights"
        assert of_owner.bring_up_to_date(Runtime(), "x") == ()
        assert not of_owner.outdated
        assert of_owner.bring_up_to_date(Runtime(), "x") == ()
        # Who had it open goes on.
        store.append("t", 3, [entry_of(person("3"))], [person("3")], runtime=at())
    with psycopg.connect(address, autocommit=True) as raw:
        for statement in ("DELETE FROM toernooi.people", "UPDATE toernooi.file_tree SET size = 0"):
            with pytest.raises((psycopg.IntegrityError, psycopg.errors.InsufficientPrivilege)):
                raw.execute(statement)
    with Store(place_from(address)) as again:
        assert not again.outdated
        assert again.keep_for_desks("k", "v") == "v"
        assert set(again.people("t")) == {"1", "2", "3"}
