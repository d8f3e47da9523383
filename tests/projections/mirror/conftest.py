"""The club's ledger that the tests of the mirror share."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.helpers.places import EXAMPLES
from tests.helpers.terminal import Terminal


@pytest.fixture
def club(tmp_path: Path) -> Terminal:
    terminal = Terminal(tmp_path / "club.ledger")
    terminal.run("init", "Cup", "--rounds", 3)
    for name in ("Aap, A.", "Beer, B.", "Coala, C.", "Das, D.", "Ezel, E.", "Fret, F."):
        terminal.run("enter", name, "--rating", 1700 + ord(name[0]))
    terminal.run("lots", "--by", "rating")
    terminal.run("import", str(EXAMPLES / "club-open.trf"))
    terminal.run("init", "Second", "--rounds", 3)
    return terminal
