"""People of the rating lists on the page where players are entered: found as one types, and taken."""

from __future__ import annotations

import datetime as dt
import re
from pathlib import Path

import pytest

from desk.access.roles import Role
from desk.lists.shelf import FOLDER, Shelf
from tests.helpers.browsing import Browsing, fields_of
from tests.helpers.rating_lists import FIRST_NUMBER, fide_combined, people


@pytest.fixture
def browsing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Browsing:
    monkeypatch.setenv(FOLDER, str(tmp_path / "lists"))
    (tmp_path / "list.txt").write_text(fide_combined(people()), "utf-8")
    Shelf().load(tmp_path / "list.txt", dt.datetime(2026, 11, 27))
    fresh = Browsing(tmp_path / "new.ledger")
    fresh.do({"command": "init", "name": "Open", "rounds": 5})
    return fresh


def _page(browsing: Browsing, query: str = "") -> str:
    return browsing.client().get(f"/{browsing.slug}/players/enter{query}").text


def _form(text: str) -> dict[str, str]:
    """Return the fields of the form that enters a player, which comes after that of the search."""
    rest = text.partition('id="found"')[2]
    typed = re.findall(r'<input [^>]*name="([^"]*)"[^>]* value="([^"]*)"', rest)
    return {**dict(typed), **fields_of(rest, "players/enter")}


def test_people_are_found_as_their_name_is_typed_and_lead_to_a_form_that_is_filled_in(
    browsing: Browsing,
) -> None:
    text = _page(browsing, "?q=abb+mar")
    assert "Abbink, Marlies" in text
    [link] = re.findall(r'href="([^"]*listed=[^"]*)"', text)
    assert not re.search(r"\b1994\b", link)
    form = _form(browsing.client().get(link).text)
    assert (form["name"], form["rating"], form["birth"]) == ("Abbink, Marlies", "2088", "1994")
    then = browsing.send(f"/{browsing.slug}/players/enter", form)
    assert then.status_code == 303
    [player] = browsing.book.state.players
    assert browsing.book.name(player) == "Abbink, Marlies"
    [match] = browsing.book.state.ratings.matches.values()
    assert (match.rating_list, match.certainty, match.confirmed) == ("fide", "possible", True)


def test_what_is_typed_in_the_form_goes_before_the_list(browsing: Browsing) -> None:
    form = _form(_page(browsing, f"?listed=fide.{FIRST_NUMBER}"))
    browsing.send(f"/{browsing.slug}/players/enter", {**form, "rating": "2050"})
    assert [one.rating for one in browsing.book.state.players.values()] == [2050]


@pytest.mark.parametrize(
    "listed", ["", "fide", "fide.x", "nothing.1", "fide.1", "fide.²", "fide.9" * 9]
)
def test_a_key_of_nobody_is_nobody(browsing: Browsing, listed: str) -> None:
    text = _page(browsing, f"?listed={listed}")
    assert 'name="listed"' not in text


def test_one_letter_finds_nobody_and_is_no_fault(browsing: Browsing) -> None:
    assert "listed=" not in _page(browsing, "?q=a")


def test_without_lists_there_is_nothing_to_search(
    browsing: Browsing, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv(FOLDER, str(tmp_path / "none"))
    assert 'id="found"' not in _page(browsing)


def test_who_may_not_enter_players_sees_nothing_of_a_list(browsing: Browsing) -> None:
    answer = browsing.client(Role.HELPER).get(f"/{browsing.slug}/players/enter?q=abbink")
    assert "Abbink" not in answer.text


def test_the_players_of_a_file_are_found_and_doubts_are_asked_before_it_is_recorded(
    browsing: Browsing,
) -> None:
    content = b"naam;geboren\nMarlies Abbink;1994\nKees Jansen;\nNieuwe Naam;2001\n"
    path = f"/{browsing.slug}/players/file"
    text = browsing.send(path, files={"file": ("form.csv", content)}).text
    assert "Abbink, Marlies" in text
    assert "2088" in text
    [field] = re.findall(r'<select name="([^"]*)"', text)
    keys = re.findall(r'<option value="(fide[^"]*)"', text)
    assert len(keys) == 2
    form = {**fields_of(text, "players/file"), "record": "yes", field: keys[1]}
    assert browsing.send(path, form).status_code == 303
    book = browsing.book
    rated = {book.name(p): one.rating for p, one in book.state.players.items()}
    assert rated == {"Abbink, Marlies": 2088, "Jansen, Kees": 1650, "Nieuwe Naam": None}
    certain = [one.certainty for one in book.state.ratings.matches.values()]
    assert sorted(certain) == ["possible", "probable"]
