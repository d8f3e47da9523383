"""The website shows what the organiser and the players chose."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.helpers.proof_page import Club, made_club


@pytest.fixture
def club(tmp_path: Path) -> Club:
    return made_club(tmp_path)


def site_of(club: Club) -> Path:
    site = club.terminal.ledger.parent / "site"
    club.terminal.run("website", site)
    return site


def everything(site: Path) -> str:
    files = (path for path in site.rglob("*") if path.is_file() and path.suffix != ".svg")
    return "\n".join(path.read_text("utf-8") for path in files)


def test_who_asked_for_a_number_or_initials_is_nowhere_by_name(club: Club) -> None:
    assert "Beer, B." in everything(site_of(club))
    club.terminal.run("show-as", "Beer", "number")
    club.terminal.run("show-as", "Coala", "initials")
    text = everything(site_of(club))
    assert "Beer" not in text
    assert "Coala" not in text
    assert "C. C." in text
    assert "Aap, A." in text


def test_with_names_of_nobody_no_word_of_a_name_is_in_any_file(club: Club) -> None:
    club.terminal.run("website-choices", "--names", "none")
    text = everything(site_of(club))
    for name in ("Aap", "Beer", "Coala", "Ezel", "Fret"):
        assert name not in text
    envelope = json.loads((site_of(club) / "data" / "cup" / "players.json").read_text())
    assert envelope["names"] == "none"


def test_ratings_that_are_not_shown_are_on_no_page_and_in_no_file(club: Club) -> None:
    assert "1765" in everything(site_of(club))
    club.terminal.run("website-choices", "--ratings", "no")
    site = site_of(club)
    pages = "\n".join(path.read_text("utf-8") for path in site.rglob("*.html"))
    data = "\n".join(path.read_text("utf-8") for path in (site / "data").rglob("*.json"))
    for rating in (1765, 1766, 1767, 1768, 1769, 1770):
        assert f">{rating}<" not in pages
        assert f" · {rating}" not in pages
        assert f'"rating": {rating}' not in data
    assert not list(site.rglob("*.trf"))


def test_a_tournament_that_is_not_published_is_taken_down(club: Club) -> None:
    site = site_of(club)
    assert (site / "en" / "cup" / "index.html").exists()
    club.terminal.run("website-choices", "--published", "no")
    said = club.terminal.try_("website", site).err
    assert "Cup is not on the website" in said
    assert not (site / "en" / "cup").exists()
    assert not (site / "data" / "cup").exists()


def test_an_unlisted_tournament_has_its_pages_but_no_place_in_the_list(club: Club) -> None:
    club.terminal.run("website-choices", "--listed", "no")
    site = site_of(club)
    assert (site / "en" / "cup" / "index.html").exists()
    assert "Cup" not in (site / "en" / "index.html").read_text("utf-8")


def test_a_tournament_goes_when_its_time_is_over(club: Club) -> None:
    club.terminal.run("details", "--begins", "2026-06-01", "--ends", "2026-06-05")
    club.terminal.run("website-choices", "--archive-after", 300)
    assert (site_of(club) / "en" / "cup").exists()
    club.terminal.run("website-choices", "--archive-after", 30)
    assert not (site_of(club) / "en" / "cup").exists()


def test_the_address_that_was_chosen_stands_in_feeds(club: Club) -> None:
    club.terminal.run("website-choices", "--address", "https://club.example/open")
    feed = (site_of(club) / "en" / "cup" / "feed.xml").read_text("utf-8")
    assert "https://club.example/open/en/cup/" in feed


def test_forgetting_reaches_the_website_which_says_what_to_clear_elsewhere(club: Club) -> None:
    club.terminal.run("website-choices", "--address", "https://club.example/open")
    site = site_of(club)
    number = club.book.state.label(2)
    club.terminal.run("forget", "Beer")
    said = club.terminal.try_("website", site).err
    assert "Beer" not in everything(site)
    assert f"https://club.example/open/nl/cup/player/{number}/" in said
    assert "clear" not in club.terminal.try_("website", site).err
