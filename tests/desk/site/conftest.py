"""Ledgers whose site is made."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.helpers.browsing import demo
from tests.helpers.season_played import played_season
from tests.helpers.terminal import Terminal, made_once


def demo_ledger(folder: Path) -> Terminal:
    """Return a tournament in the middle of its sixth round, in a new folder."""
    terminal = Terminal(demo(folder).path)
    terminal.world.new_id()  # the one that the tournament has
    return terminal


@pytest.fixture
def hall(tmp_path: Path) -> Terminal:
    """Return a tournament in the middle of its sixth round."""
    return made_once(demo_ledger, tmp_path)


@pytest.fixture(scope="session")
def site_of_hall(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the website of `hall` as it begins, which is only to be read."""
    folder = tmp_path_factory.mktemp("hall")
    made_once(demo_ledger, folder).run("website", folder / "site")
    return folder / "site"


@pytest.fixture
def site(site_of_hall: Path, tmp_path: Path) -> Path:
    """Return that website as if it was made of this `hall`: a folder of the test's own."""
    return Path(shutil.copytree(site_of_hall, tmp_path / "site"))


@pytest.fixture
def season(tmp_path: Path) -> Terminal:
    """Return a season after three rounds."""
    return made_once(played_season, tmp_path)


@pytest.fixture
def tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Path, Callable[..., str]]:
    """Return an empty git work tree, and what asks git about it; skip the test without git."""
    git = shutil.which("git")
    if git is None:
        pytest.skip("needs git")
    for key in ("AUTHOR", "COMMITTER"):
        monkeypatch.setenv(f"GIT_{key}_NAME", "Club")
        monkeypatch.setenv(f"GIT_{key}_EMAIL", "club@club.example")
    place = tmp_path / "tree"

    def ask(*words: str) -> str:
        return subprocess.run(
            [git, "-C", str(place), *words], check=True, capture_output=True, text=True
        ).stdout

    place.mkdir()
    ask("init", "--quiet")
    return place, ask
