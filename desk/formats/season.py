"""A club season at the desk: evenings, members, and totals of values in place of points."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING, Annotated

from desk.formats import drafts
from desk.formats.base import DeskFormat
from desk.formats.drafts import DraftHead
from ledger.later import Later
from ledger.messages import Sentence, do, message, run_on
from ledger.records import Record, Spread
from ledger.refusals import Refusal
from ledger.rulebooks.rulebook import Rulebook
from ledger.state.book import Book
from ledger.state.tournament import Tournament
from projections.season import members as overviews
from projections.season import pairings as season_pairings
from projections.season import rounds as overview_rounds
from projections.season.members import MemberKeys, MemberTotal, SeasonStandingRow
from projections.season.pairings import BoardSides, RelaxedBoard, SettledValues, with_values
from projections.season.rounds import RoundOfMember
from projections.season.tallies import Counted, OverviewHead, counted
from projections.season.words import (
    AmountShown,
    ExactAmount,
    KindInSeason,
    amount,
    overview_of,
    passes_note,
)
from projections.standings.keizer import KeizerLine, PointsSource, What, items, ranking
from projections.views import fields
from projections.views.columns import AMOUNT, PLACE, Column, Kind, columns_of
from projections.views.crosstables import RoundsAsShown, cell_text
from projections.views.forecasts import StandingForecast
from projections.views.people import personal
from projections.views.standings import PrizeOfPlayer, PrizesAt
from projections.views.status import SeasonStatus
from projections.views.view import Row, View

if TYPE_CHECKING:
    from desk.formats import prizes as prize_lists
    from pairing.explain.question import Question
    from pairing.systems.draft import Draft
    from projections.prizes.outcome import Outcome
else:
    prize_lists = Later("desk.formats.prizes")


class MemberCardHead(Record):
    """How a member's total is built up."""

    overview: Spread[OverviewHead]
    number: fields.PlayerNumber
    name: fields.PlayerName
    rating: fields.PlayerRating
    title: fields.PlayerTitle
    record: fields.PersonDetails


class SeasonPrizesHead(Record):
    """Who gets which prize of a season."""

    overview: Spread[OverviewHead]
    prizes: Spread[PrizesAt]


class SeasonPrizeRow(Record):
    """A member with a prize."""

    rank: fields.Rank
    number: fields.PlayerNumber
    name: fields.PlayerName
    points: ExactAmount
    points_shown: Annotated[AmountShown, AMOUNT]
    given: Spread[PrizeOfPlayer]


_SHORT: Mapping[What, Sentence] = {
    What.ABSENT: message("season.short.absent"),
    What.BEYOND_CAP: message("season.short.beyond-cap"),
    What.NO_OPPONENT: message("season.short.no-opponent"),
    What.CLUB_DUTY: message("season.short.club-duty"),
}


class SeasonCrosstableRow(Record):
    """A member; r1, r2 ... are their rounds as written in the table."""

    member: Spread[MemberKeys]
    total: Spread[MemberTotal]
    shown: RoundsAsShown
    rounds: Annotated[list[RoundAndPoints], "Their rounds."]


class RoundAndPoints(Record):
    """A round."""

    kind: KindInSeason
    points: ExactAmount
    item: Spread[RoundOfMember]


def _crosstable_row(season: Counted, line: KeizerLine) -> SeasonCrosstableRow:
    player = line.player
    cells: dict[int, list[Sentence]] = {}
    rounds = []
    for item in season.items[player]:
        cells.setdefault(item.round, []).append(_crosstable_cell(season, player, item))
        points = str(item.points(season.standing.values))
        round_ = overview_rounds.round_of_member(season, item)
        rounds.append(RoundAndPoints(item.what.value, points, round_))
    shown = {f"r{r}": run_on(*cells.get(r, []), between=" ") for r in season.rounds}
    return SeasonCrosstableRow(
        overviews.member_keys(season, line), overviews.member_total(season, line), shown, rounds
    )


def _crosstable_cell(season: Counted, player: int, item: PointsSource) -> Sentence:
    if item.opponent is not None:
        text = cell_text(season.table.cells[player][item.round - 1], season.table.numbers)
        before, black, after = text.partition("b")
        return message("season.black-cell", before=before, after=after) if black else text
    if item.what is What.EXTERNAL:
        result = item.result.replace("1/2", "½")
        team = item.team or ""
        board = item.board or ""
        return message(f"season.team-cell.{item.colour}", team=team, board=board, result=result)
    return _SHORT[item.what]


class SeasonDraftHead(Record):
    """A draft of the next evening; nothing is recorded."""

    draft: Spread[DraftHead]
    values: Spread[SettledValues]


class SeasonDraftRow(Record):
    """A board."""

    board: fields.NumberOfBoard
    colour_rule: Annotated[str, "What gave the colours, in a word.", Kind(words="colour-rule")]
    white: fields.WhiteNumber
    white_name: fields.WhiteName
    black: fields.BlackNumber
    black_name: fields.BlackName
    sides: Spread[BoardSides]


class SeasonPairedRow(Record):
    """A member in the ranking with which a round was paired."""

    place: Annotated[
        int | None, "Place among those who were paired, null: not paired in it.", PLACE
    ]
    member: Spread[SeasonStandingRow]
    colours: fields.ColourLetters


_ORDER = (
    *columns_of(SeasonPairedRow, "place", "rank", "id", headings={"rank": message("columns.rank")}),
    *overview_of(SeasonPairedRow, "name_shown", "points_shown", "value"),
    *columns_of(SeasonPairedRow, "colours"),
    *overview_of(SeasonPairedRow, "no_opponent"),
)


class SeasonFormat(DeskFormat):
    """A round is an evening, and everybody is a member of the club."""

    plays_evenings = True
    bar = (
        "tonight",
        "evening",
        "round",
        "draft",
        "overviews",
        "players",
        "log",
        "disputes",
        "pairings",
        "standing",
        "crosstable",
        "prizes",
        "rules",
        "screens",
        "people",
        "more",
    )
    phone_columns = (*DeskFormat.phone_columns, "value")
    alone = "no-opponent"

    def entering(self, state: Tournament) -> str:
        """Return the command that enters a player: one who comes later joins."""
        return "join" if state.rounds else "enter"

    def status(self, book: Book) -> SeasonStatus | None:
        """Return the season's part of the status: the period, the leader, how values settled."""
        season = counted(book)
        if isinstance(season, Refusal):
            return None
        leader = [line.player for line in season.standing.lines if line.rank == 1]
        return SeasonStatus(
            book.state.season.period_of(book.state.next_round),
            book.called(leader[0]) if leader else None,
            season.standing.passes,
            season.standing.cycle,
        )

    def after_the_end(self, book: Book) -> tuple[Sentence, ...]:
        """Return what may still be done with a season that has ended."""
        return (message("status.goes-on", reopen=do("reopen")),)

    def standings(
        self, book: Book, after: int, final: bool, rules: Rulebook | None
    ) -> View | Refusal:
        """Return the standing of a season; `rules` replaces its own rulebook by another."""
        season = counted(book, after, rules=rules)
        return season if isinstance(season, Refusal) else overviews.standing(season, final)

    def with_forecasts(
        self, rows: Sequence[Row], forecasts: Mapping[int, StandingForecast]
    ) -> list[Row]:
        """Return the rows of a standing with the forecast of each member."""
        return [
            replace(row, forecast=forecasts[row.member.id])
            if isinstance(row, SeasonStandingRow)
            else row
            for row in rows
        ]

    def card(self, book: Book, player: int) -> View | Refusal:
        """Return how a member's total is built up, with the member's data."""
        return self.cards(book)(player)

    def cards(self, book: Book) -> Callable[[int], View | Refusal]:
        """Return what gives the card of any member: the season is counted once."""
        season = counted(book)
        if isinstance(season, Refusal):
            return lambda player: season
        return partial(_card, book, season)

    def crosstable(self, book: Book, after: int) -> View | Refusal:
        """Return every round of every member, in ranking order."""
        season = counted(book, after)
        if isinstance(season, Refusal):
            return season
        columns = (
            *columns_of(SeasonCrosstableRow, "rank", "id", "name_shown"),
            *(Column(f"r{r}", Kind("right", str(r)), in_blocks=True) for r in season.rounds),
            *columns_of(SeasonCrosstableRow, "value", "points_shown"),
        )
        rows = [_crosstable_row(season, line) for line in season.standing.lines]
        notes = (message("season.crosstable-signs"), passes_note(season.standing))
        title = season.title(message("season.crosstable", round=season.after))
        return View(title, columns, rows, season.head("crosstable"), notes)

    def prizes(self, book: Book, outcome: Outcome) -> View | Refusal:
        """Return who gets which prize by the season's standing.

        Rule: knsb-wp-2014 F12.1.
        """
        season = counted(book)
        if isinstance(season, Refusal):
            return season
        rows = [
            SeasonPrizeRow(
                rank=line.rank,
                number=season.table.numbers[line.player],
                name=book.name(line.player),
                points=str(line.points),
                points_shown=amount(Fraction(line.points), season.keys.decimals),
                given=prize_lists.prize_of_player(book, outcome, one),
            )
            for one in outcome.given
            for line in [outcome.line(one.prize.player)]
        ]
        top = SeasonPrizesHead(season.head("prizes"), prize_lists.prizes_at(outcome))
        notes = [
            *prize_lists.prize_notes(outcome, "season", book.called),
            passes_note(season.standing),
        ]
        if not book.state.closed:
            notes.append(overviews.not_finished())
        title = message("season.prizes", name=book.state.name, round=season.after)
        columns = prize_lists.prize_columns(SeasonPrizeRow, outcome, "points_shown")
        return View(title, columns, rows, top, tuple(notes))

    def points_on_card(self, card: View) -> Sentence:
        """Return a member's total, which stands below what it is built up of."""
        total = card.rows[-1] if card.rows else None
        return total.points_shown if isinstance(total, overview_rounds.BuildUpRow) else ""

    def shown_round(self, book: Book, number: int, view: View) -> View:
        """Return a published round with the values that it was paired by."""
        return with_values(book, number, view)

    def draft(self, book: Book, draft: Draft) -> View:
        """Return a draft of a season: the places, values and totals it was paired by."""
        standing = ranking(draft.table, book.rules)
        label = book.state.label
        name = book.name
        rows = [
            SeasonDraftRow(
                board=board,
                colour_rule=b.rule,
                white=label(b.white),
                white_name=name(b.white),
                black=label(b.black),
                black_name=name(b.black),
                sides=season_pairings.sides(standing, book.rules, b.white, b.black),
            )
            for board, b in enumerate(draft.pairing.boards, 1)
        ]
        columns = (
            *season_pairings.DRAFT_COLUMNS,
            *columns_of(SeasonDraftRow, "colour_rule", spare=season_pairings.SPARE),
        )
        relaxed = [RelaxedBoard(item.board, item.why) for item in draft.pairing.relaxed]
        values = SettledValues(standing.passes, standing.cycle, relaxed)
        notes = drafts.notes_of(book, draft, self.alone, [passes_note(standing)])
        head = SeasonDraftHead(drafts.head_of(book, draft), values)
        return View(drafts.title_of(book, draft), columns, rows, head, notes)

    def order_of_pairing(self, book: Book, question: Question) -> View:
        """Return the ranking with which a round of a season was paired."""
        table = question.table
        rules = question.rules
        rounds = range(1, table.rounds + 1)
        season = Counted(
            book=book,
            rules=rules,
            table=table,
            period=None,
            rounds=rounds,
            standing=ranking(table, rules),
            items=items(table, rules),
        )
        view = overviews.standing(season)
        paired = {one.key: at for at, one in enumerate(question.contestants, 1)}
        rows = [
            SeasonPairedRow(paired.get(line.player), row, table.colours(line.player))
            for line, row in zip(season.standing.lines, view.rows, strict=True)
            if isinstance(row, SeasonStandingRow)
        ]
        order = message("audit.order.keizer", clause=rules.mark("2"))
        return View("", _ORDER, rows, notes=(order, *season.notes()))

    def not_in_file(self, book: Book) -> list[Sentence]:
        """Return that a file has no values, and what else of the season it has no place for."""
        season = book.state.season
        notes = [message("exports.season")]
        if season.externals:
            notes.append(message("exports.season-externals", n=len(season.externals)))
        if season.periods:
            notes.append(message("exports.season-periods"))
        return notes


def _card(book: Book, season: Counted, player: int) -> View:
    """Return how a member's total is built up, from the season as it was counted for all."""
    view = overview_rounds.build_up(season, player)
    entrant = book.state.players[player]
    details = {k: v for k, v in book.people.get(entrant.person, {}).items() if k != "name"}
    assert isinstance(view.head, OverviewHead)
    top = MemberCardHead(
        overview=view.head,
        number=book.state.label(player),
        name=book.name(player),
        rating=entrant.rating,
        title=entrant.title,
        record=details,
    )
    rating = message("season.no-rating")
    if entrant.rating:
        rating = message("season.rating", rating=entrant.rating)
    known = run_on(rating, *personal(details), between=", ")
    return replace(view, head=top, notes=(*view.notes, known))


FORMAT = SeasonFormat()
