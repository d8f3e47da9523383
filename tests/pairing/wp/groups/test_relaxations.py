"""Bounds of k4 and k5 before and during a search for a waiting room."""

from __future__ import annotations

import pytest

from pairing.wp.groups.key_by_key import KeyByKey
from pairing.wp.groups.look_ahead import NO_PRICES, Count, Prices
from pairing.wp.groups.search import Floor, Steps
from tests.helpers.wp_fields import rooms_to_search


def test_the_first_room_is_often_proved_best_before_the_search_by_prices_of_k4_or_k5() -> None:
    proved = of_again = of_single = 0
    for many in rooms_to_search(3, 150):
        search = many.rest_first(None)
        for first in search.heap[:1]:
            again, single = many.prices
            of_again += again != NO_PRICES
            of_single += single != NO_PRICES
            proved += many._judge_by_next_group(first) is None
    assert of_again > 10
    assert of_single > 10
    assert proved > 80


def found(steps: Steps) -> tuple[int, ...]:
    return next(room for room in steps if room is not None)


@pytest.mark.clause("knsb-wp-2014 C4.2, C4.3")
@pytest.mark.parametrize(("seed", "at"), [(4533, 3), (11441, 5), (13446, 4), (23110, 2)])
def test_a_search_by_prices_of_k4_alone_or_of_k5_too_ends_with_the_best_room(
    seed: int, at: int
) -> None:
    *_, many = rooms_to_search(seed, at + 1)
    room = found(many.rest_first(None).steps())
    assert room == found(KeyByKey(many.rest_first(None), many.ahead).steps())


def test_what_one_search_found_of_k4_and_k5_is_a_floor_of_the_other_if_their_rooms_are_alike() -> (
    None
):
    many = next(rooms_to_search(1, 1))
    units, floor = many.units, Floor(0, 2, 1)
    room = 2 * units.outer
    assert many._raised(floor, room + 3 * units.again + 2 * units.left, room) == Floor(0, 3, 2)
    assert many._raised(floor, room + units.again + 4 * units.left, room) == floor
    assert many._raised(floor, room + 3 * units.again, room + units.outer) == floor


def test_a_better_room_omits_one_of_those_who_cost_more_than_the_cheapest() -> None:
    searched = ((many, many.rest_first(None).heap) for many in rooms_to_search(3, 20))
    many, (room, *_) = next((m, heap) for m, heap in searched if heap and m.inside.size > 4)
    branch = room._replace(waiting=0b111, within=0, without=0)
    count = Count(2, 0b111, 0b11000, 0)
    others_are_free = Prices(0, 0b011, 0)
    assert many._fewest(branch, count, others_are_free) == (0b011, 0)
    one_pays = Prices(2, 0b001, 0b100)
    assert many._fewest(branch, count, one_pays) == (0b011, 0)
    proves_less = Prices(0, 0b001, 0)
    assert many._fewest(branch, count, proves_less) == (0b111, 0b11000)
    within = branch._replace(within=0b001)
    assert many._fewest(within, count, others_are_free) == (0b010, 0)
