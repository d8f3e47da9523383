"""Sheets cut into leafs of A4: how large the type is, and what stands on which leaf.

The measures are estimates on the safe side, of a wide font: a leaf may be left a little emptier
than it need be, and never holds more than its paper. All are in tenths of a millimetre.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, Literal, TypeAlias

from desk.render.grid import GridCell, GridColumn, GridRow, grid
from projections.views.columns import Column
from projections.views.view import View, value_of

CellMark: TypeAlias = Literal["", "W", "B", "box", "blank", "sign"]
"""What is drawn in a cell: a player's colour, a box to tick, a place for a result or a name."""


@dataclass(frozen=True, slots=True)
class PaperType:
    """A size of type, by its name in the style sheet, with its paper; `across` means landscape.

    `sign` is the width of a character, `pad` the room beside a cell, `row` the height of a row of
    one line, and `line` that of each further one; `text` is the height of a line outside tables,
    and `letter` the width of a character there.
    """

    name: str
    across: bool
    sign: int
    pad: int
    row: int
    line: int
    text: int = 48
    letter: int = 23

    @property
    def classes(self) -> str:
        """Return its classes in the style sheet."""
        return " ".join(filter(None, ("leaf", "across" if self.across else "", self.name)))

    @property
    def width(self) -> int:
        """Return the width of what is printed."""
        return 2690 if self.across else 1820

    @property
    def height(self) -> int:
        """Return the height of what is printed, with its head and foot."""
        return 1830 if self.across else 2700


ROOMY: Final = PaperType(name="roomy", across=False, sign=24, pad=36, row=140, line=58)
USUAL: Final = PaperType(name="", across=False, sign=23, pad=40, row=82, line=49)
SNUG: Final = PaperType(name="snug", across=False, sign=23, pad=40, row=71, line=45)
"""The usual type with lower rows, where that saves a leaf."""
CLOSE: Final = PaperType(
    name="close", across=False, sign=20, pad=28, row=64, line=42, text=41, letter=20
)
AIRY: Final = replace(CLOSE, name="airy", row=86)
"""The close type with higher rows, where they all have room on a leaf."""
TYPES: Final = (
    USUAL,
    CLOSE,
    PaperType(name="", across=True, sign=23, pad=40, row=82, line=49),
    PaperType(name="close", across=True, sign=20, pad=28, row=64, line=42),
    PaperType(name="tiny", across=True, sign=16, pad=18, row=52, line=33),
)
"""From the largest to the smallest."""

_ROOMY_ROWS: Final = 15
_TEXT, _MOST_TEXT = 28, 200
"""Characters of a text for which the type is chosen; a longer one is folded, and cut in the end."""

LOGO_WIDTH: Final = 380
LOGO_HEIGHT: Final = 150
"""The most that a logo takes of a head, with the room beside it."""

_NARROW_TEXT: Final = 24
"""The same where upright paper is preferred to turned paper."""
_FEW_TEXT: Final = 18
"""The same where few rows are to be large."""


@dataclass(frozen=True, slots=True)
class LeafCell:
    """A cell on paper; see `GridCell`."""

    tag: str
    kind: str
    text: str
    mark: CellMark = ""


@dataclass(frozen=True, slots=True)
class LeafTable:
    """A table on paper; `widths` are those of its columns, in tenths of a percent."""

    columns: tuple[GridColumn, ...]
    rows: tuple[tuple[LeafCell, ...], ...]
    widths: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class LeafSection:
    """A part of a sheet, in words: a heading ("" for none), lines, a table, lines below it."""

    heading: str
    lines: tuple[str, ...] = ()
    table: LeafTable | None = None
    notes: tuple[str, ...] = ()


@dataclass(slots=True)
class Leaf:
    """One sheet of paper, with what stands on it."""

    sections: list[LeafSection] = field(default_factory=list)


# --- tables ---------------------------------------------------------------------------------------

_MOST, _MOST_SIGNS = 18, 30
"""Columns that stand beside each other before those of rounds, or of signs, go on further down."""

_DRAWN: dict[str, CellMark] = {
    "white_name": "W",
    "black_name": "B",
    "box": "box",
    "signature": "sign",
}


_KINDS = {"board": "bdn", "box": "square", "signature": "signed"}


def leaf_tables(view: View) -> list[LeafTable]:
    """Return a view, in words, as tables: many columns of rounds are several, each with names."""
    return [_table(part) for part in _parts(view)]


def _parts(view: View) -> list[View]:
    several = [at for at, column in enumerate(view.columns) if column.in_blocks]
    cells = [str(value_of(row, view.columns[at].key) or "") for row in view.cells for at in several]
    most = _MOST_SIGNS if max(map(len, cells), default=0) <= 2 else _MOST
    if not several or len(view.columns) <= most:
        return [view]
    before = view.columns[: several[0]]
    after = view.columns[several[-1] + 1 :]
    a_table = max(most - len(before) - len(after), 1)
    tables = -(-len(several) // a_table)
    size = -(-len(several) // tables)
    blocks = [several[at : at + size] for at in range(0, len(several), size)]
    return [
        replace(
            view,
            columns=(
                *before,
                *(view.columns[at] for at in block),
                *(after if block is blocks[-1] else ()),
            ),
        )
        for block in blocks
    ]


def _table(view: View) -> LeafTable:
    whole = grid(view)
    rows = tuple(
        tuple(_cell(row, cell, c) for cell, c in zip(row.cells, view.columns, strict=True))
        for row in whole.rows
    )
    return LeafTable(whole.columns, rows)


def _cell(row: GridRow, cell: GridCell, column: Column) -> LeafCell:
    text = cell.text if len(cell.text) <= _MOST_TEXT else f"{cell.text[: _MOST_TEXT - 1]}…"
    kind = cell.kind.removesuffix("who").strip()
    mark = _DRAWN.get(cell.key, "")
    if mark in ("W", "B", "") and row.values.get("black", 0) is None:
        return LeafCell(cell.tag, "nm" if mark else kind, text)  # a bye has no colours, no result
    if (column.kind.name and cell.tag == "th") or mark in ("W", "B"):
        kind = "nm"
    elif cell.key in _KINDS:
        kind = _KINDS[cell.key]
    elif cell.key == "result":
        text = text.replace("1/2", "½").replace("-", "–")
        mark, kind = ("", kind) if text else ("blank", "blank")
    elif cell.key == "colour_text" and (colour := row.values.get("square")) in ("W", "B"):
        mark = "W" if colour == "W" else "B"
    return LeafCell(cell.tag, kind, text, mark)


# --- the size of the type -------------------------------------------------------------------------

_ALSO: dict[CellMark, int] = {"": 0, "W": 3, "B": 3, "box": 4, "blank": 13, "sign": 20}
"""Characters that take as much room as what is drawn."""


def _widths(table: LeafTable) -> list[int]:
    """Return the width of each column in characters."""
    return [
        max([_heading_width(column.heading), *(_width(row[at]) for row in table.rows)])
        for at, column in enumerate(table.columns)
    ]


def _heading_width(heading: str) -> int:
    """Return the width of a heading in characters; one of capitals is wider."""
    return len(heading) + heading.isupper()


def _width(cell: LeafCell) -> int:
    """Return the width of a cell in characters; a name is bold, and so are numbers of boards.

    A text of words has capitals, which are wider: a column that is just as wide would fold it. So
    is a game of a crosstable with its colour and a half.
    """
    wider = 6 if cell.kind in ("nm", "bdn") else 10
    half_game = _HALF_GAME.fullmatch(cell.text) is not None
    return len(cell.text) + _ALSO[cell.mark] + len(cell.text) // wider + half_game


_HALF_GAME = re.compile("[0-9]+[a-z]½")


def _folds(table: LeafTable, at: int) -> bool:
    """Tell whether a column is of texts, which may be folded."""
    column = table.columns[at]
    fixed = column.key in _UNFOLDED or any(kind in column.kind.split() for kind in _FIXED)
    return not fixed


_UNFOLDED = ("colour_text", "signature", "preference")
_FIXED = ("num", "mid", "cols")


def chosen_type(tables: Sequence[LeafTable], roomy: bool) -> PaperType:
    """Return the largest type in which the tables fit, a long text counting as a usual one."""
    for paper in ((ROOMY,) if roomy and _are_few(tables) else ()) + TYPES:
        if all(_wanted(table, paper) <= paper.width for table in tables):
            return paper
    return TYPES[-1]


def _are_few(tables: Sequence[LeafTable]) -> bool:
    return all(len(table.rows) <= _ROOMY_ROWS for table in tables)


def leafs_of(
    sections: Sequence[LeafSection], roomy: bool, room: Callable[[PaperType], int]
) -> tuple[PaperType, list[Leaf]]:
    """Return the type for sections, and the leafs on which they stand; `room` is that of a leaf.

    A smaller type is taken where it saves a leaf that would be nearly empty; and for a `roomy`
    list also in place of turned paper. Few rows of a `roomy` list are large though texts are folded.
    """
    tables = [section.table for section in sections if section.table is not None]
    if (
        roomy
        and _are_few(tables)
        and all(_wanted(t, ROOMY, _FEW_TEXT) <= ROOMY.width for t in tables)
    ):
        large = cut(sections, ROOMY, room(ROOMY))
        if len(large) == 1:
            return ROOMY, large
    paper = chosen_type(tables, roomy)
    leafs = cut(sections, paper, room(paper))
    for smaller in _smaller(tables, paper, roomy):
        if len(leafs) == 1:
            break
        fewer = cut(sections, smaller, room(smaller))
        full = sum(_rows_on(leaf) for leaf in leafs[:-1]) / max(len(leafs) - 1, 1)
        told = any(section.lines for section in sections) and len(fewer) <= _MOST_LEAFS_OF_TEXT
        spilled = len(fewer) == 1 or told or _rows_on(leafs[-1]) * 2 < full
        if len(fewer) < len(leafs) and (spilled or (paper.across and not smaller.across)):
            paper = smaller
            leafs = fewer
    if roomy and paper is CLOSE:
        higher = cut(sections, AIRY, room(AIRY))
        if len(higher) == len(leafs):
            return AIRY, higher
    return paper, leafs


_MOST_LEAFS_OF_TEXT = 2


def _smaller(tables: Sequence[LeafTable], paper: PaperType, roomy: bool) -> Iterator[PaperType]:
    """Yield the smaller types of upright paper in which tables may stand, the largest first."""
    across = TYPES[2]
    if paper is ROOMY:
        yield USUAL
    if paper in (ROOMY, USUAL):
        yield SNUG
    fits = all(_wanted(table, CLOSE, _NARROW_TEXT) <= CLOSE.width for table in tables)
    if paper in (ROOMY, USUAL) or (paper is across and roomy and fits):
        yield CLOSE


def _rows_on(leaf: Leaf) -> int:
    return sum(len(part.table.rows) for part in leaf.sections if part.table)


def _wanted(table: LeafTable, paper: PaperType, text: int = _TEXT) -> int:
    widths = _widths(table)
    signs = sum(min(w, text) if _folds(table, at) else w for at, w in enumerate(widths))
    return signs * paper.sign + len(widths) * paper.pad


def _shares(table: LeafTable, paper: PaperType) -> list[int]:
    """Return the width of each column in characters; texts share what the others leave."""
    widths = _widths(table)
    texts = [at for at in range(len(widths)) if _folds(table, at)]
    room = (paper.width - len(widths) * paper.pad) // paper.sign
    left = room - sum(width for at, width in enumerate(widths) if at not in texts)
    wanted = sum(widths[at] for at in texts)
    if not wanted or left <= 0:
        return widths
    # A column that is narrower than its even share has what it wants; the others divide the
    # rest, and the longest text of one is folded rather than all of another.
    even = left // len(texts)
    narrow = sum(widths[at] for at in texts if widths[at] <= even)
    wide = sum(min(widths[at], _TEXT) for at in texts if widths[at] > even)
    if wanted <= left or not wide:
        spare = left - wanted
        others = len(widths) - len(texts)
        air = min(_MOST_AIR, max(spare, 0) // (3 * others)) if others else 0
        spare -= air * others
        return [
            width + (spare * width // wanted if at in texts else air)
            for at, width in enumerate(widths)
        ]
    return [
        max((left - narrow) * min(width, _TEXT) // wide, 4)
        if at in texts and width > even
        else width
        for at, width in enumerate(widths)
    ]


_MOST_AIR = 2
"""Characters by which a column of numbers is widened at most, where texts leave room."""


def _laid_out(table: LeafTable, paper: PaperType) -> LeafTable:
    """Return a table with the width of each column, in tenths of a percent of the paper."""
    wide = [share * paper.sign + paper.pad for share in _shares(table, paper)]
    return replace(table, widths=tuple(each * 1000 // sum(wide) for each in wide))


def _heights(table: LeafTable, paper: PaperType) -> list[int]:
    """Return the height of each row, whose texts are folded where the paper is too narrow."""
    shares = _shares(table, paper)
    texts = [at for at in range(len(shares)) if _folds(table, at)]

    def lines(row: tuple[LeafCell, ...]) -> int:
        return max((_folded(row[at], shares[at]) for at in texts), default=1)

    def least(row: tuple[LeafCell, ...]) -> int:
        return max(paper.row, _SIGNED if any(cell.mark == "sign" for cell in row) else 0)

    return [max(least(row), lines(row) * paper.line + paper.row // 5) for row in table.rows]


_SIGNED: Final = 100
"""The height of a row in which somebody signs: a pen needs a centimetre."""


def _folded(cell: LeafCell, width: int) -> int:
    """Return the lines that a text takes in a width: a word that does not fit begins a new one."""
    lines = 1
    left = width - _ALSO[cell.mark]
    for word in cell.text.split():
        if len(word) > left:
            lines += 1 + len(word) // width
            left = width - len(word) % width - 1
        else:
            left -= len(word) + 1
    return lines


# --- cutting --------------------------------------------------------------------------------------

_HEAD = 90
_HEADING = 105
_NOTES = 30


def room_of(
    paper: PaperType,
    *,
    title: str,
    name: str,
    about: str,
    beside: Sequence[str],
    foot: Sequence[str],
    coded: bool = True,
    logo: bool = False,
    website: str = "",
) -> int:
    """Return the height that is left on a leaf between its head and its foot.

    In the head stand the title, below it the name and `about`, and across from them the lines
    `beside`, or only across from the name where the title stands above both (`title_above`). The
    lines of the foot stand beside a code where it is `coded`; the address of a `website`
    stands across from them, with a code of its own. A `logo` stands before the title.
    """
    left = paper.width * 55 // 100 - (LOGO_WIDTH if logo else 0)
    right = paper.width * 45 // 100
    above = title_above(paper, title, beside, logo)
    wide = paper.width - (LOGO_WIDTH if logo else 0) if above else left
    titles = max(-(-len(title) * 42 // wide), 1) * 82
    names = max(-(-len(name) * 23 // left), 1) * 48 + -(-len(about) * 21 // left) * 45
    across = sum(-(-len(line) * 21 // right) * 45 for line in beside)
    signs = (paper.width - 300 - (250 if coded else 0) - (700 if website else 0)) // 19
    lines = sum(max(-(-len(line) // signs), 1) for line in foot) * 40
    if website:
        lines = max(lines, 200, -(-len(website) // 22) * 40 + 80)
    told = titles + max(names, across) if above else max(titles + names, across)
    head = max(told, LOGO_HEIGHT if logo else 0)
    return paper.height - head - 62 - max(lines, 200 if coded else 60) - 28


def title_above(paper: PaperType, title: str, beside: Sequence[str], logo: bool) -> bool:
    """Tell whether a title has no room across from the lines `beside`, and stands above them."""
    right = min(max(map(len, beside), default=0) * 20, paper.width * 45 // 100)
    left = paper.width - right - (LOGO_WIDTH if logo else 0)
    return len(title) * 40 + 80 > left


def lines_of(text: str, paper: PaperType) -> int:
    """Return how many lines a text takes on a leaf."""
    return max(-(-len(text) * paper.letter // paper.width), 1)


def cut(sections: Sequence[LeafSection], paper: PaperType, room: int) -> list[Leaf]:
    """Return the leafs on which the sections stand one after the other.

    A heading stands with what it is about; a table that fits on a leaf is not divided, and one that
    goes on has the headings of its columns again.
    """
    cutter = _Cutter(paper, room)
    for section in sections:
        cutter.take(section)
    return cutter.leafs


class _Cutter:
    def __init__(self, paper: PaperType, room: int) -> None:
        self.paper = paper
        self.room = room
        self.left = room
        self.leafs = [Leaf()]

    def take(self, section: LeafSection) -> None:
        heights = [] if section.table is None else _heights(section.table, self.paper)
        if section.heading:
            first = self.paper.text if section.lines or not heights else self._together(heights)
            self._turn(_HEADING + first)
            self.left -= _HEADING
        self._put(LeafSection(section.heading))
        for line in section.lines:
            self._line(line, notes=False)
        if section.table is not None:
            self._table(_laid_out(section.table, self.paper), heights)
        for line in section.notes:
            self._line(line, notes=True)

    def _together(self, heights: Sequence[int]) -> int:
        """Return the height of a table, or of its first rows where it is too long for a leaf."""
        whole = sum(heights) + _HEAD
        return whole if whole <= self.room else sum(heights[:_LEAST_ROWS]) + _HEAD

    def _turn(self, height: int) -> bool:
        """Begin a new leaf where a height is not left on this one; tell whether it did."""
        if height <= self.left or self.left == self.room:
            return False
        self.leafs.append(Leaf())
        self.left = self.room
        return True

    def _put(self, section: LeafSection) -> None:
        self.leafs[-1].sections.append(section)

    def _last(self) -> LeafSection:
        if not self.leafs[-1].sections:
            self._put(LeafSection(""))
        return self.leafs[-1].sections[-1]

    def _line(self, line: str, notes: bool) -> None:
        height = lines_of(line, self.paper) * self.paper.text
        if notes and not self._last().notes:
            height += _NOTES
        self._turn(height)
        last = self._last()
        changed = (
            replace(last, notes=(*last.notes, line))
            if notes
            else replace(last, lines=(*last.lines, line))
        )
        self.leafs[-1].sections[-1] = changed
        self.left -= height

    def _table(self, table: LeafTable, heights: Sequence[int]) -> None:
        if not heights:
            self._rows(table, 0, 0)
            return
        self._turn(self._together(heights))
        first = 0
        for end in _ends(heights, self.left - _HEAD, self.room - _HEAD):
            if first:
                self._turn(self.room)
            self.left -= _HEAD + sum(heights[first:end])
            self._rows(table, first, end)
            first = end

    def _rows(self, table: LeafTable, first: int, end: int) -> None:
        part = replace(table, rows=table.rows[first:end])
        self.leafs[-1].sections[-1:] = [replace(self._last(), table=part)]


_LEAST_ROWS: Final = 4
"""Rows of a table on a leaf at least, where the leaf before it can spare them."""


def _ends(heights: Sequence[int], left: int, room: int) -> list[int]:
    """Return where a table ends on each leaf, by the heights of its rows.

    The first leaf has `left` for them and the others `room`; each has at least one row.
    """
    ends = []
    first = 0
    for row, height in enumerate(heights):
        if height > left and row > first:
            ends.append(row)
            first = row
            left = room
        left -= height
    if ends:
        before = ends[-2] if len(ends) > 1 else 0
        balanced = max(len(heights) - _LEAST_ROWS, before + _LEAST_ROWS)
        ends[-1] = min(ends[-1], balanced)
    return [*ends, len(heights)]
