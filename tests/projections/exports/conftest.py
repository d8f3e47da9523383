"""The ledger of a club whose mirror is exported."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from itertools import count
from pathlib import Path

import pytest

from tests.helpers.ledgers import at
from tests.helpers.mirrors import refresh
from tests.helpers.places import EXAMPLES
from tests.helpers.terminal import Terminal, made_once


@pytest.fixture
def club(tmp_path: Path) -> Terminal:
    """Return a ledger of two seasons: tournaments opened on 30 June, and after it."""
    return made_once(_club, tmp_path)


def _club(folder: Path) -> Terminal:
    ledger = folder / "club.ledger"
    ids = (f"spring{number}" for number in count(1))
    in_june = replace(at(datetime(2026, 6, 30, 12, tzinfo=UTC)), new_id=lambda: next(ids))
    Terminal(ledger, in_june).run("init", "Spring", "--rounds", 3)
    club = Terminal(ledger)
    club.run("import", str(EXAMPLES / "club-open.trf"))
    club.run("init", "Cup", "--rounds", 3)
    for name in ("Aap, A.", "Beer, B.", "Coala, C.", "Das, D."):
        club.run("-t", "Cup", "enter", name)
    club.run("-t", "Cup", "lots", "--by", "entry")
    club.run("-t", "Cup", "publish")
    club.run("-t", "Cup", "result", 1, 1, "1-0", 2, "0-1")
    refresh(ledger)
    return club
