"""The tiers of tests: the default runs, the announced omissions, the failures of a build."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.helpers.family import SEEDS, TIMES, drawn
from tests.helpers.places import ROOT

TESTS = """import pytest

def test_at_once(): pass

@pytest.mark.long
def test_for_hours(): pass

@pytest.mark.peers
@pytest.mark.skipif(True, reason="needs a program: install it")
def test_beside_a_program(): pass

@pytest.mark.peers
@pytest.mark.skipif(True, reason="there is no folder")
def test_of_a_folder(): pass

@pytest.mark.peers
def test_of_a_file():
    pytest.skip("there is no folder")
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    shutil.copy(ROOT / "tests" / "conftest.py", tmp_path)
    (tmp_path / "pytest.ini").write_text("[pytest]\naddopts = -q -p no:cacheprovider\n")
    (tmp_path / "test_some.py").write_text(TESTS)
    return tmp_path


def run(folder: Path, *words: str, server: bool = False) -> tuple[int, str]:
    environment = {
        name: text
        for name, text in os.environ.items()
        if name != "CI" and not name.startswith("PYTEST")
    }
    environment |= {"CI": "true"} if server else {}
    done = subprocess.run(
        [sys.executable, "-m", "pytest", *words],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    return done.returncode, done.stdout


def test_by_default_the_tiers_are_left_out_and_named(folder: Path) -> None:
    code, out = run(folder, "-p", "tests.helpers.times")
    assert code == 0
    assert "1 passed, 4 deselected" in out
    assert "= 1 dearest of 1 tests =" in out
    for tier in ("desk", "peers", "server", "elsewhere", "long"):
        assert f"make test-{tier}" in out


def test_a_tier_runs_by_its_name_and_one_without_tests_says_so(folder: Path) -> None:
    """Runs of pytest are other processes."""
    assert "1 passed, 4 deselected" in run(folder, "-m", "long")[1]
    code, out = run(folder, "-m", "desk")
    assert code == 0
    assert "there are no tests of the tier desk yet" in out


def test_a_missing_program_is_a_skip_here_and_a_failure_on_a_build_server(folder: Path) -> None:
    """Runs of pytest are other processes."""
    code, out = run(folder, "-m", "peers")
    assert (code, "3 skipped" in out) == (0, True)
    assert out.count("skipped 1: needs a program: install it\n") == 1
    assert out.count("skipped 2: there is no folder\n") == 1
    code, out = run(folder, "-m", "peers", server=True)
    assert (code, "2 skipped" in out, "1 error" in out) == (1, True, True)


FAMILIES = """from hypothesis import given, strategies as st
from tests.helpers.family import SEEDS, by_seed, drawn, examples

@examples(5)
@given(st.integers(0, 10**9))
def test_a_property(seed): print(f"drawn {seed}")

@by_seed(2)
def test_a_family(seed): print(f"drawn {seed}")

@drawn(3, seed=SEEDS, two=lambda chance: chance.random() < 2)
def test_members(seed, two, tmp_path): print(f"drawn {seed}" if two and tmp_path else "not drawn")
"""


def test_random_families_are_small_here_and_large_and_of_a_day_at_length(folder: Path) -> None:
    """Runs of pytest are other processes."""
    (folder / "test_some.py").write_text(FAMILIES)
    code, out = run(folder, "-s")
    assert (code, "4 passed" in out) == (0, True)
    small = re.findall(r"drawn (\d+)", out)
    assert len(small) == 5 + 2 + 3
    first, again = (run(folder, "-s", "-m", "long", "--hypothesis-seed", "9")[1] for _ in "12")
    large = re.findall(r"drawn (\d+)", first)
    assert len(large) == TIMES * len(small)
    assert re.findall(r"drawn (\d+)", again) == large
    assert set(large) != set(small)
    assert "again: make test-long DAY=9" in first


def test_a_member_that_fails_is_told() -> None:
    def fails(seed: int, size: int) -> None:
        assert size == seed

    failing: Callable[..., None] = drawn(9, seed=SEEDS, size=(7,))(fails)
    with pytest.raises(AssertionError) as failed:
        failing()
    assert re.fullmatch(r"drawn: {'seed': \d+, 'size': 7}", failed.value.__notes__[0])


def test_the_makefile_has_each_tier() -> None:
    makefile = (ROOT / "Makefile").read_text("utf-8")
    for tier in ("desk", "peers", "server", "elsewhere", "long"):
        assert f'@echo "make test-{tier} ' in makefile
