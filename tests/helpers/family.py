"""Random families: small and always the same in `make test`; large, of a day, in `make test-long`.

A property of hypothesis, a test `by_seed` and one of members `drawn` are in the tier `long` too, with
more examples: those of the day, which that run prints. `make test-long DAY=20261126` repeats them.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from functools import wraps
from inspect import signature
from random import Random
from typing import Any, TypeVar

import pytest
from hypothesis import HealthCheck, settings

TIMES = 20
"""How many times as large a family is in the tier `long`, where nothing else is said."""

SEEDS = range(10**9)
"""What a seed is drawn from."""

Ways = dict[str, Any]
"""How each argument of members `drawn` is drawn."""

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
    return settings(max_examples=_size(number, at_length))


def _size(number: int, at_length: int | None) -> int:
    """Return how many members a family has in this run."""
    return (at_length or number * TIMES) if day() else number


def by_seed(number: int) -> Callable[[Test], Test]:
    """Return a decorator: the test takes the `seed` of each member of a random family."""
    drawn = Random(day())
    seeds = [drawn.randrange(10**9) for _ in range(number * TIMES)] if day() else range(number)

    def taking_each(test: Test) -> Test:
        marked: Test = pytest.mark.family(pytest.mark.parametrize("seed", seeds)(test))
        return marked

    return taking_each


def drawn(
    number: int, *, at_length: int | None = None, **ways: Sequence[Any] | Callable[[Random], Any]
) -> Callable[[Test], Test]:
    """Return a decorator: the test is run with each member of a random family, one after another.

    Each argument is one of a sequence, or what a function makes of a `Random`; of a member that fails
    they are told. For a seed and a few sizes, of which hypothesis would find no smaller ones that say
    more, and whose drawing takes as long as many a test.
    """

    def of_each(test: Test) -> Test:
        own = signature(test)

        @wraps(test)
        def run(*args: Any, **given: Any) -> None:
            __tracebackhide__ = True
            chance = Random(f"{day()} {test.__module__} {test.__name__}")
            for _ in range(_size(number, at_length)):
                member = {
                    name: way(chance) if callable(way) else chance.choice(way)
                    for name, way in ways.items()
                }
                try:
                    test(*args, **given, **member)
                except BaseException as error:
                    error.add_note(f"drawn: {member}")
                    raise

        left = [each for each in own.parameters.values() if each.name not in ways]
        run.__signature__ = own.replace(parameters=left)  # type: ignore[attr-defined]
        marked: Test = pytest.mark.family(run)
        return marked

    return of_each
