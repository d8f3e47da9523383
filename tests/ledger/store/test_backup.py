"""A copy of a ledger in use: whole, one file, and never over another."""

from __future__ import annotations

import os
import shutil
import tempfile
from contextlib import suppress
from pathlib import Path

import pytest

from ledger import locks
from ledger.errors import StoreError
from ledger.facts.tournament import RoundStarted
from ledger.place import LedgerPlace, place_from
from ledger.store.backup import copied
from ledger.store.part_files import delete_remainders
from ledger.store.store import Store
from tests.helpers.ledgers import OPENING, at
from tests.helpers.loaded import ran


@pytest.fixture
def ledger(place: str) -> LedgerPlace:
    ledger = place_from(place)
    with Store(ledger, create=True) as store:
        store.append("t", 0, [OPENING], runtime=at())
    return ledger


@pytest.fixture
def target(tmp_path: Path) -> Path:
    """Return where a copy may come, in a folder with nothing in it."""
    folder = tmp_path / "copies"
    folder.mkdir()
    return folder / "copy"


def add(store: Store, number: int = 1) -> int:
    """Add facts and return their total number."""
    head = store.head("t")
    facts = [RoundStarted(round=head + 1 + i) for i in range(number)]
    return len(store.append("t", head, facts, runtime=at())) + head


def facts_in(path: LedgerPlace) -> int:
    with Store(path) as store:
        return len(store.facts("t"))


def test_a_copy_of_a_ledger_in_use_holds_all_that_was_acknowledged(
    ledger: LedgerPlace, target: Path
) -> None:
    with Store(ledger) as reader, reader.reading() as connection, Store(ledger) as store:
        connection.execute("SELECT COUNT(*) FROM stored_events").fetchall()[0]
        last = add(store, 50)  # in the log beside the file: the reader keeps it there
        with copied(store, target):
            pass
    assert facts_in(target) == last == 51
    assert not any(target.with_name(target.name + end).exists() for end in ("-wal", "-shm"))


def test_facts_added_while_the_copy_is_made_are_not_in_it_and_not_lost(
    ledger: LedgerPlace, target: Path
) -> None:
    with Store(ledger) as other:
        add(other, 2000)
        with Store(ledger) as store, copied(store, target, lambda done, total: _add_to(other)):
            pass
    assert facts_in(target) == 2001
    assert facts_in(ledger) > 2001


def _add_to(store: Store) -> None:
    with suppress(StoreError):
        add(store)


def test_a_copy_of_the_file_alone_has_the_last_command_while_others_have_it_open(
    tmp_path: Path,
) -> None:
    ledger = tmp_path / "cup.ledger"
    with Store(ledger, create=True) as store:
        store.append("t", 0, [OPENING], runtime=at())
    with Store(ledger) as other:
        add(other)
        with Store(ledger) as store:
            last = add(store)
        alone = ledger.with_name("alone")
        shutil.copyfile(ledger, alone)
    assert facts_in(alone) == last


def test_the_copy_is_for_its_owner_alone(ledger: LedgerPlace, target: Path) -> None:
    with Store(ledger) as store, copied(store, target):
        pass
    assert target.stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("end", ["", "-wal", "-shm", "-journal"])
def test_nothing_is_written_over(ledger: LedgerPlace, target: Path, end: str) -> None:
    there = target.with_name(target.name + end)
    there.write_text("mine")
    with Store(ledger) as store, pytest.raises(StoreError) as refused, copied(store, target):
        raise AssertionError("nothing is copied")
    assert refused.value.refusal.code == "file-exists"
    assert there.read_text() == "mine"
    assert sorted(os.listdir(target.parent)) == [there.name]


def test_a_file_that_took_the_name_meanwhile_is_left_as_it_is(
    ledger: LedgerPlace, target: Path
) -> None:
    with Store(ledger) as store, pytest.raises(StoreError) as refused, copied(store, target):
        target.write_text("theirs")
    assert refused.value.refusal.code == "file-exists"
    assert target.read_text() == "theirs"
    assert sorted(os.listdir(target.parent)) == [target.name]


def test_a_check_that_fails_leaves_no_file(ledger: LedgerPlace, target: Path) -> None:
    with Store(ledger) as store, pytest.raises(KeyError), copied(store, target):
        raise KeyError("a check that fails")
    assert os.listdir(target.parent) == []


def test_a_folder_that_is_not_there_is_named(ledger: LedgerPlace, tmp_path: Path) -> None:
    target = tmp_path / "none" / "copy"
    with Store(ledger) as store, pytest.raises(StoreError) as refused, copied(store, target):
        pass
    assert refused.value.refusal.code == "folder-missing"


KILLED = """
import os, sys
from pathlib import Path
from ledger.store.backup import copied
from ledger.store.part_files import delete_remainders
from ledger.store.store import Store
with Store(Path(sys.argv[1])) as store, copied(store, Path(sys.argv[2])):
    os._exit(9)
"""


def killed(ledger: Path, target: Path) -> str:
    """Kill a process that made a copy; return the name of what it left."""
    before = set(os.listdir(target.parent))
    assert ran(KILLED, ledger, target).returncode == 9
    (left,) = set(os.listdir(target.parent)) - before
    return left


@pytest.fixture
def cup(tmp_path: Path) -> Path:
    with Store(tmp_path / "cup.ledger", create=True) as store:
        store.append("t", 0, [OPENING], runtime=at())
    return tmp_path / "cup.ledger"


def test_the_next_copy_in_a_folder_deletes_what_a_killed_one_left(cup: Path, target: Path) -> None:
    """A process makes a copy and is killed."""
    folder = target.parent
    killed(cup, target)
    for name, content in (
        (f"{target.name}.abcdefgh.part", b""),
        ("film.abcdefgh.part", b"a download"),
        ("other.abcdefg2.part", b"\0" * 4096),
        ("other.abcdefg2.part-journal", b"x"),
        ("ledger.part", b"mine"),
    ):
        (folder / name).write_bytes(content)
    with Store(cup) as store, copied(store, target.with_name("other")):
        pass
    there = ["film.abcdefgh.part", "ledger.part", "other"]
    assert sorted(os.listdir(folder)) == sorted([*there, f"{target.name}.abcdefgh.part"])
    with Store(cup) as store, copied(store, target):
        pass
    assert sorted(os.listdir(folder)) == sorted([*there, target.name])


def test_a_copy_that_another_program_is_making_is_left_alone(cup: Path, target: Path) -> None:
    with Store(cup) as store, copied(store, target) as part:
        with copied(store, target.with_name("other")):
            pass
        assert delete_remainders(part.parent, target.name) == []
        assert part.exists()
    assert facts_in(target) == 1


@pytest.mark.here_only  # Windows keeps a file that is open
def test_a_part_that_was_taken_before_it_was_locked_is_made_again(
    cup: Path, target: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    make, names = tempfile.mkstemp, list[str]()

    def taken(suffix: str, prefix: str, folder: Path) -> tuple[int, str]:
        handle, name = make(suffix, prefix, folder)
        if not names:
            os.unlink(name)
        names.append(name)
        return handle, name

    monkeypatch.setattr(tempfile, "mkstemp", taken)
    with Store(cup) as store, copied(store, target) as part:
        assert [str(part)] == names[1:]
    assert facts_in(target) == 1


def test_without_locks_a_copy_is_made_and_remainders_are_deleted(
    cup: Path, target: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On a system with neither kind of lock."""
    monkeypatch.setattr(locks, "fcntl", None)
    (target.parent / f"{target.name}.abcdefgh.part").write_bytes(b"")
    with Store(cup) as store, copied(store, target):
        pass
    assert os.listdir(target.parent) == [target.name]
