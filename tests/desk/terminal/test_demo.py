"""The demonstration runs the whole line, and its output is true."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.helpers.console import Console
from tests.helpers.shared_data import shared_files


def test_the_demonstration_shows_that_then_and_now_differ_and_the_pairing_stays(
    tmp_path: Path,
) -> None:
    console = Console(tmp_path)
    said = console.must_run("demo")
    steps = re.findall(r"^(\d+)\. ", said, re.MULTILINE)
    assert [*map(int, steps)] == [*range(1, len(steps) + 1)] != []
    then = console.must_run("standings", "--after", "5", "--as-of", "published:6")
    now = console.must_run("standings", "--after", "5")
    assert then.splitlines()[4].split()[:3] == ["1", "1", "Veldhuis,"]
    assert now.splitlines()[4].split()[:3] == ["1", "6", "Lindhout,"]
    assert "6 Lindhout, R.: then place 4 with 3 points, now place 1 with 4" in said
    at_publication = console.must_run("pairings", "6", "--as-of", "75", "--csv").splitlines()
    today = console.must_run("pairings", "6", "--csv").splitlines()
    assert [line.rsplit(",", 1)[0] for line in today] == [
        line.rsplit(",", 1)[0] for line in at_publication
    ]


def test_the_demonstration_takes_a_new_file_each_time(tmp_path: Path) -> None:
    console = Console(tmp_path)
    console.must_run("demo")
    console.must_run("demo", "--rules", "knsb-wp-1996")
    assert sorted(path.name for path in tmp_path.glob("*.ledger")) == [
        "demo-2.ledger",
        "demo.ledger",
    ]


def test_the_shipped_tournament_is_paired_by_both_rulebooks_as_it_was_played(
    tmp_path: Path,
) -> None:
    console = Console(tmp_path)
    for rules in ("knsb-wp-2014", "knsb-wp-1996"):
        said = console.must_run("trf", "check", str(console.shipped_file), "--rules", rules)
        assert f"rounds paired the same by {rules}: 5 of 5" in said


def test_a_file_that_cannot_be_paired_ends_the_demonstration_with_the_reason(
    tmp_path: Path,
) -> None:
    console = Console(tmp_path)
    console.must_run("init", "Two players", "--rounds", "3")
    console.must_run("enter", "Dekker, S.")
    console.must_run("enter", "Prins, L.")
    for line in (["lots", "--by", "entry"], ["publish"], ["result", "1", "1", "1-0"]):
        console.must_run(*line)
    console.must_run("export", "-o", "two.trf")
    result = console.run("demo", "two.trf")
    assert result.exit_code == 3, result.output
    assert "no-legal-pairing" in result.output
    assert "The demonstration ends here" in result.output


@pytest.mark.parametrize("path", shared_files("data/real/*.trf"))
def test_the_demonstration_runs_on_a_real_tournament(path: Path, tmp_path: Path) -> None:
    said = Console(tmp_path).must_run("demo", str(path))
    assert "What the correction changed:" in said
    assert "\n0 of" not in said
