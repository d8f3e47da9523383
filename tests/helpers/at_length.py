"""The tier of large random families: the test of a sample, on many more examples."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings


def at_length(test: Any, examples: int, *args: Any, **kwargs: Any) -> Any:
    """Return a test in the tier long that runs `test` on newly drawn examples each time."""
    draw: Any = given
    drawn = draw(*args, **kwargs)(test.hypothesis.inner_test)
    slow = [HealthCheck.too_slow, HealthCheck.data_too_large]
    return pytest.mark.long(
        settings(max_examples=examples, deadline=None, suppress_health_check=slow)(drawn)
    )
