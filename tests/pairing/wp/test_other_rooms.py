"""Other waiting rooms of a group: all of them, or the nearest where there are too many."""

from __future__ import annotations

import pytest

from pairing.wp.explainer import Explainer
from pairing.wp.other_rooms import Treatment
from tests.helpers.positions import asked_of


@pytest.mark.clause("knsb-wp-2014 C4.1")
@pytest.mark.parametrize(
    ("at_most", "rooms"),
    [
        (6, {(4, 5), (4, 3), (5, 2), (5, 3), (2, 3)}),
        (5, {(4, 5), (4, 3), (5, 2), (2, 3)}),
        (2, {(4, 3), (5, 2)}),
    ],
)
def test_where_rooms_are_too_many_to_list_one_player_is_exchanged_first_for_one_of_his_score(
    at_most: int, rooms: set[tuple[int, int]]
) -> None:
    explainer = Explainer(asked_of("WP-07"))
    (number,) = (n for n, keyed in enumerate(explainer.best) if keyed.group.waiting == (4, 2))
    treatment = Treatment(explainer.judge, number, explainer.best[number], explainer.c2)
    treatment.at_most = at_most
    assert treatment.all_listed == (at_most == 6)
    assert {room.waiting for room in treatment.others()} == rooms
    assert treatment.why_so_many()[0] == "below"


@pytest.mark.clause("knsb-wp-2014 A3")
def test_one_waits_of_an_odd_group_because_it_is_odd() -> None:
    explainer = Explainer(asked_of("WP-05"))
    treatment = Treatment(explainer.judge, 0, explainer.best[0], explainer.c2)
    assert treatment.why_so_many() == ("odd", None)
