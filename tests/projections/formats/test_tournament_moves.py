"""Who moves under other rules, and why: the rounds that differ."""

from __future__ import annotations

from projections.formats.tournament_moves import standings_rows
from tests.helpers.crosstables import rules
from tests.helpers.hall import Hall
from tests.helpers.words import words


def test_three_causes_are_told_and_the_others_counted() -> None:
    hall = Hall(4, 3)
    for _ in range(3):
        hall.play()
    rows = [*standings_rows(hall.book, rules("knsb-wp-2014", scores__win="3"))]
    several = set[int]()
    for row in rows:
        causes = [cause for cause in row.causes if cause.what != "sb"]
        more = len(causes) - 3
        several.add(more)
        assert words(row.why).endswith(
            f"; and {more} more" if more > 0 else f"({causes[-1].clause})"
        )
    assert several > {1, 2}
