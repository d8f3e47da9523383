"""What a crosstable knows beside its cells."""

from __future__ import annotations

from projections.games.crosstable import SeasonTable


def test_a_period_of_the_season_begins_with_its_first_round() -> None:
    table = SeasonTable(periods=(4, 9))
    assert [table.period_of(number) for number in (1, 3, 4, 8, 9, 20)] == [1, 1, 2, 2, 3, 3]
    assert SeasonTable().period_of(9) == 1
