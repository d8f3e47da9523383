"""Statistics of a tournament: results, differences of rating, the field, upsets, groups of players.

Of a group of fewer than five players there is only their number, so that no figure is one person's.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Annotated, Final, get_args

from ledger.messages import Sentence, message
from ledger.records import Record
from ledger.state.book import Book
from ledger.state.tournament import Game, Round
from ledger.values import Statistic, by_default
from projections.formats.registry import scoring_of
from projections.games.crosstable import CellKind, Crosstable, of_tournament
from projections.games.rounds import head, rounds_done
from projections.ratings.game import halves_over_the_board
from projections.standings.opponents_ratings import (
    RatedGame,
    average_rating,
    expected_percentage,
    performance,
)
from projections.views import fields
from projections.views.columns import AMOUNT, NAME, columns_of
from projections.views.view import View, number

STATISTICS: Final[tuple[Statistic, ...]] = get_args(Statistic)

LEAST: Final = 5
"""Players of a group of whom more is said than their number."""

BAND: Final = 100
WIDEST: Final = 400
"""Rating points of a band of differences, and those from which all are one."""

MOST_UPSETS: Final = 20
BEST: Final = 4
TOP: Final = 10


class ResultsRow(Record):
    """The results of a round, or of all."""

    round: Annotated[int | None, "Number of the round, null: all together."]
    games: Annotated[int, "Games with a result over the board."]
    white_wins: Annotated[int, "Games that white won."]
    draws: Annotated[int, "Drawn games."]
    black_wins: Annotated[int, "Games that black won."]
    defaults: Annotated[int, "Games decided by default."]
    byes: Annotated[int, "Players without an opponent: byes of all kinds."]
    open: Annotated[int, "Games without a result."]
    round_shown: Annotated[Sentence, "The round in words.", AMOUNT]


class DifferenceRow(Record):
    """The games between players whose ratings differ so much."""

    least: Annotated[int, "Least difference of rating."]
    most: Annotated[int | None, "Greatest difference, null: no end."]
    games: Annotated[int, "Games over the board between players with a rating."]
    points: Annotated[float, "Points of the higher rated."]
    score_pct: Annotated[int | None, "Their score in per cent, null: no game."]
    expected_pct: Annotated[int | None, "What FIDE's table expects, null: no game."]
    band: Annotated[Sentence, "The differences in words.", AMOUNT]


class FieldRow(Record):
    """A figure of the field."""

    what: Annotated[Sentence, "What it is."]
    value: Annotated[int, "Its value."]
    who: Annotated[Sentence, "Whose it is, empty: nobody's in particular.", NAME]


class UpsetRow(Record):
    """A game that the lower rated won."""

    round: fields.NumberOfRound
    board: fields.NumberOfBoard
    winner: fields.PlayerNumber
    winner_name: Annotated[str, "Name of the winner.", NAME]
    winner_rating: Annotated[int, "Rating of the winner."]
    loser: Annotated[int, "Number of the loser."]
    loser_name: Annotated[str, "Name of the loser.", NAME]
    loser_rating: Annotated[int, "Rating of the loser."]
    difference: Annotated[int, "How much less rating the winner has."]


class GroupRow(Record):
    """The players of a club or federation, or those born in ten years; null: fewer than five."""

    group: Annotated[str, "Club, federation or years."]
    players: Annotated[int, "Number of players."]
    points: Annotated[float | None, "Points of all of them."]
    score_pct: Annotated[int | None, "Their score over the board in per cent."]
    performance: Annotated[int | None, "Average of their performances."]
    best_place: Annotated[int | None, "Place of the best of them."]
    best_name: Annotated[str, "Name of the best of them.", NAME]
    best_four: Annotated[float | None, "Points of the best four together."]


def statistics(book: Book, statistic: Statistic | None = None) -> View:
    """Return one of the statistics of a tournament, None: the results of each round."""
    return _statistic(_Counted(book), statistic or "results")


def all_statistics(book: Book) -> Iterator[tuple[Statistic, View]]:
    """Yield every statistic that has any rows."""
    counting = _Counted(book)
    for what in STATISTICS:
        view = _statistic(counting, what)
        if view.rows:
            yield what, view


class _Counted:
    """A tournament as statistics count it: `table` has all rounds, `done` those that are done."""

    def __init__(self, book: Book) -> None:
        self.book = book
        self.table: Crosstable = of_tournament(book.state, book.rules)
        self.done: Crosstable = of_tournament(book.state, book.rules, rounds_done(book))
        order = scoring_of(book.rules).in_order(book, self.done)
        self.places: Mapping[int, int] = {player: at for at, player in enumerate(order, 1)}

    def points(self, player: int) -> int:
        """Return the half points of a player in the rounds that are done."""
        return sum(cell.halves for cell in self.done.counted.cells.get(player, ()))

    def rating(self, player: int) -> int | None:
        """Return the rating of a player."""
        return self.book.state.players[player].rating

    def of_person(self, player: int, field: str) -> str:
        """Return what is known of a player, "" for nothing."""
        return self.book.people.get(self.book.state.players[player].person, {}).get(field, "")

    def over_the_board(self) -> Iterator[tuple[Round, int, Game, int]]:
        """Yield the games that were played: round, board, game and the half points of white."""
        for round_ in self.book.state.rounds:
            for board, game in enumerate(round_.games, 1):
                if game.outcome is not None and not by_default(game.outcome):
                    yield round_, board, game, halves_over_the_board(game.outcome, True)

    def rated(self) -> Iterator[tuple[Round, int, Game, int, int, int]]:
        """Yield those between players with a rating, with both ratings."""
        players = self.book.state.players
        for round_, board, game, halves in self.over_the_board():
            if game.white not in players or game.black not in players:
                continue
            one, other = self.rating(game.white), self.rating(game.black)
            if one and other:
                yield round_, board, game, halves, one, other


def _statistic(counting: _Counted, what: Statistic) -> View:
    """Return one statistic."""
    make: Mapping[Statistic, Callable[[_Counted], View]] = {
        "results": _results,
        "differences": _differences,
        "field": _field,
        "upsets": _upsets,
        "clubs": lambda each: _groups(each, "clubs", lambda p: each.of_person(p, "club")),
        "federations": lambda each: _groups(
            each, "federations", lambda p: each.of_person(p, "federation")
        ),
        "years": lambda each: _groups(each, "years", lambda p: _decade(each.of_person(p, "birth"))),
    }
    return make[what](counting)


def _view(
    counting: _Counted, what: Statistic, row: type[Record], rows: Sequence[Record], *keys: str
) -> View:
    title = message(f"statistics.title.{what}", name=counting.book.state.name)
    headings = {key: message(f"statistics.column.{key}") for key in _OWN if key in keys}
    columns = columns_of(row, *keys, headings=headings)
    empty = message("statistics.empty")
    return View(title, columns, rows, head(counting.book), empty=empty)


_OWN: Final = frozenset(
    {
        "band",
        "best_four",
        "best_name",
        "best_place",
        "black_wins",
        "defaults",
        "difference",
        "draws",
        "expected_pct",
        "games",
        "group",
        "loser_name",
        "loser_rating",
        "round_shown",
        "score_pct",
        "what",
        "white_wins",
        "who",
        "winner_name",
        "winner_rating",
    }
)
"""The columns whose headings are said here."""


# --- results --------------------------------------------------------------------------------------


def _results(counting: _Counted) -> View:
    rows = [_of_round(counting, round_) for round_ in counting.book.state.rounds]
    if len(rows) > 1:
        sums = {key: sum(getattr(row, key) for row in rows) for key in _COUNTED}
        rows.append(ResultsRow(round=None, round_shown=message("statistics.all"), **sums))
    return _view(counting, "results", ResultsRow, rows, "round_shown", *_COUNTED)


_COUNTED = ("games", "white_wins", "draws", "black_wins", "defaults", "byes", "open")
_BYES = frozenset((CellKind.BYE, CellKind.FULL_BYE, CellKind.HALF_BYE))


def _of_round(counting: _Counted, round_: Round) -> ResultsRow:
    outcomes = [game.outcome for game in round_.games]
    played = [one for one in outcomes if one is not None and not by_default(one)]
    won = Counter(halves_over_the_board(one, True) for one in played)
    cells = (cells[round_.number - 1] for cells in counting.table.cells.values())
    return ResultsRow(
        round=round_.number,
        games=len(played),
        white_wins=won[2],
        draws=won[1],
        black_wins=won[0],
        defaults=sum(one is not None and by_default(one) for one in outcomes),
        byes=sum(cell.kind in _BYES for cell in cells),
        open=sum(one is None for one in outcomes),
        round_shown=str(round_.number),
    )


# --- ratings --------------------------------------------------------------------------------------


def _differences(counting: _Counted) -> View:
    bands: dict[int, list[tuple[int, int]]] = {}
    for _, _, _, halves, white, black in counting.rated():
        difference = abs(white - black)
        own = halves if white >= black else 2 - halves
        band = min(difference, WIDEST) // BAND * BAND
        bands.setdefault(band, []).append((difference, own))
    rows = [
        DifferenceRow(
            least=least,
            most=None if least == WIDEST else least + BAND - 1,
            games=len(games),
            points=number(sum(own for _, own in games)),
            score_pct=_rounded(50 * sum(own for _, own in games), len(games)),
            expected_pct=_rounded(sum(expected_percentage(d) for d, _ in games), len(games)),
            band=message("statistics.from", least=least)
            if least == WIDEST
            else message("common.span", first=least, last=least + BAND - 1),
        )
        for least, games in sorted(bands.items())
    ]
    keys = ("band", "games", "points", "score_pct", "expected_pct")
    return _view(counting, "differences", DifferenceRow, rows, *keys)


def _upsets(counting: _Counted) -> View:
    state = counting.book.state
    rows = list[UpsetRow]()
    for round_, board, game, halves, white, black in counting.rated():
        difference = black - white if halves == 2 else white - black
        if halves == 1 or difference < BAND:
            continue
        winner, loser = (game.white, game.black) if halves == 2 else (game.black, game.white)
        rows.append(
            UpsetRow(
                round=round_.number,
                board=board,
                winner=state.label(winner),
                winner_name=counting.book.name(winner),
                winner_rating=min(white, black),
                loser=state.label(loser),
                loser_name=counting.book.name(loser),
                loser_rating=max(white, black),
                difference=difference,
            )
        )
    rows.sort(key=lambda row: (-row.difference, row.round, row.board))
    keys = ("round", "winner_name", "winner_rating", "loser_name", "loser_rating", "difference")
    return _view(counting, "upsets", UpsetRow, rows[:MOST_UPSETS], *keys)


# --- the field ------------------------------------------------------------------------------------


def _field(counting: _Counted) -> View:
    rows = list(_figures(counting))
    return _view(counting, "field", FieldRow, rows, "what", "value", "who")


def _figures(counting: _Counted) -> Iterator[FieldRow]:
    players = counting.book.state.players
    ratings = sorted((one.rating for one in players.values() if one.rating), reverse=True)
    figures = [("players", len(players)), ("rated", len(ratings))]
    figures += [("average", average_rating(ratings) or 0)] if ratings else []
    figures += [("top", average_rating(ratings[:TOP]) or 0)] if len(ratings) >= TOP else []
    for name, value in figures:
        yield FieldRow(what=message(f"statistics.field.{name}"), value=value, who="")
    longest = {player: _run_of_wins(counting, player) for player in players}
    most = max(longest.values(), default=0)
    if most > 1:
        named = counting.book.called_some([p for p, run in longest.items() if run == most])
        yield FieldRow(what=message("statistics.field.wins"), value=most, who=named)
    years = [birth for player in players if (birth := counting.of_person(player, "birth")[:4])]
    known = [int(year) for year in years if year.isdecimal()]
    if len(known) >= LEAST:
        yield FieldRow(what=message("statistics.field.youngest"), value=max(known), who="")
        yield FieldRow(what=message("statistics.field.oldest"), value=min(known), who="")


def _run_of_wins(counting: _Counted, player: int) -> int:
    """Return the most games over the board that a player won one after the other."""
    cells = [cell for cell in counting.table.cells.get(player, ()) if cell.played]
    runs = groupby(cells, key=lambda cell: cell.halves == 2)
    return max((len(list(run)) for won, run in runs if won), default=0)


# --- groups ---------------------------------------------------------------------------------------


def _groups(counting: _Counted, what: Statistic, group_of: Callable[[int], str]) -> View:
    members: dict[str, list[int]] = {}
    for player in counting.book.state.players:
        if group := group_of(player):
            members.setdefault(group, []).append(player)
    scored = _scored(counting)
    rows = [_group(counting, name, players, scored) for name, players in members.items()]
    rows.sort(key=lambda row: (-row.players, row.group))
    keys = ("group", "players", "points", "score_pct", "performance", *_OF_THE_BEST)
    return _view(counting, what, GroupRow, rows, *keys)


_OF_THE_BEST = ("best_place", "best_name", "best_four")


def _scored(counting: _Counted) -> Mapping[int, list[RatedGame]]:
    """Return the games over the board of each player, with the rating of the opponent, 0 for none."""
    games: dict[int, list[RatedGame]] = {}
    for _, _, game, halves in counting.over_the_board():
        for own, other, score in (
            (game.white, game.black, halves),
            (game.black, game.white, 2 - halves),
        ):
            entrant = counting.book.state.players.get(other)
            rating = entrant.rating if entrant is not None else None
            games.setdefault(own, []).append(RatedGame(rating or 0, score, 2))
    return games


def _group(
    counting: _Counted, name: str, players: Iterable[int], scored: Mapping[int, list[RatedGame]]
) -> GroupRow:
    several = list(players)
    if len(several) < LEAST:
        return GroupRow(name, len(several), None, None, None, None, "", None)
    games = [game for player in several for game in scored.get(player, ())]
    each = [
        one
        for player in several
        if (one := performance([game for game in scored.get(player, ()) if game.rating]))
    ]
    points = sorted((counting.points(player) for player in several), reverse=True)
    placed = [player for player in several if player in counting.places]
    best = min(placed, key=lambda player: counting.places[player], default=None)
    return GroupRow(
        group=name,
        players=len(several),
        points=number(sum(points)),
        score_pct=_rounded(50 * sum(game.halves for game in games), len(games)) if games else None,
        performance=average_rating(each),
        best_place=None if best is None else counting.places[best],
        best_name="" if best is None else counting.book.name(best),
        best_four=number(sum(points[:BEST])),
    )


def _rounded(amount: int, parts: int) -> int:
    """Return a quotient to the nearest whole number, a half upwards."""
    return (2 * amount + parts) // (2 * parts)


def _decade(birth: str) -> str:
    """Return the ten years in which somebody was born, "" where it is not known."""
    return f"{birth[:3]}0-{birth[:3]}9" if birth[:4].isdecimal() else ""
