"""Rating periods, by their first rounds, and the ratings that tie-breaks count."""

from __future__ import annotations

import pytest

from projections.games.crosstable import of_tournament
from projections.standings.opponents_ratings import rated_games
from tests.helpers.hall import Hall


def test_periods_begin_with_the_rounds_that_are_declared() -> None:
    hall = Hall(4, 7, rules="fide-dutch-2026")
    (fact,) = hall.do("rating-periods", first_rounds=[3, 5])
    assert fact.model_dump()["first_rounds"] == (1, 3, 5)
    assert hall.refused("rating-periods", first_rounds=[1, 3, 5]).code == "nothing-to-change"
    hall.do("rating-periods")
    assert hall.refused("rating-periods", first_rounds=[3, 3]).code == "rounds-reversed"
    assert hall.refused("rating-periods", first_rounds=[1, 9]).code == "no-such-round"


@pytest.mark.parametrize("code", ["ARO", "ARO/C1", "ARO/M2", "TPR", "PTP", "APRO", "APPO"])
def test_tie_breaks_of_ratings_are_not_advised_in_several_periods(code: str) -> None:
    of_ratings = {"ranking.final": f'["{code}", "lots"]'}
    hall = Hall(4, 7, rules="fide-dutch-2026", set=of_ratings)
    assert len(hall.notes("rating-periods", first_rounds=[1, 4])) == 1
    plain = Hall(4, 7, rules="fide-dutch-2026")
    assert plain.notes("rating-periods", first_rounds=[1, 4]) == ()


@pytest.mark.clause("fide-2026 10")
@pytest.mark.parametrize(("tie_breaks", "expected"), [("first", 2000), ("of_round", 2300)])
def test_tie_breaks_count_the_rating_of_the_start_or_that_of_the_round(
    tie_breaks: str, expected: int
) -> None:
    hall = Hall(2, 3, rules="fide-dutch-2026")
    hall.do("schedule", round=1, date="2026-10-03")
    hall.do("rating-list", name="FIDE", valid_from="2026-09-01", player="Player A", rating=2000)
    hall.do("details", begins="2026-09-05")
    hall.do("rating-list", name="FIDE", valid_from="2026-10-01", player="Player A", rating=2300)
    hall.do("rating-periods", first_rounds=[1, 2], tie_breaks=tie_breaks)
    hall.do("lots")
    hall.play()
    assert hall.state.players[1].rating == 2000
    games = rated_games(of_tournament(hall.state, hall.book.rules), hall.book.rules, 2)
    assert games is not None
    assert [game.rating for game in games] == [expected]
