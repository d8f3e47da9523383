"""Ties at the end: shared in FIDE mode, or decided by lots that can be drawn again."""

from __future__ import annotations

from typing import Any

import pytest

from desk.answers.competition import standings
from desk.answers.tournament_file import tournament_file
from ledger.facts.tournament import AnyFact, FinalLotsDrawn
from ledger.refusals import Exit, Refusal
from ledger.trf.model import TrfFile
from projections.log.sentences import sentence
from projections.views.view import View
from tests.helpers.hall import Hall
from tests.helpers.words import words


def hall(mode: bool = True) -> Hall:
    """Return a tournament in which everybody drew, so that all are equal in everything."""
    opened = Hall(4, 1, rules="fide-dutch-2026", without_fide_mode=not mode)
    opened.play("1/2-1/2", "1/2-1/2")
    return opened


def final(opened: Hall) -> View:
    view = standings(opened.book, final=True)
    assert isinstance(view, View)
    return view


def lots_of(facts: tuple[AnyFact, ...]) -> FinalLotsDrawn:
    [drawn] = [fact for fact in facts if isinstance(fact, FinalLotsDrawn)]
    return drawn


def ranks(opened: Hall) -> dict[Any, Any]:
    return {row["id"]: row["rank"] for row in final(opened).cells}


def test_players_whom_nothing_separates_share_their_place_and_no_lot_is_drawn() -> None:
    opened = hall()
    [note] = opened.notes("finish")
    assert "1, 2, 3, 4; toernooi finish --draw draws lots" in note
    assert not any(isinstance(fact, FinalLotsDrawn) for fact in opened.facts)
    assert ranks(opened) == {1: 1, 2: 1, 3: 1, 4: 1}
    said = [words(note) for note in final(opened).notes]
    assert any("sharing their places: 1, 2, 3, 4" in note for note in said)
    assert not any("lots decide" in note for note in said)
    file = tournament_file(opened.book, (), "trf26")
    assert isinstance(file, TrfFile)
    assert {player.number: player.rank for player in file.players} == {1: 1, 2: 1, 3: 1, 4: 1}


def test_a_shared_place_is_followed_by_the_place_after_all_who_share_it() -> None:
    opened = Hall(4, 1, rules="fide-dutch-2026")
    opened.play("1-0", "1-0")
    assert sorted(ranks(opened).values()) == [1, 1, 3, 3]


def test_between_rounds_nobody_shares_a_place() -> None:
    view = standings(hall().book)
    assert isinstance(view, View)
    assert [row["rank"] for row in view.cells] == [1, 2, 3, 4]


@pytest.mark.parametrize("wish", [{"draw": True}, {"seed": "a"}])
def test_lots_are_drawn_when_they_are_asked_for(wish: dict[str, Any]) -> None:
    opened = hall()
    drawn = lots_of(opened.do("finish", **wish))
    assert drawn.seed
    assert [place for _, place in sorted(ranks(opened).items())] == [
        drawn.players.index(player) + 1 for player in range(1, 5)
    ]
    file = tournament_file(opened.book, (), "trf26")
    assert isinstance(file, TrfFile)
    assert {player.number: player.rank for player in file.players} == ranks(opened)


def test_the_same_seed_draws_the_same_lots() -> None:
    orders = {lots_of(hall().do("finish", seed="a")).players for _ in range(3)}
    assert len(orders) == 1
    assert lots_of(hall().do("finish", seed="b")).players not in orders


def test_lots_may_be_drawn_after_the_end_as_well() -> None:
    opened = hall()
    opened.do("finish")
    assert opened.refused("finish").code == "tournament-closed"
    lots_of(opened.do("finish", draw=True))
    assert len(set(ranks(opened).values())) == 4
    assert opened.refused("finish", draw=True).code == "tournament-closed"


@pytest.mark.parametrize("mode", [True, False])
def test_lots_drawn_by_hand_are_recorded_best_first(mode: bool) -> None:
    opened = hall(mode)
    drawn = lots_of(opened.do("finish", order=[3, "Player A", 4, 2]))
    assert (drawn.players, drawn.seed) == ((3, 1, 4, 2), "")
    assert ranks(opened) == {3: 1, 1: 2, 4: 3, 2: 4}
    assert words(sentence(drawn, str)) == "lots drawn by hand, best first: 3; 1; 4; 2"


@pytest.mark.parametrize(
    ("fields", "code", "exit_"),
    [
        ({"order": [1, 2, 3]}, "not-those-equal", Exit.USAGE),
        ({"order": [1, 2, 3, 3]}, "not-those-equal", Exit.USAGE),
        ({"order": [1, 2, 3, 9]}, "unknown-player", Exit.USAGE),
        ({"order": [1, 2, 3, 4], "seed": "a"}, "lots-drawn-twice", Exit.USAGE),
        ({"order": [1, 2, 3, 4], "draw": True}, "lots-drawn-twice", Exit.USAGE),
    ],
)
def test_lots_by_hand_are_of_all_who_are_equal_and_only_they(
    fields: dict[str, Any], code: str, exit_: Exit
) -> None:
    refusal = hall().refused("finish", **fields)
    assert (refusal.code, refusal.exit) == (code, exit_)
    assert words(refusal.what, "nl") != words(refusal.what, "en")


def test_nobody_who_is_alone_on_their_place_draws_a_lot() -> None:
    opened = Hall(3, 1, rules="fide-dutch-2026", set={"bye.points": 0.5})
    opened.play("1-0")
    refusal = opened.refused("finish", order=[1])
    assert isinstance(refusal, Refusal)
    assert refusal.code == "no-lots-to-draw"
    assert not any(isinstance(fact, FinalLotsDrawn) for fact in opened.do("finish", draw=True))


def test_outside_fide_mode_lots_are_drawn_as_before() -> None:
    club = hall(mode=False)
    assert len(lots_of(club.do("finish")).players) == 4
