"""What a tournament is worth for a rating, for display: a line a game, and the steps in words."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from math import floor
from typing import Annotated, Literal

from ledger.messages import Blank, Message, Sentence, Value, decimals, do, message, run_on
from ledger.records import Record, Spread
from ledger.refusals import Refusal
from ledger.state.book import Book
from ledger.values import halves_text
from projections.games.rounds import TournamentAt, head
from projections.ratings.first_rating import FirstRating
from projections.ratings.forecast import Forecast, PeriodForecast, PlayerForecast, WhyNot
from projections.views import fields
from projections.views.columns import AMOUNT, Column, Kind, columns_of
from projections.views.forecasts import RatingForecast, StandingForecast
from projections.views.ratings import called_list, period_line
from projections.views.view import View, number, with_number


class WorthHead(Record):
    """What the games of a player are worth for their rating, game by game."""

    at: Spread[TournamentAt]
    number: fields.PlayerNumber
    name: fields.PlayerName
    forecast: Spread[RatingForecast]


class WorthRow(Record):
    """A round of a player, and what it is worth."""

    round: fields.NumberOfRound
    period: Annotated[int, "Number of the rating period, from 1."]
    opponent: fields.OpponentNumber
    opponent_name: fields.OpponentName
    opponent_rating: Annotated[int | None, "Rating of the opponent in that period; null: none."]
    colour: fields.ColourPlayed
    points: Annotated[float | None, "Points over the board, null: not played, or open."]
    difference: Annotated[int | None, "Own rating less that of the opponent; null: not counted."]
    counted: Annotated[int | None, "The difference after the cap."]
    expected: Annotated[float | None, "Points that were expected: 0.64."]
    worth: Annotated[float | None, "The points less what was expected."]
    change: Annotated[float | None, "K times that."]
    worth_text: Annotated[Sentence, "The points less what was expected, with its sign.", AMOUNT]
    change_text: Annotated[Sentence, "K times that, with its sign.", AMOUNT]
    why_not: Annotated[
        WhyNot | Literal["capped"] | None,
        "Why the round does not count; capped: it does, by the cap; null: it does.",
        Kind(words="why-not-rated"),
    ]


STANDING_COLUMNS = (
    Column("forecast.rating", AMOUNT, message("columns.rating")),
    Column("forecast.change_text", AMOUNT, message("columns.change_text")),
    Column("forecast.performance", AMOUNT, message("columns.performance")),
)
"""The columns of a standing that asks for ratings."""


COLUMNS = columns_of(
    WorthRow,
    "round",
    "opponent",
    "opponent_name",
    "opponent_rating",
    "points",
    "difference",
    "expected",
    "worth_text",
    "change_text",
    "why_not",
    spare=("expected", "opponent"),
    headings={
        "opponent": message("columns.number"),
        "opponent_name": message("columns.name"),
        "opponent_rating": message("columns.rating"),
    },
)


def why_rating(book: Book, player: str) -> View | Refusal:
    """Return what each game of a player is worth for their rating, and how that adds up."""
    entrant = book.find_player(player)
    if isinstance(entrant, Refusal):
        return entrant
    forecast = Forecast(book.state, book.people)
    of = forecast.of(entrant.player)
    rows = [row for period in of.periods for row in _rows(book, period)]
    top = WorthHead(
        at=head(book),
        number=book.state.label(entrant.player),
        name=book.name(entrant.player),
        forecast=summary(book, forecast, of),
    )
    title = message(
        "ratings.worth.title", who=with_number(top.number, top.name), tournament=book.state.name
    )
    return View(title, COLUMNS, rows, top, tuple(_steps(book, forecast, of)))


def summary(book: Book, forecast: Forecast, of: PlayerForecast) -> RatingForecast:
    """Return what the tournament changes for a player, for programs."""
    changes = [one.change for one in of.periods if one.change is not None]
    *_, last = of.periods
    first = of.first if last.change is None else None
    new = last.change.new if last.change is not None else first and first.rating
    hundredths = sum(one.hundredths for one in changes)
    return RatingForecast(
        edition=forecast.edition.id,
        declared="rating" in book.state.ratings.editions,
        tempo=forecast.tempo,
        rating=of.periods[0].rated.rating,
        k=None if last.change is None else last.change.k,
        k_by=None if last.k is None else last.k.why,
        games=of.games,
        change=number(hundredths, 100) if changes else None,
        change_text=signed(hundredths) if changes else "",
        rounded=of.rounded,
        new=new,
        first=first is not None and first.rating is not None,
        average=of.average,
        performance=of.performance,
    )


def forecaster_of(book: Book) -> Callable[[int], RatingForecast | None]:
    """Return what tells what the tournament changes for a player; None where it declared no edition."""
    if "rating" not in book.state.ratings.editions:
        return lambda player: None
    forecast = Forecast(book.state, book.people)
    return lambda player: summary(book, forecast, forecast.of(player))


def forecasts_of_lines(book: Book, rounds: int) -> tuple[dict[int, StandingForecast], Sentence]:
    """Return the forecast of every player after some rounds, by number, and what is to be said."""
    forecast = Forecast(book.state, book.people, rounds)
    lines = {}
    for player in book.state.players:
        said = summary(book, forecast, forecast.of(player))
        number_ = book.state.label(player)
        lines[number_] = StandingForecast(
            said.rating, said.change, said.change_text, said.performance
        )
    command = do("why-rating", player=Blank("PLAYER"))
    return lines, message("ratings.worth.column", edition=forecast.edition.id, command=command)


def forecast_note(said: RatingForecast, command: Sentence) -> Sentence:
    """Return the forecast of a player in a line; `command` explains it."""
    shared: dict[str, Value] = {
        "n": said.games,
        "performance": str(said.performance or "-"),
        "command": command,
    }
    if said.k is None:
        new: Sentence = str(said.new) if said.new else message("ratings.worth.none-yet")
        return message("ratings.worth.card-first", new=new, **shared)
    new = str(said.new) if said.new else message("ratings.worth.none-more")
    return message("ratings.worth.card", change=said.change_text, new=new, k=said.k, **shared)


def is_forecast(note: Sentence) -> bool:
    """Tell whether a note of a card is the forecast of the rating."""
    return isinstance(note, Message) and note.key in (
        "ratings.worth.card",
        "ratings.worth.card-first",
    )


def signed(hundredths: int) -> Sentence:
    """Return hundredths as a change: +4.50, -0.08, 0.00."""
    sign = "+" if hundredths > 0 else "-" if hundredths < 0 else ""
    whole, part = divmod(abs(hundredths), 100)
    return run_on(sign, decimals(f"{whole}.{part:02d}")) if sign else decimals("0.00")


def _rows(book: Book, one: PeriodForecast) -> Iterator[WorthRow]:
    k = 0 if one.change is None else one.change.k
    for line in one.lines:
        worth = line.worth
        yield WorthRow(
            round=line.round,
            period=one.period.number,
            opponent=None if line.opponent is None else book.state.label(line.opponent),
            opponent_name="" if line.opponent is None else book.name(line.opponent),
            opponent_rating=line.rating,
            colour=line.colour,
            points=None if line.halves is None else number(line.halves),
            difference=None if worth is None else worth.difference,
            counted=None if worth is None else worth.counted,
            expected=None if worth is None else number(worth.expected, 100),
            worth=None if worth is None else number(worth.hundredths, 100),
            change=None if worth is None else number(k * worth.hundredths, 100),
            worth_text="" if worth is None else signed(worth.hundredths),
            change_text="" if worth is None else signed(k * worth.hundredths),
            why_not="capped" if worth is not None and worth.capped else line.why_not,
        )


def _steps(book: Book, forecast: Forecast, of: PlayerForecast) -> Iterator[Sentence]:
    """Yield the steps from the games to the new rating, each with its clause."""
    edition = forecast.edition
    how = "declared" if "rating" in book.state.ratings.editions else "by-day"
    keep = do("edition", edition=edition.id)
    tempo = message(f"ratings.worth.tempo.{forecast.tempo}")
    yield message(f"ratings.worth.{how}", edition=edition.id, tempo=tempo, keep=keep)
    for one in of.periods:
        if len(of.periods) > 1:
            yield period_line(one.period)
        yield from _of_period(forecast, one)
    if of.first is not None:
        yield from _of_first(forecast, of.first)
    elif of.periods[-1].change is None:
        least = edition.first.least_games
        yield message("ratings.worth.no-rated-opponent", least=least)
    if of.performance is not None and of.average is not None:
        yield message(
            "ratings.worth.performance", average=of.average, performance=of.performance, n=of.games
        )
    yield message("ratings.worth.forecast")
    if not book.rules.uses_fide_names:
        yield message("ratings.worth.not-of-knsb")


def _of_period(forecast: Forecast, one: PeriodForecast) -> Iterator[Sentence]:
    yield _rating_line(one)
    if one.change is None or one.k is None:
        return
    edition = forecast.edition
    if any(line.worth is not None and line.worth.capped for line in one.lines):
        yield message("ratings.worth.capped", cap=edition.change.cap)
    free = edition.of_tempo(forecast.tempo).uncapped_from
    if free is not None and (one.rated.rating or 0) >= free:
        yield message("ratings.worth.uncapped", rating=free)
    change = one.change
    yield message(f"ratings.worth.k.{one.k.why}", k=one.k.k, high=edition.k.from_rating)
    if change.k != one.k.k:
        most = edition.change.most_k_times_games
        yield message(
            "ratings.worth.k-smaller", n=change.games, most=most, before=one.k.k, k=change.k
        )
    yield message(
        "ratings.worth.sum",
        n=change.games,
        sum=signed(change.sum_hundredths),
        k=change.k,
        change=signed(change.hundredths),
        rounded=f"{change.rounded:+d}" if change.rounded else "0",
    )
    before = one.rated.rating or 0
    if change.new is None:
        lowest = edition.first.lowest
        yield message("ratings.worth.lost", before=before, lowest=lowest)
    else:
        yield message("ratings.worth.new", before=before, new=change.new)


def _rating_line(one: PeriodForecast) -> Sentence:
    """Return where the rating of a player comes from."""
    if one.rated.rating is None:
        return message("ratings.worth.unrated")
    if one.rated.of is None:
        return message("ratings.worth.by-entry", rating=one.rated.rating)
    said = called_list(one.rated.of)
    key = "at-standard" if one.rated.at_standard else "by-list"
    return message(f"ratings.worth.{key}", rating=one.rated.rating, **said)


def _of_first(forecast: Forecast, first: FirstRating) -> Iterator[Sentence]:
    keys = forecast.edition.first
    whole, part = divmod(floor(first.average * 100 + Fraction(1, 2)), 100)
    average = decimals(f"{whole}.{part:02d}")
    points = halves_text(first.halves)
    if keys.method == "drawn_games":
        yield message(
            "ratings.worth.first-drawn",
            n=first.games,
            drawn=keys.drawn_games,
            other=keys.drawn_with,
            average=average,
        )
    else:
        yield message("ratings.worth.first-average", n=first.games, average=average)
    if first.percentage is None:
        yield message("ratings.worth.first-half-points", points=points, difference=first.difference)
    else:
        yield message(
            "ratings.worth.first-percentage",
            points=points,
            percentage=first.percentage,
            difference=f"{first.difference:+d}",
        )
    if first.lack is not None:
        yield message(
            f"ratings.worth.first-{first.lack}", least=keys.least_games, lowest=keys.lowest
        )
    elif first.rating != first.unlimited:
        limit = {"unlimited": first.unlimited, "rating": first.rating or 0}
        yield message("ratings.worth.first-highest", **limit)
    else:
        yield message("ratings.worth.first-rating", rating=first.rating or 0)
