"""Counting a season, and the refusal of other tournaments."""

from __future__ import annotations

import pytest

from ledger.messages import do
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
    assert (
        words(refusal.what)
        == "up to round 1 this was not a season: it was played under knsb-wp-2014"
    )
    assert "crosstable" in words(refusal.next)


@pytest.mark.clause("mwkeizer 2")
def test_a_period_to_come_is_not_counted_and_the_ranking_is_offered_instead() -> None:
    season = Season(4)
    season.do("period", round=3)
    season.play()
    refusal = counted(season.book, period=2)
    assert isinstance(refusal, Refusal)
    assert (refusal.code, refusal.next) == ("period-to-come", do("overview", which=2))
