"""A ledger on a server when connections are cut, the server restarts, or facts are gone."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import psycopg
import pytest

from ledger.errors import Conflict, StoreError
from ledger.facts.records import PersonForgotten
from ledger.facts.tournament import AnyFact, PlayerRegistered, RoundsPlanned
from ledger.integrity.verify import verify
from ledger.integrity.whole_file import evidence_of
from ledger.place import place_from
from ledger.runtime import Runtime
from ledger.store.backup import copied
from ledger.store.snapshot import snapshot
from ledger.store.store import Store
from ledger.store.tables.people import PersonRecord
from tests.helpers.ledgers import OPENING, at, entry_of, person
from tests.helpers.postgres import Cluster, postgresql
from tests.helpers.wire import WAYS, Way, wire_to
from tests.helpers.writers import check_in_order, opening

pytestmark = pytest.mark.server


@pytest.fixture
def store(database: str) -> Store:
    store = Store(place_from(database), create=True, patience_s=2)
    store.append("t", 0, [OPENING], runtime=at())
    return store


def entry(head: int) -> tuple[list[AnyFact], list[PersonRecord]]:
    """Return the facts and the record of a player who enters."""
    record = person(f"p{head}")
    player = PlayerRegistered(player=head, person=record.key, person_hash=record.hash)
    return [player, RoundsPlanned(rounds=7)], [record]


@pytest.mark.parametrize("way", WAYS)
def test_a_wire_cut_at_any_byte_of_a_command_records_it_once(
    cluster: Cluster, database: str, way: Way
) -> None:
    name = place_from(database).stem
    with wire_to(cluster.port) as wire:
        address = place_from(cluster.address(name, port=wire.port))
        with Store(address, create=True, patience_s=5) as store:
            store.append("t", 0, [opening("t")], runtime=Runtime())
            wire.mark()
            store.append("t", 1, *entry(1), runtime=Runtime())
            size = wire.carried(way)
            head = 3
            for after in range(1, size + 60, max(1, size // 25)):
                wire.cut_after(way, after)
                (_, last) = store.append("t", head, *entry(head), runtime=Runtime())
                head += 2
                assert last.stamp.position == head == store.head("t")
        assert len(check_in_order(database)) == head


def test_a_wire_cut_for_good_says_whether_facts_may_be_recorded(
    cluster: Cluster, database: str
) -> None:
    name = place_from(database).stem
    for way, after, expected in (
        ("to the client", 1, "connection-lost"),
        ("to the server", 1, "connection-lost"),
    ):
        with wire_to(cluster.port) as wire:
            address = place_from(cluster.address(name, port=wire.port))
            with Store(address, create=True, patience_s=0.2) as store:
                head = store.head("t")
                wire.cut_after(way, after, for_good=True)  # type: ignore[arg-type]
                with pytest.raises(StoreError) as caught:
                    store.append("t", head, [opening("t")], runtime=Runtime())
                assert caught.value.refusal.code == expected
    assert check_in_order(database) == []


def test_an_answer_that_never_came_is_told_as_such(cluster: Cluster, database: str) -> None:
    """Facts are recorded, or not, as the refusal says: only of a lost answer nobody can know."""
    name = place_from(database).stem
    codes: set[str] = set()
    with Store(place_from(database), create=True) as seen:
        seen.append("t", 0, [opening("t")], runtime=Runtime())
        for back in range(200, 0, -8):
            with wire_to(cluster.port) as wire:
                address = place_from(cluster.address(name, port=wire.port))
                with Store(address, patience_s=0.2) as store:
                    head = store.head("t")
                    wire.mark()
                    store.append("t", head, [RoundsPlanned(rounds=7)], runtime=Runtime())
                    size, head = wire.carried("to the client"), head + 1
                    wire.cut_after("to the client", size - back, for_good=True)
                    try:
                        store.append("t", head, [RoundsPlanned(rounds=7)], runtime=Runtime())
                    except StoreError as error:
                        codes.add(error.refusal.code)
                        if error.refusal.code == "connection-lost":
                            assert seen.head("t") == head
    assert codes == {"answer-lost", "connection-lost"}
    check_in_order(database)


def test_a_server_that_restarts_is_waited_for() -> None:
    with postgresql() as cluster:
        address = cluster.address(cluster.new_database())
        with Store(place_from(address), create=True, patience_s=20) as store:
            store.append("t", 0, [opening("t")], runtime=Runtime())
            for head, how in ((1, "fast"), (2, "immediate")):
                cluster.restart(how)  # type: ignore[arg-type]
                assert store.head("t") == head
                cluster.restart(how)  # type: ignore[arg-type]
                store.append("t", head, [RoundsPlanned(rounds=7)], runtime=Runtime())
        assert len(check_in_order(address)) == 3


def test_a_bulk_reading_sees_one_moment_and_stops_nobody(store: Store, database: str) -> None:
    with Store(place_from(database)) as other, snapshot(other) as now:
        assert now.end().sequence == 1
        store.append("t", 1, [RoundsPlanned(rounds=7)], runtime=at())
        assert now.end().sequence == 1
        assert len(list(now.read("t"))) == 1
    assert store.changes() == 2


def test_facts_and_hashes_are_one_question_and_an_append_asks_ten_more(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each question is a wait, or at least work on both sides: 439 facts a second in place of 836."""
    asked: list[str] = []
    execute = psycopg.Cursor.execute

    def noted(cursor: psycopg.Cursor, query: Any, *rest: Any, **options: Any) -> psycopg.Cursor:
        words = query if isinstance(query, str) else query.as_string()
        asked.append(words.split()[0])
        return execute(cursor, query, *rest, **options)

    store.append("asked", 0, [OPENING], runtime=at())
    monkeypatch.setattr(psycopg.Cursor, "execute", noted)
    store.facts("asked")
    assert asked == ["BEGIN", "SELECT", "SELECT", "ROLLBACK"], "the second one is for the tree"
    asked.clear()
    store.append("asked", 1, [RoundsPlanned(rounds=3)], runtime=at())
    writing = ["SELECT", *["INSERT"] * 4, "SELECT", "NOTIFY", "COMMIT"]
    assert asked == ["SELECT", "BEGIN", "SELECT", *writing]


def test_the_state_is_text_that_other_tools_can_query(store: Store, database: str) -> None:
    with psycopg.connect(database) as connection:
        question = "SELECT state::json ->> 'name', state FROM toernooi.stored_events"
        name, state = connection.execute(question).fetchall()[0]
    assert (name, json.loads(state)["name"]) == ("Open", "Open")


def test_a_backup_is_a_ledger_file_with_the_same_heads(store: Store, tmp_path: Path) -> None:
    facts: list[AnyFact] = [entry_of(person("1")), *[RoundsPlanned(rounds=7)] * 19]
    store.append("t", 1, facts, [person("1")], runtime=Runtime())
    steps: list[tuple[int, int]] = []
    with copied(store, tmp_path / "copy", lambda done, total: steps.append((done, total))):
        pass
    with Store(tmp_path / "copy") as copy:
        assert copy.stored("t") == store.stored("t")
        assert copy.people("t") == store.people("t")
        with evidence_of(copy) as theirs, evidence_of(store) as ours:
            assert theirs.head == ours.head
            assert theirs.findings == ours.findings == []
            assert [verify(kept).head for kept in theirs.kept()] == [
                verify(kept).head for kept in ours.kept()
            ]
        copy.append("t", 21, [RoundsPlanned(rounds=7)], runtime=Runtime())
    assert steps[-1] == (21, 21)


def test_damage_that_a_superuser_did_is_found(
    store: Store, cluster: Cluster, database: str
) -> None:
    store.append("t", 1, [RoundsPlanned(rounds=7)] * 3, runtime=Runtime())
    name = place_from(database).stem
    never = "stored_events_are_never_changed"
    cluster.sql(
        f"ALTER TABLE toernooi.stored_events DISABLE TRIGGER {never};"
        "UPDATE toernooi.stored_events SET state = replace(state, '7', '9') WHERE sequence = 3;"
        f"ALTER TABLE toernooi.stored_events ENABLE ALWAYS TRIGGER {never}",
        database=name,
    )
    with Store(place_from(database)) as again:
        with pytest.raises(StoreError) as caught:
            again.facts("t")
        assert caught.value.refusal.code == "ledger-damaged"
        with evidence_of(again) as evidence:
            (kept,) = evidence.kept()
        assert "changed" in [finding.code for finding in verify(kept).findings]


def test_a_decision_on_facts_that_a_standby_did_not_have_is_refused(store: Store) -> None:
    with pytest.raises(StoreError) as caught:
        store.append("t", 4, [RoundsPlanned(rounds=7)], runtime=at())
    assert caught.value.refusal.code == "ledger-damaged"


def test_a_forgotten_record_leaves_no_byte_in_the_table_that_the_owner_wrote_again(
    store: Store, cluster: Cluster, database: str
) -> None:
    record = person("1", "Zyzzyva")
    store.append("t", 1, [entry_of(record)], [record], runtime=at())
    store.append("t", 2, [PersonForgotten(player=1)], runtime=at(), forget=["1"])
    assert store.scrub()
    cluster.sql("CHECKPOINT")
    name = place_from(database).stem
    (row,) = cluster.sql("SELECT oid FROM pg_database WHERE datname = %s", name)
    files = [one for one in (cluster.data / "base" / str(row[0])).iterdir() if one.is_file()]
    assert files
    assert [one.name for one in files if b"Zyzzyva" in one.read_bytes()] == []


def test_a_conflict_keeps_the_connection(store: Store, cluster: Cluster, database: str) -> None:
    name = place_from(database).stem
    sessions = "SELECT pid FROM pg_stat_activity WHERE datname = %s"
    before = cluster.sql(sessions, name)
    with Store(place_from(database)) as other:
        other.append("t", 1, [RoundsPlanned(rounds=7)], runtime=Runtime())

        def late() -> str:
            if store.head("t") == 2:
                other.append("t", 2, [RoundsPlanned(rounds=9)], runtime=Runtime())
            return Runtime().new_id()

        with pytest.raises(Conflict):
            store.append("t", 2, [RoundsPlanned(rounds=8)], runtime=Runtime(new_id=late))
    assert store.head("t") == 3
    assert set(before) & set(cluster.sql(sessions, name))
