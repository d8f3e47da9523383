"""Digits of unlike spans compare as the lists of their totals do."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from pairing.graphs.digits import Digits

SPANS = st.lists(st.integers(1, 9), min_size=1, max_size=6)


@given(SPANS, st.data())
def test_numbers_compare_as_lists_of_digits_do(spans: list[int], data: st.DataObject) -> None:
    digits = Digits(spans)
    one, two = (
        [data.draw(st.integers(0, span - 1)) - span // 2 for span in spans] for _ in range(2)
    )
    first, second = digits.weigh(enumerate(one)), digits.weigh(enumerate(two))
    assert (first < second, first == second) == (one < two, one == two)
