"""The Dubov System beside py4swiss: each difference has the clause that the other program misreads.

What it misreads was found by altering the literal program; every alteration is in `FAULTS`.
"""

from __future__ import annotations

from importlib.util import find_spec

import pytest

from tests.bench.compare_dubov import position_of
from tests.oracles.dubov_beside_py4swiss import compared

needs_py4swiss = pytest.mark.skipif(
    find_spec("py4swiss") is None, reason="needs py4swiss: pip install 'toernooiboek[bench]'"
)


@pytest.mark.peers
@needs_py4swiss
@pytest.mark.clause("fide-dubov-2026 3.1.4, 3.2.2, 3.2.5")
@pytest.mark.parametrize("first", range(0, 400, 50))
def test_every_difference_has_a_clause(first: int) -> None:
    for seed in range(first, first + 50):
        position = position_of(seed)
        if position is not None:
            assert compared(position) != "?", seed
