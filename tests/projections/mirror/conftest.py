"""The club's ledger that the tests of the mirror share."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.helpers.club import made_club
from tests.helpers.mirrors import refresh
from tests.helpers.terminal import Terminal, made_once


@pytest.fixture
def club(tmp_path: Path) -> Terminal:
    return made_once(made_club, tmp_path)


def _mirrored(folder: Path) -> Terminal:
    club = made_once(made_club, folder)
    refresh(club.ledger)
    return club


@pytest.fixture
def mirrored(tmp_path: Path) -> Terminal:
    """Return a terminal on the club with its mirror."""
    return made_once(_mirrored, tmp_path)
