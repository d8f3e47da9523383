"""The rating report: a tournament file with the ratings, the dates and the games of a period.

The report for FIDE has FIDE's ratings and no national records; that for the federation has a
national record for each player with what its own list says. The rounds of other periods are blank,
so that rounds keep their numbers, and points and ranks are those of the period.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Sequence
from dataclasses import replace

from ledger.messages import Sentence, do, message, rounds_in_words
from ledger.refusals import Exit, Refusal
from ledger.state.book import Book
from ledger.state.details import TAGS
from ledger.state.round_dates import ROUND_DATES, text_of
from ledger.trf.meaning import codes_of
from ledger.trf.model import TrfCell, TrfFile, TrfHeader, TrfKept, TrfPoints
from ledger.trf.national import is_national
from ledger.trf.records import TrfNational
from ledger.values import ListKind, ReportFor
from projections.exports.national import national_records, with_ratings
from projections.exports.reports_made import changes_since
from projections.games.rating_lists import RatingPeriod, fide_rating, rating_periods


def period_named(book: Book, number: int | None) -> RatingPeriod | Refusal | None:
    """Return the period of a number, None for the whole tournament; a refusal for none of it."""
    periods = rating_periods(book.state)
    if number is None:
        return None
    if 1 <= number <= len(periods):
        return periods[number - 1]
    what = message("ratings.report.no-period", n=len(periods))
    return Refusal(
        "no-such-period", what, message("ratings.report.choose", n=len(periods)), exit=Exit.USAGE
    )


def rating_report(
    book: Book,
    file: TrfFile,
    reader: ReportFor,
    period: RatingPeriod | None,
    comments: Sequence[str] = (),
) -> TrfFile:
    """Return a tournament's file as a rating report of a period; None: of all of them.

    A rating is that in force on the first day of the period; of a player whom no list of FIDE has
    it is that of the entry. Results corrected for rating alone are as corrected. `comments` are
    further lines of the report.
    """
    state = book.state
    day = _day(book, period)
    of_number = {state.label(player): player for player in state.players}
    players = tuple(
        replace(player, rating=fide_rating(state, of_number[player.number], day))
        for player in _rated_as(book, file).players
    )
    rated = str(sum(player.rating is not None for player in players))
    header = tuple(replace(line, text=rated) if line.tag == "072" else line for line in file.header)
    others = [one for one in file.records if not isinstance(one, TrfNational)]
    other = file.other
    national = list[TrfNational]()
    if reader == "federation":
        other = with_ratings(state, other, day)
        national += national_records(state, book.people, other, day)
    else:
        other = tuple(one for one in other if not is_national(one.text))
    file = replace(
        file,
        players=players,
        header=header,
        other=(*map(TrfKept, comments), *other),
        records=(*national, *others),
    )
    return file if period is None else _of_period(book, file, period)


def report_notes(book: Book, reader: ReportFor, period: RatingPeriod | None) -> Iterator[Sentence]:
    """Yield what a report lacks, or what its reader has to know."""
    state = book.state
    periods = rating_periods(book.state)
    first, last = (1, len(state.rounds)) if period is None else (period.first, period.last)
    games = [game for one in state.rounds[first - 1 : last] for game in one.games]
    if period is None and not state.closed:
        yield message("standings.unfinished", finish=do("finish"))
    if adjourned := sum(game.adjourned for game in games):
        yield message("ratings.report.adjourned", n=adjourned)
    if period is None and len(periods) > 1:
        yield message("ratings.report.first-of-several", n=len(periods))
    if period is not None and period.begins is None:
        yield message("ratings.report.no-date")
    if reader == "federation":
        if not any(one.kind == "national" for one in state.ratings.lists):
            yield message("ratings.report.no-national")
        return
    without = [
        entrant.player
        for entrant in state.in_number_order()
        if not book.people.get(entrant.person, {}).get("fide_id")
    ]
    if without:
        players = book.called_some(without)
        yield message("ratings.report.no-fide-id", n=len(without), players=players)


def report_comments(
    book: Book, reader: ReportFor, period: RatingPeriod | None
) -> Iterator[Sentence]:
    """Yield the lines on the period of a report, its lists, and what changed since the last one."""
    day = _day(book, period)
    if period is not None:
        n = len(rating_periods(book.state))
        yield message(
            "ratings.report.of-period",
            number=period.number,
            n=n,
            rounds=rounds_in_words(range(period.first, period.last + 1)),
        )
    kinds: tuple[ListKind, ...] = ("fide",) if reader == "fide" else ("fide", "national")
    for kind in kinds:
        for one in book.state.ratings.until(kind, day):
            since = message("ratings.log.since", day=one.valid_from) if one.valid_from else ""
            name = message(f"ratings.kind.{kind}")
            yield message("ratings.report.list", kind=name, list=one.name, since=since)
            break
    yield from changes_since(book, reader, None if period is None else period.number)


def _day(book: Book, period: RatingPeriod | None) -> dt.date | None:
    """Return the day whose lists a report goes by, None: the newest ones."""
    return (period or rating_periods(book.state)[0]).begins


def _rated_as(book: Book, file: TrfFile) -> TrfFile:
    """Return the file with the results that were corrected for rating alone, and their points."""
    worth = file.points or TrfPoints()
    label = book.state.label
    codes = {
        (label(player), number): code
        for (number, *pair), outcome in book.state.fide.rated_as.items()
        for player, code in zip(pair, codes_of(outcome), strict=True)
    }
    players = []
    for player in file.players:
        cells = tuple(
            cell if cell is None else replace(cell, code=codes.get((player.number, at), cell.code))
            for at, cell in enumerate(player.cells, 1)
        )
        points = player.points_halves
        if cells != player.cells:
            points = sum(map(worth.of, cells))
        players.append(replace(player, cells=cells, points_halves=points))
    return replace(file, players=tuple(players))


def _of_period(book: Book, file: TrfFile, period: RatingPeriod) -> TrfFile:
    """Return the file with the games, points, ranks and dates of a period alone."""
    worth = file.points or TrfPoints()
    players = []
    order: list[tuple[int, int, int]] = []
    for player in file.players:
        cells: list[TrfCell | None] = [
            cell if period.first <= number <= period.last else None
            for number, cell in enumerate(player.cells, 1)
        ]
        while cells and cells[-1] is None:
            cells.pop()
        points = sum(worth.of(cell) for cell in cells[period.first - 1 :])
        order.append((-points, player.rank or player.number, player.number))
        players.append(replace(player, cells=tuple(cells), points_halves=points))
    ranks = {number: rank for rank, (*_, number) in enumerate(sorted(order), 1)}
    days = {n: day for n, day in book.state.dates.items() if period.first <= n <= period.last}
    own = {ROUND_DATES: text_of(days, {})} if days else {}
    if period.begins is not None and period.ends is not None:
        own |= {
            TAGS["begins"]: f"{period.begins:%Y/%m/%d}",
            TAGS["ends"]: f"{period.ends:%Y/%m/%d}",
        }
    header = [line for line in file.header if line.tag not in {*own, ROUND_DATES}]
    header += [TrfHeader(tag, text) for tag, text in own.items()]
    return replace(
        file,
        players=tuple(replace(one, rank=ranks[one.number]) for one in players),
        header=tuple(sorted(header, key=lambda line: line.tag)),
    )
