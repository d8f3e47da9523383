"""Many programs on one server, while it crashes, fills its disk, or gives way to its standby."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from ledger.errors import StoreError
from ledger.facts.tournament import RoundsPlanned
from ledger.hash_tree import KnownHead, head_of
from ledger.integrity.evidence import Kept
from ledger.integrity.verify import check_head
from ledger.place import place_from
from ledger.runtime import Runtime
from ledger.store.store import Store
from tests.helpers.postgres import LOOPBACK, Cluster, fill, name_in, postgresql, small_disk, until
from tests.helpers.wire import WAYS, wire_to
from tests.helpers.writers import ALL, check_in_order, check_whole, opening, writing

pytestmark = pytest.mark.server

MAY_BE_SEEN = {
    "answer-lost",
    "connection-lost",
    "server-unreachable",
    "server-starting",
    "server-silent",
    "server-not-that-kind",
    "ledger-locked",
}
"""Refusals of a server that went away and comes back; each has a next step."""


def test_eight_programs_on_three_connections_each_outlive_crashes_of_the_server() -> None:
    with postgresql() as cluster, cluster.database() as address:
        with writing(address, programs=8, connections=3) as writers:
            writers.until_more(9)
            cluster.restart("immediate")
            writers.until_more(9)
            for writer in writers.programs[:2]:
                writer.kill()
            cluster.restart("immediate")
            writers.until_more(9)
        assert writers.refused <= MAY_BE_SEEN
        facts = check_whole(address, writers.recorded)
        assert facts >= len(writers.recorded) > 8 * 27


def test_programs_whose_connections_are_cut_time_and_again_record_each_command_once(
    cluster: Cluster, database: str
) -> None:
    with wire_to(cluster.port) as wire:
        address = cluster.address(name_in(database), port=wire.port)
        with writing(address, programs=2, connections=3) as writers:
            for size in range(8):
                writers.until_more(3)
                wire.cut_after(WAYS[size % 2], 200 * size)
            wire.cut()
            writers.until_more(3)
        assert writers.refused <= MAY_BE_SEEN
        check_whole(address, writers.recorded)


def both(cluster: Cluster, standby: Cluster, address: str) -> str:
    """Return an address that leads to whichever of two servers is written to."""
    one = f"{LOOPBACK}:{cluster.port}"
    assert one in address
    return address.replace(one, f"{one},{LOOPBACK}:{standby.port}") + (
        "?target_session_attrs=read-write"
    )


def test_a_synchronous_standby_that_takes_over_has_everything_acknowledged() -> None:
    with postgresql() as cluster, cluster.database() as address:
        with Store(place_from(address), create=True):
            pass
        with cluster.standby(synchronous=True) as standby:
            either = both(cluster, standby, address)
            with writing(either, programs=3, connections=3) as writers:
                writers.until_more(9)
                cluster.stop("immediate")
                standby.promote()
                writers.until_more(9)
            assert writers.refused <= MAY_BE_SEEN
            check_whole(standby.address(name_in(address)), writers.recorded)


def test_facts_behind_an_asynchronous_standby_are_missed_by_their_head() -> None:
    with postgresql() as cluster, cluster.database() as address:
        store = Store(place_from(address), create=True)
        store.append(ALL, 0, [opening(ALL)], runtime=Runtime())
        with cluster.standby(synchronous=False) as standby:
            until(lambda: _facts(standby, name_in(address)) == 1, "the standby has the fact")
            standby.detach()
            store.append(ALL, 1, [RoundsPlanned(rounds=7)], runtime=Runtime())
            head = head_of([row.own_hash for row in store.stored(ALL)])
            standby.promote()
            with Store(place_from(standby.address(name_in(address)))) as lacking:
                kept = Kept(ALL, lacking.stored(ALL), None, (), None)
                (finding,) = check_head(kept, KnownHead(head.size, head.root))
                assert finding.code == "tail-missing"
                with pytest.raises(StoreError) as caught:
                    lacking.append(ALL, 2, [RoundsPlanned(rounds=9)], runtime=Runtime())
                assert caught.value.refusal.code == "ledger-damaged"
            check_in_order(standby.address(name_in(address)))
        store.close()
        assert len(check_in_order(address)) == 2


def _facts(cluster: Cluster, database: str) -> int:
    """Return the number of facts on a standby, 0 while the tables are not there."""
    if cluster.sql("SELECT to_regclass('toernooi.stored_events')", database=database) == [(None,)]:
        return 0
    question = "SELECT COUNT(*) FROM toernooi.stored_events"
    return int(cluster.sql(question, database=database)[0][0])


def test_nothing_is_acknowledged_while_a_synchronous_standby_is_away() -> None:
    """Nor when the server crashes meanwhile: its own disk has the fact, and nobody else."""
    with postgresql() as cluster, cluster.database() as address:
        store = Store(place_from(address), create=True, patience_s=20)
        store.append(ALL, 0, [opening(ALL)], runtime=Runtime())
        with cluster.standby(synchronous=True) as standby:
            standby.stop("immediate")
            acknowledged: list[int] = []

            def append() -> None:
                store.append(ALL, 1, [RoundsPlanned(rounds=7)], runtime=Runtime())
                acknowledged.append(standby.up)

            thread = threading.Thread(target=append, daemon=True)
            thread.start()
            waits = "SELECT 1 FROM pg_stat_activity WHERE wait_event = 'SyncRep'"
            until(lambda: cluster.sql(waits), "the commit waits for the standby")
            cluster.restart("immediate")
            until(lambda: cluster.sql(waits), "it waits again, on the server that came back")
            standby.start()
            thread.join(60)
            assert acknowledged == [True]
            store.close()
            cluster.stop("immediate")
            standby.promote()
            assert len(check_in_order(standby.address(name_in(address)))) == 2


def test_a_full_disk_is_refused_by_name_and_nothing_is_half_recorded(cluster: Cluster) -> None:
    with small_disk(24) as disk:
        cluster.sql(f"CREATE TABLESPACE small LOCATION '{disk}'")
        try:
            cluster.sql("GRANT CREATE ON TABLESPACE small TO keeper")
            with cluster.database("TABLESPACE small") as address:
                _fill_and_go_on(address, disk)
        finally:
            cluster.sql("DROP TABLESPACE small")


def _until_refused(store: Store, recorded: list[str]) -> str:
    """Append until the ledger refuses; note the ids of the facts, and return the refusal's code."""
    for _ in range(200):
        facts = [RoundsPlanned(rounds=1 + at % 9) for at in range(300)]
        try:
            done = store.append(ALL, store.head(ALL), facts, runtime=Runtime())
        except StoreError as error:
            return error.refusal.code
        recorded += [stamp.event_id for _, stamp in done]
    raise AssertionError("the disk is not full")


def _fill_and_go_on(address: str, disk: Path) -> None:
    runtime, recorded = Runtime(), list[str]()
    with Store(place_from(address), create=True) as store:
        recorded += [store.append(ALL, 0, [opening(ALL)], runtime=runtime)[0].stamp.event_id]
        ballast = fill(disk, spare_bytes=400_000)
        assert _until_refused(store, recorded) == "disk-full"
        assert [stamp.event_id for _, stamp in store.facts(ALL)] == recorded
        ballast.unlink()
        store.append(ALL, store.head(ALL), [RoundsPlanned(rounds=5)], runtime=runtime)
    stamps = check_in_order(address)
    assert [stamp.event_id for stamp in stamps][:-1] == recorded


def test_a_server_whose_log_has_no_room_stops_and_loses_nothing() -> None:
    with small_disk(16) as disk:
        options = "--waldir", str(disk / "log"), "--wal-segsize=1"
        with (
            postgresql(*options, settings="max_wal_size = 4MB\nwal_keep_size = 0") as cluster,
            cluster.database() as address,
        ):
            recorded, head = list[str](), 0
            with Store(place_from(address), create=True, patience_s=1) as store:
                store.append(ALL, 0, [opening(ALL)], runtime=Runtime())
                ballast = fill(disk)
                assert _until_refused(store, recorded) in MAY_BE_SEEN | {"disk-full"}
                ballast.unlink()
                if cluster.up:
                    cluster.stop("immediate")
                cluster.start()
                head = store.head(ALL)
                ids = [stamp.event_id for _, stamp in store.facts(ALL)]
                assert ids[1 : len(recorded) + 1] == recorded
                store.append(ALL, head, [RoundsPlanned(rounds=5)], runtime=Runtime())
            assert len(check_in_order(address)) == head + 1
