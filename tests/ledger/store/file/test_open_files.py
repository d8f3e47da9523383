"""A ledger that is open here keeps its log and its locks, whatever other programs do."""

from __future__ import annotations

from pathlib import Path

import pytest

from desk.answers.integrity import verify_ledger
from desk.desk import Desk
from ledger.facts.tournament import RoundsPlanned
from ledger.store.file.open_files import is_open
from ledger.store.store import Store
from tests.helpers.ledgers import OPENING, at
from tests.helpers.loaded import ran

OTHER_PROGRAM = """
import sys
from pathlib import Path
from ledger.facts.tournament import RoundsPlanned
from ledger.runtime import Runtime
from ledger.store.store import Store
with Store(Path(sys.argv[1])) as store:
    store.append("t", store.head("t"), [RoundsPlanned(rounds=9)], runtime=Runtime())
"""


def other_program(path: Path) -> None:
    """Let another process record a fact and close the ledger."""
    assert ran(OTHER_PROGRAM, path).returncode == 0


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "club.ledger"
    with Store(path, create=True) as store:
        store.append("t", 0, [OPENING], runtime=at())
    return path


def test_another_program_leaves_the_log_of_a_ledger_that_is_open_here_more_than_once(
    path: Path,
) -> None:
    log = path.with_name(path.name + "-wal")
    with Store(path) as first, Store(path) as second:
        first.append("t", 1, [RoundsPlanned(rounds=5)], runtime=at())
        other_program(path)
        assert log.exists()
        assert (first.head("t"), second.head("t")) == (3, 3)
        with Store(path, create=True):
            pass
        other_program(path)
        assert log.exists()
        second.append("t", 4, [RoundsPlanned(rounds=7)], runtime=at())
    with Store(path) as store:
        assert store.head("t") == 5


def test_a_verification_leaves_the_log_of_a_ledger_that_is_open_here(path: Path) -> None:
    log = path.with_name(path.name + "-wal")
    with Store(path) as store:
        store.append("t", 1, [RoundsPlanned(rounds=5)], runtime=at())
        verify_ledger(Desk(path), None, head=None, other=path)
        other_program(path)
        assert log.exists()
        assert store.head("t") == 3


def test_a_ledger_is_open_until_it_was_closed_as_often_as_opened(path: Path) -> None:
    assert not is_open(path)
    one, two = Store(path), Store(path)
    one.close()
    one.close()
    assert is_open(path)
    two.close()
    assert not is_open(path)
    assert not is_open(path.with_name("other"))
