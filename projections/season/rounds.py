"""The overviews of a season with a line a round: results, build-up of totals, external games.

Keys and amounts are written as in `projections.season.members`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Annotated

from ledger.messages import Sentence, message, run_on
from ledger.records import Record, Spread
from ledger.state.tournament import Game
from projections.games.crosstable import CellKind
from projections.season import words
from projections.season.members import MemberKeys, member_keys
from projections.season.tallies import Counted, OverviewHead, own_value
from projections.season.words import overview_of
from projections.standings.keizer import OWN_VALUE, KeizerLine, PointsSource, What, external_value
from projections.views import fields
from projections.views.columns import DAY, Kind
from projections.views.view import View

OpponentInSeason = Annotated[int | None, "Number of the opponent, null: no game between members."]
OpponentNameInSeason = Annotated[str | None, "Name of the opponent."]


class ResultsHead(Record):
    """The results of some rounds of a season."""

    overview: Spread[OverviewHead]
    first_round: Annotated[int, "First round."]
    last_round: Annotated[int, "Last round."]


def results(counted: Counted, rounds: range) -> View:
    """Return the results of some rounds (Uitslagen).

    Games between members have both, games for a team the member, team, board and colour: their
    result is written from the member's side, the own score first (1-0R: they won by default). They
    are followed by the members without opponent, the absent ones, and those with club duty.

    Rule: mwkeizer 3a, 3b, 3c, 3d.
    """
    rows = [row for number in rounds for row in _results_of(counted, number)]
    title = counted.title(message("season.results", rounds=words.rounds_text(rounds)))
    head = ResultsHead(counted.head("results"), rounds.start, rounds.stop - 1)
    notes = (message("season.own-score-first"),)
    return View(title, RESULT_COLUMNS, rows, head, notes, for_members=True)


_ORDER = (
    What.EXTERNAL,
    What.NO_OPPONENT,
    What.CLUB_DUTY,
    What.ABSENT,
    What.BEYOND_CAP,
)


def _results_of(counted: Counted, number: int) -> Iterator[ResultRow]:
    round_ = counted.book.state.rounds[number - 1]
    for board, game in enumerate(round_.games, 1):
        yield _game_row(counted, number, board, game)
    others = [
        (item, line.player)
        for line in counted.standing.lines
        for item in counted.items[line.player]
        if item.round == number and item.what in _ORDER
    ]
    others.sort(key=lambda other: _ORDER.index(other[0].what))
    for item, player in others:
        yield _player_row(counted, item, player)


class ResultRow(Record):
    """A game, or a member without one."""

    round: fields.NumberOfRound
    kind: words.KindInSeason
    board: Annotated[int | None, "Board of a game between members."]
    id: fields.PlayerNumber
    name: Annotated[str, "White, or the member."]
    opponent: OpponentInSeason = None
    opponent_name: OpponentNameInSeason = None
    team: words.TeamName = None
    team_board: words.TeamBoard = None
    colour: fields.ColourPlayed = None
    result: Annotated[str | None, "White's: 1-0 ...; for a team the own: 1, 1/2, 0, 1R."] = None
    catch_up: Annotated[bool, "Whether it was played later than its round."] = False
    first: Annotated[str, "First name of the line."] = ""
    second: Annotated[Sentence, "Black, team and board, or why the member did not play."] = ""
    colour_shown: words.ColourShown = ""
    result_shown: Annotated[
        Sentence, "The result as it is shown; for a team the own score first.", Kind("center")
    ] = ""
    remark: words.RemarkShown = ""


RESULT_COLUMNS = overview_of(
    ResultRow, "round", "board", "first", "second", "colour_shown", "result_shown", "remark"
)


def _game_row(counted: Counted, number: int, board: int, game: Game) -> ResultRow:
    book = counted.book
    numbers = counted.table.numbers
    remarks = [message("season.caught-up")] if game.catch_up else []
    remarks += [message("season.corrected")] if game.earlier and game.outcome else []
    return ResultRow(
        number,
        "game",
        board,
        numbers[game.white],
        book.name(game.white),
        opponent=numbers[game.black],
        opponent_name=book.name(game.black),
        colour="W",
        result=game.outcome or ("adjourned" if game.adjourned else None),
        catch_up=game.catch_up,
        first=book.name(game.white),
        second=book.name(game.black),
        result_shown=words.game_result(game.outcome, game.adjourned),
        remark=_together(remarks),
    )


def _together(remarks: Sequence[Sentence]) -> Sentence:
    return run_on(*remarks, between=", ") if remarks else ""


def _player_row(counted: Counted, item: PointsSource, player: int) -> ResultRow:
    name = counted.book.name(player)
    who = (item.round, item.what.value, None, counted.table.numbers[player], name)
    if item.what is not What.EXTERNAL:
        remark = _why_away(counted, item, player)
        return ResultRow(*who, first=name, second=words.INSTEAD[item.what], remark=remark)
    game = counted.table.season.externals[player, item.round]
    return ResultRow(
        *who,
        team=item.team,
        team_board=item.board,
        colour=item.colour,
        result=item.result,
        first=name,
        second=team_and_board(item),
        colour_shown=item.colour or "",
        result_shown=words.own_result(item.result),
        remark="" if game.club_evening else message("season.not-on-evening"),
    )


def _why_away(counted: Counted, item: PointsSource, player: int) -> Sentence:
    """Return the note on an absence: without notice, or beyond the cap.

    Rule: mwkeizer 3d.
    """
    if item.what not in (What.ABSENT, What.BEYOND_CAP):
        return ""
    kind = counted.table.cells[player][item.round - 1].kind
    remarks = []
    if kind is CellKind.NO_NOTICE:
        remarks.append(message("season.no-notice"))
    if kind is CellKind.NOT_PAIRED:
        remarks.append(message("season.not-announced"))
    if item.what is What.BEYOND_CAP:
        silent = bool(remarks) and counted.keys.unannounced == "zero"
        many = message("season.too-often", n=counted.keys.absent_cap)
        remarks.append(message("season.counts-for-nothing") if silent else many)
    return _together(remarks)


def team_and_board(game: PointsSource) -> Sentence:
    """Return the text in place of an opponent for a game for a team."""
    return message("season.team-and-board", team=game.team or "", board=game.board or "")


def build_up(counted: Counted, player: int | None = None) -> View:
    """Return the build-up of totals (Opbouw puntentotaal), of everybody or of one player.

    Each member has a line for their own value, one for each round that counts, and their total. The
    lines add up to it exactly; rounding is for display only.

    Rule: mwkeizer 4.
    """
    lines = [n for n in counted.standing.lines if player in (None, n.player)]
    rows = [row for line in lines for row in build_up_rows(counted, line)]
    what = message("season.build-up", what=counted.what)
    if player is not None:
        what = message("season.build-up-of", name=counted.book.name(player), what=counted.what)
    notes = (message("season.rounded"), *counted.notes())
    head = counted.head("build-up")
    return View(counted.title(what), BUILD_UP_COLUMNS, rows, head, notes, for_members=True)


class RoundOfMember(Record):
    """A round of a member; for the own value and the total all fields are None."""

    round: Annotated[int | None, "Number of the round, null: none."]
    opponent: OpponentInSeason = None
    opponent_name: OpponentNameInSeason = None
    team: words.TeamName = None
    team_board: words.TeamBoard = None
    colour: fields.ColourPlayed = None
    share: Annotated[str | None, "Part of the value that the member gets: 1, 1/2, 1/3, 2/3, 0."] = (
        None
    )
    worth: Annotated[int | None, "The value that it is a part of."] = None


class BuildUpRow(Record):
    """A line of a member's total."""

    member: Spread[MemberKeys]
    item: Spread[RoundOfMember]
    kind: words.KindInSeason
    colour_shown: words.ColourShown
    against: Annotated[Sentence, "Opponent, team and board, or what it was instead."]
    share_shown: Annotated[
        str, "Share as it is shown, R when by default.", Kind("center", words="share")
    ]
    points: words.ExactAmount
    points_shown: words.AmountShown


BUILD_UP_COLUMNS = overview_of(
    BuildUpRow,
    "rank",
    "name_shown",
    "round",
    "colour_shown",
    "against",
    "share_shown",
    "worth",
    "points_shown",
)


def build_up_rows(counted: Counted, line: KeizerLine) -> Iterator[BuildUpRow]:
    """Yield the lines of one member: own value, rounds, total."""
    member = member_keys(counted, line)
    places = counted.keys.decimals

    def amounts(points: Fraction) -> tuple[str, Sentence]:
        return str(points), words.amount(points, places)

    own = RoundOfMember(None, worth=line.value)
    worth = amounts(own_value(counted, line))
    own_value_is = message("season.against.own-value")
    yield BuildUpRow(member, own, OWN_VALUE, "", own_value_is, "", *worth)
    for item in counted.items[line.player]:
        yield BuildUpRow(
            member,
            round_of_member(counted, item),
            item.what.value,
            item.colour or "",
            against(counted, item),
            words.share_text(item),
            *amounts(item.points(counted.standing.values)),
        )
    total = amounts(line.total)
    total_is = message("season.against.total")
    yield BuildUpRow(member, RoundOfMember(None), "total", "", total_is, "", *total)


def round_of_member(counted: Counted, item: PointsSource) -> RoundOfMember:
    """Return one round of a member for programs; `worth` is the value that `share` is a part of."""
    other = item.opponent
    return RoundOfMember(
        round=item.round,
        opponent=None if other is None else counted.table.numbers[other],
        opponent_name=None if other is None else counted.book.name(other),
        team=item.team,
        team_board=item.board,
        colour=item.colour,
        share=str(item.share),
        worth=item.fixed if item.of is None else counted.standing.values[item.of],
    )


def against(counted: Counted, item: PointsSource) -> Sentence:
    """Return the opponent of a round, or what the round was instead, for people."""
    if item.opponent is not None:
        return counted.book.name(item.opponent)
    if item.what is What.EXTERNAL:
        return team_and_board(item)
    return words.AGAINST[item.what]


class ExternalRow(Record):
    """A game for a team."""

    member: Spread[MemberKeys]
    date: Annotated[str | None, "Day of the game, or of its round; YYYY-MM-DD.", DAY]
    round: fields.NumberOfRound
    team: Annotated[str, "Team."]
    team_board: Annotated[int, "Board."]
    colour: fields.ColourPlayed
    colour_shown: words.ColourShown
    result: Annotated[str, "The member's own result: 1, 1/2, 0, 1R, 0R."]
    result_shown: Annotated[str, "The same, the own score first: 1-0.", Kind("center")]
    score: Annotated[str, "The member's score, exact."]
    worth: Annotated[int | None, "Value of the board."]
    counts: Annotated[bool, "Whether it counts for the season."]
    points: Annotated[str | None, "What it is worth, exact; null: it does not count."]
    points_shown: words.AmountShown
    remark: words.RemarkShown


EXTERNAL_COLUMNS = overview_of(
    ExternalRow,
    "name_shown",
    "date",
    "round",
    "team",
    "team_board",
    "colour_shown",
    "result_shown",
    "worth",
    "points_shown",
    "remark",
)


def external_games(counted: Counted, player: int | None = None) -> View:
    """Return each member's games for teams, in ranking order; games that do not count are marked.

    The result is written from the member's side, their score first.

    Rule: mwkeizer 6.
    """
    lines = [n for n in counted.standing.lines if player in (None, n.player)]
    rows = [row for line in lines for row in _external_rows(counted, line)]
    what = message("season.external", what=counted.what)
    if player is not None:
        what = message("season.external-of", name=counted.book.name(player), what=counted.what)
    notes = (message("season.own-score"), *counted.notes())
    head = counted.head("external")
    return View(counted.title(what), EXTERNAL_COLUMNS, rows, head, notes, for_members=True)


def _external_rows(counted: Counted, line: KeizerLine) -> Iterator[ExternalRow]:
    state = counted.book.state
    mine = [
        game
        for (player, number), game in state.season.externals.items()
        if player == line.player and number in counted.rounds
    ]
    points_of = {
        item.round: item.points(counted.standing.values)
        for item in counted.items[line.player]
        if item.what is What.EXTERNAL
    }
    for game in sorted(mine, key=lambda game: game.round):
        points = points_of.get(game.round)
        date = game.date or state.dates.get(game.round)
        remark = "" if game.club_evening else message("season.not-on-evening")
        yield ExternalRow(
            member=member_keys(counted, line),
            date=None if date is None else date.isoformat(),
            round=game.round,
            team=game.team,
            team_board=game.board,
            colour=game.colour,
            colour_shown=game.colour or "",
            result=game.result,
            result_shown=words.own_result(game.result),
            score=str(Fraction(words.external_halves(game), 2)),
            worth=external_value(counted.table.season, counted.keys, game.team, game.board),
            counts=points is not None,
            points=None if points is None else str(points),
            points_shown="" if points is None else words.amount(points, counted.keys.decimals),
            remark=remark if points is not None else message("season.not-counted"),
        )
