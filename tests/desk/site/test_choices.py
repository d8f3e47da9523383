"""The website shows what the organiser and the players chose."""

from __future__ import annotations

import json
import shutil
from dataclasses import fields, replace
from pathlib import Path

import pytest

from ledger.state.website import WebsiteChoices
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


def kept_out(site: Path, path: str) -> bool:
    return "<meta name=robots content=noindex>" in (site / path / "index.html").read_text("utf-8")


def test_search_engines_may_show_a_tournament_once_it_has_ended(club: Club) -> None:
    assert kept_out(site_of(club), "nl/cup/standing")
    club.terminal.run("result", 2, 2, "1-0", 3, "1-0")
    club.terminal.run("plan", 2, "--confirm", "yes")
    club.terminal.run("finish", "--confirm", 2)
    site = site_of(club)
    assert not kept_out(site, "nl/cup/standing")
    assert not kept_out(site, "nl")
    assert kept_out(site, "nl/cup/embed/standing")
    assert all(kept_out(kept, "standing") for kept in (site / "nl/cup/at").iterdir())
    club.terminal.run("website-choices", "--search-engines", "never")
    assert kept_out(site_of(club), "nl/cup/standing")


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


def files_of(site: Path) -> dict[str, bytes]:
    return {
        path.relative_to(site).as_posix(): path.read_bytes()
        for path in site.rglob("*")
        if path.is_file()
    }


OTHERWISE: dict[str, tuple[object, str]] = {
    "published": ("no", "en/cup/index.html"),
    "listed": ("no", "en/index.html"),
    "names": ("none", "en/cup/players/index.html"),
    "children": ("names", "data/cup/player-6.json"),
    "birth_year": ("yes", "data/cup/players.json"),
    "ratings": ("no", "en/cup/players/index.html"),
    "clubs": ("no", "data/cup/players.csv"),
    "forecasts": ("no", "nl/cup/player/1/index.html"),
    "statistics": ("no", "en/cup/statistics/index.html"),
    "reasons": ("yes", "en/cup/log/index.html"),
    "archive_after": (1, "en/cup/index.html"),
    "search_engines": ("always", "en/cup/index.html"),
    "address": ("https://club.example/open", "nl/cup/feed.xml"),
}
"""Another value of each choice, and a file that it changes or takes away."""


@pytest.fixture(scope="module")
def whole_club(tmp_path_factory: pytest.TempPathFactory) -> tuple[Club, dict[str, bytes]]:
    """Return a club of which everything is known that a choice can show or hide, and its site."""
    club = made_club(tmp_path_factory.mktemp("club"))
    run = club.terminal.run
    run("details", "--begins", "2026-06-01", "--ends", "2026-06-05")
    run("edition", "fide-rating-2025-10")
    run("correct", "person", "Aap", "--birth", "1980", "--club", "De Toren", "--federation", "NED")
    run("correct", "person", "Beer", "--birth", "2015-03-04")
    run("correct", "result", 1, 2, "1-0", "--reason", "the slip was misread")
    return club, files_of(site_of(club))


@pytest.mark.parametrize("choice", [field.name for field in fields(WebsiteChoices)])
def test_each_choice_changes_what_it_is_about(
    whole_club: tuple[Club, dict[str, bytes]], choice: str, tmp_path: Path
) -> None:
    club, usual = whole_club
    shutil.copytree(club.terminal.ledger.parent, tmp_path, dirs_exist_ok=True)
    terminal = replace(club.terminal, ledger=tmp_path / club.terminal.ledger.name)
    value, path = OTHERWISE[choice]
    terminal.run("website-choices", f"--{choice.replace('_', '-')}", value)
    terminal.try_("website", tmp_path / "chosen")
    chosen = files_of(tmp_path / "chosen")
    assert path in usual
    assert usual[path] != chosen.get(path), choice


def test_forecasts_and_prizes_know_what_the_public_does_not(club: Club) -> None:
    run = club.terminal.run
    run("details", "--begins", "2026-06-01")
    run("edition", "fide-rating-2025-10")
    run("correct", "person", "Fret", "--birth", "2012-03-04")
    card = f"player-{club.book.state.label(6)}.json"
    forecast = json.loads((site_of(club) / "data" / "cup" / card).read_text())["forecasts"]
    assert forecast["rating"]["k"] == 40
    assert "2012" not in everything(club.terminal.ledger.parent / "site" / "data")


def test_a_reason_that_is_shown_stands_in_the_log_and_in_no_feed(club: Club) -> None:
    club.terminal.run("correct", "result", 1, 2, "1-0", "--reason", "the slip was misread")
    assert "misread" not in everything(site_of(club))
    club.terminal.run("website-choices", "--reasons", "yes")
    site = site_of(club)
    assert "misread" in (site / "nl" / "cup" / "log" / "index.html").read_text("utf-8")
    log = json.loads((site / "data" / "cup" / "log.json").read_text())
    assert [row["reason"] for row in log["rows"]] == ["the slip was misread"]
    assert "misread" not in (site / "nl" / "cup" / "feed.xml").read_text("utf-8")
