"""A picture of the tables of the mirror and their references, as static SVG."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from projections.mirror.schema.relation import Relation
from projections.mirror.tables import TABLES

_WIDE, _LINE, _GAP, _SIDE = 236, 17, 34, 64
_COLUMNS: tuple[tuple[str, ...], ...] = (
    (
        "events",
        "rulebooks",
        "integrity",
        "corrections",
        "protests",
        "rulings",
        "versions",
        "replays",
        "pairing_versions",
        "pairing_replays",
        "damaged",
    ),
    (
        "tournaments",
        "rounds",
        "games",
        "pairings",
        "games_now",
        "moments",
        "prizes",
        "prize_awards",
        "replayed_rounds",
        "replayed_changes",
    ),
    (
        "players",
        "names",
        "ratings",
        "rating_lists",
        "rating_forecast",
        "colours",
        "floats",
        "prize_shares",
        "prohibitions",
        "virtual_points",
        "mirror",
        "pairing_decisions",
        "decided_tournaments",
    ),
    (
        "standings",
        "other_tie_breaks",
        "tie_breaks",
        "keizer_values",
        "keizer_points",
        "external_games",
        "standings_now",
        "claims",
        "check_ins",
        "replayed_pairings",
        "pairings_differ",
    ),
)
"""The tables from left to right, each column from the top."""

_STYLE = (
    "text{font:12px sans-serif;fill:#222}.t{font-weight:bold;fill:#fff}.y{fill:#777}"
    ".b{fill:#fff;stroke:#345}.h{fill:#345}.k{font-weight:bold}"
    "path{fill:none;stroke:#8a97a6;stroke-width:1.3}"
)

Place = tuple[int, int]


def picture() -> str:
    """Return the picture; keys are bold, a line goes from a table to each table it refers to."""
    by_name = {table.name: table for table in TABLES}
    assert sorted(name for column in _COLUMNS for name in column) == sorted(by_name)
    places: dict[str, Place] = {}
    for at, names in enumerate(_COLUMNS):
        y = 12
        for name in names:
            places[name] = (12 + at * (_WIDE + _SIDE), y)
            y += _height(by_name[name]) + _GAP
    wide = len(_COLUMNS) * (_WIDE + _SIDE) - _SIDE + 24
    high = max(y + _height(by_name[name]) for name, (_, y) in places.items()) + 12
    lines = [_arrow(places, table, of) for table in TABLES for of in _pointed(table)]
    boxes = [_box(places[table.name], table) for table in TABLES]
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}" role="img">',
            f"<title>Tables of the mirror</title><style>{_STYLE}</style>",
            f'<rect width="{wide}" height="{high}" fill="#f6f7f9"/>',
            *lines,
            *boxes,
            "</svg>",
            "",
        ]
    )


def _height(table: Relation) -> int:
    return _LINE * (len(table.columns) + 1) + 12


def _pointed(table: Relation) -> Sequence[str]:
    """Return the tables that a table points to; not that positions of knowledge are facts."""
    columns = [c for c in table.columns if c.name not in ("known_from", "known_to")]
    return sorted({c.of for c in columns if c.of and c.of != table.name})


def _arrow(places: dict[str, Place], table: Relation, of: str) -> str:
    (x, y), (to_x, to_y) = places[table.name], places[of]
    y, to_y = y + 11, to_y + 11
    if x == to_x:
        bend = x - _SIDE // 2
        return f'<path d="M{x} {y}C{bend} {y} {bend} {to_y} {to_x} {to_y}"/>'
    start, end = (x, to_x + _WIDE) if x > to_x else (x + _WIDE, to_x)
    middle = (start + end) // 2
    return f'<path d="M{start} {y}C{middle} {y} {middle} {to_y} {end} {to_y}"/>'


def _box(place: Place, table: Relation) -> str:
    x, y = place
    lines = [
        f'<rect class="b" x="{x}" y="{y}" width="{_WIDE}" height="{_height(table)}"/>',
        f'<rect class="h" x="{x}" y="{y}" width="{_WIDE}" height="{_LINE + 4}"/>',
        f'<text class="t" x="{x + 8}" y="{y + 15}">{table.name}</text>',
    ]
    for row, column in enumerate(table.columns, 1):
        at = y + 18 + row * _LINE
        key = ' class="k"' if column.key else ""
        lines.append(f'<text{key} x="{x + 8}" y="{at}">{column.name}</text>')
        kind = escape(column.type)
        end = x + _WIDE - 8
        lines.append(f'<text class="y" x="{end}" y="{at}" text-anchor="end">{kind}</text>')
    return "\n".join(lines)
