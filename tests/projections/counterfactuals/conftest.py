"""A made-up year, small: tournaments from files, and tournaments run evening by evening."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.helpers.terminal import Terminal

RATES = ("--players", 8, "--rounds", 5, "--defaults", 40, "--withdrawals", 20)
RUN = {"knsb-wp-1996": 1, "knsb-rating-2014": 2, "fide-dutch-2026": 1}
"""The rulebooks of the tournaments run evening by evening, with slips found later."""


@pytest.fixture(scope="session")
def played_year(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the ledger of the year, made once."""
    folder = tmp_path_factory.mktemp("year")
    desk = Terminal(folder / "year.ledger")
    for rulebook in ("knsb-wp-1996", "knsb-wp-2014"):
        files = folder / rulebook
        files.mkdir()
        for seed in "ab":
            desk.run(
                "generate", "--rules", rulebook, *RATES, "--seed", seed, "-o", files / f"{seed}.trf"
            )
        desk.run("import-folder", files, "--rules", rulebook)
    for rulebook, number in RUN.items():
        for at in range(number):
            evenings = folder / f"{rulebook} {at}"
            desk.run(
                "generate",
                "--rules",
                rulebook,
                *RATES,
                "--corrections",
                200,
                "--seed",
                f"{rulebook} {at}",
                "--evenings",
                evenings,
            )
            for evening in sorted(evenings.iterdir()):
                name = f"Generated tournament {rulebook} {at}"
                desk.run("-t", name, "apply", evening)
    return desk.ledger


@pytest.fixture
def year(played_year: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Terminal:
    """Return a terminal on a copy of the year."""
    monkeypatch.chdir(tmp_path)
    shutil.copy(played_year, tmp_path / "year.ledger")
    return Terminal(tmp_path / "year.ledger")
