"""The recorder of each kind of ledger, used by the event store library alone."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager

import pytest
from eventsourcing.persistence import ApplicationRecorder
from eventsourcing.sqlite import SQLiteDatastore

from ledger.facts.codec import decode
from ledger.facts.tournament import RoundsPlanned
from ledger.place import place_from
from ledger.store.file.recorder import Recorder
from ledger.store.store import Store
from ledger.store.tables.recorder import Answering
from tests.helpers.ledgers import OPENING, at


@contextmanager
def recorder_of(place: str) -> Iterator[ApplicationRecorder]:
    """Give the recorder of a ledger, opened by nothing but the library."""
    if not place.startswith("postgresql:"):
        with closing(SQLiteDatastore(place, originator_id_type="text")) as datastore:
            yield Recorder(datastore)
        return
    from eventsourcing.postgres import PostgresDatastore
    from psycopg.conninfo import conninfo_to_dict

    from ledger.store.server.recorder import Recorder as ServerRecorder

    named = {key: str(value) for key, value in conninfo_to_dict(place).items()}
    with closing(
        PostgresDatastore(
            named["dbname"],
            named["host"],
            named["port"],
            named["user"],
            named.get("password", ""),
            originator_id_type="text",
        )
    ) as datastore:
        yield ServerRecorder(datastore)


@pytest.fixture
def written(place: str) -> str:
    """Return the place of a ledger with facts of two tournaments, one after the other."""
    with Store(place_from(place), create=True) as store:
        for number in range(3):
            for tournament in ("a", "b"):
                fact = OPENING if not number else RoundsPlanned(rounds=number)
                store.append(tournament, number, [fact], runtime=at())
    return place


def test_the_library_reads_a_tournament_with_our_recorder_alone(written: str) -> None:
    with Store(place_from(written)) as store, recorder_of(written) as recorder:
        for tournament in ("a", "b"):
            events = recorder.select_events(tournament)
            read = [
                decode(tournament, one.originator_version, one.topic, one.state) for one in events
            ]
            assert tuple(read) == store.facts(tournament)
            assert [*recorder.select_events(tournament, gt=1, lte=2)] == [events[1]]
            assert [*recorder.select_events(tournament, desc=True, limit=1)] == [events[2]]
        assert [*recorder.select_events("c")] == []


def test_the_library_reads_a_ledger_in_order_with_our_recorder_alone(written: str) -> None:
    with Store(place_from(written)) as store, recorder_of(written) as recorder:
        known = {row.sequence: row.event for one in ("a", "b") for row in store.stored(one)}
        every = recorder.select_notifications(None, 100)
        assert [one.id for one in every] == [1, 2, 3, 4, 5, 6]
        assert recorder.max_notification_id() == 6
        for one in every:
            event = known[one.id]
            assert (one.originator_id, one.originator_version) == (
                event.originator_id,
                event.originator_version,
            )
            assert (one.topic, one.state) == (event.topic, event.state)
        opened = recorder.select_notifications(1, 100, topics=(OPENING.TOPIC,))
        assert [one.id for one in opened] == [1, 2]
        some = recorder.select_notifications(2, 2, stop=5, inclusive_of_start=False)
        assert [one.id for one in some] == [3, 4]


def test_a_ledger_without_facts_has_no_last_notification(place: str) -> None:
    Store(place_from(place), create=True).close()
    with recorder_of(place) as recorder:
        assert recorder.max_notification_id() is None
        assert [*recorder.select_notifications(None, 1)] == []


def test_what_is_read_in_a_transaction_is_of_its_moment(written: str) -> None:
    with Store(place_from(written)) as store, Store(place_from(written)) as other:
        with store.reading() as cursor:
            before = cursor.recorder.max_notification_id()
            other.append("a", 3, [RoundsPlanned(rounds=9)], runtime=at())
            assert cursor.recorder.max_notification_id() == before
            assert len(cursor.recorder.select_events("a")) == 3
        with store.reading() as cursor:
            assert len(cursor.recorder.select_events("a")) == 4


def test_the_library_has_its_events_after_the_same_recorder_read_facts(written: str) -> None:
    with Store(place_from(written)) as store, store.reading() as cursor:
        recorder = cursor.recorder
        facts = recorder.facts("a")
        assert [*recorder.select_events("a")] == [row.event for row in facts]
        page = recorder.page(None, 100)
        assert [one.id for one in recorder.select_notifications(None, 100)] == [1, 2, 3, 4, 5, 6]
        assert [row.sequence for row in page] == [1, 2, 3, 4, 5, 6]
        assert [row for row in page if row.tournament == "a"] == facts


def test_a_question_that_fails_leaves_the_next_answer_to_the_library() -> None:
    datastore = Answering()
    assert datastore.taking(lambda: datastore.answered([1, 2])) == [1, 2]
    with pytest.raises(ZeroDivisionError):
        datastore.taking(lambda: 1 / 0)
    assert datastore.answered([3]) == [3]
