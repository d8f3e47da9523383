"""Counting a season, and what is refused because it is none."""

from __future__ import annotations

from ledger.refusals import Refusal
from projections.season.tallies import counted
from tests.helpers.crosstables import R2014
from tests.helpers.season import Season
from tests.helpers.words import words


def test_rounds_are_not_counted_as_a_season_under_rules_of_a_swiss() -> None:
    season = Season(4)
    season.play()
    refusal = counted(season.book, rules=R2014)
    assert isinstance(refusal, Refusal)
    assert refusal.code == "no-season"
    assert refusal.what == "up to round 1 this was no season: it was played under knsb-wp-2014"
    assert "crosstable" in words(refusal.next)
