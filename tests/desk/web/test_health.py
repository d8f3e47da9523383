"""The address by which programs that watch servers ask whether the desk can do its work."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.helpers.browsing import Browsing, demo


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("desk.live.live.PLACE_MS", 0)


def asked(desk: Browsing) -> tuple[int, object]:
    answer = desk.client(None).get("/healthz")
    assert answer.headers["cache-control"] == "no-store"
    assert "set-cookie" not in answer.headers
    return answer.status_code, answer.json()


def test_a_desk_whose_ledger_can_be_read_is_well(tmp_path: Path) -> None:
    assert asked(demo(tmp_path)) == (200, {"status": "ok"})


def test_a_desk_that_has_no_ledger_yet_is_well_too(tmp_path: Path) -> None:
    assert asked(Browsing(tmp_path / "new.ledger")) == (200, {"status": "ok"})


def test_a_lost_ledger_is_told_by_its_code_alone_and_its_return_is_seen(tmp_path: Path) -> None:
    desk = demo(tmp_path)
    assert asked(desk)[0] == 200
    aside = desk.path.with_name("aside")
    desk.path.rename(aside)
    assert asked(desk) == (503, {"status": "unavailable", "code": "ledger-missing"})
    aside.rename(desk.path)
    assert asked(desk) == (200, {"status": "ok"})


def test_a_damaged_ledger_is_not_well(tmp_path: Path) -> None:
    desk = demo(tmp_path)
    assert asked(desk)[0] == 200
    desk.path.write_bytes(b"garbage" * 5000)
    status, what = asked(desk)
    assert status == 503
    assert what == {"status": "unavailable", "code": "ledger-damaged"}


def test_a_file_of_accounts_that_cannot_be_read_is_not_well(tmp_path: Path) -> None:
    desk = demo(tmp_path)
    file = desk.office.doors.file
    file.scrub()
    file.path.write_bytes(b"garbage" * 5000)
    assert asked(desk) == (503, {"status": "unavailable", "code": "desk-file-damaged"})


def test_a_tournament_of_this_name_does_not_take_the_address(tmp_path: Path) -> None:
    desk = demo(tmp_path)
    desk.do({"command": "init", "name": "Healthz", "rounds": 3})
    assert asked(desk) == (200, {"status": "ok"})
    assert desk.slug != "healthz"
