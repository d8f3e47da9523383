"""What counts of matchings tell of a bracket at once."""

from __future__ import annotations

import pytest

from pairing.norms.model import RatedPlayer
from pairing.rating.brackets.field import Bracket, Level, RatingField
from pairing.rating.brackets.limits import Limits


@pytest.mark.clause("knsb-rating-2014 C13, C14b2")
def test_those_moved_down_cannot_all_be_paired_first_where_they_can_only_meet_each_other() -> None:
    met = {1: {3, 4}, 2: {3, 4}, 3: {1, 2}, 4: {1, 2}}
    players = [
        RatedPlayer(key, 8 - 2 * key, "", frozenset(others), True, False, ("", ""))
        for key, others in met.items()
    ]
    limits = Limits(RatingField(players, 5))
    bracket = Bracket((0, 1, 2), (0, 1), (), 2, last=False)
    assert limits.allow_above(bracket, Level(1, 1), (3,))
    assert not limits.allow_above(bracket, Level(2, 2), (3,))
    assert not limits.moved_stay(bracket, (3,))
    free = Limits(RatingField([RatedPlayer(p.key, p.points_halves, "", frozenset(), True, False,
                                           ("", "")) for p in players], 5))  # fmt: skip
    four = Bracket((0, 1, 2, 3), (0, 1), (), 2, last=False)
    assert free.moved_stay(four, ())
