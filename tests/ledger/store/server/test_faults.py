"""What can go wrong with a server: each fault has a name and a next step, and no password."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from unittest.mock import patch

import psycopg
import pytest
from psycopg.pq import Ping

from ledger.errors import StoreError
from ledger.facts.tournament import RoundsPlanned
from ledger.place import ServerAddress, place_from
from ledger.store.server.faults import cleaned, refused_connection
from ledger.store.store import Store
from tests.helpers.ledgers import OPENING, at
from tests.helpers.postgres import Cluster, free_port, postgresql
from tests.helpers.words import words

pytestmark = pytest.mark.server

SECRET = "Pa55-of-somebody"


def code_of(address: str, *, create: bool = False) -> str:
    """Return the code with which an address is refused; its words show no password."""
    with pytest.raises(StoreError) as caught, Store(place_from(address), create=create):
        pass
    refusal = caught.value.refusal
    for language in ("en", "nl"):
        shown = words(refusal.what, language) + words(refusal.next, language)
        assert SECRET not in shown
        assert "\n" not in shown
    return refusal.code


def test_an_address_that_leads_to_no_ledger_is_refused_by_name(cluster: Cluster) -> None:
    cluster.role("somebody")
    with cluster.database() as address:
        name = place_from(address).stem
        assert code_of(address) == "ledger-missing"
        assert code_of(cluster.address("nowhere")) == "no-database"
        assert code_of(cluster.address(name, password=SECRET)) == "server-login"
        assert code_of(cluster.address(name, "nobody-at-all")) == "server-login"
        assert code_of(cluster.address(name, "somebody"), create=True) == "server-rights"
        closed = cluster.address(name, port=free_port(), password=SECRET)
        assert code_of(closed) == "server-unreachable"
        assert code_of(f"postgresql://a:{SECRET}@no-such-host.invalid/x") == "server-unknown"
        assert code_of(f"postgresql://a:{SECRET}@/x?no_such_option=1") == "wrong-address"
        standby = cluster.address(name, target_session_attrs="standby", password=cluster.password)
        assert code_of(standby) == "server-not-that-kind"


def test_a_server_that_speaks_another_language_is_refused_in_its_words(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    monkeypatch.setenv("LANGUAGE", "de")
    with postgresql(settings="lc_messages = 'C.UTF-8'") as server, server.database() as address:
        with pytest.raises(psycopg.OperationalError) as caught:
            psycopg.connect(server.address("nowhere"))
        if "does not exist" in str(caught.value):
            pytest.skip("not here: PostgreSQL has no texts in German")
        name = place_from(address).stem
        assert code_of(server.address("nowhere")) == "server-refuses"
        assert code_of(server.address(name, password=SECRET)) == "server-refuses"
        assert code_of(address) == "ledger-missing"
        closed = server.address(name, port=free_port(), password=SECRET)
        assert code_of(closed) == "server-unreachable"
        refused = refused_connection(psycopg.OperationalError("Unfug"), address_of(address))
        assert "Unfug" in words(refused.refusal.what)


@pytest.mark.parametrize(
    ("status", "code"),
    [
        (Ping.OK, "server-refuses"),
        (Ping.REJECT, "server-starting"),
        (Ping.NO_RESPONSE, "server-unreachable"),
        (Ping.NO_ATTEMPT, "wrong-address"),
    ],
)
def test_a_message_that_is_not_known_is_named_by_what_libpq_finds_there(
    status: Ping, code: str
) -> None:
    place = address_of(f"postgresql://a:{SECRET}@db/club")
    said = psycopg.OperationalError("das Datenbanksystem startet gerade")
    with patch("ledger.store.server.faults._ping", return_value=status):
        assert refused_connection(said, place).refusal.code == code


def address_of(text: str) -> ServerAddress:
    place = place_from(text)
    assert isinstance(place, ServerAddress)
    return place


def test_a_database_of_other_letters_is_refused(cluster: Cluster) -> None:
    with cluster.database("ENCODING 'LATIN1'") as address:
        assert code_of(address, create=True) == "not-utf8"


def open_several(opened: ExitStack, place: ServerAddress) -> None:
    for _ in range(4):
        opened.enter_context(Store(place, create=True))


def test_a_server_without_free_connections_is_refused() -> None:
    with postgresql(settings="max_connections = 4\nmax_wal_senders = 0") as small:
        address = small.address(small.new_database())
        with ExitStack() as opened:
            with pytest.raises(StoreError) as full:
                open_several(opened, address_of(address))
            assert full.value.refusal.code == "server-full"


def test_a_standby_reads_and_refuses_to_write() -> None:
    with postgresql() as first:
        name = first.new_database()
        with Store(place_from(first.address(name)), create=True) as store:
            store.append("t", 0, [OPENING], runtime=at())
        with (
            first.standby(synchronous=True) as standby,
            Store(place_from(standby.address(name))) as copy,
        ):
            assert len(copy.facts("t")) == 1
            with pytest.raises(StoreError) as caught:
                copy.append("t", 1, [RoundsPlanned(rounds=7)], runtime=at())
            assert caught.value.refusal.code == "ledger-read-only"
            with pytest.raises(StoreError) as caught:
                Store(place_from(standby.address(first.new_database())), create=True)
            assert caught.value.refusal.code in ("ledger-read-only", "no-database")


def test_a_ledger_that_another_program_holds_is_locked_for_writers_and_read_by_all(
    database: str,
) -> None:
    with Store(place_from(database), create=True, patience_s=0.1) as store:
        store.append("t", 0, [OPENING], runtime=at())
        with psycopg.connect(database) as other:
            other.execute("SELECT 1 FROM toernooi.file_tree FOR UPDATE")
            assert store.head("t") == 1
            with pytest.raises(StoreError) as caught:
                store.append("t", 1, [RoundsPlanned(rounds=7)], runtime=at())
            assert caught.value.refusal.code == "ledger-locked"
        store.append("t", 1, [RoundsPlanned(rounds=7)], runtime=at())
        assert store.head("t") == 2


@contextmanager
def failing(database: str, code: str) -> Iterator[Store]:
    """Give a ledger that reports an error of the server for every new head."""
    with Store(place_from(database), create=True) as store:
        store.append("t", 0, [OPENING], runtime=at())
        # The check of the tables comes when the ledger is opened: from here on they may differ.
        with psycopg.connect(database, autocommit=True) as owner:
            owner.execute(
                "CREATE FUNCTION toernooi.fail() RETURNS trigger LANGUAGE plpgsql AS"
                f" $$BEGIN RAISE EXCEPTION 'no' USING ERRCODE = '{code}'; END$$"
            )
            owner.execute(
                "CREATE TRIGGER fail BEFORE INSERT ON toernooi.leaves"
                " FOR EACH ROW EXECUTE FUNCTION toernooi.fail()"
            )
        yield store


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("53100", "disk-full"),
        ("58030", "disk-error"),
        ("53200", "server-memory"),
        ("57014", "server-stopped-it"),
        ("40001", "ledger-locked"),
        ("25006", "ledger-read-only"),
        ("42501", "server-rights"),
        ("XX001", "ledger-damaged"),
        ("22012", "server-error"),
        ("42P01", "ledger-gone"),
        ("0A000", "server-cannot"),
    ],
)
def test_a_fault_of_the_server_is_named_and_nothing_is_recorded(
    database: str, code: str, expected: str
) -> None:
    with failing(database, code) as store:
        with pytest.raises(StoreError) as caught:
            store.append("t", 1, [RoundsPlanned(rounds=7)], runtime=at())
        assert caught.value.refusal.code == expected
        assert all(words(caught.value.refusal.next, language) for language in ("en", "nl"))
        assert store.head("t") == 1


@pytest.mark.parametrize("library", ["psycopg", "psycopg_pool"])
def test_a_missing_library_is_refused_with_the_command_that_installs_it(
    monkeypatch: pytest.MonkeyPatch, library: str
) -> None:
    rooms = ("ledger.store.server.", "eventsourcing.postgres")
    for loaded in [name for name in sys.modules if name.startswith(rooms)]:
        monkeypatch.delitem(sys.modules, loaded)
    monkeypatch.setitem(sys.modules, library, None)
    with pytest.raises(StoreError) as caught:
        Store(place_from("postgresql://db/club"))
    assert caught.value.refusal.code == "psycopg-missing"
    command = f'{sys.executable} -m pip install "toernooiboek[server]"'
    assert words(caught.value.refusal.next) == command


def test_a_message_of_the_server_is_one_line_without_the_password() -> None:
    place = place_from(f"postgresql://a:{SECRET}%40x@db/club?sslpassword=other{SECRET}")
    said = f"first {SECRET}@x\n  then {SECRET}%40x\nother{SECRET} and {place.uri}"  # type: ignore[union-attr]
    shown = cleaned(said, place)  # type: ignore[arg-type]
    assert SECRET not in shown
    assert shown.startswith("first ***; then ***; ***")


def test_a_session_that_cannot_begin_on_a_full_disk_is_refused_as_such(database: str) -> None:
    address = place_from(database)
    assert isinstance(address, ServerAddress)
    for said in ("FATAL:  could not write init file", 'could not extend file "base/5/1": No space'):
        refused = refused_connection(psycopg.OperationalError(said), address)
        assert refused.refusal.code == "disk-full"
