"""Criteria in the order of their weight as one whole number: a digit for each. Knows no chess."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import accumulate
from operator import mul


class Digits:
    """Places of digits, given with their spans from the heaviest on.

    The totals of digit k over the edges of any matching lie in an interval of fewer than spans[k]
    whole numbers. Then the totals of two matchings compare as their lists of digits do: where they
    first differ, at k, it is by at least the value of place k, and all lighter places together
    differ by at most sum((spans[j] - 1) * value[j] for j > k), which is value[k] - 1.
    """

    def __init__(self, spans: Iterable[int]) -> None:
        """Take the spans."""
        self.spans = list(spans)
        values = [*accumulate(reversed(self.spans), mul, initial=1)]
        self.whole = values.pop()
        self.values = values[::-1]

    def weigh(self, digits: Iterable[tuple[int, int]]) -> int:
        """Return the number of (place, digit), each place 0 that is not named."""
        values = self.values
        return sum(values[place] * digit for place, digit in digits)
