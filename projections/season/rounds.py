"""The overviews of a season that have a line a round: results, build-up of totals, external games.

Keys and amounts are written as in `projections.season.members`.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from ledger.state.season import TeamGame
from ledger.state.tournament import Game
from projections.games.crosstable import CellKind
from projections.season.members import member_row
from projections.season.tallies import Counted, own_value
from projections.season.words import (
    COLOURS,
    INSTEAD,
    amount,
    external_halves,
    game_result,
    own_result,
    rounds_text,
    share_text,
)
from projections.standings.keizer import KeizerLine, PointsSource, What, external_value
from projections.views.view import Column, Row, View

RESULT_COLUMNS = (
    Column("round", "Ronde", "right"),
    Column("board", "Bord", "right"),
    Column("first", "Wit / speler"),
    Column("second", "Zwart / team"),
    Column("colour_shown", "Kleur"),
    Column("result_shown", "Uitslag", "center"),
    Column("remark", "Bijzonderheden"),
)


def results(counted: Counted, rounds: range) -> View:
    """Return the results of some rounds (Uitslagen).

    Games between members have both, games for a team the member, team, board and colour: their
    result is written from the member's side, his score first (1-0R: he won by default). After them
    come who had no opponent, who was absent, and who had club duty.

    Rule: mwkeizer 3a, 3b, 3c, 3d.
    """
    rows = tuple(row for number in rounds for row in _results_of(counted, number))
    name = rounds_text(rounds)
    head = counted.head("results") | {"first_round": rounds.start, "last_round": rounds.stop - 1}
    notes = ["uitslag van een externe partij: de score van de speler zelf voorop; R: reglementair"]
    return View(counted.title(f"Uitslagen {name}"), RESULT_COLUMNS, rows, head, tuple(notes), "nl")


_ORDER = (
    What.EXTERNAL, What.NO_OPPONENT, What.CLUB_DUTY, What.ABSENT, What.BEYOND_CAP,
)  # fmt: skip


def _results_of(counted: Counted, number: int) -> Iterator[Row]:
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


def _game_row(counted: Counted, number: int, board: int, game: Game) -> Row:
    book, numbers = counted.book, counted.table.numbers
    result = game_result(game.outcome, game.adjourned)
    remarks = ["inhaalpartij"] if game.catch_up else []
    remarks += ["gecorrigeerd"] if game.earlier and game.outcome else []
    return _row(
        round=number,
        kind="game",
        board=board,
        id=numbers[game.white],
        name=book.name(game.white),
        opponent=numbers[game.black],
        opponent_name=book.name(game.black),
        colour="W",
        result=game.outcome or ("adjourned" if game.adjourned else None),
        catch_up=game.catch_up,
        first=book.name(game.white),
        second=book.name(game.black),
        result_shown=result,
        remark=", ".join(remarks),
    )


def _player_row(counted: Counted, item: PointsSource, player: int) -> Row:
    book = counted.book
    row = _row(
        round=item.round,
        kind=item.what.value,
        id=counted.table.numbers[player],
        name=book.name(player),
        first=book.name(player),
    )
    if item.what is What.EXTERNAL:
        game = counted.table.season.externals[player, item.round]
        elsewhere = "" if game.club_evening else "niet op de clubavond"
        return row | {
            "team": item.team,
            "team_board": item.board,
            "colour": item.colour,
            "result": item.result,
            "second": team_and_board(item),
            "colour_shown": COLOURS[item.colour],
            "result_shown": own_result(item.result),
            "remark": elsewhere,
        }
    return row | {
        "second": INSTEAD[item.what],
        "remark": _why_away(counted, item, player),
    }


def _row(**given: object) -> Row:
    """Return a row of results with every key, None where it does not apply."""
    keys = (
        "round", "kind", "board", "id", "name", "opponent", "opponent_name", "team", "team_board",
        "colour", "result",
    )  # fmt: skip
    shown = ("first", "second", "colour_shown", "result_shown", "remark")
    return dict.fromkeys(keys) | {"catch_up": False} | dict.fromkeys(shown, "") | given


def _why_away(counted: Counted, item: PointsSource, player: int) -> str:
    """Say what is special about an absence: without notice, or one too many.

    Rule: mwkeizer 3d.
    """
    if item.what not in (What.ABSENT, What.BEYOND_CAP):
        return ""
    kind = counted.table.cells[player][item.round - 1].kind
    said = {CellKind.NO_NOTICE: ["zonder bericht"], CellKind.NOT_PAIRED: ["niet aangemeld"]}
    remarks = said.get(kind, [])
    if item.what is What.BEYOND_CAP:
        silent = bool(remarks) and counted.keys.unannounced == "zero"
        many = f"meer dan {counted.keys.absent_cap} keer"
        remarks = [*remarks, "telt als Nul" if silent else many]
    return ", ".join(remarks)


def team_and_board(game: PointsSource | TeamGame) -> str:
    """Write the opponent's place of a game for a team."""
    return f"team {game.team}, bord {game.board}"


BUILD_UP_COLUMNS = (
    Column("rank", "Nr", "right"),
    Column("name_shown", "Naam"),
    Column("round", "Ronde", "right"),
    Column("colour_shown", "Kleur"),
    Column("against", "Tegenstander"),
    Column("share_shown", "Resultaat", "center"),
    Column("worth", "Waarde", "right"),
    Column("points_shown", "Punten", "right"),
)


def build_up(counted: Counted, player: int | None = None) -> View:
    """Return how totals are built up (Opbouw puntentotaal), of everybody or of one player.

    Each member has a line for his own value, one for each round that counts, and his total. The
    lines add up to it exactly; rounding is for display only.

    Rule: mwkeizer 4.
    """
    lines = [n for n in counted.standing.lines if player in (None, n.player)]
    rows = tuple(row for line in lines for row in build_up_rows(counted, line))
    kind = "Opbouw puntentotaal"
    of = "" if player is None else f" van {counted.book.name(player)}"
    notes = ("punten zijn afgerond getoond; exact tellen ze op tot het totaal", *counted.notes())
    title = counted.title(f"{kind}{of}, {counted.what}")
    return View(title, BUILD_UP_COLUMNS, rows, counted.head("build-up"), notes, "nl")


def build_up_rows(counted: Counted, line: KeizerLine) -> Iterator[Row]:
    """Yield the lines of one member: own value, rounds, total."""
    places = counted.keys.decimals
    start = member_row(counted, line)
    nothing: Row = dict.fromkeys(
        ("round", "opponent", "opponent_name", "team", "team_board", "colour", "share", "worth")
    )

    def row(kind: str, points: Fraction, **given: object) -> Row:
        shown: Row = {"colour_shown": "", "against": "", "share_shown": ""}
        amounts: Row = {"points": str(points), "points_shown": amount(points, places)}
        return start | nothing | {"kind": kind} | shown | given | amounts

    yield row("own value", own_value(counted, line), against="eigen waarde", worth=line.value)
    for item in counted.items[line.player]:
        given = item_row(counted, item) | {
            "colour_shown": COLOURS[item.colour],
            "against": against(counted, item),
            "share_shown": share_text(item),
        }
        yield row(item.what.value, item.points(counted.standing.values), **given)
    yield row("total", line.total, against="totaal")


def item_row(counted: Counted, item: PointsSource) -> Row:
    """Return one round of a member for programs; worth is the value that share is a part of."""
    other = item.opponent
    return {
        "round": item.round,
        "opponent": None if other is None else counted.table.numbers[other],
        "opponent_name": None if other is None else counted.book.name(other),
        "team": item.team,
        "team_board": item.board,
        "colour": item.colour,
        "share": str(item.share),
        "worth": item.fixed if item.of is None else counted.standing.values[item.of],
    }


def against(counted: Counted, item: PointsSource) -> str:
    """Return whom or what a member met in a round, as people read it."""
    if item.opponent is not None:
        return counted.book.name(item.opponent)
    if item.what is What.EXTERNAL:
        return team_and_board(item)
    return INSTEAD[item.what].lower()


EXTERNAL_COLUMNS = (
    Column("name_shown", "Naam"),
    Column("date", "Datum"),
    Column("round", "Ronde", "right"),
    Column("team", "Team"),
    Column("team_board", "Bord", "right"),
    Column("colour_shown", "Kleur"),
    Column("result_shown", "Uitslag", "center"),
    Column("worth", "Waarde", "right"),
    Column("points_shown", "Punten", "right"),
    Column("remark", "Bijzonderheden"),
)


def external_games(counted: Counted, player: int | None = None) -> View:
    """Return each member's games for teams, in ranking order; games that do not count are marked.

    The result is written from the member's side, his score first.

    Rule: mwkeizer 6.
    """
    lines = [n for n in counted.standing.lines if player in (None, n.player)]
    rows = tuple(row for line in lines for row in _external_rows(counted, line))
    of = "" if player is None else f" van {counted.book.name(player)}"
    title = counted.title(f"Persoonlijke resultaten externe wedstrijden{of}, {counted.what}")
    notes = ("uitslag: de score van de speler zelf voorop; R: reglementair", *counted.notes())
    return View(title, EXTERNAL_COLUMNS, rows, counted.head("external"), notes, "nl")


def _external_rows(counted: Counted, line: KeizerLine) -> Iterator[Row]:
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
        remark = "niet op de clubavond" if not game.club_evening else ""
        yield member_row(counted, line) | {
            "date": None if date is None else date.isoformat(),
            "round": game.round,
            "team": game.team,
            "team_board": game.board,
            "colour": game.colour,
            "colour_shown": COLOURS[game.colour],
            "result": game.result,
            "result_shown": own_result(game.result),
            "score": str(Fraction(external_halves(game), 2)),
            "worth": external_value(counted.table, counted.keys, game.team, game.board),
            "counts": points is not None,
            "points": None if points is None else str(points),
            "points_shown": "" if points is None else amount(points, counted.keys.decimals),
            "remark": remark if points is not None else f"telt niet mee: {remark}, niet gemeld",
        }
