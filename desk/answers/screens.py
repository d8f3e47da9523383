"""The screens for the wall: a round by name and by board, its last results, the standing, a clock.

A screen is what can be read at ten metres: 24 names, or 48 where there are more players than that.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal, NamedTuple, TypeAlias, TypeVar, get_args

from desk.answers.competition import standings
from ledger.names import alphabetical
from ledger.refusals import Refusal
from ledger.state.book import Book
from ledger.state.tournament import Round
from ledger.values import Colour
from projections.games.rounds import rounds_done
from projections.views.view import View

ScreenKind: TypeAlias = Literal["names", "boards", "results", "standing", "clock"]
"""What a screen shows."""

SCREEN_KINDS: Final[tuple[ScreenKind, ...]] = get_args(ScreenKind)


class ScreenShape(NamedTuple):
    """How up to `most` lines stand on a screen: in how many columns, how long, how large."""

    most: int
    columns: int
    rows: int
    grown: bool = False


_OF_ROWS = (ScreenShape(8, 1, 8, True), ScreenShape(10**9, 2, 12))
_SHAPES: Final = {
    "names": (
        ScreenShape(10, 2, 5, True),
        ScreenShape(16, 2, 8),
        ScreenShape(48, 3, 8),
        ScreenShape(10**9, 4, 12),
    ),
    "boards": _OF_ROWS,
    "results": _OF_ROWS,
    "standing": _OF_ROWS,
}
"""Where four columns are needed there is no room for an opponent below each name."""


_LAST_RESULTS: Final = 24
"""Boards with the newest results on their screen: as many as fit on one."""


@dataclass(frozen=True, slots=True)
class NameOnScreen:
    """A player on a screen: opponent, colour and board, or how they are alone.

    `alone` is "" for who has a game, "bye", or "absent": not paired in this round.
    """

    name: str
    opponent: str = ""
    colour: Colour | None = None
    board: int | None = None
    alone: Literal["", "bye", "absent"] = ""


@dataclass(frozen=True, slots=True)
class BoardOnScreen:
    """A board on a screen, by the names of the players; `result` is None for an open game."""

    board: int
    white: str
    black: str
    result: str | None


@dataclass(frozen=True, slots=True)
class HallScreen:
    """A screen: one of `parts` of its kind, about a round (of a standing: after it).

    `columns` are its lines as they stand beside each other; of a standing each is a view. `grown`:
    there are so few that they can be larger. The clock has none: `day` and `time` (HH:MM) are when
    the round begins, as far as recorded.
    """

    kind: ScreenKind
    round: int
    part: int = 1
    parts: int = 1
    columns: tuple[tuple[NameOnScreen, ...] | tuple[BoardOnScreen, ...] | View, ...] = ()
    grown: bool = False
    day: dt.date | None = None
    time: str | None = None


def screens(book: Book, kinds: Sequence[ScreenKind]) -> tuple[HallScreen, ...]:
    """Return the screens of some kinds, in that order; at least one, the clock.

    Those of a round and of a standing are left out while there is none, and the clock when no round
    is to come; the standing is there then.
    """
    several = [screen for kind in kinds for screen in _of_kind(book, kind)]
    return tuple(several or _standing(book) if _is_over(book) else several or [clock(book)])


def clock(book: Book) -> HallScreen:
    """Return the clock of the round that is to begin: the published one, else the next."""
    state = book.state
    last = state.rounds[-1] if state.rounds else None
    waiting = last is not None and last.begun_at is None and bool(last.open_games)
    number = len(state.rounds) if waiting else state.next_round
    return HallScreen("clock", number, day=state.dates.get(number), time=state.times.get(number))


def _is_over(book: Book) -> bool:
    """Tell whether no round is to begin any more."""
    state = book.state
    last = state.rounds[-1] if state.rounds else None
    return last is not None and state.is_last(last) and clock(book).round > last.number


def _of_kind(book: Book, kind: ScreenKind) -> Iterator[HallScreen]:
    round_ = book.state.rounds[-1] if book.state.rounds else None
    if kind == "clock":
        yield from [] if _is_over(book) else [clock(book)]
    elif kind == "standing":
        yield from _standing(book)
    elif round_ is not None and kind == "results":
        yield from _last_results(book, round_)
    elif round_ is not None:
        screen = HallScreen(kind, round_.number)
        if kind == "names":
            for part, page in _pages(screen, _name_lines(book, round_)):
                yield replace(part, columns=page)
        else:
            for part, boards in _pages(screen, _board_lines(book, round_)):
                yield replace(part, columns=boards)


T = TypeVar("T")


def _pages(
    screen: HallScreen, lines: Sequence[T]
) -> Iterator[tuple[HallScreen, tuple[tuple[T, ...], ...]]]:
    """Yield the screens on which lines fit, each with its columns, which are read downwards."""
    _, columns, rows, grown = next(s for s in _SHAPES[screen.kind] if len(lines) <= s.most)
    parts = -(-len(lines) // (columns * rows))
    even = -(-len(lines) // (columns * max(parts, 1)))
    rows = min(rows, even)  # the last screen is about as full as the others
    for part in range(parts):
        page = lines[part * columns * rows : (part + 1) * columns * rows]
        length = rows if parts > 1 else -(-len(page) // columns)
        beside = tuple(tuple(page[at : at + length]) for at in range(0, len(page), length))
        yield replace(screen, part=part + 1, parts=parts, grown=grown), beside


def _name_lines(book: Book, round_: Round) -> list[NameOnScreen]:
    lines = [
        _name_line(book, round_, e.player)
        for e in book.state.in_number_order()
        if e.from_round <= round_.number and not e.withdrawn_in(round_.number)
    ]
    return sorted(lines, key=lambda line: alphabetical(line.name))


def _name_line(book: Book, round_: Round, player: int) -> NameOnScreen:
    name = book.name(player)
    game = round_.game_of(player)
    if game is None:
        return NameOnScreen(name, alone="bye" if player == round_.bye else "absent")
    white = game.white == player
    opponent = book.name(game.black if white else game.white)
    return NameOnScreen(name, opponent, "W" if white else "B", round_.board_of(player))


def _last_results(book: Book, round_: Round) -> Iterator[HallScreen]:
    """Yield one screen of the boards with the newest results, the newest first; none without one."""
    lines = {line.board: line for line in _board_lines(book, round_)}
    decided = [
        (game.set_by, board)
        for board, game in enumerate(round_.games, 1)
        if game.outcome is not None
    ]
    newest = [lines[board] for _, board in sorted(decided, reverse=True)[:_LAST_RESULTS]]
    for screen, boards in _pages(HallScreen("results", round_.number), newest):
        yield replace(screen, columns=boards)


def _board_lines(book: Book, round_: Round) -> list[BoardOnScreen]:
    return [
        BoardOnScreen(
            board,
            book.name(game.white),
            book.name(game.black),
            "adjourned" if game.adjourned and game.outcome is None else game.outcome,
        )
        for board, game in enumerate(round_.games, 1)
    ]


_VALUES: Final = 3
"""Columns of numbers that a standing has beside rank and name."""


def _standing(book: Book) -> Iterator[HallScreen]:
    """Yield the standing after the rounds that are done: rank, name and the first values."""
    after = rounds_done(book)
    view = standings(book) if after else None
    if view is None or isinstance(view, Refusal):
        return
    values = [c for c in view.columns if c.kind.align == "right" and c.key not in ("rank", "id")]
    naming = next(c for c in view.columns if c.kind.align == "left")
    columns = (view.columns[0], naming, *values[:_VALUES])
    for screen, page in _pages(HallScreen("standing", after), view.rows):
        beside = tuple(replace(view, columns=columns, rows=rows) for rows in page)
        yield replace(screen, columns=beside)
