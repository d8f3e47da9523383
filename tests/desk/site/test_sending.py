"""A website is sent by programs of the machine: what changed, in what order, and again after a failure."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.helpers.proof_page import Club, made_club

NEEDS_SHELL = pytest.mark.skipif(os.name == "nt", reason="needs programs as shell scripts")


@pytest.fixture
def club(tmp_path: Path) -> Club:
    return made_club(tmp_path)


def program(folder: Path, name: str, script: str) -> None:
    """Put a program of ours in the place of one of the machine."""
    folder.mkdir(exist_ok=True)
    path = folder / name
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(0o755)


@pytest.fixture
def programs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder of programs that come first; each notes how it was called."""
    folder = tmp_path / "bin"
    note = f'echo "in $PWD: $*" >> "{tmp_path}/calls"; cat >> "{tmp_path}/given"'
    for name in ("rsync", "sftp"):
        program(folder, name, note)
    monkeypatch.setenv("PATH", f"{folder}{os.pathsep}{os.environ['PATH']}")
    return folder


@NEEDS_SHELL
def test_rsync_gets_what_changed_and_the_index_last_and_takes_away_what_is_gone(
    club: Club, programs: Path, tmp_path: Path
) -> None:
    site = tmp_path / "site"
    said = club.terminal.run("website", site, "--send", "host:chess")
    given = (tmp_path / "given").read_text().split()
    assert given[-1] == "data/index.json"
    assert "en/cup/index.html" in given
    assert f"{len(given)} files sent, 0 taken away" in said
    calls = (tmp_path / "calls").read_text().splitlines()
    assert len(calls) == 2
    assert all(
        call.endswith(f"in {site}: --times --files-from=- -- ./ host:chess/") for call in calls
    )

    (tmp_path / "given").unlink()
    assert "0 files sent" in club.terminal.run("website", site, "--send", "host:chess")
    assert not (tmp_path / "given").exists()

    club.terminal.run("website-choices", "--published", "no")
    club.terminal.run("website", site, "--send", "host:chess")
    gone = (tmp_path / "given").read_text().split()
    assert "en/cup/index.html" in gone
    assert "--delete-missing-args" in (tmp_path / "calls").read_text()


@NEEDS_SHELL
def test_rsync_takes_the_folder_of_what_is_gone_away_too_and_leaves_what_others_put_there(
    club: Club, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With the real rsync, over a connection that is a program beside it."""
    if shutil.which("rsync") is None:
        pytest.skip("needs rsync")
    program(tmp_path / "bin", "connection", 'shift\nexec "$@"')
    monkeypatch.setenv("RSYNC_RSH", str(tmp_path / "bin" / "connection"))
    site, there = tmp_path / "site", tmp_path / "there"
    club.terminal.run("website", site, "--send", f"host:{there}")
    (there / "nl" / "cup" / "photo.jpg").write_bytes(b"of others")
    club.terminal.run("website-choices", "--published", "no")
    club.terminal.run("website", site, "--send", f"host:{there}")

    def names(folder: Path) -> set[str]:
        return {path.relative_to(folder).as_posix() for path in folder.rglob("*")}

    assert names(there) - names(site) == {"nl/cup", "nl/cup/photo.jpg"}
    assert names(site) <= names(there)


@NEEDS_SHELL
def test_a_failure_is_told_and_everything_is_sent_by_the_next_run(
    club: Club, programs: Path, tmp_path: Path
) -> None:
    program(programs, "rsync", "cat > /dev/null; echo 'connection refused' >&2; exit 12")
    site = tmp_path / "site"
    ran = club.terminal.try_("website", site, "--send", "host:chess")
    assert ran.code == 3
    assert "rsync ended with 12" in ran.err
    assert "connection refused" in ran.err
    assert (site / "en" / "cup" / "index.html").exists()
    program(programs, "rsync", f'cat >> "{tmp_path}/given"')
    club.terminal.run("website", site, "--send", "host:chess")
    assert "en/cup/index.html" in (tmp_path / "given").read_text()


@NEEDS_SHELL
def test_sftp_puts_each_file_beside_its_place_and_renames_it(
    club: Club, programs: Path, tmp_path: Path
) -> None:
    target = "sftp://noor@club.example:2222/www/chess"
    club.terminal.run("website", tmp_path / "site", "--send", target)
    (call,) = (tmp_path / "calls").read_text().splitlines()
    assert call.endswith(": -b - -P 2222 -- noor@club.example")
    lines = (tmp_path / "given").read_text().splitlines()
    assert lines[0] == '-mkdir "/www/chess"'
    assert '-mkdir "/www/chess/en/cup"' in lines
    assert lines.index('-mkdir "/www/chess/en"') < lines.index('-mkdir "/www/chess/en/cup"')
    assert lines[-1] == 'rename "/www/chess/data/index.json.part" "/www/chess/data/index.json"'


@NEEDS_SHELL
def test_a_dry_run_lists_and_sends_nothing(club: Club, programs: Path, tmp_path: Path) -> None:
    run = ("website", tmp_path / "site", "--send", "host:chess", "--dry-run")
    said = club.terminal.run(*run)
    assert "would go: en/cup/index.html" in said
    assert not (tmp_path / "calls").exists()
    listed = json.loads(club.terminal.run(*run, "--json"))["sent"]
    assert listed["tried"]
    assert listed["sent"][-1] == "data/index.json"


def test_a_target_that_is_none_is_refused_before_anything_is_made(
    club: Club, tmp_path: Path
) -> None:
    site = tmp_path / "site"
    for target in ("nowhere", "-e:sh", "sftp://", "http://club.example/x", str(tmp_path)):
        run = ("website", site, "--send", target)
        assert "not-a-target" in club.terminal.refused(*run, code=2), target
    assert "name a target" in club.terminal.refused("website", site, "--dry-run", code=2)
    assert not site.exists()


def test_a_git_repository_gets_a_commit_of_these_files_alone(
    club: Club, tmp_path: Path, tree: tuple[Path, Callable[..., str]]
) -> None:
    place, ask = tree
    (place / "own.txt").write_text("the club's own")
    ask("add", "own.txt")
    club.terminal.run("website", tmp_path / "site", "--send", place)
    files = ask("ls-tree", "-r", "--name-only", "HEAD").split()
    assert "en/cup/index.html" in files
    assert "own.txt" not in files
    assert ask("status", "--porcelain").strip() == "A  own.txt"
    club.terminal.run("website", tmp_path / "site", "--send", place)
    assert len(ask("log", "--oneline").splitlines()) == 1
    club.terminal.run("website-choices", "--published", "no")
    club.terminal.run("website", tmp_path / "site", "--send", place)
    assert "en/cup/index.html" not in ask("ls-tree", "-r", "--name-only", "HEAD").split()
    assert len(ask("log", "--oneline").splitlines()) == 2
