"""The time zone of the machine, where a tournament has none of its own."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.helpers.terminal import Terminal


@pytest.fixture
def in_zone(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[str], None]]:
    def set_zone(zone: str) -> None:
        monkeypatch.setenv("TZ", zone)
        time.tzset()

    yield set_zone
    monkeypatch.undo()
    time.tzset()


@pytest.mark.parametrize("zone", ["AAA-99", "AAA99", "AAA-24", "AAA-23BBB-30,0,365"])
def test_a_time_zone_that_cannot_be_one_is_told_and_times_are_in_utc(
    zone: str, tmp_path: Path, in_zone: Callable[[str], None]
) -> None:
    terminal = Terminal(tmp_path / "t.ledger")
    in_zone("UTC")
    terminal.run("init", "Cup")
    usual = terminal.try_("log")
    assert usual.err == ""
    in_zone(zone)
    ran = terminal.try_("log")
    assert (ran.code, ran.out) == (0, usual.out)
    assert f'note: "{zone}", the time zone of this machine (TZ), does not exist' in ran.err
    assert "times are in UTC" in ran.err
    in_zone(zone)
    assert terminal.try_("log", "--lang", "nl").err.count("tijden staan in UTC") == 1
    assert os.environ["TZ"] == zone, "of the test"


def test_a_far_time_zone_is_one(tmp_path: Path, in_zone: Callable[[str], None]) -> None:
    in_zone("AAA-23:59")
    terminal = Terminal(tmp_path / "t.ledger")
    terminal.run("init", "Cup")
    assert "05-09-2026 18:5" in terminal.run("log")
