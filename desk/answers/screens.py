"""The screens for the wall: a round by name and by board, its last results, the standing, a clock.

A screen has as many lines as can be large: 24 names with their opponents, or 36 without. The fewer
there are, the larger they are. No name is cut: a long one is smaller, on more lines.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal, NamedTuple, TypeAlias, TypeVar, get_args

from desk.answers.competition import standings
from desk.render.svg import in_lines
from ledger.names import alphabetical
from ledger.refusals import Refusal
from ledger.state.book import Book
from ledger.state.tournament import Round
from ledger.values import Colour
from projections.games.rounds import all_played, no_final_standing, rounds_done
from projections.views.view import View

ScreenKind: TypeAlias = Literal["names", "boards", "results", "standing", "clock"]
"""What a screen shows."""

SCREEN_KINDS: Final[tuple[ScreenKind, ...]] = get_args(ScreenKind)


class ScreenShape(NamedTuple):
    """How up to `most` lines stand on a screen: in how many columns, and how long these are.

    `letters` of a name fit beside each other where columns are full, and fewer in the larger type of
    shorter ones, yet at least `least`: that type is the largest (style.css). `roomy`: there is room
    for an opponent below each name.
    """

    most: int
    columns: int
    rows: int
    letters: int
    least: int
    roomy: bool = False

    def letters_in(self, rows: int) -> int:
        """Return how many letters of a name fit beside each other where columns have some rows."""
        return max(self.letters * rows // self.rows, self.least)


_ANY: Final = 10**9
_BOARDS: Final = (
    ScreenShape(8, 1, 8, letters=25, least=18),
    ScreenShape(_ANY, 2, 12, letters=16, least=13),
)
_SHAPES: Final = {
    "names": (
        ScreenShape(16, 2, 8, letters=26, least=16, roomy=True),
        ScreenShape(48, 3, 8, letters=16, least=13, roomy=True),
        ScreenShape(_ANY, 3, 12, letters=18, least=16),
    ),
    "boards": _BOARDS,
    "results": _BOARDS,
    "standing": (
        ScreenShape(8, 1, 8, letters=32, least=24),
        ScreenShape(_ANY, 2, 12, letters=21, least=17),
    ),
}

_SMALLER: Final = (100, 74, 57, 45, 34)
"""The steps in which a name becomes smaller, in percent, each with a line more than the last."""


def steps_smaller(text: str, letters: int, lines: int) -> int:
    """Return by how many steps a text is smaller, so that all of it is shown.

    `letters` are those of a line and `lines` how many there are when it is not made smaller.
    """
    for step, percent in enumerate(_SMALLER):
        room = letters * 100 // percent
        if sum(-(-len(line) // room) for line in in_lines(text, room, 1)) <= lines + step:
            return step
    return len(_SMALLER) - 1


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

    `columns` are its lines as they stand beside each other; of a standing each is a view. `rows` is
    the length of a column; `letters` and `roomy` are those of the shape. `final`: the standing is
    that of the end. The clock has no columns: `day` and `time` (HH:MM) are when the round begins, as
    far as recorded.
    """

    kind: ScreenKind
    round: int
    part: int = 1
    parts: int = 1
    columns: tuple[tuple[NameOnScreen, ...] | tuple[BoardOnScreen, ...] | View, ...] = ()
    rows: int = 0
    letters: int = 0
    roomy: bool = False
    final: bool = False
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
    shape = next(s for s in _SHAPES[screen.kind] if len(lines) <= s.most)
    parts = -(-len(lines) // (shape.columns * shape.rows))
    rows = -(-len(lines) // (shape.columns * max(parts, 1)))
    letters = shape.letters_in(rows)
    page = replace(screen, parts=parts, rows=rows, letters=letters, roomy=shape.roomy)
    for part, on_page in enumerate(_evenly(lines, parts), 1):
        yield replace(page, part=part), tuple(filter(None, _evenly(on_page, shape.columns)))


def _evenly(lines: Sequence[T], parts: int) -> Iterator[tuple[T, ...]]:
    """Yield lines in parts of which none is longer by more than one, the longest first."""
    size, longer = divmod(len(lines), max(parts, 1))
    for part in range(parts):
        first = part * size + min(part, longer)
        yield tuple(lines[first : first + size + (part < longer)])


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
    final = all_played(book) and not no_final_standing(book)
    view = standings(book, None, final) if after else None
    if view is None or isinstance(view, Refusal):
        return
    values = [c for c in view.columns if c.kind.align == "right" and c.key not in ("rank", "id")]
    naming = next(c for c in view.columns if c.kind.align == "left")
    columns = (view.columns[0], naming, *values[:_VALUES])
    for screen, page in _pages(HallScreen("standing", after, final=final), view.rows):
        beside = tuple(replace(view, columns=columns, rows=rows) for rows in page)
        yield replace(screen, columns=beside)
