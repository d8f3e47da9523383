"""Sessions: they expire, end with the publication or the role, and leave no trace in facts."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from desk.access.file import AccessFile
from desk.access.roles import Role
from desk.access.sessions import (
    IDLE_S,
    NOTED_S,
    DeskSession,
    begin,
    begin_for,
    csrf,
    device_key,
    end,
    end_others,
    name_device,
    phones_of,
    session,
    sessions_of,
)
from desk.access.tickets import PublishedRound, TicketHolder
from ledger.runtime import Runtime
from tests.helpers.access import HandClock, device_names, joined, opened

ROUND_4 = PublishedRound("t1", 4, 86)


@pytest.fixture
def clock() -> HandClock:
    return HandClock()


@pytest.fixture
def file(tmp_path: Path, clock: HandClock) -> AccessFile:
    return opened(tmp_path, clock)


def test_a_session_is_known_by_its_secret_only(file: AccessFile) -> None:
    key = joined(file, Role.HELPER)
    token = begin(file, key, "browser")
    current = session(file, token)
    assert current is not None
    assert (current.account, current.player, current.round) == (key, None, None)
    assert [session(file, other) for other in ("", token + "x", key, "\ud800")] == [None] * 4


def test_each_log_in_begins_another_session(file: AccessFile) -> None:
    key = joined(file, Role.HELPER)
    one, other = begin(file, key, "browser"), begin(file, key, "browser")
    end(file, one)
    end(file, one)
    assert session(file, one) is None
    assert session(file, other) is not None


def test_a_session_that_is_not_used_ends(file: AccessFile, clock: HandClock) -> None:
    token = begin(file, joined(file, Role.HELPER), "browser")
    half_a_day = 12 * 3600
    clock.go_on(half_a_day - 1)
    assert session(file, token) is not None
    clock.go_on(half_a_day - 1)
    assert session(file, token) is not None
    clock.go_on(half_a_day)
    assert session(file, token) is None
    with file.reading() as connection:
        assert connection.execute("SELECT COUNT(*) FROM sessions").fetchone() == (0,)


def test_a_session_ends_after_three_days_however_much_it_is_used(
    file: AccessFile, clock: HandClock
) -> None:
    token = begin(file, joined(file, Role.HELPER), "browser")
    for _ in range(3 * 24 - 1):
        clock.go_on(3600)
        assert session(file, token) is not None
    clock.go_on(3600)
    assert session(file, token) is None


def test_reading_pages_writes_once_a_minute(file: AccessFile, clock: HandClock) -> None:
    token = begin(file, joined(file, Role.HELPER), "browser")
    with file.reading() as connection:
        writes = connection.total_changes
        clock.go_on(NOTED_S - 1)
        session(file, token)
        assert connection.total_changes == writes
        clock.go_on(1)
        session(file, token)
        session(file, token)
        assert connection.total_changes == writes + 1


def test_sessions_that_ended_are_cleared_at_the_next_log_in(
    file: AccessFile, clock: HandClock
) -> None:
    key = joined(file, Role.HELPER)
    for _ in range(5):
        begin(file, key, "browser")
    clock.go_on(IDLE_S)
    begin(file, key, "browser")
    with file.reading() as connection:
        assert connection.execute("SELECT COUNT(*) FROM sessions").fetchone() == (1,)


def test_the_session_of_a_player_holds_until_the_next_publication(file: AccessFile) -> None:
    token = begin_for(file, ROUND_4, TicketHolder("P", 7), "phone")
    current = session(file, token)
    assert current is not None
    assert (current.tournament, current.round, current.player, current.board) == ("t1", 4, 7, None)
    assert current.holds(ROUND_4)
    for other in (
        replace(ROUND_4, position=90),
        PublishedRound("t1", 5, 120),
        PublishedRound("t2", 4, 86),
        None,
    ):
        assert not current.holds(other)


def test_the_session_of_a_board_is_of_no_player(file: AccessFile) -> None:
    current = session(file, begin_for(file, ROUND_4, TicketHolder("B", 3), "phone"))
    assert current is not None
    assert (current.player, current.board) == (None, 3)


def test_the_session_of_an_account_outlives_publications() -> None:
    one = DeskSession("helper-1", "device")
    assert one.holds(None)
    assert one.holds(ROUND_4)


def test_the_token_of_forms_belongs_to_one_session_and_is_not_its_secret(file: AccessFile) -> None:
    assert csrf(file, "a") == csrf(file, "a")
    assert csrf(file, "a") != csrf(file, "b")
    assert len(csrf(file, "a")) == 64


def test_a_browser_has_one_key_in_facts_which_does_not_give_its_secret_away(
    tmp_path: Path, file: AccessFile
) -> None:
    key = device_key(file, "secret")
    assert key == device_key(file, "secret")
    assert len(key) == 16
    assert key.isalnum()
    assert device_key(file, "another") != key
    with AccessFile(tmp_path / "other.ledger", Runtime()) as other:
        assert device_key(other, "secret") != key


def test_the_name_of_a_device_stands_beside_the_facts(file: AccessFile) -> None:
    name_device(file, "t1", 7, "k1", "Noors\x1b telefoon " + "x" * 100)
    name_device(file, "t1", 7, "k1", "Noors telefoon")
    name_device(file, "t1", 8, "k1", "Noors telefoon")
    name_device(file, "t2", 7, "k1", "elders")
    assert device_names(file, "t1") == {(7, "k1"): "Noors telefoon", (8, "k1"): "Noors telefoon"}


def test_the_name_of_a_device_is_short_and_can_be_shown(file: AccessFile) -> None:
    name_device(file, "t1", 7, "k1", "a\x1bb\u202e" + "x" * 100)
    (name,) = device_names(file, "t1").values()
    assert name.startswith(r"a\x1bb\u202exx")
    assert len(name) == 60


def test_the_sessions_of_an_account_are_listed_with_what_the_browser_is_called(
    file: AccessFile, clock: HandClock
) -> None:
    key, other = joined(file, Role.HELPER), joined(file, Role.CHIEF)
    first = begin(file, key, "tablet")
    name_device(file, "", 0, device_key(file, "tablet"), "Firefox, Android")
    clock.go_on(120)
    second = begin(file, key, "laptop")
    begin(file, other, "elsewhere")
    listed = sessions_of(file, key, first)
    assert [(one.device, one.here) for one in listed] == [("", False), ("Firefox, Android", True)]
    assert listed[0].began_s - listed[1].began_s == 120
    end_others(file, key, second)
    assert [one.here for one in sessions_of(file, key, second)] == [True]
    assert session(file, first) is None
    begin(file, key, "laptop")
    assert device_names(file, "") == {}
    clock.go_on(IDLE_S)
    assert sessions_of(file, key, second) == ()


def test_phones_are_listed_for_the_last_publication_alone(file: AccessFile) -> None:
    now, before = PublishedRound("t1", 2, 40), PublishedRound("t1", 1, 20)
    begin_for(file, before, TicketHolder("P", 7), "old phone")
    begin_for(file, now, TicketHolder("P", 7), "phone")
    begin_for(file, now, TicketHolder("B", 3), "board phone")
    name_device(file, "t1", 7, device_key(file, "phone"), "Safari, iPhone")
    phones = phones_of(file, "t1", now)
    assert {(one.player, one.board, one.device) for one in phones} == {
        (7, None, "Safari, iPhone"),
        (None, 3, ""),
    }
    assert phones_of(file, "t1", None) == phones_of(file, "t2", now) == ()
