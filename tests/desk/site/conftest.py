"""Ledgers whose site is made."""

from __future__ import annotations

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


@pytest.fixture
def season(tmp_path: Path) -> Terminal:
    """Return a season after three rounds."""
    return made_once(played_season, tmp_path)
