"""The clock of a ledger: which facts are still to come."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from ledger.facts.stamps import Stamp, still_to_come
from tests.helpers.words import words

NOW = datetime(2026, 11, 28, 12, tzinfo=UTC)


def at(position: int, minutes: int) -> Stamp:
    return Stamp(
        tournament="t1",
        position=position,
        event_id=f"e{position}",
        recorded_at=NOW + timedelta(minutes=minutes),
        actor="arbiter",
        correlation_id="c",
        causation_id=None,
    )


@pytest.mark.parametrize("minutes", [(), (-30,), (-30, 60)])
def test_clocks_may_differ_by_an_hour(minutes: tuple[int, ...]) -> None:
    stamps = [at(number, one) for number, one in enumerate(minutes, 1)]
    assert still_to_come(stamps, NOW, UTC) is None


def test_the_first_fact_that_is_still_to_come_is_named_with_its_time_and_how_many_come() -> None:
    stamps = [at(1, -5), at(2, 60), at(3, 61), at(4, 200), at(5, 300)]
    found = still_to_come(stamps, NOW, UTC)
    assert found is not None
    position, what = found
    assert position == 3
    assert "28-11-2026 13:01" in words(what)
    assert "the 3 facts from here on" in words(what)
