"""What the ledger does otherwise on Windows, tried as it goes there and as it goes here."""

from __future__ import annotations

import errno
import os
from pathlib import Path, PurePosixPath, PureWindowsPath

import pytest

from ledger import system
from ledger.errors import StoreError, no_folder
from ledger.kept_names import check_ledger_name, check_output_name
from ledger.place import beside, place_from
from ledger.private_files import make_private
from ledger.store.file.open_files import sqlite_uri
from ledger.whole_files import to_disk


@pytest.fixture
def on_windows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(system, "on_windows", lambda: True)


NOT_ON_WINDOWS = (
    "a:b.ledger",
    "CON",
    "nul.csv",
    "com1.txt",
    "why?.svg",
    "a<b",
    "end.",
    "end ",
    "a\tb",
)


@pytest.mark.parametrize("name", NOT_ON_WINDOWS)
@pytest.mark.usefixtures("on_windows")
def test_a_name_that_windows_gives_to_no_file_is_refused_there(name: str) -> None:
    for check in (check_output_name, check_ledger_name):
        with pytest.raises(StoreError, match="name-not-possible"):
            check(Path("folder") / name)


@pytest.mark.usefixtures("on_windows")
def test_a_usual_name_is_taken_on_windows() -> None:
    check_output_name(Path("folder") / "Open 2026 (round 1), ½.csv")
    check_ledger_name(Path("console.ledger"))


@pytest.mark.parametrize("name", NOT_ON_WINDOWS)
def test_elsewhere_such_a_name_is_a_name(name: str) -> None:
    check_output_name(Path("folder") / name)
    check_ledger_name(Path("folder") / name)


def test_a_missing_folder_is_made_by_the_command_of_the_system(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert no_folder(Path("a b/c")).refusal.next == "mkdir -p a b/c"
    monkeypatch.setattr(system, "on_windows", lambda: True)
    assert no_folder(Path("a b/c")).refusal.next == 'mkdir "a b/c"'


@pytest.mark.usefixtures("on_windows")
def test_files_of_a_server_stand_where_windows_keeps_data_of_a_user(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    monkeypatch.setattr(system, "data_folder", lambda: tmp_path / "AppData")
    own = beside(place_from("postgresql://db/club"))
    assert own.parent == tmp_path / "AppData" / "toernooi"


@pytest.mark.parametrize(
    ("path", "address"),
    [
        (PurePosixPath("/clubs/a b.ledger"), "file:///clubs/a%20b.ledger"),
        (PureWindowsPath(r"C:\clubs\a b.ledger"), "file:///C:/clubs/a%20b.ledger"),
        (PureWindowsPath(r"\\server\clubs\a.ledger"), "file:////server/clubs/a.ledger"),
    ],
)
def test_sqlite_is_given_a_file_of_each_system_and_of_another_machine(
    path: PurePosixPath | PureWindowsPath, address: str
) -> None:
    assert sqlite_uri(path) == address


def test_a_file_is_brought_to_the_disk_by_one_that_is_open_for_writing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Windows refuses any other."""
    fcntl = pytest.importorskip("fcntl")
    real, seen = os.fsync, list[int]()

    def fsync(handle: int) -> None:
        seen.append(fcntl.fcntl(handle, fcntl.F_GETFL) & os.O_ACCMODE)
        if seen[-1] == os.O_RDONLY:
            raise OSError(errno.EBADF, "Bad file descriptor")
        real(handle)

    monkeypatch.setattr(os, "fsync", fsync)
    path = tmp_path / "file"
    make_private(path)
    to_disk(path)
    assert seen == [os.O_RDWR]
