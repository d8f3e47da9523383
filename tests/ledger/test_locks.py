"""Locks on files, as Unix has them and as Windows has them: the same promises by both."""

from __future__ import annotations

import errno
import fcntl
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest

from ledger import locks
from tests.helpers.places import ROOT

HOLDING = """
import sys, time
from pathlib import Path
from ledger.locks import lock
file = Path(sys.argv[1]).open("r+b")
lock(file.fileno())
print("held", flush=True)
time.sleep(3600)
"""


class Windows:
    """The module of Windows that locks bytes, by a table of what is held where."""

    LK_NBLCK = 2

    def __init__(self) -> None:
        self.places: list[int] = []
        self.held_for = 0

    def locking(self, handle: int, mode: int, size: int) -> None:
        assert (mode, size) == (self.LK_NBLCK, 1)
        self.places.append(os.lseek(handle, 0, os.SEEK_CUR))
        if self.held_for:
            self.held_for -= 1
            raise PermissionError(errno.EACCES, "Permission denied")
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)


@pytest.fixture(params=["unix", "windows"])
def windows(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Windows | None:
    """Choose each way to lock in turn."""
    if request.param == "unix":
        return None
    fake = Windows()
    monkeypatch.setattr(locks, "fcntl", None)
    monkeypatch.setattr(locks, "msvcrt", fake)
    return fake


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "file"
    path.write_bytes(b"content")
    return path


@pytest.fixture
def held(file: Path) -> Iterator[subprocess.Popen[bytes]]:
    """Let another process hold the file."""
    command = [sys.executable, "-c", HOLDING, str(file)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE) as holding:
        assert holding.stdout is not None
        assert holding.stdout.readline() == b"held\n"
        yield holding
        holding.kill()


def test_a_lock_is_held_until_the_file_is_closed(file: Path, windows: Windows | None) -> None:
    with file.open("r+b") as first, file.open("r+b") as second:
        locks.lock(first.fileno())
        assert first.read(3) == b"con"
        if windows is None:
            with pytest.raises(BlockingIOError):
                locks.lock(second.fileno())
        first.close()
        locks.lock(second.fileno())


def test_the_lock_of_a_program_that_was_killed_is_free(
    file: Path, held: subprocess.Popen[bytes]
) -> None:
    """Another process holds the file."""
    with file.open("r+b") as own:
        with pytest.raises(BlockingIOError):
            locks.lock(own.fileno())
        held.kill()
        held.wait()
        locks.lock(own.fileno())


def test_windows_locks_a_byte_where_sqlite_keeps_none_and_leaves_the_place_of_reading(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fake = Windows()
    monkeypatch.setattr(locks, "fcntl", None)
    monkeypatch.setattr(locks, "msvcrt", fake)
    with file.open("r+b", buffering=0) as own:
        own.seek(3)
        locks.lock(own.fileno())
        assert own.read() == b"tent"
    assert fake.places == [locks.BYTE]
    of_sqlite = range(0x4000_0000, 0x4000_0000 + 512)
    assert locks.BYTE not in of_sqlite
    assert of_sqlite.start + 4096 > locks.BYTE, "the page of SQLite's locks, without content"


def test_on_windows_a_lock_is_refused_at_once_or_waited_for(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fake, pauses = Windows(), list[float]()
    monkeypatch.setattr(locks, "fcntl", None)
    monkeypatch.setattr(locks, "msvcrt", fake)
    monkeypatch.setattr(locks, "time", SimpleNamespace(sleep=pauses.append))
    with file.open("r+b") as own:
        fake.held_for = 1
        with pytest.raises(BlockingIOError):
            locks.lock(own.fileno())
        fake.held_for = 3
        locks.lock(own.fileno(), wait=True)
    assert len(pauses) == 3


def test_another_fault_of_a_disk_comes_out_on_windows(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Broken(Windows):
        def locking(self, handle: int, mode: int, size: int) -> None:
            raise OSError(errno.EIO, "Input/output error")

    monkeypatch.setattr(locks, "fcntl", None)
    monkeypatch.setattr(locks, "msvcrt", Broken())
    with file.open("r+b") as own, pytest.raises(OSError, match="Input/output"):
        locks.lock(own.fileno())


def test_without_locks_of_any_kind_nothing_is_locked(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(locks, "fcntl", None)
    monkeypatch.setattr(locks, "msvcrt", None)
    with file.open("r+b") as own:
        locks.lock(own.fileno())


def test_a_file_for_a_lock_alone_is_gone_afterwards_and_keeps_others_out(tmp_path: Path) -> None:
    path = tmp_path / "lock"
    with locks.alone(path):
        with pytest.raises(BlockingIOError), locks.alone(path):
            pass
        assert path.exists()
    assert not path.exists()
    with locks.alone(path):
        pass


def test_a_file_for_a_lock_is_deleted_where_open_files_stay(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As on Windows."""
    path, real, refused = tmp_path / "lock", Path.unlink, list[Path]()

    def unlink(self: Path, missing_ok: bool = False) -> None:
        if not refused:
            refused.append(self)
            raise PermissionError(errno.EACCES, "it is open")
        real(self, missing_ok)

    monkeypatch.setattr(Path, "unlink", unlink)
    with locks.alone(path):
        pass
    assert (refused, path.exists()) == ([path], False)
    refused.clear()
    with pytest.raises(KeyboardInterrupt), locks.alone(path):
        raise KeyboardInterrupt
    assert (refused, path.exists()) == ([path], False)


def test_who_locked_a_file_that_its_last_holder_deleted_is_told_that_it_is_taken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, real = tmp_path / "lock", locks.lock

    def late(handle: int, *, wait: bool = False) -> None:
        path.unlink()
        real(handle, wait=wait)

    monkeypatch.setattr(locks, "lock", late)
    with pytest.raises(BlockingIOError), locks.alone(path):
        pass
