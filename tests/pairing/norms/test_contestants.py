"""Who may have the bye, by the half points a player had without play."""

from __future__ import annotations

import pytest

from ledger.rulebooks.rulebook import Rulebook
from pairing.norms.contestants import may_have_bye
from tests.helpers.crosstables import R1996, R2014, rules


@pytest.mark.clause("knsb-wp-1996 B1b")
@pytest.mark.clause("knsb-wp-2014 B1b")
@pytest.mark.parametrize(
    ("rulebook", "allowed"),
    [
        (R1996, {(): True, (0,): True, (1,): True, (2,): False, (1, 1): False}),
        (R2014, {(): True, (0,): True, (1,): False, (2,): False, (1, 1): False}),
        (
            rules("knsb-wp-1996", bye__halves_add_up="false"),
            {(): True, (1,): True, (1, 1): True, (1, 2): False},
        ),
    ],
    ids=["1996", "2014", "halves-apart"],
)
def test_points_without_play_bar_from_the_bye(
    rulebook: Rulebook, allowed: dict[tuple[int, ...], bool]
) -> None:
    assert {awards: may_have_bye(awards, rulebook) for awards in allowed} == allowed
