"""The listed waiting rooms."""

from __future__ import annotations

import pytest

from pairing.wp.groups.waiting_room import Chooser


@pytest.mark.clause("knsb-wp-2014 C2")
@pytest.mark.clause("knsb-wp-2014 C4.1")
def test_rooms_with_so_many_of_each_score_have_all_the_isolated_and_nobody_twice() -> None:
    scores = [[0, 1, 2], [3, 4]]
    assert [*Chooser._with_scores(scores, [], (1, 1))] == [
        (0, 3),
        (0, 4),
        (1, 3),
        (1, 4),
        (2, 3),
        (2, 4),
    ]
    assert [*Chooser._with_scores(scores, [1, 4], (2, 1))] == [(0, 1, 4), (1, 2, 4)]
    assert [*Chooser._with_scores(scores, [1, 4], (1, 1))] == [(1, 4)]
    assert [*Chooser._with_scores(scores, [1, 4], (0, 2))] == []
    assert [*Chooser._with_scores(scores, [], (0, 1))] == [(3,), (4,)]
