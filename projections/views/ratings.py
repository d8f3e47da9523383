"""The rating lists of a tournament, the rating of each player by them, and the rating periods."""

from __future__ import annotations

import datetime as dt
from typing import Annotated

from ledger.messages import Blank, Sentence, do, message, rounds_in_words, run_on
from ledger.records import Record, Spread
from ledger.refusals import Exit, Refusal
from ledger.state.book import Book
from ledger.state.ratings import RatingList
from ledger.values import ListKind, SecondCriterion, StartRankMethod, TieBreakRatings
from projections.games.rating_lists import (
    RatingPeriod,
    is_long,
    listed,
    rating_in_force,
    rating_periods,
)
from projections.games.rounds import TournamentAt, head
from projections.views import fields
from projections.views.columns import columns_of
from projections.views.view import View


class ListRecord(Record):
    """A rating list."""

    kind: Annotated[ListKind, "fide, national, or other: a list of the organiser's own."]
    name: Annotated[str, "Name of the list."]
    valid_from: Annotated[str | None, "First day it holds, YYYY-MM-DD; null: from ever."]
    players: Annotated[int, "How many players of the tournament are in it."]
    position: fields.FactPosition


class PeriodRecord(Record):
    """Rounds that are reported for rating together."""

    number: Annotated[int, "Number of the period, from 1."]
    from_round: Annotated[int, "Its first round."]
    to_round: Annotated[int, "Its last round."]
    begins: Annotated[str | None, "Day of its first round, YYYY-MM-DD; null: not said."]
    ends: Annotated[str | None, "Day of its last round, likewise."]


class RatingListsHead(Record):
    """The rating lists, the start rank and the periods of a tournament."""

    at: Spread[TournamentAt]
    day: Annotated[str | None, "Day on which the ratings are in force; null: by the newest lists."]
    method: Annotated[StartRankMethod | None, "Ratings that make the start rank; null: undeclared."]
    federation: Annotated[str | None, "Federation of the national ratings, null: undeclared."]
    second: Annotated[SecondCriterion, "What orders players of the same rating and title."]
    tie_breaks: Annotated[TieBreakRatings, "Ratings that tie-breaks count: first, or of_round."]
    long: Annotated[bool, "Whether it lasts more than 30 days, or has several rating periods."]
    lists: Annotated[list[ListRecord], "The lists, by date."]
    periods: Annotated[list[PeriodRecord], "The rating periods."]


class RatingRow(Record):
    """A player with what the lists say of them."""

    number: fields.PlayerNumber
    name: fields.PlayerName
    rating: Annotated[int | None, "Rating in the tournament, which made the start rank."]
    in_force: Annotated[int | None, "Rating on that day, by the method of the start rank."]
    fide: Annotated[int | None, "Rating in FIDE's list of that day; null: none, or not in it."]
    national: Annotated[int | None, "Rating in the national list of that day, likewise."]
    other: Annotated[int | None, "Rating in another list of that day, likewise."]


COLUMNS = columns_of(
    RatingRow,
    "number",
    "name",
    "rating",
    "in_force",
    "fide",
    "national",
    "other",
    spare=("fide", "national", "other"),
    headings={
        "in_force": message("columns.rating-in-force"),
        "fide": message("columns.fide-rating"),
        "national": message("columns.national-rating"),
        "other": message("columns.other-rating"),
    },
)


def rating_lists(book: Book, round_number: int | None = None) -> View | Refusal:
    """Return the ratings on the day of a round; None: by the newest lists."""
    day = None if round_number is None else book.state.dates.get(round_number)
    if round_number is not None and day is None:
        what = message("ratings.view.no-day", round=round_number)
        step = do("schedule", round=round_number, date=Blank("DATE"))
        return Refusal("round-without-date", what, step, exit=Exit.USAGE)
    return rating_lists_view(book, day, head(book))


def rating_lists_view(book: Book, day: dt.date | None, at: TournamentAt) -> View:
    """Return the ratings of all players on a day (None: by the newest lists), by number."""
    state = book.state

    def of(player: int, kind: ListKind) -> int | None:
        one = listed(state, player, kind, day)
        return None if one is None else one.rating

    rows = [
        RatingRow(
            number=state.label(e.player),
            name=book.name(e.player),
            rating=e.rating,
            in_force=rating_in_force(state, e.player, day),
            fide=of(e.player, "fide"),
            national=of(e.player, "national"),
            other=of(e.player, "other"),
        )
        for e in state.in_number_order()
    ]
    declared = state.ratings.start_rank
    periods = rating_periods(state)
    chosen = state.ratings
    second: SecondCriterion = "alphabet" if declared is None else declared.second
    tie_breaks: TieBreakRatings = "first" if chosen.periods is None else chosen.periods.tie_breaks
    top = RatingListsHead(
        at=at,
        day=_iso(day),
        method=declared.method if declared else None,
        federation=declared.federation or None if declared else None,
        second=second,
        tie_breaks=tie_breaks,
        long=is_long(state),
        lists=[
            ListRecord(one.kind, one.name, _iso(one.valid_from), len(one.ratings), one.position)
            for one in chosen.lists
        ],
        periods=[
            PeriodRecord(p.number, p.first, p.last, _iso(p.begins), _iso(p.ends)) for p in periods
        ],
    )
    lines = [_list_line(one) for one in chosen.lists]
    if not lines:
        lines.append(
            message("ratings.view.no-lists", command=do("rating-list", name=Blank("NAME")))
        )
    if declared is None:
        lines.append(message("ratings.view.as-entered"))
    else:
        by = message(f"ratings.log.second.{second}", seed=declared.seed or "")
        lines.append(message("ratings.view.start-rank", method=declared.method, second=by))
    lines += [period_line(one) for one in periods if len(periods) > 1]
    if is_long(state):
        lines.append(message("ratings.view.long"))
    if tie_breaks == "of_round":
        lines.append(message("ratings.view.of-round"))
    title = message("ratings.view.title-now", name=state.name)
    if day is not None:
        title = message("ratings.view.title", name=state.name, day=day)
    return View(title, COLUMNS, rows, top, tuple(lines), empty=message("ratings.view.none"))


def _list_line(one: RatingList) -> Sentence:
    return message("ratings.view.held", **called_list(one), n=len(one.ratings))


def called_list(one: RatingList) -> dict[str, Sentence]:
    """Return the parts of a sentence about a list: its kind, its name and its day."""
    since = message("ratings.log.since", day=one.valid_from) if one.valid_from else ""
    return {"kind": message(f"ratings.kind.{one.kind}"), "list": one.name, "since": since}


def period_line(period: RatingPeriod) -> Sentence:
    """Return a rating period in words: its rounds, and its days where they are known."""
    line = message(
        "ratings.view.period",
        number=period.number,
        rounds=rounds_in_words(range(period.first, period.last + 1)),
    )
    if period.begins is None or period.ends is None:
        return line
    return run_on(line, message("ratings.view.days", begins=period.begins, ends=period.ends))


def _iso(day: dt.date | None) -> str | None:
    return day.isoformat() if day else None
