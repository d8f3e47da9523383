"""A club's ledger under bad luck: crashes, repeats, rivals, a clock that jumps. By seed."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from tests.helpers.bad_luck import World, made, simulate
from tests.helpers.family import by_seed


@by_seed(4)
def test_whatever_happens_nothing_is_lost_doubled_or_changed_in_silence(
    seed: int, tmp_path: Path
) -> None:
    tallies: list[dict[str, int]] = []
    simulate(seed, 40, tmp_path, lambda world: tallies.append(world.tally))
    assert tallies[0]["accepted"] > 5


def test_the_simulation_meets_every_kind_of_bad_luck(tmp_path: Path) -> None:
    kinds_met: set[str] = set()
    for seed in (11, 12, 13):
        simulate(seed, 30, tmp_path, lambda world: kinds_met.update(world.tally))
    kinds = {"accepted", "refused", "repeat", "rival", "crash before", "crash after"}
    assert kinds_met == kinds


def test_the_simulation_notices_a_fact_that_is_lost(tmp_path: Path) -> None:
    world = World(tmp_path / "a.ledger", Random(1))
    world.give([made("init", name="Open"), made("enter", name="A")])
    world.check()
    world.acknowledged[99] = "gone"
    with pytest.raises(AssertionError, match="is lost"):
        world.check()
