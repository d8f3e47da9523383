"""The later facts that change what a published round was paired from."""

from __future__ import annotations

import pytest

from pairing.review.inputs import changes_since, to_pair
from tests.helpers.hall import Hall, hall_of

MISREAD = {"round": 1, "board": 1, "result": "0-1", "reason": "misread"}


@pytest.fixture
def hall() -> Hall:
    """Return a tournament whose second round was just published."""
    hall = hall_of(("1-0", "1-0", "1-0"))
    hall.do("publish")
    return hall


def since(hall: Hall, published: int) -> list[int]:
    """Return the facts that affect round 2, which was published by the fact at that position."""
    round_ = hall.state.rounds[1]
    assert round_.basis is not None
    return changes_since(hall.book, round_, round_.basis, published)


@pytest.mark.clause("knsb-wp-2014 F7")
def test_a_correction_of_an_earlier_round_bears_on_a_pairing_and_a_result_of_its_own_not(
    hall: Hall,
) -> None:
    published = hall.state.position
    assert since(hall, published) == []
    hall.do("result", round=2, board=1, result="1-0")
    hall.do("correct-result", **MISREAD)
    assert since(hall, published) == [published + 2]
    hall.do("plan", rounds=4)
    assert since(hall, published) == [published + 2], "round 2 is not the last one"


def test_what_was_taken_back_since_bears_on_nothing_with_its_taking_back(hall: Hall) -> None:
    published = hall.state.position
    hall.do("correct-result", **MISREAD)
    hall.do("undo")
    assert since(hall, published) == []
    hall.do("correct-result", **{**MISREAD, "board": 2})
    assert since(hall, published) == [published + 3]


def test_the_taking_back_of_what_was_known_bears_on_a_pairing(hall: Hall) -> None:
    published = hall.state.position
    before = to_pair(hall.book, hall.state.rounds[1])
    hall.do("correct-result", **MISREAD)
    basis = hall.state.position
    hall.do("undo")
    round_ = hall.state.rounds[1]
    assert changes_since(hall.book, round_, basis, published) == [basis + 1]
    assert to_pair(hall.book, round_) == before
