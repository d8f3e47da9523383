"""Guessing meets growing delay; who is no guesser hardly notices; memory is bounded."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desk.access import attempts
from desk.access.attempts import FORGET_S, Attempts, Pace
from tests.helpers.access import HandClock


@pytest.fixture
def clock() -> HandClock:
    return HandClock()


@pytest.fixture
def tries(clock: HandClock) -> Attempts:
    return Attempts(clock.now, "secret")


def delays(tries: Attempts, clock: HandClock, count: int, address: str, account: str) -> list[int]:
    """Return the seconds that each of several failures in a row had to wait."""
    waited = []
    for _ in range(count):
        wait = tries.attempt(address, account)
        waited.append(wait)
        if wait:
            clock.go_on(wait)
            assert tries.attempt(address, account) == 0
    return waited


def test_three_failures_are_free_and_then_the_delay_doubles(
    tries: Attempts, clock: HandClock
) -> None:
    waits = delays(tries, clock, 16, "here", "chief-1")
    assert waits == [0, 0, 0, 1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900, 900]


def test_who_waits_too_short_a_time_is_told_the_rest(tries: Attempts, clock: HandClock) -> None:
    delays(tries, clock, 7, "here", "chief-1")
    assert tries.attempt("here", "chief-1") == 16
    clock.go_on(10)
    assert tries.attempt("here", "chief-1") == 6
    assert tries.attempt("here", "chief-1") == 6


def test_many_guesses_at_once_are_no_way_round_the_delay(tries: Attempts) -> None:
    allowed = [tries.attempt("here", "chief-1") for _ in range(1000)]
    assert allowed.count(0) == 3


def test_a_right_answer_clears_the_count(tries: Attempts, clock: HandClock) -> None:
    for _ in range(100):
        assert tries.attempt("here", "chief-1") == 0
        tries.passed("here", "chief-1")
    delays(tries, clock, 6, "here", "chief-1")
    clock.go_on(900)
    assert tries.attempt("here", "chief-1") == 0
    tries.passed("here", "chief-1")
    assert [tries.attempt("here", "chief-1") for _ in range(4)] == [0, 0, 0, 1]


def test_guessing_from_the_hall_does_not_shut_the_chief_out(
    tries: Attempts, clock: HandClock
) -> None:
    for number in range(200):
        tries.attempt(f"phone {number}", "chief-1")
    wait = tries.attempt("the laptop", "chief-1")
    assert 0 < wait <= 60
    clock.go_on(wait)
    assert tries.attempt("the laptop", "chief-1") == 0


def test_one_address_that_tries_many_accounts_waits(tries: Attempts) -> None:
    waits = [tries.attempt("here", f"helper-{number}") for number in range(12)]
    assert waits == [0] * 10 + [1, 1]
    assert tries.attempt("there", "helper-1") == 0


def test_many_right_answers_from_one_address_are_no_guesses(
    tries: Attempts, clock: HandClock
) -> None:
    for number in range(200):
        assert tries.attempt("here") == 0
        tries.passed("here")
        clock.go_on(1)
        assert tries.attempt("here", f"helper-{number}") == 0
        tries.passed("here", f"helper-{number}")


def test_failures_are_forgotten_in_time(tries: Attempts, clock: HandClock) -> None:
    delays(tries, clock, 5, "here", "chief-1")
    clock.go_on(FORGET_S + 900 + 900)
    assert [tries.attempt("here", "chief-1") for _ in range(4)] == [0, 0, 0, 1]


def test_a_clock_that_is_set_back_shuts_nobody_out(tries: Attempts, clock: HandClock) -> None:
    delays(tries, clock, 5, "here", "chief-1")
    clock.go_on(-1_000_000)
    assert tries.attempt("here", "chief-1") <= 900
    clock.go_on(900)


def test_memory_is_bounded_and_the_oldest_make_room(
    tries: Attempts, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(attempts, "MOST_KEPT", 30)
    for number in range(1000):
        tries.attempt(f"address {number}", f"account {number}")
        assert len(tries._failures) <= 30
    pace = Pace(HandClock().now, burst=1, every_s=60)
    for number in range(1000):
        assert pace.wait_s(f"session {number}") == 0
        assert len(pace._free_at) <= 30
    assert pace.wait_s("session 999") == 60
    assert pace.wait_s("session 0") == 0


def test_no_address_and_no_account_is_kept(tries: Attempts) -> None:
    tries.attempt("192.0.2.7", "chief-1")
    assert all(len(key) == 16 for key in tries._failures)
    assert b"192.0.2.7" not in b"".join(tries._failures)


def test_a_burst_is_let_through_and_then_one_at_a_time() -> None:
    clock = HandClock()
    pace = Pace(clock.now, burst=3, every_s=10)
    assert [pace.wait_s("one") for _ in range(5)] == [0, 0, 0, 10, 10]
    assert pace.wait_s("another") == 0
    clock.go_on(9)
    assert pace.wait_s("one") == 1
    clock.go_on(1)
    assert [pace.wait_s("one") for _ in range(2)] == [0, 10]
    clock.go_on(1000)
    assert [pace.wait_s("one") for _ in range(4)] == [0, 0, 0, 10]


@given(st.lists(st.integers(0, 40), max_size=200))
def test_over_any_time_no_more_than_the_burst_and_its_pace_is_let_through(
    pauses: list[int],
) -> None:
    clock = HandClock()
    pace = Pace(clock.now, burst=3, every_s=10)
    passed = 0
    for pause in pauses:
        clock.go_on(pause)
        passed += not pace.wait_s("one")
    assert passed <= 3 + sum(pauses) // 10
