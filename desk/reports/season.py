"""The answers of the read verbs in a club season: the seven overviews, and the common verbs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Annotated

from ledger.messages import Sentence, also, do, message, run_on
from ledger.records import Record, Spread
from ledger.refusals import Exit, Refusal
from ledger.rulebooks.rulebook import Rulebook
from ledger.state.book import Book, keys_of_season
from projections.games.rounds import rounds_counted
from projections.season import members as overviews
from projections.season import rounds as overview_rounds
from projections.season.members import MemberKeys, MemberTotal
from projections.season.rounds import RoundOfMember
from projections.season.tallies import Counted, OverviewHead, counted
from projections.season.words import AmountShown, ExactAmount, KindInSeason, amount, passes_note
from projections.standings.keizer import KeizerLine, PointsSource, What
from projections.standings.prizes import shares
from projections.views import fields
from projections.views.crosstables import RoundsAsShown, cell_text
from projections.views.status import SeasonStatus
from projections.views.view import Column, View, money

OVERVIEWS: Mapping[str, str] = {
    "standing": "stand",
    "period-standing": "periodestand",
    "results": "uitslagen",
    "build-up": "opbouw",
    "matrix": "scorematrix",
    "external": "extern",
    "best-external": "klijnbeker",
}
"""The seven overviews in the order of the source, with their Dutch names."""


def overview(
    book: Book,
    which: str,
    *,
    after: int | None = None,
    period: int | None = None,
    round_number: int | None = None,
    player: str | None = None,
) -> View | Refusal:
    """Return one of the seven overviews, after some rounds (None: all that are done).

    `period` limits it to a period; `round_number` is for the results, `player` for the build-up and
    the external games.
    """
    keys = keys_of_season(book)
    if isinstance(keys, Refusal):
        return keys
    wrong = _not_for(which, period, round_number, player)
    if wrong:
        return wrong
    if which == "results":
        return _results(book, after, period, round_number)
    who = None
    if player is not None:
        entrant = book.find_player(player)
        if isinstance(entrant, Refusal):
            return entrant
        who = entrant.player
    chosen = rounds_counted(book, after)
    if isinstance(chosen, Refusal):
        return chosen
    if which == "period-standing" and period is None:
        period = book.state.season.period_of(max(chosen, 1))
    season = counted(book, chosen, period)
    if isinstance(season, Refusal):
        return season
    if which in ("build-up", "external"):
        show = overview_rounds.build_up if which == "build-up" else overview_rounds.external_games
        return show(season, who)
    return {
        "standing": overviews.standing,
        "period-standing": overviews.period_standing,
        "matrix": overviews.matrix,
        "best-external": overviews.best_external,
    }[which](season)


def _not_for(
    which: str, period: int | None, round_number: int | None, player: str | None
) -> Refusal | None:
    for value, option, those in (
        (period, also(period=True), [name for name in OVERVIEWS if name != "standing"]),
        (round_number, also(round=True), ["results"]),
        (player, also(player=True), ["build-up", "external"]),
    ):
        if value is not None and which not in those:
            name = message(f"season.overviews.{which}")
            what = message("season.asked.no-option", which=name, option=option)
            numbers = ", ".join(str([*OVERVIEWS].index(name) + 1) for name in those)
            step = message("season.asked.overviews-with", option=option, numbers=numbers)
            return Refusal("option-not-for-overview", what, step, exit=Exit.USAGE)
    return None


def _results(
    book: Book, after: int | None, period: int | None, round_number: int | None
) -> View | Refusal:
    last = rounds_counted(book, after if round_number is None else round_number)
    if isinstance(last, Refusal):
        return last
    if round_number is not None and period is not None:
        options = {"round": also(round=True), "period": also(period=True)}
        what = message("season.asked.round-and-period", **options)
        step = message("season.asked.leave-one-out")
        return Refusal("round-and-period", what, step, exit=Exit.USAGE)
    if last < 1:
        what = message("season.asked.no-round-done")
        if round_number is not None:
            what = message("season.asked.no-round", round=round_number)
        return Refusal("no-results", what, do("rounds"), exit=Exit.USAGE)
    season = counted(book, last, period)
    if isinstance(season, Refusal):
        return season
    rounds = season.rounds if period is not None else range(last, last + 1)
    return overview_rounds.results(season, rounds)


def all_overviews(
    book: Book, after: int | None = None, period: int | None = None
) -> list[tuple[str, View]] | Refusal:
    """Return the seven overviews with their English names, as the pages of a season have them.

    The results are those of all rounds that count. `period` limits all but the standing.
    """
    views = []
    for which in OVERVIEWS:
        if which == "results" and period is None:
            view = _all_results(book, after)
        else:
            view = overview(
                book, which, after=after, period=None if which == "standing" else period
            )
        if isinstance(view, Refusal):
            return view
        views.append((which, view))
    return views


def _all_results(book: Book, after: int | None) -> View | Refusal:
    season = counted(book, after)
    return season if isinstance(season, Refusal) else overview_rounds.results(season, season.rounds)


def standings(book: Book, after: int, final: bool, rules: Rulebook | None) -> View | Refusal:
    """Return the standing of a season; `rules` replaces its own rulebook by another."""
    season = counted(book, after, rules=rules)
    return season if isinstance(season, Refusal) else overviews.standing(season, final)


class MemberCardHead(Record):
    """How a member's total is built up."""

    overview: Spread[OverviewHead]
    number: fields.PlayerNumber
    name: fields.PlayerName
    rating: fields.PlayerRating
    title: fields.PlayerTitle
    record: fields.PersonDetails


def player(book: Book, player: int) -> View | Refusal:
    """Return how a member's total is built up, with the member's data."""
    season = counted(book)
    if isinstance(season, Refusal):
        return season
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
    facts = [
        message(f"person.{key.replace('_', '-')}", value=value) for key, value in details.items()
    ]
    return replace(view, head=top, notes=(*view.notes, run_on(rating, *facts, between=", ")))


def crosstable(book: Book, after: int) -> View | Refusal:
    """Return every round of every member, in ranking order."""
    season = counted(book, after)
    if isinstance(season, Refusal):
        return season
    columns = (
        Column("rank", "#", "right"),
        Column("id", message("columns.number"), "right"),
        Column("name_shown"),
        *(Column(f"r{r}", str(r), "right", in_blocks=True) for r in season.rounds),
        Column("value", align="right"),
        Column("points_shown", align="right"),
    )
    rows = [_crosstable_row(season, line) for line in season.standing.lines]
    notes = (message("season.crosstable-signs"), passes_note(season.standing))
    title = season.title(message("season.crosstable", round=season.after))
    return View(title, columns, rows, season.head("crosstable"), notes)


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


class SeasonPrizesHead(Record):
    """Who gets which prize of a season."""

    overview: Spread[OverviewHead]
    method: fields.PrizeMethodName
    declared_cents: fields.CentsByRank


class SeasonPrizeRow(Record):
    """A member with a prize."""

    rank: fields.Rank
    number: fields.PlayerNumber
    name: fields.PlayerName
    points: ExactAmount
    points_shown: AmountShown
    equal_with: fields.EqualWith
    cents: fields.PrizeCents
    prize: fields.PrizeText


def prizes(book: Book, amounts: Sequence[int], rules: Rulebook) -> View | Refusal:
    """Return who gets which prize by the season's standing.

    Rule: knsb-wp-2014 F12.1.
    """
    season = counted(book)
    if isinstance(season, Refusal):
        return season
    lines = [line for line in season.standing.lines if line.rank is not None]
    dealt = shares([line.total for line in lines], amounts, rules.prizes.method)
    rows = [
        SeasonPrizeRow(
            rank=line.rank,
            number=season.table.numbers[line.player],
            name=book.name(line.player),
            points=str(line.total),
            points_shown=amount(line.total, season.keys.decimals),
            equal_with=share.equal_with,
            cents=share.cents,
            prize=money(share.cents),
        )
        for line, share in zip(lines, dealt, strict=True)
        if share.cents and line.rank is not None
    ]
    top = SeasonPrizesHead(season.head("prizes"), rules.prizes.method, tuple(amounts))
    columns = (
        Column("rank", "#", "right"),
        Column("number", align="right"),
        Column("name"),
        Column("points_shown", align="right"),
        Column("prize", align="right"),
    )
    method = message(f"cells.prizes.{rules.prizes.method.replace('_', '-')}")
    declared = money(sum(amounts))
    notes = [
        message("season.divided", method=method),
        message("season.declared", amount=declared),
        passes_note(season.standing),
    ]
    if not book.state.closed:
        notes.append(overviews.not_finished())
    title = message("season.prizes", name=book.state.name, round=season.after)
    return View(title, columns, rows, top, tuple(notes))


def season_status(book: Book) -> SeasonStatus | None:
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
