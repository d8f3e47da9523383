"""Random families: small and always the same in `make test`; large, of a day, in `make test-long`.

A property of hypothesis and a test `by_seed` are in the tier `long` too, with more examples: those of
the day, which that run prints. `make test-long DAY=20261126` repeats them.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from random import Random
from typing import TypeVar

import pytest
from hypothesis import HealthCheck, settings

TIMES = 20
"""How many times as large a family is in the tier `long`, where nothing else is said."""

Test = TypeVar("Test", bound=Callable[..., None])

_DAY = "FAMILIES_OF"
"""What the tests read of the day; a worker of a parallel run is told it with its options."""


def choose(day: str | None) -> None:
    """Let the families be the small ones, or the large ones of a day. Call it before any import."""
    slow = [HealthCheck.too_slow, HealthCheck.data_too_large]
    settings.register_profile(
        "small", deadline=None, suppress_health_check=slow, derandomize=True, database=None
    )
    settings.register_profile("large", deadline=None, suppress_health_check=slow)
    settings.load_profile("large" if day else "small")
    os.environ[_DAY] = day or ""


def day() -> int:
    """Return the day of the large families, 0 in a run of the small ones."""
    return int(os.environ.get(_DAY) or 0)


def examples(number: int, *, at_length: int | None = None) -> settings:
    """Return the settings of a property with so many examples, here and in the tier `long`."""
    return settings(max_examples=(at_length or number * TIMES) if day() else number)


def by_seed(number: int) -> Callable[[Test], Test]:
    """Return a decorator: the test takes the `seed` of each member of a random family."""
    drawn = Random(day())
    seeds = [drawn.randrange(10**9) for _ in range(number * TIMES)] if day() else range(number)

    def taking_each(test: Test) -> Test:
        marked: Test = pytest.mark.family(pytest.mark.parametrize("seed", seeds)(test))
        return marked

    return taking_each
