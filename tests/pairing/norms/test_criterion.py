"""What two ways to pair a group differ in, as people are told."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from pairing.rating.explain.criteria import Exchange


@pytest.mark.clause("knsb-rating-2014 D2")
@pytest.mark.parametrize(
    ("instead", "part", "unit"),
    [
        ((2, 2, -3, -2, 4, 5), "count", "players"),
        ((1, 3, -2, 5), "difference", "places"),
        ((1, 1, -2, 3), "lists", "places"),
        ((1, 1, -3, 5), "lists", "places"),
    ],
)
def test_an_exchange_is_larger_or_further_or_only_later_in_order(
    instead: tuple[int, ...], part: str, unit: str
) -> None:
    exchange = Exchange("D2")
    found = exchange.differs((1, 1, -3, 4), instead)
    assert found is not None
    other = SimpleNamespace(order=SimpleNamespace(out=(3,), into=(5,)))
    told = exchange.told(None, other, *found)
    assert (told.part, told.unit, told.who) == (part, unit, (3, 5))
    assert (told.own, told.instead) == (abs(found[1].own), abs(found[1].instead))
