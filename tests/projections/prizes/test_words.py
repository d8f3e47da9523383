"""Places of prizes in words."""

from __future__ import annotations

import pytest

from projections.prizes.words import ordinal
from tests.helpers.words import words

PLACES = {
    1: ("first", "eerste"),
    2: ("second", "tweede"),
    3: ("third", "derde"),
    4: ("4th", "4e"),
    10: ("10th", "10e"),
    11: ("11th", "11e"),
    12: ("12th", "12e"),
    13: ("13th", "13e"),
    19: ("19th", "19e"),
    20: ("20th", "20e"),
    21: ("21st", "21e"),
    22: ("22nd", "22e"),
    23: ("23rd", "23e"),
    101: ("101st", "101e"),
    111: ("111th", "111e"),
    120: ("120th", "120e"),
}


@pytest.mark.parametrize("place", PLACES)
def test_a_place_has_its_ordinal_in_both_languages(place: int) -> None:
    assert (words(ordinal(place)), words(ordinal(place), "nl")) == PLACES[place]
