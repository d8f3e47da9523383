"""A ledger file that is written over while it is in use is noticed, and ordinary work is not."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from threading import Event

import pytest

from ledger.facts.tournament import RoundsPlanned
from ledger.store.file.settled import SettledFile
from ledger.store.store import Store
from tests.helpers.ledgers import OPENING, at, person


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return a_ledger(tmp_path / "club.ledger", "t", 3)


def a_ledger(path: Path, tournament: str, facts: int) -> Path:
    """Make a ledger with facts that stand in the file itself."""
    with Store(path, create=True) as store:
        store.append(tournament, 0, (OPENING,), (person("p1"),), runtime=at())
        more(store, tournament, facts)
    return path


def more(store: Store, tournament: str, facts: int) -> None:
    for number in range(facts):
        fact = RoundsPlanned(rounds=number + 1)
        store.append(tournament, store.head(tournament), (fact,), runtime=at())


def code_of(settled: SettledFile) -> str | None:
    fault = settled.fault()
    return None if fault is None else fault.refusal.code


def test_nothing_that_programs_do_with_a_ledger_is_a_fault(path: Path, tmp_path: Path) -> None:
    settled = SettledFile(path)
    with Store(path) as one, Store(path) as other:
        for store in (one, other) * 3:
            more(store, "t", 2)
            assert code_of(settled) is None
            store.settle()
            assert code_of(settled) is None
        one.copy_to(tmp_path / "backup", lambda done, total: None)
        assert code_of(settled) is None
    with Store(path) as alone:
        assert alone.scrub()
        assert code_of(settled) is None
    assert code_of(settled) is None


def test_a_file_that_is_being_made_is_no_fault(tmp_path: Path) -> None:
    new = tmp_path / "new.ledger"
    with Store(new, create=True) as store:
        settled = SettledFile(new)
        assert code_of(settled) is None
        store.append("t", 0, (OPENING,), runtime=at())
        assert code_of(settled) is None
        store.settle()
        assert code_of(settled) is None


def older(path: Path) -> bytes:
    """Return what the file was before its last facts."""
    before = path.read_bytes()
    with Store(path) as store:
        more(store, "t", 5)
    return before


def of_others(path: Path) -> bytes:
    return a_ledger(path.with_name("other.ledger"), "u", 20).read_bytes()


def of_another_program(path: Path) -> bytes:
    other = path.with_name("other.db")
    with closing(sqlite3.connect(other)) as connection:
        connection.execute("CREATE TABLE t (a)")
    return other.read_bytes()


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (older, "ledger-replaced"),
        (of_others, "ledger-replaced"),
        (of_another_program, "ledger-damaged"),
        (lambda _: b"", "ledger-damaged"),
        (lambda _: b"no ledger at all\n" * 500, "ledger-damaged"),
    ],
    ids=["an older copy", "another ledger", "another program's", "nothing", "garbage"],
)
def test_what_is_written_over_a_ledger_in_use_is_noticed(
    path: Path, content: Callable[[Path], bytes], code: str
) -> None:
    written = content(path)
    right = path.read_bytes()
    settled = SettledFile(path)
    assert code_of(settled) is None
    path.write_bytes(written)
    assert code_of(settled) == code
    assert code_of(settled) == code, "it stays so"
    path.write_bytes(right)
    assert code_of(settled) is None


def test_a_file_that_took_the_place_of_one_whose_log_stands_is_noticed(path: Path) -> None:
    copy = shutil.copy(path, path.with_name("copy"))
    settled = SettledFile(path)
    log = path.with_name(f"{path.name}-wal")
    log.write_bytes(b"facts of the ledger before")
    Path(copy).replace(path)
    assert code_of(settled) == "ledger-replaced"
    log.unlink()
    assert code_of(settled) is None


def test_a_file_that_is_gone_is_not_said_here(path: Path) -> None:
    settled = SettledFile(path)
    path.unlink()
    assert code_of(settled) is None


def test_requests_that_look_at_once_find_no_fault_in_a_ledger_that_grows(path: Path) -> None:
    settled = SettledFile(path)
    stop = Event()

    def look() -> set[str | None]:
        codes = set[str | None]()
        while not stop.is_set():
            codes.add(code_of(settled))
        return codes

    with Store(path) as store, ThreadPoolExecutor(4) as requests:
        looking = [requests.submit(look) for _ in range(4)]
        try:
            for _ in range(60):
                more(store, "t", 1)
                store.settle()
        finally:
            stop.set()
        assert set().union(*(each.result() for each in looking)) <= {None}
