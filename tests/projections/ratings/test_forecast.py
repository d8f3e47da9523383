"""The forecast of a tournament: which games count, by which ratings, and what they change."""

from __future__ import annotations

from fractions import Fraction
from random import Random

from desk.answers.competition import player, standings
from ledger.refusals import Refusal
from projections.ratings.forecast import Forecast, PlayerForecast
from projections.views.rating_forecast import why_rating
from projections.views.view import View
from tests.helpers.family import by_seed
from tests.helpers.hall import Hall
from tests.helpers.words import words
from tests.oracles import fide_rating_text as text


def hall_of(*ratings: int, rounds: int = 5, day: str = "2026-09-05", **details: str) -> Hall:
    hall = Hall(rules="fide-dutch-2026", rounds=rounds)
    for number, rating in enumerate(ratings, 1):
        hall.do("enter", name=f"Player {chr(64 + number)}", rating=rating)
    hall.do("schedule", round=1, date=day)
    if details:
        hall.do("details", **details)
    hall.do("lots", by="entry", first_colour="white")
    return hall


def of(hall: Hall, player: int) -> PlayerForecast:
    return Forecast(hall.book.state, hall.book.people).of(player)


def reasons(hall: Hall, player: int) -> list[str | None]:
    return [line.why_not for one in of(hall, player).periods for line in one.lines]


def shown(view: object) -> str:
    assert isinstance(view, View)
    return "\n".join(map(words, view.notes))


def test_only_games_over_the_board_between_rated_players_change_a_rating() -> None:
    hall = hall_of(2000, 1900, 1800, 1600, 0)
    hall.do("publish")
    by_pair = {frozenset((g.white, g.black)): g for g in hall.state.rounds[0].games}
    assert set(by_pair) == {frozenset((1, 3)), frozenset((2, 4))}
    assert hall.state.rounds[0].bye == 5
    assert reasons(hall, 1) == ["open"]
    colours = {player: of(hall, player).periods[0].lines[0].colour for player in range(1, 6)}
    expected = {g.white: "W" for g in by_pair.values()} | {g.black: "B" for g in by_pair.values()}
    assert colours == expected | {5: None}
    hall.do("forfeit", round=1, board=1, black="late")
    hall.do("result", round=1, board=2, result="1/2-1/2")
    assert reasons(hall, 1) == reasons(hall, 3) == ["forfeit"]
    assert reasons(hall, 5) == ["bye"]
    assert reasons(hall, 2) == [None]


def test_a_game_with_an_unrated_player_counts_for_that_player_alone() -> None:
    hall = hall_of(2000, 0)
    hall.do("publish")
    hall.do("result", round=1, board=1, result="0-1")
    assert reasons(hall, 1) == ["unrated"]
    assert reasons(hall, 2) == [None]
    first = of(hall, 2).first
    assert first is not None
    assert (first.lack, first.games) == ("too-few", 1)
    assert "takes 5 games" in shown(why_rating(hall.book, "Player B"))


def test_an_estimate_of_the_arbiter_is_no_rating() -> None:
    hall = hall_of(2000, 0)
    hall.do("correct-rating", player=2, rating=1900, estimated=True)
    hall.do("publish")
    hall.do("result", round=1, board=1, result="0-1")
    assert reasons(hall, 1) == ["unrated"]


def test_rapid_games_of_players_far_apart_are_not_rated_since_december_2024() -> None:
    for day, why in (("2024-11-30", None), ("2024-12-01", "far-apart")):
        hall = hall_of(2601, 2001, day=day, tempo="rapid 15 min + 5 s")
        hall.do("publish")
        hall.do("result", round=1, board=1, result="1-0")
        assert reasons(hall, 1) == reasons(hall, 2) == [why]


def test_without_a_rapid_rating_the_standard_one_counts() -> None:
    hall = hall_of(2000, 1900, tempo="rapid 15 min")
    for name, one, two in (("FIDE standard", 2010, 1910), ("FIDE rapid", 2050, 0)):
        for label, rating in ((1, one), (2, two)):
            hall.do("rating-list", name=name, valid_from="2026-09-01", player=label, rating=rating)
    assert of(hall, 1).periods[0].rated.rating == 2050
    other = of(hall, 2).periods[0].rated
    assert (other.rating, other.at_standard) == (1910, True)
    assert "RB 7.2.1" in shown(why_rating(hall.book, "Player B"))


def test_each_rating_period_has_its_own_rating_and_its_own_change() -> None:
    hall = hall_of(2000, 1900, rounds=2)
    hall.do("rating-list", name="FIDE", valid_from="2026-09-01", player=1, rating=2000)
    hall.do("rating-list", name="FIDE", valid_from="2026-10-01", player=1, rating=2100)
    hall.do("schedule", round=2, date="2026-10-17")
    hall.do("publish")
    hall.do("result", round=1, board=1, result="1-0")
    forecast = of(hall, 1)
    assert [one.rated.rating for one in forecast.periods] == [2000, 2100]
    assert [one.change.hundredths for one in forecast.periods if one.change] == [20 * 36, 0]
    assert forecast.rounded == 7


def test_a_standing_and_a_card_have_the_forecast_where_it_is_asked_for() -> None:
    hall = hall_of(2000, 1900)
    hall.do("publish")
    hall.do("result", round=1, board=1, result="0-1")
    plain = standings(hall.book)
    rated = standings(hall.book, ratings=True)
    assert isinstance(plain, View)
    assert isinstance(rated, View)
    assert "forecast" not in plain.cells[0]
    assert rated.cells[0]["forecast"] == {
        "rating": 1900,
        "change": 12.8,
        "change_text": rated.rows[0].forecast.change_text,  # type: ignore[union-attr]
        "performance": 2800,
    }
    assert "forecast" in shown(rated)
    assert "rating forecast" not in shown(player(hall.book, "1"))
    hall.do("edition", edition="fide-rating-2025-10")
    assert "rating forecast: -12.80, to 1987 (K 20, 1 game" in shown(player(hall.book, "1"))


def test_a_season_has_the_forecast_in_its_standing_too() -> None:
    hall = Hall(rules="mwkeizer", rounds=3)
    for name in ("Anna", "Bram"):
        hall.do("enter", name=name, rating=1800)
    hall.do("lots", by="rating")
    rated = standings(hall.book, ratings=True)
    assert isinstance(rated, View)
    assert [row["forecast"] for row in rated.cells] == [
        {"rating": 1800, "change": 0, "change_text": "0.00", "performance": None}
    ] * 2 or len(rated.cells) == 2


@by_seed(4)
def test_tournaments_at_random_are_rated_as_in_the_twin(seed: int) -> None:
    chance = Random(seed)
    ratings = [chance.choice([0, chance.randrange(1400, 2800)]) for _ in range(8)]
    hall = hall_of(*ratings, day=chance.choice(["2023-01-01", "2024-05-01", "2026-01-01"]))
    for _ in range(5):
        hall.do("publish")
        for board in range(1, len(hall.state.rounds[-1].games) + 1):
            number = len(hall.state.rounds)
            result = chance.choice(["1-0", "0-1", "1/2-1/2", "late"])
            if result == "late":
                hall.do("forfeit", round=number, board=board, black="late")
            else:
                hall.do("result", round=number, board=board, result=result)
    rating_of = {p: e.rating for p, e in hall.state.players.items()}
    for player_, own in rating_of.items():
        played: list[tuple[int, Fraction]] = []
        for round_ in hall.state.rounds:
            game = round_.game_of(player_)
            if game is None or game.outcome == "1-0R":
                continue
            white = game.white == player_
            other = rating_of[game.black if white else game.white]
            score = {"1-0": Fraction(1), "0-1": Fraction(0)}.get(str(game.outcome), Fraction(1, 2))
            if other:
                played.append((other, score if white else 1 - score))
        forecast = of(hall, player_)
        name = Forecast(hall.book.state, hall.book.people).edition.id
        if own:
            worth = text.worths([(own, other, score) for other, score in played], name, "standard")
            k = text.k_of(own, own, None, None)
            (one,) = forecast.periods
            assert one.change is not None
            assert (one.change.rounded, one.change.new) == text.period(own, k, worth, name)
        else:
            first = forecast.first
            assert (first.rating if first else None) == text.first(played, name)
        assert forecast.performance == text.performance(played)


def test_who_is_not_there_is_refused() -> None:
    refusal = why_rating(hall_of(2000, 1900).book, "9")
    assert isinstance(refusal, Refusal)
