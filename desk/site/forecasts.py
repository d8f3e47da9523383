"""What may still come of it for each player: rating, norms and prizes, as forecasts."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import cast

from desk.answers import competition
from ledger.state.book import Book
from ledger.state.website import WebsiteChoices
from projections.views.forecasts import RatingForecast
from projections.views.norms import NormRow, norms
from projections.views.rating_forecast import forecaster_of
from projections.views.view import RowValues, View


@dataclass
class PlayerForecasts:
    """The forecasts of a player: of the rating, None without an edition; of norms; of prizes."""

    rating: RatingForecast | None = None
    norms: list[NormRow] = field(default_factory=list)
    prizes: list[RowValues] = field(default_factory=list)


def forecasts_of(judging: Book, choices: WebsiteChoices) -> Mapping[int, PlayerForecasts]:
    """Return the forecasts of all players by number, {} where the organiser shows none.

    `judging` has what is known of people, with their names as they are shown. A tournament that
    declared no edition of the rules for ratings, or norms, has no forecast of them.
    """
    if not choices.forecasts:
        return {}
    found = defaultdict[int, PlayerForecasts](PlayerForecasts)
    if choices.ratings:
        forecaster = forecaster_of(judging)
        for player in judging.state.players:
            found[int(judging.state.label(player))].rating = forecaster(player)
        view = norms(judging) if "norms" in judging.state.ratings.editions else None
        for row in view.rows if isinstance(view, View) else ():
            if isinstance(row, NormRow):
                found[row.number].norms.append(row)
    prizes = competition.prizes(judging, provisional=True)
    for each in prizes.cells if isinstance(prizes, View) else ():
        found[cast("int", each["number"])].prizes.append(each)
    return found
