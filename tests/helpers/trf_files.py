"""Random tournament files that can be read, with every kind of line.

What draws a value is made once: hypothesis looks through each that is new to it.
"""

from __future__ import annotations

from functools import cache
from typing import Literal

from hypothesis import strategies as st

from ledger.characters import cleaned
from ledger.trf.model import TrfCell, TrfColour, TrfFile, TrfHeader, TrfKept, TrfPlayer, TrfPoints
from ledger.trf.records import (
    TrfAbnormal,
    TrfAcceleration,
    TrfByes,
    TrfNational,
    TrfOldTeam,
    TrfProhibited,
    TrfRecord,
    TrfVirtual,
)

_TEXTS = st.text(st.characters(exclude_categories=("Cs", "Cc")), max_size=33).map(cleaned)
_KEPT_LINES = st.one_of(
    st.just(""),
    st.builds("# {}".format, _TEXTS),
    st.builds("801 {}".format, _TEXTS),
    st.builds("XXQ {}".format, _TEXTS),
)
_PLACES = [(), (("142", 1),), (("162", 2), ("XXC", 1), ("152", 3)), (("BBW", 1),)]
_PAIRS = st.sampled_from(["10", "01", "==", "00", "+-", "-+", "--", "WL", "LW", "DD", "??"])


_FLAG, _FEW = st.booleans(), st.integers(0, 7)
_SEXES = st.sampled_from(["", "m", "w"])
_NUMBERS = st.none() | st.integers(1, 9_999)
_POINTS = st.none() | st.builds(TrfPoints, *[_FEW] * 12)
_LINES = st.integers(0, 9)
_HEADERS = st.lists(
    st.builds(
        TrfHeader,
        st.sampled_from(["012", "022", "102", "112", "112", "132"]),
        _TEXTS.map(str.rstrip),
        _LINES,
    ),
    max_size=3,
)
_PLANNED = st.none() | st.integers(22, 99)
_FIRST_COLOURS: st.SearchStrategy[Literal["w", "b"] | None] = st.sampled_from([None, "w", "b"])
_OTHERS = st.lists(_KEPT_LINES, max_size=4)
_ENCODINGS = st.sampled_from(["utf-8", "utf-8-sig", "latin-1"])
_NEWLINES = st.sampled_from(["\n", "\r\n", "\r"])
_LISTED = st.sampled_from(_PLACES)
_COLOURS: dict[bool, tuple[st.SearchStrategy[TrfColour], st.SearchStrategy[TrfColour]]] = {
    True: (st.sampled_from(["w", "-"]), st.sampled_from(["b", "-"])),
    False: (st.sampled_from(["w"]), st.sampled_from(["b"])),
}
"""The colours of a board, that of white first; True: somebody was absent."""

_OUT = {True: st.sampled_from([*"HFZ+- U"]), False: st.sampled_from([*"HFZ+- "])}
"""How a player has no opponent; True: the first of them may have the bye."""


@cache
def _short(most: int) -> st.SearchStrategy[str]:
    return _TEXTS.map(lambda value: cleaned(value[:most]).strip(" \t"))


@st.composite
def _rounds(draw: st.DrawFn, count: int) -> list[TrfCell | None]:
    """Draw one round: pairs, at most one bye, absentees, defaults without opponent, blanks."""
    order = draw(st.permutations(range(count)))
    boards = draw(st.integers(0, count // 2))
    cells: list[TrfCell | None] = [None] * count
    for board in range(boards):
        white, black = order[2 * board], order[2 * board + 1]
        pair = draw(_PAIRS)
        default = set(pair) <= set("+-")
        colours, answers = _COLOURS[default]
        cells[white] = TrfCell(black + 1, draw(colours), pair[0])
        cells[black] = TrfCell(white + 1, draw(answers), pair[1])
    for place, player in enumerate(order[2 * boards :]):
        code = draw(_OUT[place == 0])
        if code != " ":
            cells[player] = TrfCell(None, "-", code)
    return cells


@cache
def rounds_of(count: int) -> st.SearchStrategy[list[TrfCell | None]]:
    """Draw one round of so many players; see `_rounds`."""
    return _rounds(count)


@cache
def records_of(count: int) -> st.SearchStrategy[TrfRecord]:
    """Draw a record of an individual event that goes with so many players, without rounds yet."""
    ids = st.lists(st.integers(1, count), min_size=1, max_size=4).map(tuple)
    some = st.lists(st.integers(1, count), min_size=2, max_size=4).map(tuple)
    rounds = st.lists(st.integers(1, 12), min_size=2, max_size=2).map(sorted)
    range_ = st.lists(st.integers(1, count), min_size=2, max_size=2).map(sorted)
    halves = st.integers(0, 199)
    return st.one_of(
        st.integers(20, 22).map(lambda at: TrfByes("FHZ"[at - 20], at, (at % count + 1,))),
        st.builds(
            lambda at, who, points: TrfAcceleration(None, points, *at, *who),
            rounds,
            range_,
            halves,
        ),
        st.builds(TrfVirtual, st.integers(1, count), st.lists(halves, min_size=1).map(tuple)),
        st.builds(lambda who, at: TrfProhibited(who, *at), some, rounds),
        st.builds(TrfProhibited, some),
        st.builds(
            TrfAbnormal,
            st.sampled_from(["", *"WDLFHZ+-"]),
            st.none(),
            st.integers(-19, 199),
            st.none() | st.integers(1, 99),
            ids,
        ),
        st.builds(
            TrfNational,
            st.sampled_from(["NED", "BEL"]),
            st.integers(1, count),
            st.sampled_from(["", "m", "w"]),
            _short(3),
            _short(33),
            st.none() | st.integers(1, 9999),
            _short(3),
            _short(11),
            _short(10),
        ),
        st.builds(TrfOldTeam, _short(32), ids),
    )


@cache
def _several(count: int) -> st.SearchStrategy[list[TrfRecord]]:
    return st.lists(records_of(count), max_size=4)


@cache
def _some(count: int) -> st.SearchStrategy[set[int]]:
    return st.sets(st.integers(1, count))


@st.composite
def files(draw: st.DrawFn) -> TrfFile:
    """Draw a file that can be read, with every kind of line."""
    count = draw(st.integers(1, 7))
    rounds = [draw(rounds_of(count)) for _ in range(draw(st.integers(0, 4)))]
    points = draw(_POINTS)
    if points and draw(_FLAG):
        points = TrfPoints(x=draw(_FEW))
    players = []
    for index in range(count):
        cells = [cells[index] for cells in rounds]
        while cells and cells[-1] is None:
            cells.pop()
        total = sum((points or TrfPoints()).of(cell) for cell in cells)
        players.append(
            TrfPlayer(
                number=index + 1,
                name=draw(_short(33)),
                sex=draw(_SEXES),
                title=draw(_short(3)),
                rating=draw(_NUMBERS),
                federation=draw(_short(3)),
                fide_id=draw(_short(11)),
                birth=draw(_short(10)),
                points_halves=draw(st.sampled_from([None, total])),
                rank=draw(_NUMBERS),
                cells=tuple(cells),
                line=draw(_LINES),
            )
        )
    return TrfFile(
        players=tuple(players),
        header=tuple(draw(_HEADERS)),
        rounds_planned=draw(_PLANNED),
        first_colour=draw(_FIRST_COLOURS),
        by_position=draw(_FLAG),
        absent_next=tuple(sorted(draw(_some(count)))),
        points=points,
        records=tuple(draw(_several(count))),
        other=tuple(map(TrfKept, map(str.rstrip, draw(_OTHERS)))),
        encoding=draw(_ENCODINGS),
        newline=draw(_NEWLINES),
        places=draw(_LISTED),
    )
