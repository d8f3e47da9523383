"""Editions are read by name, from a file or from a ledger, and found by the day."""

from __future__ import annotations

import datetime as dt
from pathlib import Path

import pytest

from ledger.refusals import Refusal
from projections.ratings.edition import Edition
from projections.ratings.edition_files import (
    edition_from,
    is_edition,
    load_edition,
    rating_edition_on,
    shipped_edition,
    shipped_editions,
)
from projections.views.rules import RulesDiffRow, edition_view, editions_diff
from tests.helpers.words import words


@pytest.mark.parametrize("name", shipped_editions())
def test_the_text_that_a_ledger_keeps_gives_the_same_edition(name: str) -> None:
    edition = shipped_edition(name)
    assert edition_from(edition.canonical()) == edition
    assert edition_from(edition.canonical()).hash == edition.hash
    assert edition.id == name


@pytest.mark.parametrize(
    ("day", "name"),
    [
        ("2019-05-01", "2022"),
        ("2024-02-29", "2022"),
        ("2024-03-01", "2024-03"),
        ("2024-12-01", "2024-12"),
        ("2025-09-30", "2024-12"),
        ("2025-10-01", "2025-10"),
    ],
)
def test_the_edition_is_that_of_the_day_on_which_the_tournament_begins(day: str, name: str) -> None:
    assert rating_edition_on(dt.date.fromisoformat(day)).id == f"fide-rating-{name}"
    assert rating_edition_on(None).id == "fide-rating-2025-10"


def test_a_file_of_ones_own_has_only_what_differs(tmp_path: Path) -> None:
    file = tmp_path / "own.toml"
    own = '\ufeffbase = "fide-rating-2025-10"\nid = "ours"\n[change]\ncap = 350\n'
    file.write_text(own, "utf-8")  # with a byte order mark, as some editors save it
    assert is_edition(str(file))
    edition = load_edition(str(file))
    assert isinstance(edition, Edition)
    view = editions_diff(shipped_edition("fide-rating-2025-10"), edition)
    (row,) = view.rows
    assert isinstance(row, RulesDiffRow)
    assert (row.name, row.second) == ("change.cap", "350")


@pytest.mark.parametrize(
    ("text", "code", "said"),
    [
        ('base = "fide-rating-2022"', "rulebook-invalid", "its own id"),
        ('base = "none"\nid = "x"', "unknown-edition", "no edition"),
        ("id = 3", "rulebook-invalid", "rating"),
        ("id =", "rulebook-unreadable", "own.toml"),
        (
            'base = "fide-rating-2022"\nid = "x"\n[change]\ncap = 0',
            "rulebook-invalid",
            "own.toml, line 4: change.cap",
        ),
        (
            'base = "fide-rating-2022"\nid = "x"\n[change]\ncap = 35.5',
            "rulebook-invalid",
            'change.cap: "35.5" is not a whole number',
        ),
        ('base = "own.toml"\nid = "x"', "rulebook-invalid", "circle"),
    ],
)
def test_what_is_wrong_in_a_file_is_told_with_its_place(
    text: str, code: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("own.toml").write_text(text)
    refusals = load_edition("own.toml")
    assert isinstance(refusals, tuple)
    assert refusals[0].code == code
    assert said in words(refusals[0].what)


def test_names_of_rulebooks_and_broken_files_are_no_editions(tmp_path: Path) -> None:
    broken = tmp_path / "broken.toml"
    broken.write_bytes(b"\xff")
    assert not is_edition("knsb-wp-2014")
    assert not is_edition(str(broken))
    assert not is_edition("missing.toml")


def test_an_edition_has_no_clause_to_be_shown() -> None:
    refusal = edition_view(shipped_edition("fide-norms-2024"), "1.4.1")
    assert isinstance(refusal, Refusal)
    assert refusal.code == "unknown-clause"
    assert "no clauses" in words(refusal.what)
