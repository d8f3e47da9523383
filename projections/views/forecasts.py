"""The forecast of a rating as cards and standings have it. Nothing here computes one."""

from __future__ import annotations

from typing import Annotated

from ledger.messages import Sentence
from ledger.records import LeftOut, Record
from ledger.values import KReason, Tempo


class RatingForecast(Record):
    """What the games so far are worth for a rating: a forecast, since FIDE alone rates."""

    edition: Annotated[str, "Edition of the rating rules."]
    declared: Annotated[bool, "Whether the tournament keeps it; else it is that of the first day."]
    tempo: Annotated[Tempo, "standard, rapid or blitz."]
    rating: Annotated[int | None, "Rating at the start, null: unrated."]
    k: Annotated[int | None, "K that counts in the last rating period; null: unrated."]
    k_by: Annotated[KReason | None, "high, junior, newcomer or others: the rule that gives K."]
    games: Annotated[int, "Games that count."]
    change: Annotated[float | None, "K times the sum of the games, not rounded; null: unrated."]
    change_text: Annotated[Sentence, "The change with its sign; empty for the unrated."]
    rounded: Annotated[int | None, "The change, rounded once a period."]
    new: Annotated[int | None, "New rating, or a first one; null: none."]
    first: Annotated[bool, "Whether it is a first rating."]
    average: Annotated[int | None, "Average rating of the opponents that count."]
    performance: Annotated[int | None, "Performance in the games that count."]


class StandingForecast(Record):
    """The rating of a player in a standing, and its forecast."""

    rating: Annotated[int | None, "Rating at the start, null: unrated."]
    change: Annotated[float | None, "Forecast of its change, not rounded; null: unrated."]
    change_text: Annotated[Sentence, "That with its sign; empty for the unrated."]
    performance: Annotated[int | None, "Performance so far, null: no game that counts."]


ForecastOfLine = Annotated[LeftOut[StandingForecast | None], "With --ratings: a forecast."]
