"""An answer as a picture: static SVG, the same bytes for the same answer on every machine."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from math import isfinite
from typing import Literal, TypeAlias, get_args

from desk.render import svg
from ledger.messages import Value, message
from ledger.refusals import Exit, Refusal
from projections.views.view import View, value_of

ChartKind: TypeAlias = Literal["bars", "lines"]
KINDS: tuple[ChartKind, ...] = get_args(ChartKind)
MOST_SERIES = len(svg.COLOURS)
MOST_ROWS = 200
NARROW = 360
"""Pixels of a picture for a phone."""

_ZERO = Fraction(0)
_PLOT_HIGH = 270
_MOST_LINES = 3


@dataclass(frozen=True, slots=True)
class Series:
    """A column of numbers, None where there is none."""

    label: str
    values: tuple[Fraction | None, ...]


@dataclass(frozen=True, slots=True)
class Chart:
    """The data of a picture: `names` are those of the rows, `places` their positions if numeric.

    `comma`: numbers are written with a decimal comma.
    """

    title: str
    names: tuple[str, ...]
    places: tuple[Fraction, ...]
    series: tuple[Series, ...]
    x_label: str
    y_label: str
    comma: bool = False

    @property
    def values(self) -> list[Fraction]:
        """Return all numbers in the picture."""
        return [value for one in self.series for value in one.values if value is not None]

    def written(self, value: Fraction) -> str:
        """Return a number for the readers of the picture."""
        return svg.written(value, comma=self.comma)

    def in_words(self) -> str:
        """Return the numbers as text, for readers who cannot see the picture."""
        rows = []
        for at, name in enumerate(self.names):
            values = ((one.label, one.values[at]) for one in self.series)
            words = ", ".join(f"{label} {self.written(v)}" for label, v in values if v is not None)
            rows.append(f"{name}: {words}")
        return "; ".join(rows)


def picture(
    view: View,
    kind: ChartKind | None = None,
    *,
    title: str = "",
    x: str | None = None,
    y: Sequence[str] = (),
    labels: Mapping[str, str] | None = None,
    x_label: str = "",
    y_label: str = "",
    comma: bool = False,
    narrow: bool = False,
) -> str | Refusal:
    """Return the rows of a view as SVG, 700 pixels wide, or why they cannot be drawn.

    bars: for every row a bar of each column. lines: a line for each column, from row to row. None:
    lines where `x` is a number and rows are many, else bars.

    `x` is the key of the column that names the rows, None: the first. `y` are those of the numbers,
    empty: all others with numbers. `labels` are the names of columns, by key; `title` "" is the
    view's. `comma`: numbers are written with a decimal comma. `narrow`: 360 pixels wide, for a
    phone, with bars that lie under the names of their rows. The picture also contains its content
    in words.
    """
    chart = _chart(
        view,
        title=title,
        x=x,
        y=tuple(y),
        labels=labels or {},
        x_label=x_label,
        y_label=y_label,
        comma=comma,
    )
    if isinstance(chart, Refusal):
        return chart
    if kind is None:
        kind = "lines" if chart.places and len(chart.names) > 2 else "bars"
    if narrow and kind == "bars":
        return _lying(chart)
    return _upright(chart, bars=kind == "bars", wide=NARROW if narrow else svg.WIDE)


def _chart(
    view: View,
    *,
    title: str,
    x: str | None,
    y: tuple[str, ...],
    labels: Mapping[str, str],
    x_label: str,
    y_label: str,
    comma: bool,
) -> Chart | Refusal:
    keys = [column.key for column in view.columns]
    headings = {column.key: str(column.title) for column in view.columns}
    unknown = [key for key in (x, *y) if key is not None and key not in keys]
    if unknown:
        return _refusal("no-column", "columns", column=unknown[0], columns=", ".join(keys))
    if not view.rows:
        return _refusal("no-rows", "ask")
    if len(view.rows) > MOST_ROWS:
        return _refusal("too-many-rows", "group", n=len(view.rows))
    first = x or keys[0]
    columns = {key: [_finite(value_of(row, key)) for row in view.cells] for key in keys}
    series = y or tuple(key for key in keys if key != first and _numbers(columns[key]))
    if not series or not all(_numbers(columns[key]) for key in series):
        return _refusal("no-numbers", "numbers")
    if len(series) > MOST_SERIES:
        return _refusal("too-many-columns", "choose", n=len(series), most=MOST_SERIES)
    named = columns[first]
    places = tuple(map(_exact, named)) if _numbers(named) and None not in named else ()
    return Chart(
        title=svg.shortened(title or str(view.title), 72),
        names=tuple(svg.written(p, comma=comma) for p in places) or tuple(map(_name, named)),
        places=places,
        series=tuple(
            Series(
                svg.shortened(labels.get(key, headings[key]), 60),
                tuple(None if value is None else _exact(value) for value in columns[key]),
            )
            for key in series
        ),
        x_label=svg.shortened(x_label or labels.get(first, headings[first]), 40),
        y_label=svg.shortened(y_label, 40),
        comma=comma,
    )


def _refusal(what: str, step: str, **values: Value) -> Refusal:
    return Refusal(
        "nothing-to-draw",
        message(f"chart.{what}", **values),
        message(f"chart.{step}", **values),
        exit=Exit.USAGE,
    )


def _finite(value: object) -> object:
    """Return a value, None for a division by zero."""
    return None if isinstance(value, float) and not isfinite(value) else value


def _numbers(values: Sequence[object]) -> bool:
    """Return whether the values are numbers, at least one, and otherwise None."""
    there = [value for value in values if value is not None]
    return bool(there) and all(
        isinstance(v, int | float | Decimal | Fraction) and not isinstance(v, bool) for v in there
    )


def _exact(value: object) -> Fraction:
    assert isinstance(value, int | float | Decimal | Fraction)
    return svg.exact(value)


def _name(value: object) -> str:
    return "" if value is None else svg.shortened(str(value), 40)


# --- bars and lines -------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Plot:
    """Positions of the numbers on the paper: left and right, top and bottom, and grid lines.

    `written` writes a number for the readers.
    """

    left: int
    right: int
    top: int
    bottom: int
    marks: tuple[Fraction, ...]
    written: Callable[[Fraction], str]

    def y(self, value: Fraction) -> Fraction:
        """Return the vertical position of a number."""
        low = self.marks[0]
        high = self.marks[-1]
        return self.bottom - (value - low) / (high - low) * (self.bottom - self.top)

    def across(self) -> list[str]:
        """Return the grid lines, with their numbers; that of 0 is darker."""
        elements = []
        for mark in self.marks:
            style = "a" if mark == 0 else "g"
            elements.append(svg.line(self.left, self.y(mark), self.right, self.y(mark), style))
            elements.append(svg.text(self.left - 8, self.y(mark) + 4, self.written(mark), "s e"))
        return elements


def _upright(chart: Chart, *, bars: bool, wide: int) -> str:
    """Return bars or lines, over an axis of the rows."""
    elements, top = _head(chart, boxes=bars, wide=wide)
    low = min(_ZERO, *chart.values)
    high = max(_ZERO, *chart.values)
    room = (high - low) / 20 if bars else _ZERO  # for the numbers at the ends of bars
    marks = tuple(svg.ticks(low - (room if low else 0), high + (room if high else 0)))
    widest = max(svg.width_of(chart.written(mark)) for mark in marks)
    left = svg.EDGE + widest + (28 if chart.y_label else 10)
    plot = _Plot(left, wide - svg.EDGE, top + 10, top + 10 + _PLOT_HIGH, marks, chart.written)
    elements += plot.across()
    middles = _middles(chart, plot, bars=bars)
    elements += (_bars if bars else _lines)(chart, plot, middles)
    names, bottom = _names_below(chart, plot, middles)
    elements += names
    if chart.y_label:
        middle = (plot.top + plot.bottom) // 2
        turned = f' transform="rotate(-90 {svg.EDGE} {middle})"'
        elements.append(svg.text(svg.EDGE, middle, chart.y_label, "s m", turned))
    elements.append(svg.text((left + plot.right) // 2, bottom + 20, chart.x_label, "s m"))
    return svg.paper(chart.title, chart.in_words(), bottom + 36, elements, wide=wide)


def _lying(chart: Chart) -> str:
    """Return bars that lie under the names of their rows, on narrow paper; a number ends each."""
    elements, top = _head(chart, boxes=True, wide=NARROW)
    low = min(_ZERO, *chart.values)
    span = max(_ZERO, *chart.values) - low or Fraction(1)
    room = NARROW - 2 * svg.EDGE - max(svg.width_of(chart.written(v)) for v in chart.values)
    zero = svg.EDGE - low / span * room
    y = top + 4
    for at, name in enumerate(chart.names):
        y += 20
        called = f"{chart.x_label} {name}" if chart.places else name
        elements.append(svg.text(svg.EDGE, y, called))
        y += 6
        for kind, one in enumerate(chart.series):
            value = one.values[at]
            if value is None:
                continue
            long = abs(value) / span * room
            elements.append(svg.box(zero - long * (value < 0), y, long, 13, svg.COLOURS[kind]))
            end = zero + long * (value > 0)
            elements.append(svg.text(end + 4, y + 11, chart.written(value), "v"))
            y += 15
    if chart.y_label:
        y += 20
        elements.append(svg.text(svg.EDGE, y, chart.y_label, "s"))
    return svg.paper(chart.title, chart.in_words(), y + 14, elements, wide=NARROW)


def _head(chart: Chart, *, boxes: bool, wide: int) -> tuple[list[str], int]:
    """Return the legend, where there is more than one series, and its lower edge."""
    more = len(svg.title_lines(chart.title, wide)) - 1
    top = 40 + more * svg.A_TITLE_LINE if chart.title else 12
    if len(chart.series) == 1:
        return [], top
    return svg.legend([one.label for one in chart.series], top + 14, boxes=boxes, paper=wide)


def _middles(chart: Chart, plot: _Plot, *, bars: bool) -> list[Fraction]:
    """Return the position of each row; on lines a numeric row stands at its value."""
    wide = plot.right - plot.left
    count = len(chart.names)
    if bars or len(set(chart.places)) < 2:
        return [plot.left + Fraction(wide * (2 * at + 1), 2 * count) for at in range(count)]
    low = min(chart.places)
    high = max(chart.places)
    return [plot.left + 20 + (place - low) / (high - low) * (wide - 40) for place in chart.places]


def _bars(chart: Chart, plot: _Plot, middles: Sequence[Fraction]) -> list[str]:
    count = len(chart.series)
    rows = len(chart.names)
    group = Fraction(plot.right - plot.left, rows) * 3 / 4
    wide = min(group / count, Fraction(56))
    elements = []
    for kind, one in enumerate(chart.series):
        for middle, value in zip(middles, one.values, strict=True):
            if value is None:
                continue
            x = middle + (kind - Fraction(count, 2)) * wide
            top, bottom = sorted((plot.y(value), plot.y(_ZERO)))
            thick = max(wide - 2, Fraction(1))
            elements.append(svg.box(x, top, thick, bottom - top, svg.COLOURS[kind]))
            number = chart.written(value)
            if wide >= svg.width_of(number) * Fraction(4, 5):
                y = top - 4 if value >= 0 else bottom + 12
                elements.append(svg.text(x + wide / 2 - 1, y, number, "v m"))
    return elements


def _lines(chart: Chart, plot: _Plot, middles: Sequence[Fraction]) -> list[str]:
    elements = []
    for kind, one in enumerate(chart.series):
        path = ""
        pen = "M"
        signs = []
        for x, value in zip(middles, one.values, strict=True):
            if value is not None:
                path += f"{pen}{svg.px(x)} {svg.px(plot.y(value))}"
                signs.append(svg.sign(x, plot.y(value), kind))
            pen = "M" if value is None else "L"
        elements += [f'<path class="l" stroke="{svg.COLOURS[kind]}" d="{path}"/>', *signs]
    return elements


def _names_below(chart: Chart, plot: _Plot, middles: Sequence[Fraction]) -> tuple[list[str], int]:
    """Return the names of the rows, and their lower edge.

    As many numbers are shown as there is room for; words are broken into lines where room is short,
    or slanted.
    """
    longest = max(svg.width_of(name) for name in chart.names)
    room = (plot.right - plot.left) // len(middles)
    every = -(-(longest + 8) * len(middles) // (plot.right - plot.left))
    y = plot.bottom + 20
    broken = [svg.in_lines(name, room - 8) for name in chart.names]
    high = max(map(len, broken))
    fits = all(svg.width_of(one) <= room - 8 for lines in broken for one in lines)
    if every > 1 and not chart.places and fits and high <= _MOST_LINES:
        lines = [
            svg.text(middle, y + 15 * at, one, "s m")
            for middle, of_name in zip(middles, broken, strict=True)
            for at, one in enumerate(of_name)
        ]
        return lines, y + 15 * (high - 1)
    style = "s m"
    turn = ""
    names = chart.names
    if every > 1 and not chart.places:
        names = tuple(svg.shortened(name, 20) for name in names)
        longest = max(map(svg.width_of, names))
        every = 1
        y = plot.bottom + 16
        style = "s e"
        turn = ' transform="rotate(-35 {} {})"'
    elements = [
        svg.text(middle, y, name, style, turn.format(svg.px(middle), svg.px(y)))
        for at, (middle, name) in enumerate(zip(middles, names, strict=True))
        if at % every == 0
    ]
    return elements, y + (longest * 4 // 7 if turn else 0)
