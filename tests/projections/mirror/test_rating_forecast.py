"""The forecast of ratings in a mirror is that of the program, where an edition was declared."""

from __future__ import annotations

from random import Random

from projections.ratings.forecast import Forecast
from tests.helpers.family import by_seed
from tests.helpers.hall import Hall
from tests.helpers.mirrors import mirror


def played(seed: int, *, declared: bool = True) -> Hall:
    chance = Random(seed)
    hall = Hall(rules="fide-dutch-2026", rounds=3)
    for number in range(1, 8):
        rating = chance.choice([0, chance.randrange(1500, 2700)])
        hall.do("enter", name=f"Player {number}", rating=rating)
    hall.do("schedule", round=1, date="2026-09-05")
    hall.do("schedule", round=3, date="2026-11-05")
    hall.do("lots", by="entry", first_colour="white")
    if declared:
        hall.do("edition", edition="fide-rating-2025-10")
    for number in (1, 2, 3):
        hall.do("publish")
        for board in range(1, len(hall.state.rounds[-1].games) + 1):
            result = chance.choice(["1-0", "0-1", "1/2-1/2"])
            hall.do("result", round=number, board=board, result=result)
    return hall


@by_seed(3)
def test_every_round_and_every_period_is_worth_what_the_program_says(seed: int) -> None:
    hall = played(seed)
    forecast = Forecast(hall.state, {})
    rounds, periods = set(), set()
    for player in hall.state.players:
        for one in forecast.of(player).periods:
            if one.change is not None:
                change, new = one.change.hundredths / 100, one.change.new
                games = one.change.games
                periods.add((player, one.period.number, one.change.k, games, change, new))
            for line in one.lines:
                worth = None if line.worth is None else line.worth.hundredths
                rounds.add((player, line.round, line.opponent, line.halves, worth, line.why_not))
    with mirror(hall.book.recorded, {}) as database:
        rows = database.execute(
            "SELECT player, round, opponent, halves, worth, why_not FROM rating_forecast"
        ).fetchall()
        assert (len(rows), set(rows)) == (len(rounds), rounds)
        made = database.execute(
            "SELECT player, period, k, games, change, new FROM rating_changes()"
        ).fetchall()
        assert set(made) == periods


def test_without_an_edition_there_is_no_forecast_in_a_mirror() -> None:
    with mirror(played(1, declared=False).book.recorded, {}) as database:
        assert database.execute("FROM rating_forecast").fetchall() == []
