"""Why facts are written by our transaction, and not by that of the event store library."""

from __future__ import annotations

from contextlib import closing

import pytest
from eventsourcing.persistence import IntegrityError, StoredEvent
from eventsourcing.postgres import PostgresApplicationRecorder, PostgresDatastore
from psycopg.conninfo import conninfo_to_dict

from tests.helpers.postgres import LOOPBACK, Cluster
from tests.helpers.wire import wire_to

pytestmark = pytest.mark.server


def test_the_insert_of_the_library_takes_its_own_facts_for_those_of_another(
    cluster: Cluster, database: str
) -> None:
    """It repeats an insert whose answer was lost, wherever in its last bytes: two pauses of it."""
    named = conninfo_to_dict(database)
    with (
        wire_to(cluster.port) as wire,
        closing(
            PostgresDatastore(
                str(named["dbname"]),
                LOOPBACK,
                wire.port,
                str(named["user"]),
                str(named["password"]),
                originator_id_type="text",
            )
        ) as datastore,
    ):
        recorder = PostgresApplicationRecorder(datastore)
        recorder.create_table()
        events = [StoredEvent("t", position, "topic", b"{}") for position in range(1, 5)]
        recorder.insert_events(events[:1])  # the statements are prepared
        wire.mark()
        recorder.insert_events(events[1:2])
        answered = wire.carried("to the client")
        for event, left in ((events[2], 1), (events[3], 10)):
            wire.cut_after("to the client", answered - left)
            with pytest.raises(IntegrityError):
                recorder.insert_events([event])
        assert [*recorder.select_events("t")] == events, "they were recorded all the same"
