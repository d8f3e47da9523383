"""What is left out of the search for garbage, and what is found again."""

from __future__ import annotations

import gc
from collections.abc import Iterator

import pytest

from ledger import garbage
from ledger.garbage import leave_out_for_good, only_what_comes


@pytest.fixture(autouse=True)
def nothing_left_out(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Have nothing left out, and after the test all that was there."""
    monkeypatch.setattr(garbage, "_for_good", False)
    gc.unfreeze()
    yield
    gc.freeze()


def test_what_is_there_is_left_out_until_the_end_and_then_looked_through_again() -> None:
    with only_what_comes():
        assert gc.get_freeze_count() > 0
    assert gc.get_freeze_count() == 0


def test_what_came_meanwhile_is_not_searched_at_once() -> None:
    with only_what_comes():
        came: list[list[int]] = [[] for _ in range(1000)]
    assert gc.get_count()[0] < len(came)


def test_what_is_left_out_for_good_stays_so() -> None:
    leave_out_for_good()
    with only_what_comes():
        pass
    assert gc.get_freeze_count() > 0


def test_an_error_inside_leaves_nothing_out_either() -> None:
    with pytest.raises(ValueError, match="inside"), only_what_comes():
        raise ValueError("inside")
    assert gc.get_freeze_count() == 0
