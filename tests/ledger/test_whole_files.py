"""A file is replaced as a whole or not at all, and keeps who may read it."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from ledger.errors import StoreError
from ledger.whole_files import check_kind, check_writable, make_folder, write_whole
from tests.helpers.words import refusing


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_a_file_is_replaced_and_keeps_its_permissions(tmp_path: Path) -> None:
    file, link = tmp_path / "a", tmp_path / "link"
    write_whole(file, b"one")
    file.chmod(0o640)
    link.symlink_to(file)
    write_whole(link, b"two")
    assert (file.read_bytes(), mode(file), link.is_symlink()) == (b"two", 0o640, True)
    before = os.umask(0o027)
    try:
        write_whole(tmp_path / "usual", b"")
        write_whole(tmp_path / "own", b"", private=True)
    finally:
        os.umask(before)
    assert (mode(tmp_path / "usual"), mode(tmp_path / "own")) == (0o640, 0o600)
    assert {path.name for path in tmp_path.iterdir()} == {"a", "link", "usual", "own"}


def test_a_file_that_cannot_be_written_whole_is_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "a"
    file.write_bytes(b"one")

    def full(self: Path, data: bytes) -> int:
        self.open("wb").write(data[:1])
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", full)
    with pytest.raises(OSError, match="No space"):
        write_whole(file, b"two")
    assert file.read_bytes() == b"one"
    assert [path.name for path in tmp_path.iterdir()] == ["a"]


def test_what_is_no_file_is_written_to(tmp_path: Path) -> None:
    write_whole(Path(os.devnull), b"gone")
    check_writable(Path(os.devnull))
    assert not Path(os.devnull).is_file()
    reader, writer = os.pipe()
    write_whole(Path(f"/dev/fd/{writer}"), b"through")
    assert os.read(reader, 99) == b"through"
    for end in (reader, writer):
        os.close(end)
    with (tmp_path / "a").open("wb") as file:
        write_whole(Path(f"/dev/fd/{file.fileno()}"), b"one")
        os.lseek(file.fileno(), 0, os.SEEK_END)
        file.write(b" two")
    assert (tmp_path / "a").read_bytes() == b"one two"


def test_a_name_of_a_part_of_a_ledger_and_a_named_pipe_are_refused(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "link").symlink_to("cup.ledger-wal")
    before = sorted(tmp_path.iterdir())
    for name in ("cup.ledger-wal", "X-SHM", "a-journal", "cup.ledger.desk", "cup.duckdb", "link"):
        for write in (check_writable, make_folder, lambda path: write_whole(path, b"")):
            with refusing(StoreError, f"{name} ends in"):
                write(tmp_path / name)
    for write in (check_writable, check_kind, lambda path: write_whole(path, b"")):
        with refusing(StoreError, "pipe is not a file"):
            write(tmp_path / "pipe")
    assert sorted(tmp_path.iterdir()) == before
    make_folder(tmp_path / "a" / "b")
    assert (tmp_path / "a" / "b").is_dir()


def test_a_name_that_cannot_be_written_is_known_before(tmp_path: Path) -> None:
    file = tmp_path / "a"
    check_writable(file)
    assert list(tmp_path.iterdir()) == []
    for wrong in (tmp_path, tmp_path / "none" / "a"):
        with pytest.raises(OSError, match=r"directory") as refused:
            check_writable(wrong)
        with pytest.raises(type(refused.value)):
            write_whole(wrong, b"")


@pytest.mark.skipif(os.geteuid() == 0, reason="whoever is root may write anything")
def test_a_file_that_may_not_be_written_is_not_replaced(tmp_path: Path) -> None:
    file = tmp_path / "a"
    file.write_bytes(b"one")
    file.chmod(0o400)
    with pytest.raises(PermissionError):
        check_writable(file)
    with pytest.raises(PermissionError):
        write_whole(file, b"two")
