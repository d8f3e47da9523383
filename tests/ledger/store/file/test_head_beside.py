"""Acknowledged facts that are gone from a ledger are noticed by the head remembered beside it."""

from __future__ import annotations

import os
import shutil
import sqlite3
import stat
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from ledger import locks
from ledger.errors import StoreError
from ledger.facts.tournament import RoundsPlanned
from ledger.store.file.head_beside import known_head, path_beside, remember
from ledger.store.file.ledger_file import LedgerFile
from ledger.store.store import Store
from tests.helpers.ledgers import OPENING, at, to_first_schema
from tests.helpers.words import words


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return a_ledger(tmp_path / "cup.ledger")


def a_ledger(path: Path) -> Path:
    """Make a ledger of one fact, as closed."""
    with Store(path, create=True) as store:
        store.append("t", 0, (OPENING,), runtime=at())
    return path


def more(store: Store, facts: int = 1) -> None:
    for _ in range(facts):
        fact = RoundsPlanned(rounds=store.head("t"))
        store.append("t", store.head("t"), (fact,), runtime=at())


def grown(path: Path, facts: int = 1) -> None:
    with Store(path) as store:
        more(store, facts)


def size_of(path: Path) -> int | None:
    head = known_head(path)
    return None if head is None else head.size


def refused(path: Path) -> str:
    """Return what an opening says of a loss."""
    with pytest.raises(StoreError) as caught, Store(path):
        pass
    assert (caught.value.refusal.code, caught.value.refusal.exit) == ("facts-lost", 4)
    return words(caught.value.refusal.what)


def in_order(path: Path) -> int:
    """Return the number of facts of a ledger that is opened."""
    with Store(path) as store:
        return len(store.facts("t"))


class Crashed:
    """What a crash left of a ledger whose last facts stand in the log: a reader kept them there."""

    def __init__(self, path: Path, folder: Path) -> None:
        self.folder, self.names = folder, [path.name, f"{path.name}-wal", path_beside(path).name]
        self.ledger = folder / path.name
        with closing(sqlite3.connect(path, isolation_level=None)) as reader:
            reader.execute("BEGIN")
            reader.execute("SELECT COUNT(*) FROM people").fetchone()
            grown(path, 2)
            self._files = [path.with_name(name).read_bytes() for name in self.names]

    @property
    def log(self) -> bytes:
        return self._files[1]

    def put(self, log: bytes, remembers: bool = True) -> Path:
        """Write what was left, with this log, and return the ledger."""
        shutil.rmtree(self.folder, ignore_errors=True)
        self.folder.mkdir()
        contents = (self._files[0], log, self._files[2] if remembers else b"")
        for name, content in zip(self.names, contents, strict=True):
            (self.folder / name).write_bytes(content)
        return self.ledger


@pytest.fixture
def crashed(path: Path, tmp_path: Path) -> Crashed:
    return Crashed(path, tmp_path / "crashed")


def test_after_a_crash_everything_is_there(crashed: Crashed) -> None:
    assert in_order(crashed.put(crashed.log)) == 3


def test_a_changed_byte_anywhere_in_the_log_of_a_crash_is_noticed(crashed: Crashed) -> None:
    """A hundred places of a log are changed, one at a time, two seconds."""
    places = range(0, len(crashed.log), len(crashed.log) // 100 + 1)
    assert [place for place in places if not is_noticed(crashed, place)] == []


def is_noticed(crashed: Crashed, place: int) -> bool:
    """Change one bit of the log; tell whether the ledger is refused, or has everything still."""
    log = bytearray(crashed.log)
    log[place] ^= 1
    try:
        return in_order(crashed.put(bytes(log))) == 3
    except StoreError as error:
        return error.refusal.exit == 4


def test_the_loss_is_told_with_its_extent_and_nothing_takes_the_places(crashed: Crashed) -> None:
    ledger = crashed.put(b"")
    assert "the last 2 facts that were acknowledged are gone: there were 3" in refused(ledger)
    assert "the last 2 facts" in refused(ledger), "it stays so"


def test_without_the_file_beside_a_ledger_nothing_is_known_of_a_loss(crashed: Crashed) -> None:
    assert in_order(crashed.put(b"", remembers=False)) == 1


def test_every_commit_is_remembered_and_reading_is_not(path: Path) -> None:
    assert size_of(path) == 1
    before = path_beside(path).stat().st_mtime_ns
    assert in_order(path) == 1
    assert path_beside(path).stat().st_mtime_ns == before
    with Store(path) as store:
        more(store)
        assert size_of(path) == 2
        more(store)
        assert size_of(path) == 3


def test_a_ledger_of_before_gets_the_file_with_its_next_fact(path: Path) -> None:
    path_beside(path).unlink()
    assert in_order(path) == 1
    assert not path_beside(path).exists()
    grown(path)
    assert size_of(path) == 2


def test_a_program_killed_before_it_remembered_leaves_a_ledger_in_order(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as killed:
        killed.setattr(LedgerFile, "_remember", lambda self: None)
        grown(path, 3)
    assert size_of(path) == 1
    assert in_order(path) == 4
    grown(path)
    assert size_of(path) == 5


def test_a_slow_program_puts_no_older_head_over_a_newer_one(path: Path) -> None:
    slow = known_head(path)
    assert slow is not None
    grown(path, 2)
    remember(path, slow)
    assert size_of(path) == 3


def test_without_locks_heads_are_remembered_all_the_same(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(locks, "fcntl", None)
    grown(path)
    assert size_of(path) == 2


def test_a_file_that_another_program_keeps_locked_costs_no_fact(path: Path) -> None:
    fcntl = pytest.importorskip("fcntl")
    with path_beside(path).open("rb") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        grown(path)
    assert (in_order(path), size_of(path)) == (2, 1)


def test_an_older_copy_put_back_is_told_and_one_that_went_on_is_not(path: Path) -> None:
    older = path.read_bytes()
    grown(path, 2)
    newer = path.read_bytes()
    path.write_bytes(older)
    assert "the last 2 facts" in refused(path)
    path.write_bytes(newer)
    assert in_order(path) == 3


def test_a_copy_that_went_on_elsewhere_is_no_loss(path: Path, tmp_path: Path) -> None:
    grown(path)
    other = Path(shutil.copy(path, tmp_path / "other.ledger"))
    grown(other, 3)
    other.replace(path)
    assert (in_order(path), size_of(path)) == (5, 2)


def test_others_in_the_places_of_acknowledged_facts_are_told(path: Path, tmp_path: Path) -> None:
    other = Path(shutil.copy(path, tmp_path / "other.ledger"))
    grown(path)
    with Store(other) as store:
        store.append("t", 1, (RoundsPlanned(rounds=11), RoundsPlanned(rounds=12)), runtime=at())
    other.replace(path)
    assert "are not those that were acknowledged (head of the file 2:" in refused(path)


def test_a_loss_that_is_accepted_is_told_no_more(path: Path) -> None:
    older = path.read_bytes()
    grown(path, 2)
    path.write_bytes(older)
    with Store(path, despite_loss=True) as store:
        assert store.loss is not None
        store.accept_loss()
        assert store.loss is None
    assert (in_order(path), size_of(path)) == (1, 1)
    grown(path)
    assert size_of(path) == 2


def test_another_ledger_of_the_same_name_is_no_loss(path: Path, tmp_path: Path) -> None:
    grown(path, 5)
    other = tmp_path / "other.ledger"
    with Store(other, create=True) as store:
        store.append("u", 0, (OPENING,), runtime=at())
    other.replace(path)
    with Store(path) as store:
        assert [id_ for id_, _ in store.tournaments()] == ["u"]


def test_a_new_ledger_in_the_place_of_one_that_was_deleted_begins_anew(path: Path) -> None:
    grown(path, 5)
    path.unlink()
    with Store(path, create=True) as store:
        assert known_head(path) is None
        store.append("t", 0, (OPENING,), runtime=at())
    assert (in_order(path), size_of(path)) == (1, 1)


def test_all_facts_gone_are_told_too(path: Path, tmp_path: Path) -> None:
    empty = tmp_path / "empty.ledger"
    with Store(empty, create=True):
        pass
    grown(path)
    empty.replace(path)
    assert "the last 2 facts" in refused(path)


def test_a_ledger_that_was_moved_is_remembered_from_its_next_fact_on(
    path: Path, tmp_path: Path
) -> None:
    moved = path.rename(tmp_path / "moved.ledger")
    assert (in_order(moved), known_head(moved)) == (1, None)
    grown(moved)
    assert size_of(moved) == 2


def test_a_link_to_a_ledger_remembers_beside_the_ledger(path: Path, tmp_path: Path) -> None:
    link = tmp_path / "link"
    link.symlink_to(path)
    grown(link)
    assert size_of(path) == size_of(link) == 2
    assert not Path(f"{link}.last-head").exists()


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such permissions")
def test_it_has_the_readers_of_its_ledger(path: Path) -> None:
    assert stat.S_IMODE(path_beside(path).stat().st_mode) == 0o600
    path_beside(path).unlink()
    path.chmod(0o640)
    grown(path)
    assert stat.S_IMODE(path_beside(path).stat().st_mode) == 0o640


def test_where_nothing_can_be_written_beside_a_ledger_facts_are_recorded_all_the_same(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: Any) -> int:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "write", full)
    grown(path)
    monkeypatch.undo()
    assert (in_order(path), size_of(path)) == (2, 1)


def test_a_file_of_somebody_else_of_that_name_is_left_as_it_is(path: Path) -> None:
    path_beside(path).write_text("my notes")
    grown(path)
    assert path_beside(path).read_text() == "my notes"
    path.unlink()
    a_ledger(path)
    assert path_beside(path).read_text() == "my notes"


def test_a_link_of_that_name_leads_to_no_file_being_written(path: Path, tmp_path: Path) -> None:
    path_beside(path).unlink()
    theirs = tmp_path / "theirs"
    theirs.write_text("")
    path_beside(path).symlink_to(theirs)
    grown(path)
    assert theirs.read_text() == ""


def test_a_half_written_line_says_nothing_and_is_written_again(path: Path) -> None:
    beside = path_beside(path)
    beside.write_text(beside.read_text()[:50])
    assert (in_order(path), known_head(path)) == (1, None)
    grown(path)
    assert size_of(path) == 2


def test_an_older_copy_of_an_earlier_version_is_told_as_well(path: Path) -> None:
    to_first_schema(path)
    older = path.read_bytes()
    with Store(path) as store:
        store.bring_up_to_date(at(), "1.0")
    assert size_of(path) == 2, "the fact that hashes begin"
    path.write_bytes(older)
    assert "the last fact that was acknowledged is gone" in refused(path)


def test_no_ledger_takes_the_name_of_such_a_file(tmp_path: Path) -> None:
    with pytest.raises(StoreError) as caught, Store(tmp_path / "a.last-head", create=True):
        pass
    assert caught.value.refusal.code == "name-of-a-part"
