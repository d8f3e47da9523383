"""Work in parts by processes here: in order, stopped cleanly, and a refusal comes back whole."""

from __future__ import annotations

import signal
from functools import partial
from pathlib import Path

import pytest

from projections.spread.pool import ctrl_c_later
from projections.spread.port import SpreadError, of_size
from projections.spread.processes import Processes
from tests.helpers.spread_work import killed_once, refused_at, slow, squares
from tests.helpers.words import refusing


@pytest.mark.parametrize("jobs", [1, 2])
def test_the_results_come_in_the_order_of_the_parts(jobs: int) -> None:
    assert [*Processes(jobs).each(squares, range(9))] == [n * n for n in range(9)]
    assert [*Processes(jobs).each(squares, [])] == []


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_refused_part_is_raised_with_its_refusal(jobs: int) -> None:
    numbers = []
    with refusing(SpreadError, "3 is refused"):
        for number in Processes(jobs).each(partial(refused_at, 3), range(9)):
            numbers.append(number)
    assert numbers == [0, 1, 2]


def test_a_killed_process_is_told(tmp_path: Path) -> None:
    with refusing(SpreadError, "was killed"):
        [*Processes(2).each(partial(killed_once, tmp_path, 3), range(9))]


def test_no_part_is_begun_after_the_stop(tmp_path: Path) -> None:
    making = Processes(2).each(partial(slow, tmp_path), range(50))
    assert next(making) == 0
    making.close()
    assert len([*tmp_path.iterdir()]) < 8


def test_parts_of_a_size_have_all_items_in_order() -> None:
    assert [list(part) for part in of_size(range(5), 2)] == [[0, 1], [2, 3], [4]]
    assert of_size([], 3) == []


def test_where_ctrl_c_cannot_be_blocked_processes_start_all_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """As on Windows."""
    monkeypatch.delattr(signal, "pthread_sigmask")
    with ctrl_c_later():
        pass
