"""Two moments side by side: differences in standings, colours, pairings and results."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal, TypeAlias, get_args

from ledger.messages import Parts, Sentence, do, message, run_on
from ledger.records import Record, Spread
from ledger.refusals import Exit, Refusal
from ledger.state.book import Book
from ledger.state.tournament import Game, Round
from ledger.values import mirrored
from projections.formats.registry import scoring_of
from projections.games.as_of import position_of
from projections.games.rounds import TournamentAt, head, rounds_done
from projections.views.columns import Kind, columns_of
from projections.views.view import View

PartOfDiff: TypeAlias = Literal["pairing", "result", "standing", "colours"]
Who: TypeAlias = tuple[int, Sentence]
"""A board or a player: their number and their label."""

Values: TypeAlias = dict[tuple[PartOfDiff, int, Who, str], object]
"""The values known at a moment: (part, round, who, key) to value."""


class DiffHead(Record):
    """The differences between two moments."""

    at: Spread[TournamentAt]
    from_: Annotated[int, "Position of the first moment."]
    to: Annotated[int, "Position of the second."]
    after: Annotated[int, "Rounds that the standings count."]


class DiffRow(Record):
    """A difference."""

    part: Annotated[PartOfDiff, "What it is part of.", Kind(words="diff-part")]
    round: Annotated[int, "The round, or the rounds counted."]
    who: Annotated[Sentence, "Player, game or board."]
    key: Annotated[
        str,
        "board, bye, white, result, rank, points, wp, sb, value, colours ...",
        Kind(words="diff-key"),
    ]
    before: Annotated[
        object, "Its value at the first moment, null: there was none.", Kind(words="diff-value")
    ]
    now: Annotated[
        object, "Its value at the second moment, null: there is none.", Kind(words="diff-value")
    ]


COLUMNS = columns_of(
    DiffRow,
    "part",
    "round",
    "who",
    "key",
    "before",
    "now",
    headings={"key": message("columns.what")},
)


def diff_view(book: Book, moments: tuple[str, ...], after: int | None = None) -> View | Refusal:
    """Return the differences between two moments; with one moment the second is now.

    Standings and colours are those after a number of rounds (None: the rounds finished at the
    earlier moment). Pairings and results are of all rounds. "published:N" is the moment at which
    round N was published.
    """
    positions: list[int] = []
    for moment in (*moments, str(book.state.position))[:2]:
        position = position_of(book.recorded, moment, book.zone, public=True)
        if isinstance(position, Refusal):
            return position
        positions.append(position)
    books = [book.at(position) for position in positions]
    done = [rounds_done(one) for one in books]
    chosen = min(done) if after is None else after
    if not 0 <= chosen <= min(len(one.state.rounds) for one in books):
        what = message("log.not-at-both", round=chosen)
        return Refusal("round-not-published", what, do("rounds"), exit=Exit.USAGE)
    games = _games_of_both(*books)
    before, now = (_values(one, chosen, games) for one in books)
    rows = [
        DiffRow(
            part=part, round=round_, who=who[1], key=key, before=before.get(at), now=now.get(at)
        )
        for at in sorted(before.keys() | now.keys(), key=_order)
        for part, round_, who, key in [at]
        if before.get(at) != now.get(at)
    ]
    first, second = positions
    top = DiffHead(head(book), first, second, chosen)
    title = message(
        "log.diff", tournament=book.state.name, first=first, second=second, round=chosen
    )
    notes = () if rows else (message("log.nothing-differs"),)
    return View(title, COLUMNS, rows, top, notes)


_PARTS = get_args(PartOfDiff)


def _order(key: tuple[PartOfDiff, int, Who, str]) -> tuple[object, ...]:
    part, round_, (at, who), what = key
    return _PARTS.index(part), round_, at, _plain(who), what


def _plain(who: Sentence) -> str:
    return "".join(map(str, who.parts)) if isinstance(who, Parts) else str(who)


_Games: TypeAlias = dict[tuple[int, frozenset[int]], tuple[int, int]]
"""White and black of each game, by its round and players."""


def _games_of_both(first: Book, second: Book) -> _Games:
    """Return the games that both moments have, as they stood at the first."""
    one, other = (
        {
            (round_.number, frozenset((game.white, game.black))): (game.white, game.black)
            for round_ in book.state.rounds
            for game in round_.games
        }
        for book in (first, second)
    )
    return {key: board for key, board in one.items() if key in other}


def _values(book: Book, after: int, games: _Games) -> Values:
    values: Values = {}
    for round_ in book.state.rounds:
        for who, key, value in _of_round(book, round_, games):
            part: PartOfDiff = "result" if key == "result" else "pairing"
            values[part, round_.number, who, key] = value
    for player, key, value in scoring_of(book.rules_of(after)).compared(book, after):
        part = "colours" if key in ("colours", "preference") else "standing"
        values[part, after, _who(book, player), key] = value
    return values


def _who(book: Book, player: int) -> Who:
    return book.state.label(player), book.called(player)


def _of_round(book: Book, round_: Round, games: _Games) -> Iterator[tuple[Who, str, object]]:
    """Yield the boards, and the games, each under its players as at the first moment.

    So a game with the colours exchanged is the same game, with the same result.
    """
    for board, game in enumerate(round_.games, 1):
        pair = (game.white, game.black)
        same = games.get((round_.number, frozenset(pair)))
        first = same or pair
        players = run_on(*map(book.called, first), between=" - ")
        yield (board, f"{board}"), "board", players
        who = (book.state.label(first[0]), players)
        yield who, "result", _result(game, turned=first != pair)
        if same is not None:
            yield who, "white", book.called(game.white)
    if round_.bye is not None:
        yield _who(book, round_.bye), "bye", "bye"


def _result(game: Game, *, turned: bool) -> str | None:
    if game.outcome is None:
        return "adjourned" if game.adjourned else None
    return mirrored(game.outcome) if turned else game.outcome
