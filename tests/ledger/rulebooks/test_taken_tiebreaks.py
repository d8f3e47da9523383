"""The key `tiebreaks`: the sections of tie-breaks that a rulebook takes from another."""

from __future__ import annotations

from pathlib import Path

import pytest

from ledger.rulebooks.files import shipped
from ledger.rulebooks.rulebook import Rulebook
from pairing.systems.registry import load_rulebook
from tests.helpers.words import words


def loaded(name: str) -> Rulebook:
    book = load_rulebook(name)
    assert isinstance(book, Rulebook)
    return book


TAKERS = ["fide-dutch-2026", "fide-dutch-2017", "knsb-rating-2014", "berger"]
EDITIONS = [name for name in shipped() if loaded(name).pairs_nothing]


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(
    "name", ["fide-dutch-2026", "fide-dutch-2017", "knsb-rating-2014", "berger"]
)
def test_a_rulebook_takes_the_tie_breaks_of_any_edition(name: str, edition: str) -> None:
    book, of = load_rulebook(name, {"tiebreaks": edition}), loaded(edition)
    assert isinstance(book, Rulebook)
    assert (book.unplayed, book.ranking) == (of.unplayed, of.ranking)
    assert book.sections == loaded(name).sections


def test_a_key_of_the_tie_breaks_that_were_taken_can_be_set() -> None:
    book = load_rulebook(
        "fide-dutch-2026", {"ranking.final": '["sb", "lots"]', "tiebreaks": "fide-2024"}
    )
    assert isinstance(book, Rulebook)
    assert book.ranking.final == ("sb", "lots")
    assert book.unplayed == loaded("fide-2024").unplayed


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (
            'base = "berger"\nid = "ours"\ntiebreaks = "fide-2024"\n[ranking]\nfinal = ["lots"]',
            "tiebreaks takes the section [ranking] from the rulebook of its name",
        ),
        ('base = "fide-dutch-2026"\nid = "ours"\ntiebreaks = "knsb-wp-2014"', "pairs rounds"),
        ('base = "fide-dutch-2026"\nid = "ours"\ntiebreaks = "fide-1887"', "there is no rulebook"),
        ('base = "knsb-wp-2014"\nid = "ours"\ntiebreaks = "fide-2026"', "tie-breaks of its own"),
        ('base = "mwkeizer"\nid = "ours"\ntiebreaks = "fide-2026"', "tie-breaks of its own"),
        ('base = "knsb-rating-2014"\nid = "ours"\n[fide]\nfirst_colour = "W"', "[fide] goes with"),
    ],
)
def test_tie_breaks_that_clash_are_refused(text: str, why: str, tmp_path: Path) -> None:
    (tmp_path / "ours.toml").write_text(text, "utf-8")
    refusals = load_rulebook(str(tmp_path / "ours.toml"))
    assert isinstance(refusals, tuple)
    assert why in words(refusals[0].what)


def test_a_file_changes_a_key_of_the_tie_breaks_that_its_base_took(tmp_path: Path) -> None:
    text = 'base = "fide-dutch-2026"\nid = "ours"\n[ranking]\nfinal = ["sb", "lots"]\n'
    (tmp_path / "ours.toml").write_text(text, "utf-8")
    book = load_rulebook(str(tmp_path / "ours.toml"))
    assert isinstance(book, Rulebook)
    assert (book.ranking.final, book.unplayed) == (("sb", "lots"), loaded("fide-2026").unplayed)
