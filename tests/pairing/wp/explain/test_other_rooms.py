"""Other waiting rooms of a group: all of them, or the nearest where there are too many."""

from __future__ import annotations

import pytest

from pairing.norms.model import Contestant, Pairing
from pairing.wp.engine import pair
from pairing.wp.explain.explainer import Explainer
from pairing.wp.explain.judge import Judge
from pairing.wp.explain.other_rooms import Treatment
from tests.helpers.positions import asked_of


def treatment_of(name: str, waiting: tuple[int, ...]) -> Treatment:
    """Return the group of a known position in which these wait."""
    explainer = Explainer(asked_of(name))
    (number,) = (n for n, keyed in enumerate(explainer.best) if keyed.group.waiting == waiting)
    return Treatment(explainer.judge, number, explainer.best[number], explainer.c2)


@pytest.mark.clause("knsb-wp-2014 C4.1")
@pytest.mark.parametrize(
    ("at_most", "rooms"),
    [
        (6, {(4, 5), (4, 3), (5, 2), (5, 3), (2, 3)}),
        (5, {(4, 5), (4, 3), (5, 2), (2, 3)}),
        (2, {(4, 3), (5, 2)}),
    ],
)
def test_where_rooms_are_too_many_to_list_one_player_is_exchanged_first_for_one_of_their_score(
    at_most: int, rooms: set[tuple[int, int]]
) -> None:
    treatment = treatment_of("WP-07", (4, 2))
    treatment.at_most = at_most
    assert treatment.all_listed == (at_most == 6)
    assert {room.waiting for room in treatment.others()} == rooms
    assert treatment.why_so_many()[0] == "below"


@pytest.mark.clause("knsb-wp-2014 C7")
@pytest.mark.clause("knsb-wp-2014 C9")
@pytest.mark.parametrize(
    ("name", "waiting", "fails"),
    [
        ("WP-07", (4, 2), {(5, 3): None, (4, 5): None, (4, 3): "H1", (5, 2): "H1", (2, 3): "H1"}),
        ("WP-05", (6,), {(1,): "H2", (5,): "H1"}),
    ],
)
def test_a_room_fails_by_those_who_are_left_in_the_group_or_by_those_below(
    name: str, waiting: tuple[int, ...], fails: dict[tuple[int, ...], str | None]
) -> None:
    others = treatment_of(name, waiting).others()
    assert {room.waiting: room.fails for room in others} == fails


@pytest.mark.clause("knsb-wp-2014 C8")
@pytest.mark.parametrize(("size", "shown"), [(2, (0,)), (3, None)])
def test_all_wait_of_a_group_that_has_met_itself_which_is_shown_where_it_is_even(
    size: int, shown: tuple[int, ...] | None
) -> None:
    above = frozenset(range(size))
    field = [
        *(Contestant(key, 2, "", above - {key}, True, False) for key in range(size)),
        *(Contestant(key, 0, "", frozenset(), True, False) for key in range(size, 2 * size)),
    ]
    pairing, judge = pair(field), Judge(field)
    assert isinstance(pairing, Pairing)
    best = judge.of_engine(pairing)
    reason, proof = Treatment(judge, 0, best[0], "below_c4_1").why_so_many()
    assert best[0].group.waiting == tuple(range(size))
    assert reason == "inside"
    assert (proof and proof.players) == shown


@pytest.mark.clause("knsb-wp-2014 A3")
def test_one_waits_of_an_odd_group_because_it_is_odd() -> None:
    assert treatment_of("WP-05", (6,)).why_so_many() == ("odd", None)
