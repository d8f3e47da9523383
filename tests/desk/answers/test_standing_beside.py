"""A standing beside others: as known at another moment, and under other rules."""

from __future__ import annotations

from pathlib import Path

import pytest

from desk.answers.competition import standings as standings_report
from desk.answers.standing_beside import StandingsBeside, moment_beside, standings_beside
from ledger.refusals import Refusal
from ledger.rulebooks.rulebook import Rulebook
from ledger.state.book import Book
from pairing.systems.registry import load_rulebook
from projections.views.view import View
from tests.helpers.browsing import Browsing, demo
from tests.helpers.hall import Hall
from tests.helpers.places import EXAMPLES
from tests.helpers.season import Season
from tests.helpers.terminal import Terminal
from tests.helpers.words import words


@pytest.fixture
def browsing(tmp_path: Path) -> Browsing:
    return demo(tmp_path)


def _beside(book: Book, *others: Book | Rulebook, after: int | None = None) -> StandingsBeside:
    standings = standings_beside(book, others, after)
    assert isinstance(standings, StandingsBeside)
    return standings


def _then(book: Book, moment: str) -> Book:
    then = moment_beside(book, moment)
    assert isinstance(then, Book)
    return then


def _rules(name: str) -> Rulebook:
    rules = load_rulebook(name)
    assert isinstance(rules, Rulebook)
    return rules


def test_a_correction_is_the_only_fact_behind_the_moves_since_the_moment_before_it(
    browsing: Browsing,
) -> None:
    before = browsing.book.state.position
    browsing.do(
        {
            "command": "correct-result",
            "round": 3,
            "board": 1,
            "result": "0-1",
            "reason": "slip misread",
        }
    )
    (then,) = _beside(browsing.book, _then(browsing.book, str(before))).beside
    assert then.facts == (before + 1,)
    assert then.how_many == sum(1 for places in then.moved.values() if places) > 0
    assert then.movers


def test_the_places_then_are_those_of_the_standing_as_it_was_known_then(browsing: Browsing) -> None:
    book = browsing.book
    then = _then(book, "published:3")
    (side,) = _beside(book, then, after=2).beside
    view = standings_report(then, 2)
    assert isinstance(view, View)
    assert [*side.ranks.items()] == [(row["id"], row["rank"]) for row in view.cells]


def test_a_moment_at_which_a_round_was_not_published_shows_the_standing_of_then(
    browsing: Browsing,
) -> None:
    (side,) = _beside(browsing.book, _then(browsing.book, "published:3"), after=5).beside
    assert side.after == 2


def test_a_moment_beside_itself_moves_nobody_and_names_no_fact(browsing: Browsing) -> None:
    book = browsing.book
    (side,) = _beside(book, _then(book, str(book.state.position))).beside
    assert (side.how_many, side.facts, side.movers) == (0, (), ())


def test_what_was_taken_back_between_two_moments_is_no_reason(browsing: Browsing) -> None:
    before = browsing.book.state.position
    browsing.do(
        {
            "command": "correct-result",
            "round": 3,
            "board": 1,
            "result": "0-1",
            "reason": "slip misread",
        }
    )
    browsing.do({"command": "undo", "confirm": "yes"})
    (side,) = _beside(browsing.book, _then(browsing.book, str(before))).beside
    assert (side.how_many, side.facts) == (0, ())
    (side,) = _beside(browsing.book, _then(browsing.book, str(before + 1))).beside
    assert side.facts == (before + 2,)
    assert side.how_many > 0


def test_an_earlier_moment_with_a_later_one_beside_it_tells_the_same_facts(
    browsing: Browsing,
) -> None:
    book = browsing.book
    then = _then(book, "published:4")
    forth, back = _beside(book, then, after=3).beside, _beside(then, book, after=3).beside
    assert forth[0].facts == back[0].facts
    assert forth[0].moved == back[0].moved


def test_a_fact_is_a_reason_in_the_standings_from_its_round_on_or_in_all_without_one() -> None:
    hall = Hall(6, 5)
    hall.play()
    hall.play()
    before = str(hall.state.position)
    hall.do("withdraw", player=6)
    hall.do("correct-rating", player=1, rating=1900, reason="wrong list")
    left, corrected = hall.state.position - 1, hall.state.position
    hall.play()

    def reasons(after: int) -> tuple[int, ...]:
        [side] = _beside(hall.book, _then(hall.book, before), after=after).beside
        return side.facts

    assert reasons(2) == (corrected,)
    assert reasons(3)[:2] == (left, corrected)


def test_other_rules_name_the_key_that_decides_and_its_two_values(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path / "club.ledger")
    terminal.run("import", str(EXAMPLES / "club-open.trf"))
    said = terminal.run("beside", "--rules", "fide-dutch-2026", "--as-of", "40")
    assert "Brouwer, N. +3: BH-C1 9½, Rietveld, C. 8½" in said
    rows = terminal.json("beside", "--rules", "fide-dutch-2026")["rows"]
    other = terminal.json("standings", "--rules", "fide-dutch-2026")["rows"]
    assert {row["number"]: row["places"][0]["rank"] for row in rows} == {
        row["id"]: row["rank"] for row in other
    }


def test_a_bye_that_counts_otherwise_is_a_reason_by_the_names_of_the_other_rules() -> None:
    hall = Hall(7, 5, rules="fide-dutch-2026")
    hall.play("1-0", "0-1", "1/2-1/2")
    movers = _beside(hall.book, _rules("knsb-wp-2014"), after=1).beside[0].movers
    reason = "round 1 (bye) counts otherwise: WP 0, was ½"
    assert reason in [words(mover.why) for mover in movers]


def test_the_rules_of_a_season_do_not_stand_beside_those_of_a_swiss(browsing: Browsing) -> None:
    refusal = standings_beside(browsing.book, [_rules("mwkeizer")])
    assert isinstance(refusal, Refusal)
    assert refusal.code == "other-kind-of-rules"


def test_a_season_under_its_own_rules_moves_nobody_and_under_others_the_rounds_are_the_reason() -> (
    None
):
    season = Season(8)
    for _ in range(3):
        season.play("1-0", "0-1", "1-0", "1/2-1/2")
    (own,) = _beside(season.book, season.book.rules).beside
    assert (own.how_many, own.movers) == (0, ())
    changed = load_rulebook("mwkeizer", {"keizer.win": "2"})
    assert isinstance(changed, Rulebook)
    (other,) = _beside(season.book, changed).beside
    assert other.how_many == len(other.movers)


def test_nothing_to_stand_beside_is_a_mistake(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path / "club.ledger")
    terminal.run("import", str(EXAMPLES / "club-open.trf"))
    assert "--as-of" in terminal.refused("beside", code=2)
