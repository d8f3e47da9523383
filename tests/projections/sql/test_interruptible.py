"""Work of DuckDB beside the main thread leaves no thread behind."""

from __future__ import annotations

import threading

import duckdb
import pytest

from projections.sql import interruptible


class Lingering(threading.Event):
    """The end of work, after which its thread has something to do still."""

    until = threading.Event()

    def set(self) -> None:
        super().set()
        self.until.wait(0.1)


@pytest.mark.parametrize("seconds", [None, 60])
def test_the_thread_has_ended_when_its_answer_is_there(
    monkeypatch: pytest.MonkeyPatch, seconds: int | None
) -> None:
    monkeypatch.setattr(interruptible, "Event", Lingering)
    before = threading.active_count()
    with duckdb.connect() as database:
        query = database.execute("select 7").fetchall
        assert interruptible.stoppable(database, query, seconds) == [(7,)]
        assert threading.active_count() == before
