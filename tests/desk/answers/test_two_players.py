"""Two players beside each other: common opponents and games against each other, from two cards."""

from __future__ import annotations

from pathlib import Path

import pytest

from desk.answers.competition import player
from desk.answers.two_players import against, common_opponents
from desk.site.tables import BesideTables
from desk.site.words import site_words
from ledger.state.book import Book
from projections.views.view import View
from tests.helpers.browsing import Browsing, demo
from tests.helpers.season_played import played_season
from tests.helpers.terminal import Terminal


class Nowhere:
    """Addresses of nothing."""

    def card(self, number: object) -> str:
        return ""

    def round(self, number: int) -> str:
        return ""

    def board(self, round: int, board: int) -> str:
        return ""


def card(book: Book, number: int) -> View:
    view = player(book, str(number))
    assert isinstance(view, View)
    return view


@pytest.fixture
def small(tmp_path: Path) -> Book:
    """Return five players in a round robin: 5 is free in round 1 and leaves, 1 stays away once."""
    terminal = Terminal(tmp_path / "cup.ledger")
    terminal.run("init", "Cup", "--rules", "berger")
    for letter in "ABCDE":
        terminal.run("enter", f"Speler {letter}", "--rating", 2000 - ord(letter))
    terminal.run("lots", "--by", "rating")
    for number in (1, 2, 3):
        terminal.run("publish")
        terminal.run("result", number, 1, "1-0")
        if number == 2:
            terminal.run("forfeit", 2, 2, "--white", "late")
        else:
            terminal.run("result", number, 2, "=")
    terminal.run("withdraw", "5")
    return Browsing(terminal.ledger).book


def opponents_of(book: Book, number: int) -> dict[int, list[int]]:
    """Return the opponents of a player with the rounds, from the rounds themselves."""
    met = dict[int, list[int]]()
    label = book.state.label
    for round_ in book.state.rounds:
        for game in round_.games:
            for one, other in ((game.white, game.black), (game.black, game.white)):
                if label(one) == number:
                    met.setdefault(int(label(other)), []).append(round_.number)
    return met


def agrees(book: Book) -> int:
    """Check every two players against the rounds; return how many common opponents there were."""
    found = 0
    numbers = [int(book.state.label(one)) for one in book.state.players]
    for a in numbers:
        for b in numbers:
            if a == b:
                continue
            mine, theirs = opponents_of(book, a), opponents_of(book, b)
            common = common_opponents(card(book, a), card(book, b))
            assert {one.number for one in common} == set(mine) & set(theirs)
            for one in common:
                assert [row["round"] for row in one.one] == mine[one.number]
                assert [row["round"] for row in one.other] == theirs[one.number]
            games = against(card(book, a), b)
            assert [row["round"] for row in games] == mine.get(b, [])
            found += len(common)
    return found


def test_common_opponents_are_those_of_the_rounds_with_byes_and_who_left(small: Book) -> None:
    assert agrees(small) > 0


def test_a_tournament_of_six_rounds_and_a_season_agree(tmp_path: Path) -> None:
    assert agrees(demo(tmp_path).book) > 0
    assert agrees(Browsing(played_season(tmp_path).ledger).book) > 0


def test_results_stand_as_on_the_cards_a_forfeit_with_its_letter(small: Book) -> None:
    tables = BesideTables(site_words("en"), ("A", "B"))
    said = list[str]()
    numbers = [int(small.state.label(one)) for one in small.state.players]
    for a in numbers:
        for b in numbers:
            if a != b:
                games = tables.between(card(small, a), card(small, b), (a, b))
                said += [cell.text for row in games.rows for cell in row[1:]]
                common = tables.common(card(small, a), card(small, b), Nowhere())
                said += [row[1].text for row in common.rows]
                assert all(row[0].text.startswith("Speler ") for row in common.rows)
    assert set(said) == {"0", "1", "½", "0R", "1R"}


def test_a_season_shows_the_shares_of_both(tmp_path: Path) -> None:
    book = Browsing(played_season(tmp_path).ledger).book
    tables = BesideTables(site_words("en"), ("A", "B"))
    white = int(book.state.label(book.state.rounds[0].games[0].white))
    black = int(book.state.label(book.state.rounds[0].games[0].black))
    games = tables.between(card(book, white), card(book, black), (white, black))
    assert games.rows
    assert all(cell.text for row in games.rows for cell in row)
