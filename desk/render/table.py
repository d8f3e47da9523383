"""A view as a table for people that fits a width: what gives way first is declared.

In this order: columns in which no cell has a text, the room between columns, a heading (its short
form, then a fold between its words), texts (folded between words; those of a few fixed words first,
as free texts are longer), columns that are declared spare
(left out, which is said), texts again (folded further), names (cut), and last of all commands, which
are copied as they stand. Columns of rounds or opponents are shown in blocks below each other, unless
short headings or less room between them let all stand in one; beside a name that leaves no room for
a few of them, it is the name that is cut.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise, zip_longest
from unicodedata import category, east_asian_width

from desk.render.shown import shown_together
from ledger.characters import visible
from projections.views.columns import Column
from projections.views.view import View, value_of

LeftOutSaid = Callable[[tuple[str, ...]], str]
"""Says which columns are left out, by their headings."""

_TEXT = 24
"""Places that a text keeps before a column is left out for it."""

_LEAST = 12
"""Places that a name or a text keeps as long as anything else can give way."""

_SHORT_NAME, _IN_BLOCK = 20, 4
"""Places that a name keeps beside columns in blocks, and how many of them there is room for."""


def as_table(view: View, width: int | None = None, left_out: LeftOutSaid | None = None) -> str:
    """Return title, table and notes as text, no line longer than width; None or 0: no limit."""
    lines = [*_title_lines(visible(str(view.title)), width), ""] if view.title else []
    notes = [visible(str(note)) for note in view.notes]
    if view.rows:
        columns = _columns_of(view)
        if width and _taken(columns, 2) > width:
            columns = [c for c in columns if any(c.cells)] or columns
        kept = _kept(columns, width) if width else columns
        blocks = _blocks(kept, width) if width else [kept]
        gap = 3 if len(blocks) == 1 else 2
        for block in blocks:
            lines += [*([] if block is blocks[0] else [""]), *_grid(block, width, gap)]
        gone = tuple(dict.fromkeys(c.title for c in columns if c not in kept))
        notes += [left_out(gone)] if gone and left_out else []
    else:
        lines += wrapped(visible(str(view.empty)), width)
    if notes:
        lines += ["", *(line for note in notes for line in wrapped(note, width))]
    return "\n".join(lines)


def wrapped(text: str, width: int | None, hanging: str = "  ") -> list[str]:
    """Return a text as lines of a width, broken between words; a command stays on one line.

    `hanging` is what a line begins with that goes on with the one above it.
    """
    if not width or _width(text) <= width:
        return [text]
    margin = text[: len(text) - len(text.lstrip())][: width // 2]
    room = max(width - len(margin + hanging), 1)
    pieces: list[str] = []
    for piece in _PIECES.findall(text):
        pieces += [piece] if _width(piece) <= room else _WORD.findall(piece)
    first, *rest = _filled(pieces, room, before=len(hanging))
    return [margin + first, *(margin + hanging + line for line in rest)]


def _title_lines(title: str, width: int | None) -> list[str]:
    """Return a title as lines of a width, broken behind a dot between its parts where it can be."""
    lines = [""]
    *parts, last = title.split(" · ")
    for part in (*(f"{each} ·" for each in parts), last):
        longer = f"{lines[-1]} {part}".lstrip()
        if width and lines[-1] and _width(longer) > width:
            lines.append(part)
        else:
            lines[-1] = longer
    return [piece for line in lines for piece in wrapped(line, width, "")]


_PIECES = re.compile(r"toernooi(?: [^\s.,;:)]+)+\S*|(?:\S|\xa0)+")
"""A command with what follows it up to a sign, or a word."""

_WORD = re.compile(r"(?:\S|\xa0)+")
"""A word; a blank that joins two, as in an amount of money, stands in it."""


# --- columns --------------------------------------------------------------------------------------


@dataclass(slots=True, eq=False)
class _Shown:
    """A column with the texts of its cells, and the width that it takes now.

    `close`: there is little room between it and such another.
    """

    column: Column
    title: str
    cells: list[str]
    of_cells: int
    width: int
    close: bool = False

    def shorten(self) -> None:
        """Take the short heading, where it has one and the heading is wider than its cells."""
        if self.column.short and self.width > self.of_cells:
            self.title = self.least_heading
            self.width = max(self.of_cells, _width(self.title))

    @property
    def folds(self) -> bool:
        """Return whether it is a text, which may be folded between words."""
        kind = self.column.kind
        may = kind.align == "left" and not (kind.name or kind.command)
        return may and self.of_cells > _LEAST

    @property
    def least_heading(self) -> str:
        """Return the shortest heading."""
        short = str(self.column.short or "")
        return visible(short) if short else self.title

    @property
    def least(self) -> int:
        """Return the width that it wants before a spare column is left out for it."""
        folded = max(map(_width, self.least_heading.split()), default=0)
        most = _TEXT if self.folds else self.of_cells
        return max(folded, min(most, self.of_cells))


def _columns_of(view: View) -> list[_Shown]:
    columns = list[_Shown]()
    rows = view.cells
    for column in view.columns:
        title = visible(str(column.title))
        cells = list(
            map(visible, shown_together([value_of(row, column.key) for row in rows], view.point))
        )
        of_cells = max(map(_width, cells))
        columns.append(_Shown(column, title, cells, of_cells, max(of_cells, _width(title))))
    return columns


def _kept(columns: list[_Shown], width: int) -> list[_Shown]:
    """Return the columns without those that are left out, which are spare: the first one first."""
    kept = list(columns)
    spare = sorted((c for c in columns if c.column.spare), key=lambda c: c.column.spare)
    for column in spare:
        beside = [c.least for c in kept if not c.column.in_blocks]
        if sum(beside) + 2 * (len(beside) - 1) <= width:
            break
        kept.remove(column)
    return kept


def _blocks(columns: list[_Shown], width: int) -> list[list[_Shown]]:
    """Return the columns of each table: as many rounds as fit, with what stands before them.

    All stand in one where short headings, or less room between the rounds, are enough for it.
    """
    folding = [at for at, c in enumerate(columns) if c.column.in_blocks]
    if not folding or _taken(columns, 2) <= width:
        return [columns]
    for column in columns:
        column.shorten()
    if _taken(columns, 2) <= width:
        return [columns]
    for at in folding:
        columns[at].close = True
    if _taken(columns, 2) <= width:
        return [columns]
    for at in folding:
        columns[at].close = False
    before = columns[: folding[0]]
    some = sum(sorted((columns[at].width + 2 for at in folding), reverse=True)[:_IN_BLOCK])
    over = _taken(before, 2) + some - width
    for column in before:
        if column.column.kind.name and over > 0:
            column.width = max(column.width - over, min(column.width, _SHORT_NAME))
    blocks = [list(before)]
    for column in columns[folding[0] :]:
        if len(blocks[-1]) > len(before) and _taken([*blocks[-1], column], 2) > width:
            blocks.append(list(before))
        blocks[-1].append(column)
    return blocks


def _taken(columns: Sequence[_Shown], gap: int) -> int:
    return sum(c.width for c in columns) + sum(_gaps(columns, gap))


def _gaps(columns: Sequence[_Shown], gap: int) -> list[int]:
    """Return the room before each column; between the signs of a matrix there is little."""
    close = [c.close or (c.column.in_blocks and c.width <= _SIGN) for c in columns]
    return [0, *(1 if both == (True, True) else gap for both in pairwise(close))]


_SIGN = 2
"""Places of a column that holds but a sign or two."""


# --- what gives way -------------------------------------------------------------------------------


def _grid(columns: Sequence[_Shown], width: int | None, gap: int) -> list[str]:
    """Return headings, a rule and rows; `gap` is the room between columns where there is much."""
    if width and _taken(columns, gap) > width:
        gap = 2
        _give_way(columns, width - sum(_gaps(columns, gap)))
    heading = _lines_of_row([c.title for c in columns], columns, gap)
    rows = zip(*(c.cells for c in columns), strict=True)
    lines = [line for row in rows for line in _lines_of_row(row, columns, gap)]
    rule = "─" * _taken(columns, gap)
    return "\n".join([*heading, rule, *lines]).rstrip().split("\n")


def _give_way(columns: Sequence[_Shown], room: int) -> None:
    """Make columns as narrow as the room asks, in the order of the module."""

    def over() -> int:
        return sum(c.width for c in columns) - room

    by_gain = sorted(columns, key=lambda c: c.of_cells - c.width)
    for column in by_gain:
        if over() > 0:
            column.shorten()
    for column in by_gain:
        if over() > 0 and column.width > column.of_cells:
            column.width = max(column.of_cells, *map(_width, column.title.split()))
    for column in columns:
        kind = column.column.kind
        if column.folds and kind.words and not kind.free and over() > 0:
            column.width = max(_longest_word(column), _width(column.title), column.width - over())
    texts = [c for c in columns if c.folds]
    names = [c for c in columns if c.column.kind.name]
    others = [c for c in columns if not c.column.kind.command]
    _fold(texts, over())
    for several, least in ((names, _LEAST), (others, _LEAST), (columns, 1)):
        while (surplus := over()) > 0 and (wide := [c for c in several if c.width > least]):
            _narrow(wide, surplus, least)


def _fold(texts: Sequence[_Shown], surplus: int) -> None:
    """Fold texts where it costs the fewest lines: a column with little in it before a full one."""
    if surplus <= 0:
        return
    cells = {id(c): Counter(map(_width, c.cells)) for c in texts}
    floors = {id(c): max(_LEAST, min(_TEXT, _longest_word(c))) for c in texts}

    def cost(column: _Shown) -> tuple[int, int]:
        now, then = column.width, column.width - 1
        more = (n * (-(-w // then) - -(-w // now)) for w, n in cells[id(column)].items())
        return sum(more), -now

    def free_to(column: _Shown) -> int:
        """Return how narrow a column can be with no more lines than it has."""
        lines = {w: -(-w // column.width) for w in cells[id(column)] if w}
        return max((-(-w // n) for w, n in lines.items()), default=1)

    for lowest in (floors, dict.fromkeys(floors, _LEAST)):
        costs = {at: cost(c) for at, c in enumerate(texts) if c.width > lowest[id(c)]}
        while surplus > 0 and costs:
            at = min(costs, key=costs.__getitem__)
            narrowed = texts[at]
            places = 1
            if costs[at][0] == 0:  # it is the next one until another is as wide, or a line is added
                others = [-wide for n, (lines, wide) in costs.items() if n != at and lines == 0]
                end = max(free_to(narrowed), lowest[id(narrowed)], *others)
                places = max(1, min(surplus, narrowed.width - end))
            narrowed.width -= places
            surplus -= places
            if narrowed.width > lowest[id(narrowed)]:
                costs[at] = cost(narrowed)
            else:
                del costs[at]


def _longest_word(column: _Shown) -> int:
    return max((_width(word) for cell in column.cells for word in _WORD.findall(cell)), default=0)


def _narrow(wide: Sequence[_Shown], surplus: int, least: int) -> None:
    """Make the widest columns as narrow as the next widest, or by as much as there is too much."""
    widest = max(c.width for c in wide)
    highest = [c for c in wide if c.width == widest]
    floor = max((c.width for c in wide if c.width < widest), default=least)
    each, left = divmod(min(surplus, (widest - floor) * len(highest)), len(highest))
    for at, column in enumerate(highest):
        column.width -= each + (at < left)


def _lines_of_row(cells: Sequence[str], columns: Sequence[_Shown], gap: int) -> list[str]:
    """Return the lines of a row, each cell folded or cut to the width of its column."""
    broken = [_broken(cell, c) for cell, c in zip(cells, columns, strict=True)]
    before = [" " * room for room in _gaps(columns, gap)]
    return [
        "".join(map(str.__add__, before, map(_aligned, line, columns))).rstrip()
        for line in zip_longest(*broken, fillvalue="")
    ]


def _aligned(text: str, shown: _Shown) -> str:
    text = text.rstrip()
    space = shown.width - _width(text)
    before = {"left": 0, "right": space, "center": space // 2}[shown.column.kind.align]
    return " " * before + text + " " * (space - before)


def _broken(text: str, shown: _Shown) -> list[str]:
    """Return a cell as lines: a name loses its end, another text is broken between words."""
    if _width(text) <= shown.width:
        return [text]
    if shown.column.kind.name and text != shown.title:
        return [_cut(text, shown.width)]
    return _filled(_WORD.findall(text), shown.width)


def _filled(words: Iterable[str], width: int, before: int = 0) -> list[str]:
    """Fill lines with words; a word that is longer than a line goes on in the next one.

    `before` is how much longer the first line may be.
    """
    lines = list[str]()
    at = ""
    taken = 0
    room = width + before
    for word in words:
        wide = _width(word)
        if at and taken + 1 + wide <= room:
            at, taken = f"{at} {word}", taken + 1 + wide
            continue
        if at:
            lines.append(at)
            room = width
        *full, at = _pieces(word, room, width) if wide > room else [word]
        lines += full
        taken = _width(at)
        room = width if full else room
    return [*lines, at]


def _pieces(word: str, room: int, width: int) -> list[str]:
    """Return a word in pieces of at least one sign: the first one fits `room`, others `width`.

    A piece ends behind a sign that joins parts, such as that of a key of a rulebook, where it can.
    """
    pieces: list[str] = []
    begin = 0
    joint = 0
    taken = 0
    for at, sign in enumerate(word):
        wide = _places(sign)
        while taken + wide > room and at > begin:
            end = joint if joint > begin else at
            pieces.append(word[begin:end])
            begin = end
            taken = _width(word[end:at])
            room = width
        taken += wide
        if sign in _JOINTS:
            joint = at + 1
    return [*pieces, word[begin:]]


_JOINTS = frozenset("+=./,-_")


def _cut(text: str, width: int) -> str:
    return f"{fitted(text, width - 1)}…"


def fitted(text: str, width: int) -> str:
    """Return as much of a text as fits on so many places, from its beginning."""
    if _width(text) <= width:
        return text
    taken = 0
    for at, sign in enumerate(text):
        taken += _places(sign)
        if taken > width:
            return text[:at]
    return text


def _width(text: str) -> int:
    """Return the number of places a text takes on a screen: a Chinese sign takes two."""
    return len(text) if text.isascii() else sum(map(_places, text))


@lru_cache(maxsize=5000)
def _places(sign: str) -> int:
    """Return the number of places of one sign; those of names come again and again."""
    return 0 if category(sign) in ("Mn", "Me", "Cf") else 2 if east_asian_width(sign) in "WF" else 1
