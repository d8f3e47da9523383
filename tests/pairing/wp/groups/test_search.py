"""Parts of a search that are postponed: estimated at no more than their cost, seldom at less."""

from __future__ import annotations

from tests.helpers.wp_fields import rooms_to_search


def test_a_part_is_put_off_at_no_more_than_it_costs_and_mostly_at_more_than_the_whole() -> None:
    dearer = exact = solved = spared = 0
    for many in rooms_to_search(3, 150):
        search = many.rest_first(None)
        for first in search.heap[:1]:
            for at in range(many.inside.size):
                part = (0, 1 << at) if first.waiting >> at & 1 else (1 << at, 0)
                search.heap = []
                search._postpone(first, at, *part)
                estimate = search.heap[0].bound if search.heap else None
                search.heap = []
                search._branch(*part, first.floor, first.priced, first.matching, first.closed)
                if search.heap:
                    assert estimate is not None
                    assert first.bound <= estimate <= search.heap[0].bound
                    dearer += estimate > first.bound
                    exact += estimate == search.heap[0].bound
                    solved += 1
                else:
                    spared += estimate is None
    assert spared > 100
    assert 2 * dearer > solved > 10
    assert 3 * exact > solved


def test_a_part_in_which_a_player_both_waits_and_does_not_is_no_part() -> None:
    searches = (many.rest_first(None) for many in rooms_to_search(3, 20))
    search = next(search for search in searches if search.heap)
    first = search.heap[0]
    search.heap = []
    search._postpone(first, 0, 1, 1)
    search._branch(1, 1, first.floor, first.priced, first.matching, first.closed)
    assert search.heap == []


def test_of_parts_that_cost_alike_the_one_noted_first_comes_first() -> None:
    searches = (many.rest_first(None) for many in rooms_to_search(3, 20))
    search = next(search for search in searches if search.heap)
    first = search.heap[0]
    for _ in range(2):
        search._note(first.matching, first.within, first.without, first.floor, first.priced)
    numbers = [branch.number for branch in sorted(search.heap)]
    assert first.number == numbers[0] < numbers[1] < numbers[2]
