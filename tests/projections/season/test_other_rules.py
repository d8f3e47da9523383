"""A season replayed under other constants: who moves, and causes that add up."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from projections.season.other_rules import season_rows
from tests.helpers.crosstables import rules
from tests.helpers.family import examples
from tests.helpers.overviews import KEYS
from tests.helpers.words import words
from tests.oracles.keizer_seasons import random_season

DONE = 5


def test_under_its_own_rules_nobody_of_a_season_moves() -> None:
    season = random_season(3)
    assert list(season_rows(season.book, season.book.rules, DONE)) == []


@pytest.mark.parametrize("own_value", [True, False])
@given(seed=st.integers(0, 10**6), keys=KEYS)
@examples(10)
def test_the_causes_of_a_members_move_add_up_to_the_change_of_the_total(
    own_value: bool, seed: int, keys: dict[str, Any]
) -> None:
    season = random_season(seed, **keys | {"own_value": own_value})
    changes = {key.replace(".", "__"): value for key, value in season.changes.items()}
    other = rules("mwkeizer", **changes, keizer__draw='"1/3"', keizer__loss='"1/7"')
    rows = list(season_rows(season.book, other, DONE))
    assert rows
    for row in rows:
        moved = sum(Fraction(cause.now) - Fraction(cause.before) for cause in row.causes)
        assert moved == Fraction(row.exact_now) - Fraction(row.exact_before)
        assert own_value or all(cause.kind != "own value" for cause in row.causes)


def test_the_reason_of_a_move_is_its_three_largest_differences_the_largest_first() -> None:
    season = random_season(3)
    changes = {key.replace(".", "__"): value for key, value in season.changes.items()}
    other = rules("mwkeizer", **changes, keizer__draw='"1/3"', keizer__loss='"1/7"')
    rows = list(season_rows(season.book, other, DONE))
    assert max(len(row.causes) for row in rows) > 3
    for row in rows:
        differ = [abs(Fraction(cause.now) - Fraction(cause.before)) for cause in row.causes]
        shown = re.findall(r"([0-9.]+) > ([0-9.]+)", words(row.why))
        named = [abs(float(now) - float(before)) for before, now in shown]
        largest = sorted(map(float, differ), reverse=True)[:3]
        assert named == pytest.approx(largest, abs=0.011), row.why
