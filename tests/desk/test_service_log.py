"""The log of a served desk: who logged in, who may do what, what was refused, and no more."""

from __future__ import annotations

import logging
import re
from pathlib import Path

import pytest

from desk.access.roles import Role
from desk.service_log import LOG, WARNING, logged, note
from tests.helpers.access import PHRASE, joined
from tests.helpers.browsing import Browsing, demo


@pytest.fixture
def desk(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> Browsing:
    caplog.set_level(logging.INFO, LOG.name)
    return demo(tmp_path)


def lines(caplog: pytest.LogCaptureFixture) -> list[str]:
    """Return what was written since this was asked last, without the times."""
    told = [f"{one.levelname.casefold()} {one.getMessage()}" for one in caplog.records]
    caplog.clear()
    return told


def test_a_log_in_stands_by_the_key_of_its_account_and_a_wrong_one_too(
    desk: Browsing, caplog: pytest.LogCaptureFixture
) -> None:
    key = joined(desk.office.doors.file, Role.HELPER, "Anna de Boer")
    client = desk.client(None)
    for who, phrase in (("Anna de Boer", "guess"), ("nobody at all", PHRASE), (key, PHRASE)):
        form = {"who": who, "phrase": phrase, "csrf": desk.csrf(client)}
        client.post("/login", data=form)
    client.cookies.delete("desk-device")
    client.post("/logout", data={"csrf": desk.csrf(client)})
    assert lines(caplog) == [
        "warning log-in-refused account=helper-1 code=log-in-wrong",
        "warning log-in-refused code=log-in-wrong",
        "info log-in account=helper-1",
        "info log-out account=helper-1",
    ]


def test_every_change_of_roles_stands_with_who_made_it(
    desk: Browsing, caplog: pytest.LogCaptureFixture
) -> None:
    people, id_ = f"/{desk.slug}/people", desk.tournament
    desk.send(f"{people}/invite", {"role": "helper", "shown": "Anna de Boer", "once": "1"})
    link = desk.office.doors.links["chief-1:1"]
    client = desk.client(None)
    form = {"phrase": PHRASE, "again": PHRASE, "csrf": desk.csrf(client)}
    client.post(f"/invite/{link}", data=form)
    desk.send(f"{people}/role", {"account": "helper-1", "role": "deputy", "do": "change"})
    desk.send(f"{people}/role", {"account": "helper-1", "do": "away"})
    of = f"tournament={id_} by=chief-1"
    assert lines(caplog) == [
        f"info invitation-made role=helper {of}",
        f"info invitation-used account=helper-1 role=helper tournament={id_}",
        f"info role-changed account=helper-1 had=helper role=deputy {of}",
        f"info role-taken-away account=helper-1 had=deputy {of}",
    ]


def test_a_refused_write_stands_with_its_code_and_who_tried(
    desk: Browsing, caplog: pytest.LogCaptureFixture
) -> None:
    path, of = f"/{desk.slug}/do", f"tournament={desk.tournament}"
    desk.send(f"{path}/finish", {"command": "finish"}, role=Role.HELPER)
    desk.send(f"{path}/plan", {"rounds": "1"})
    desk.send(f"/{desk.slug}/draft", role=Role.COMMITTEE)
    desk.client().post(f"{path}/plan", data={"csrf": "of another", "rounds": "9"})
    told = lines(caplog)
    assert re.fullmatch(
        f"warning write-refused code=[a-z-]+ commands=plan page=done {of} by=chief-1", told[1]
    )
    del told[1]
    assert told == [
        f"warning write-refused code=not-allowed page=done {of} by=helper-1",
        f"warning write-refused code=not-allowed page=publish {of} by=committee-1",
        f"warning write-refused code=old-form page=done {of} by=chief-1",
    ]


def test_the_loss_of_the_ledger_and_its_return_stand_once_each(
    desk: Browsing, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("desk.live.live.PLACE_MS", 0)
    desk.client(None).get(f"/{desk.slug}/standing")
    aside = desk.path.with_name("aside")
    desk.path.rename(aside)
    for _ in range(3):
        desk.office.live.look()
    aside.rename(desk.path)
    for _ in range(3):
        desk.office.live.look()
    assert lines(caplog) == ["error ledger-away code=ledger-missing", "info ledger-back"]


def test_a_ledger_that_was_never_there_is_not_lost(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    Browsing(tmp_path / "new.ledger").office.live.look()
    assert lines(caplog) == []


def test_a_line_has_a_time_with_its_zone_and_values_that_cannot_begin_another_line(
    tmp_path: Path,
) -> None:
    file = tmp_path / "desk.log"
    file.write_text("before\n", "utf-8")
    with logged(str(file)):
        note("start", ledger="club 2\n2026 info log-in account=x", none=None, empty="")
        note("stop", WARNING, name="é=1", port=8000)
    note("afterwards")
    before, first, second = file.read_text("utf-8").splitlines()
    time = r"20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00"
    assert before == "before"
    assert re.fullmatch(
        time + re.escape(r' info start ledger="club 2\n2026 info log-in account=x"'), first
    )
    assert re.fullmatch(time + re.escape(r' warning stop name="\u00e9=1" port=8000'), second)


def test_without_a_file_the_log_goes_to_standard_error(capsys: pytest.CaptureFixture[str]) -> None:
    with logged(None):
        note("start")
    out, err = capsys.readouterr()
    assert out == ""
    assert err.endswith(" info start\n")
