"""The verbs about rule versions on the command line."""

from __future__ import annotations

from pathlib import Path

import pytest

from ledger.rulebooks import coverage
from tests.helpers.places import ROOT
from tests.helpers.terminal import Terminal


@pytest.fixture
def terminal(tmp_path: Path) -> Terminal:
    return Terminal(tmp_path / "none.ledger")


def test_coverage_names_the_line_of_code_and_of_tests_in_80_columns(terminal: Terminal) -> None:
    ran = terminal.try_("rules", "coverage", "knsb-wp-2014")
    assert ran.code == 0
    assert max(map(len, ran.out.splitlines())) <= 80
    (start,) = [n for n, line in enumerate(ran.out.splitlines()) if line.startswith("C4.1 ")]
    places = [line.split()[-1] for line in ran.out.splitlines()[start : start + 9]]
    assert any(place.startswith("pairing/wp/") for place in places)
    assert any(place.startswith("tests/pairing/wp/") for place in places)


def test_the_places_of_a_clause_are_lines_that_are_there(terminal: Terminal) -> None:
    rows = terminal.json("rules", "coverage", "mwkeizer")["rows"]
    places = [place for row in rows for key in ("code", "tests") for place in row[key]]
    assert places
    for place in places:
        name, _, line = place.partition(":")
        assert len((ROOT / name).read_text("utf-8").splitlines()) >= int(line)


def test_without_the_tests_coverage_says_so(
    terminal: Terminal, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(coverage, "ROOT", tmp_path)
    out = terminal.run("rules", "coverage", "knsb-wp-2014")
    assert "the tests do not come with the installed program, only with its source" in out


def test_an_edition_has_its_title_in_the_language_of_its_reader(terminal: Terminal) -> None:
    dutch = terminal.run("--lang", "nl", "rules", "show", "fide-rating-2025-10")
    assert dutch.startswith("fide-rating-2025-10: Ratingregels van de FIDE van oktober 2025")
    assert "FIDE rating rules of October 2025" in terminal.run(
        "rules", "show", "fide-rating-2025-10"
    )
