"""No room, on disk or in memory, for files beside a ledger: a message, and no half file."""

from __future__ import annotations

import os
import signal
import subprocess
from pathlib import Path
from typing import NoReturn

import pytest

from desk.render.english import english
from pairing.systems.registry import engines
from projections.mirror import decision_stage
from projections.mirror.decision_stage import DecisionStage
from projections.mirror.decisions import Deciding
from projections.mirror.files import mirror_path
from projections.spread.port import SpreadError
from tests.helpers import loaded
from tests.helpers.loaded import PROGRAM
from tests.helpers.mirrors import refresh
from tests.helpers.places import EXAMPLES
from tests.helpers.terminal import Terminal
from tests.helpers.words import refusing


@pytest.fixture
def club(tmp_path: Path) -> Terminal:
    terminal = Terminal(tmp_path / "club.ledger")
    terminal.run("import", str(EXAMPLES / "club-open.trf"))
    return terminal


def with_room_for(size: int, ledger: Path, *typed: str) -> subprocess.CompletedProcess[str]:
    """Run a command line that can make no file larger than this."""
    limit = f"import resource; resource.setrlimit(resource.RLIMIT_FSIZE, ({size}, {size}))"
    return loaded.ran(f"{limit}; {PROGRAM}", "--ledger", ledger, *typed)


def test_a_mirror_that_does_not_fit_is_not_published_and_gone_on_with_later(club: Terminal) -> None:
    club.run("mirror", "build", "--decisions")
    path = mirror_path(club.ledger)
    before = path.read_bytes()
    club.run("init", "Second")
    # The new data fit in the log beside the database, but not in the database itself.
    ran = with_room_for(len(before), club.ledger, "mirror", "update")
    assert ran.returncode == 2, ran
    assert "(mirror-unwritable)" in ran.stderr
    assert path.read_bytes() == before
    club.run("mirror", "update")
    assert club.json("mirror", "path")["rows"][0]["state"] == "current"
    assert club.json("sql", "--mirror", "select count(*) n from tournaments")["rows"] == [{"n": 2}]


def killed(facts: object, state: object) -> NoReturn:
    """Run in a process of the pool like a system without free memory."""
    os.kill(os.getpid(), signal.SIGKILL)
    raise AssertionError(facts, state)


def test_a_process_of_the_pool_that_is_killed_is_told(
    club: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two pools of processes are started."""
    club.run("init", "Second", "--rounds", 1)
    for name in ("Aap, A.", "Beer, B."):
        club.run("-t", "Second", "enter", name)
    club.run("-t", "Second", "lots", "--by", "entry")
    club.run("-t", "Second", "publish")
    monkeypatch.setattr(decision_stage, "A_PART", 1)
    with refusing(SpreadError, "was killed"):
        deciding = DecisionStage(lambda: Deciding(killed, engines), english, wanted=True)
        refresh(club.ledger, stages=[deciding], jobs=2)
    assert not mirror_path(club.ledger).exists()
    refresh(club.ledger, jobs=2)
    assert club.json("sql", "--mirror", "select count(*) n from tournaments")["rows"] == [{"n": 2}]


def test_a_folder_in_the_place_of_the_mirror_is_told(club: Terminal) -> None:
    mirror_path(club.ledger).mkdir()
    assert "club.duckdb cannot be written" in club.refused("mirror", "build", code=2)


@pytest.mark.parametrize("size", [100_000, 300_000, 500_000])
def test_a_replay_that_does_not_fit_leaves_the_file_of_that_name(
    club: Terminal, tmp_path: Path, size: int
) -> None:
    file = tmp_path / "replay.duckdb"
    replay = ("replay", "--rules", "knsb-wp-2014", "--duckdb", str(file))
    club.run(*replay)
    before = file.read_bytes()
    assert len(before) > 500_000
    ran = with_room_for(size, club.ledger, *replay)
    assert ran.returncode == 2, ran
    assert "(answer-unwritable)" in ran.stderr
    assert file.read_bytes() == before


def test_a_replay_never_takes_the_place_of_what_is_no_duckdb_file(club: Terminal) -> None:
    before = club.ledger.read_bytes()
    for more in ((), ("--all", "--jobs", "1")):
        replay = ("replay", "--rules", "knsb-wp-2014", *more, "--duckdb", str(club.ledger))
        club.refused(*replay, code=2)
    assert club.ledger.read_bytes() == before
