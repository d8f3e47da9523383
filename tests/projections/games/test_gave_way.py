"""Conditions that gave way: facts store them unchanged, people read them in their language."""

from __future__ import annotations

import pytest

from projections.games.gave_way import COLOURS, gave_way, met_ago
from tests.helpers.words import words


@pytest.mark.parametrize(
    ("why", "english", "dutch"),
    [
        (met_ago(1), "met 1 round ago", "1 ronde geleden al tegen elkaar"),
        (
            f"{met_ago(3)}, {COLOURS}",
            "met 3 rounds ago, colours beyond the bound",
            "3 ronden geleden al tegen elkaar, kleuren buiten de grens",
        ),
        (
            "something of an older version",
            "something of an older version",
            "something of an older version",
        ),
    ],
)
def test_what_gave_way_is_read_in_both_languages(why: str, english: str, dutch: str) -> None:
    assert words(gave_way(why)) == english
    assert words(gave_way(why), "nl") == dutch
