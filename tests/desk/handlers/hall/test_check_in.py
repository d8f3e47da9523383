"""Check-in: who is confirmed as here, and what that does to an absence."""

from __future__ import annotations

from typing import Any

import pytest

from ledger.facts.hall import CheckInWithdrawn, PlayerCheckedIn
from ledger.facts.season import PresenceAnnounced
from ledger.facts.tournament import AbsenceWithdrawn
from projections.log.sentences import teller
from tests.helpers.hall import Hall, hall_of
from tests.helpers.words import words


def test_a_player_is_checked_in_for_the_next_round_unless_another_is_named() -> None:
    hall = hall_of(("1-0",))
    assert hall.do("check-in", player=1) == (PlayerCheckedIn(player=1, round=2),)
    hall.do("check-in", player="Player B", round=3)
    assert set(hall.state.hall.checked_in) == {(1, 2), (2, 3)}
    refusal = hall.refused("check-in", player=1)
    assert refusal.code == "already-checked-in"


def test_a_check_in_that_was_a_mistake_is_taken_back() -> None:
    hall = Hall(4, 3)
    hall.do("check-in", player=1)
    assert hall.do("check-in", player=1, cancel=True) == (CheckInWithdrawn(player=1, round=1),)
    assert hall.state.hall.checked_in == {}
    assert hall.refused("check-in", player=1, cancel=True).code == "not-checked-in"


def test_who_was_absent_and_comes_after_all_is_not_absent_any_more() -> None:
    hall = Hall(4, 3, set={"bye.half_point_allowed": "true"})
    hall.do("absent", player=1, round=1)
    (note,) = hall.notes("check-in", player=1, reason="came after all")
    assert note == "1 Player A was absent from round 1, and plays after all"
    withdrawal, check_in = hall.facts[-2:]
    assert withdrawal == AbsenceWithdrawn(player=1, round=1)
    assert check_in == PlayerCheckedIn(player=1, round=1, reason="came after all")
    assert hall.state.players[1].present_in(1)
    hall.do("bye", player=2, round=1)
    (note,) = hall.notes("check-in", player=2)
    assert note == "2 Player B had asked for a bye in round 1, which lapses"
    assert not hall.state.players[2].away


def test_who_announces_an_absence_or_leaves_is_not_in_any_more() -> None:
    hall = Hall(6, 5, set={"bye.half_point_allowed": "true"})
    for player in range(1, 5):
        hall.do("check-in", player=player)
        hall.do("check-in", player=player, round=2)
    hall.do("absent", player=1, round=1)
    hall.do("bye", player=2, round=2)
    hall.do("withdraw", player=3, from_round=2)
    assert set(hall.state.hall.checked_in) == {(1, 2), (2, 1), (3, 1), (4, 1), (4, 2)}
    hall.do("withdraw", player=4)
    assert set(hall.state.hall.checked_in) == {(1, 2), (2, 1), (3, 1)}


def test_nobody_is_checked_in_who_withdrew_or_for_a_round_that_is_public() -> None:
    hall = hall_of(("1-0",))
    hall.do("withdraw", player=1)
    hall.do("enter", name="Late", from_round=3)
    assert hall.refused("check-in", player=1).code == "player-withdrew"
    assert hall.refused("check-in", player=2, round=1).code == "round-already-published"
    assert hall.refused("check-in", player="Late").code == "not-entered-yet"
    assert hall.refused("check-in", player=2, round=6).code == "no-such-round"
    assert hall.refused("check-in", player="Nobody").code == "unknown-player"


@pytest.mark.parametrize("presence", ["", "announced"])
def test_somebody_who_comes_later_is_told_as_such_until_they_are_here(presence: str) -> None:
    season: dict[str, Any] = {"rules": "mwkeizer", "set": {"keizer.presence": presence}}
    hall = Hall(4, **(season if presence else {"rounds": 3}))
    kind = PresenceAnnounced if presence else PlayerCheckedIn
    fact = kind(player=1, round=1, comes_later=True, reason="13.20")
    assert hall.do("check-in", player=1, later=True, reason="13.20") == (fact,)
    assert "comes later in round 1" in words(teller(hall.book)(hall.state.position))
    assert hall.refused("check-in", player=1, later=True).code == "already-checked-in"
    hall.do("check-in", player=1, later=True, reason="13.40")
    assert hall.do("check-in", player=1) == (kind(player=1, round=1),)
    assert hall.refused("check-in", player=1).code == "already-checked-in"
    hall.do("check-in", player=1, later=True)
    hall.do("check-in", player=1, cancel=True)
    assert hall.do("check-in", player=1) == (kind(player=1, round=1),)


def test_in_a_season_of_announced_presence_a_check_in_is_that_announcement() -> None:
    hall = Hall(4, rules="mwkeizer", set={"keizer.presence": "announced"})
    assert hall.do("check-in", player=1) == (PresenceAnnounced(player=1, round=1),)
    assert hall.refused("check-in", player=1).code == "already-checked-in"
    assert hall.book.attends(hall.state.players[1], 1)
    hall.do("check-in", player=1, cancel=True)
    assert not hall.book.attends(hall.state.players[1], 1)
    hall.do("present", player=2, round=1)
    assert hall.refused("check-in", player=2).code == "already-checked-in"
    hall.do("absent", player=3, round=1)
    hall.do("check-in", player=3)
    assert hall.book.attends(hall.state.players[3], 1)


def test_in_a_season_where_all_are_expected_a_check_in_is_one_of_its_own() -> None:
    hall = Hall(4, rules="mwkeizer")
    hall.do("absent", player=1, round=1, kind="club duty")
    hall.do("check-in", player=1)
    hall.do("check-in", player=2)
    assert set(hall.state.hall.checked_in) == {(1, 1), (2, 1)}
    assert hall.state.players[1].present_in(1)
    assert not hall.state.season.duties
