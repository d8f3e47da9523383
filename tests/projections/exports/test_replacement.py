"""The folder of an export: replaced as a whole, and only where it is an earlier one."""

from __future__ import annotations

import json
import shutil
import signal
from pathlib import Path

import pytest

from projections.exports.replacement import NotReplaced, replacing_folder
from tests.helpers.exports import beside, bytes_of, exported, files_of, names_in, nothing
from tests.helpers.loaded import ran
from tests.helpers.terminal import Terminal


def test_only_an_earlier_export_or_an_empty_folder_is_replaced(
    club: Terminal, tmp_path: Path
) -> None:
    folder = tmp_path / "out"
    folder.mkdir()
    club.run("export", "--parquet", folder)
    for place in ("mine.txt", "mine/x.parquet", "games/notes.txt", "games/mine.parquet"):
        path = folder / place
        path.parent.mkdir(exist_ok=True)
        path.write_text("mine", "utf-8")
        before = bytes_of(folder)
        assert "not-an-export" in club.refused("export", "--parquet", folder, code=2)
        assert bytes_of(folder) == before
        path.unlink()
        if place.startswith("mine/"):
            path.parent.rmdir()
    assert club.json("export", "--parquet", folder)["replaced"]
    for other in (tmp_path, club.ledger):
        assert "not-an-export" in club.refused("export", "--parquet", other, code=2)
    refusal = club.refused("export", "--parquet", tmp_path / "none" / "out", code=2)
    assert "no such file" in refusal


def test_a_link_to_a_folder_stays_one(club: Terminal, tmp_path: Path) -> None:
    (tmp_path / "disk").mkdir()
    folder = tmp_path / "out"
    folder.symlink_to("disk")
    for replaced in (False, True):
        assert club.json("export", "--parquet", folder)["replaced"] == replaced
        assert folder.is_symlink()
        assert (tmp_path / "disk" / "export.json").is_file()


@pytest.mark.here_only  # its last part is a program that Unix kills
def test_an_export_that_is_stopped_or_killed_leaves_the_earlier_one(
    club: Terminal, tmp_path: Path
) -> None:
    folder = tmp_path / "out"
    club.run("export", "--parquet", folder, "--names")
    before, listed = bytes_of(folder), beside(club)

    def stopped(done: int, total: int) -> None:
        if done == total - 1:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        exported(club.ledger, folder, stopped)
    assert (bytes_of(folder), beside(club)) == (before, listed)
    assert ran(KILLED, club.ledger, folder).returncode == -signal.SIGKILL
    assert bytes_of(folder) == before
    assert beside(club) != listed
    club.run("export", "--parquet", folder)
    assert beside(club) == listed
    assert names_in(folder) == []


KILLED = """
import os, signal, sys
from pathlib import Path
from tests.helpers.exports import exported
def told(done, total):
    if done == total:
        os.kill(os.getpid(), signal.SIGKILL)
exported(Path(sys.argv[1]), Path(sys.argv[2]), told, names=True)
"""


def test_what_is_left_of_a_run_that_was_killed_while_renaming_is_deleted(
    club: Terminal, tmp_path: Path
) -> None:
    folder = tmp_path / "out"
    club.run("export", "--parquet", folder, "--names")
    listed = beside(club)
    folder.rename(tmp_path / ".out.old-export")
    club.run("export", "--parquet", folder)
    assert beside(club) == listed


def test_an_export_that_was_killed_while_renaming_gives_the_earlier_one_back_when_stopped(
    club: Terminal, tmp_path: Path
) -> None:
    folder = tmp_path / "out"
    club.run("export", "--parquet", folder, "--names")
    before = bytes_of(folder)
    folder.rename(tmp_path / ".out.old-export")

    def stopped(done: int, total: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        exported(club.ledger, folder, stopped)
    assert bytes_of(folder) == before


def test_a_second_program_is_told_to_wait(club: Terminal, tmp_path: Path) -> None:
    folder = tmp_path / "out"
    with replacing_folder(folder) as fresh:
        (fresh / "half").write_text("half", "utf-8")
        with pytest.raises(NotReplaced, match="export-busy"):
            exported(club.ledger, folder, nothing)
        assert (fresh / "half").exists()
        shutil.rmtree(fresh)
        fresh.mkdir()
    assert exported(club.ledger, folder, nothing).tables


def test_an_export_of_a_folder_a_tournament_as_it_once_was_is_replaced(
    club: Terminal, tmp_path: Path
) -> None:
    folder = tmp_path / "out"
    old = folder / "games" / "season=2026-2027" / "tournament=x" / "data_0.parquet"
    old.parent.mkdir(parents=True)
    old.write_text("old", "utf-8")
    manifest = {
        "made_by": "toernooi export --parquet",
        "tables": {"games": {"rows": 1, "files": 1}},
    }
    (folder / "export.json").write_text(json.dumps(manifest), "utf-8")
    assert club.json("export", "--parquet", folder)["replaced"]
    assert files_of(folder / "games") == ["season=2026-2027/part_001.parquet"]
