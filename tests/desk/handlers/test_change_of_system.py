"""A change of rules in mid-tournament: what another system can use, and what it cannot."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from desk.commands.decision import Decision, WarnLevel
from ledger.refusals import Refusal
from pairing.systems.draft import draft
from tests.helpers.hall import Hall, hall_of, old_change
from tests.helpers.season import Season
from tests.helpers.words import words

SWISS = ("knsb-wp-2014", "knsb-wp-1996", "knsb-rating-2014")


def change(rulebook: str, **fields: Any) -> dict[str, Any]:
    return {"rulebook": rulebook, "reason": "the players agreed", **fields}


@pytest.mark.parametrize(
    ("before", "after", "used", "unused"),
    [
        ("knsb-wp-2014", "knsb-rating-2014", "floats", "WP and SB"),
        ("knsb-rating-2014", "knsb-wp-1996", "WP and SB", "floats"),
    ],
)
def test_from_swiss_to_swiss_the_arbiter_types_the_round_and_knows_what_is_used(
    before: str, after: str, used: str, unused: str
) -> None:
    hall = Hall(6, rules=before)
    hall.play()
    decision = hall.decide("rules-change", **change(after))
    assert isinstance(decision, Decision)
    [warning] = decision.warnings
    assert (warning.code, warning.level, warning.answer) == ("system-changes", WarnLevel.TYPE, "2")
    kept, _, lost = words(warning.what).partition("and no more by")
    assert used in kept
    assert unused in lost
    hall.do("rules-change", **change(after, confirm="2"))
    hall.play()
    first, second = (set(map(frozenset, hall.boards(number))) for number in (1, 2))
    assert not first & second


def test_another_text_of_the_same_system_is_no_change_of_system() -> None:
    hall = hall_of(("1-0", "1-0", "1-0"))
    assert not hall.notes("rules-change", **change("knsb-wp-1996"))


@pytest.mark.clause("mwkeizer 2")
@pytest.mark.parametrize("after", [*SWISS, "berger", "vega-2016"])
def test_a_season_stays_one_and_nothing_becomes_one(after: str) -> None:
    season = Season(4)
    season.play()
    refusal = season.refused("rules-change", **change(after))
    assert (refusal.code, refusal.clause) == ("system-cannot-change", "mwkeizer 2")
    assert f"init NAME --rules {after}" in words(refusal.next)
    if after != "vega-2016":
        other = Hall(4, rules=after)
        other.play()
        refusal = other.refused("rules-change", **change("mwkeizer"))
        assert (refusal.code, refusal.clause) == ("system-cannot-change", "mwkeizer 2")


@pytest.mark.clause("berger B1a", "berger table")
@pytest.mark.parametrize("before", SWISS)
def test_no_round_robin_begins_once_a_round_is_paired(before: str) -> None:
    hall = Hall(4, rules=before)
    hall.do("publish")
    refusal = hall.refused("rules-change", **change("berger"))
    assert (refusal.code, refusal.clause) == ("system-cannot-change", "berger B1a")


@pytest.mark.parametrize("before", [*SWISS, "berger", "mwkeizer"])
@pytest.mark.parametrize("after", [*SWISS, "berger", "mwkeizer"])
def test_before_round_one_there_is_nothing_to_judge(before: str, after: str) -> None:
    if before != after:
        hall = Hall(4, rules=before)
        hall.do("rules-change", **change(after))
        hall.do("lots")
        hall.do("publish")


@pytest.mark.clause("berger table", "berger double")
def test_a_round_robin_takes_up_keys_that_leave_its_published_rounds_where_they_were() -> None:
    hall = Hall(4, rules="berger")
    hall.do("publish")
    twice = change("berger", set={"round_robin.cycles": 2})
    assert not hall.decide("rules-change", **twice).warnings  # type: ignore[union-attr]
    hall.do("publish")
    # In a double round robin rounds 2 and 3 of the first cycle change places.
    assert hall.refused("rules-change", **twice).code == "system-cannot-change"
    keys = {"round_robin.cycles": 2, "round_robin.swap_last_two": False}
    hall.do("rules-change", **change("berger", set=keys))


@pytest.mark.clause("berger B1a")
def test_a_table_that_an_old_ledger_began_in_the_middle_publishes_no_second_game() -> None:
    hall = Hall(4, rules="knsb-rating-2014")
    hall.play()
    hall.take(Decision((old_change(hall.state, "berger"),)))
    codes = set()
    for _ in range(2):
        refused = draft(hall.book)
        if isinstance(refused, tuple):
            codes |= {(refusal.code, refusal.clause) for refusal in refused}
            break
        hall.play()
    assert codes == {("norm-broken", "berger B1a")}
    seen = [set(map(frozenset, hall.boards(r.number))) for r in hall.state.rounds]
    assert not any(one & two for one, two in pairwise(seen))


@pytest.mark.clause("berger B1a")
def test_boards_by_hand_and_changed_places_are_judged_by_b1_and_no_colour_norm() -> None:
    hall = Hall(4, rules="berger")
    hall.play()
    white, black = hall.boards(1)[0]
    others = [p for p in range(1, 5) if p not in (white, black)]
    notes = hall.notes(
        "pairing-by-hand", round=2, boards=[(white, black), tuple(others)], reason="the hall closes"
    )
    assert sum("breaks B1a (berger B1a)" in note for note in notes) == 2
    hall = Hall(4, rules="berger")
    hall.play()
    hall.do("publish")
    [(a, b), (c, d)] = hall.boards(2)
    met = {frozenset(board) for board in hall.boards(1)}
    other = next(p for p in (c, d) if frozenset((a, p)) in met)
    refused = hall.decide("board-swap", round=2, first=b, second=other, reason="asked")
    assert isinstance(refused, tuple)
    assert {r.code for r in refused if isinstance(r, Refusal)} == {"norm-broken"}


@pytest.mark.clause("berger B1a", "berger double")
def test_in_a_second_cycle_two_meet_again_and_their_colours_may_be_exchanged() -> None:
    hall = Hall(4, rules="berger", set={"round_robin.cycles": 2})
    for _ in range(3):
        hall.play()
    hall.do("publish")
    white, black = hall.boards(4)[0]
    hall.do("board-swap", round=4, first=white, second=black, reason="they sat down so")
    assert (black, white) in hall.boards(4)


def test_a_change_of_rules_tells_which_keys_go_back_to_the_rulebook() -> None:
    season = Season(4, catch_up=True)
    season.play()
    change = {"rulebook": "mwkeizer", "reason": "agreed", "set": {"keizer.top": "80"}}
    [note] = season.notes("rules-change", **change)
    assert "keizer.catch_up is False, was True" in note
    assert "keizer.top" not in note
    assert "external" not in note
