"""The choice of workers: addresses, what is missing, and the fingerprint of the program."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from projections.spread.address import ClusterAddress, address_of
from projections.spread.choice import hired
from projections.spread.fingerprint import fingerprint
from projections.spread.port import SpreadError
from projections.spread.processes import Processes
from tests.helpers.terminal import Terminal
from tests.helpers.words import refusing


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("local:2", ClusterAddress(2, "")),
        ("node1:8786", ClusterAddress(0, "node1:8786")),
        ("tls://node1.example:8786", ClusterAddress(0, "tls://node1.example:8786")),
        ("[::1]:8786", ClusterAddress(0, "[::1]:8786")),
        ("run/scheduler.json", ClusterAddress(0, "run/scheduler.json")),
    ],
)
def test_an_address_is_a_number_here_a_scheduler_or_its_file(
    text: str, address: ClusterAddress
) -> None:
    assert address_of(text) == address


@pytest.mark.parametrize("text", ["", "local", "local:0", "local:65", "local:x", "node1", "a b:1"])
def test_anything_else_is_refused_with_what_an_address_is(text: str) -> None:
    with refusing(SpreadError, "is not a cluster"):
        address_of(text)


def test_without_a_cluster_there_are_processes_here() -> None:
    with hired(3, None) as workforce:
        assert workforce == Processes(3)
    with hired(None, None) as workforce:
        assert workforce == Processes(1)


def test_without_dask_the_refusal_has_the_pip_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    desk = Terminal(tmp_path / "t.ledger")
    desk.run("init", "Open", "--rounds", 3)
    said = desk.refused("mirror", "build", "--cluster", "local:2", code=2)
    assert f'{sys.executable} -m pip install "toernooiboek[cluster]"' in said


def test_processes_here_and_a_cluster_exclude_each_other(tmp_path: Path) -> None:
    desk = Terminal(tmp_path / "t.ledger")
    desk.run("init", "Open", "--rounds", 3)
    many = ("--players", 4, "--rounds", 2, "--tournaments", 2, "--seed", 1)
    both = ("--jobs", 2, "--cluster", "local:2")
    for verb in (
        ("mirror", "update"),
        ("check", "--all"),
        ("lake", "build", tmp_path, "--to", "x"),
        ("replay", "--all", "--rules", "knsb-wp-1996"),
        ("simulate", "--rules", "knsb-wp-1996", "--rules", "knsb-wp-2014", *many),
        ("generate", *many, "--folder", tmp_path / "new"),
    ):
        assert "give one of them" in desk.refused(*verb, *both, code=2), verb
    assert "go with --all" in desk.refused("check", "--jobs", 2, code=2)
    assert "go with --tournaments" in desk.refused("generate", *many[:4], "--jobs", 2, code=2)


def test_the_fingerprint_is_the_same_every_time() -> None:
    assert fingerprint() == fingerprint.__wrapped__()
    assert "Python 3." in fingerprint()
