"""A picture of the floors and rooms, as static SVG: each imports those to its left and below."""

from __future__ import annotations

import ast
from html import escape

from tests.helpers.house import RANKS
from tests.helpers.places import FLOORS, ROOT

_WIDE, _HIGH, _GAP, _LEFT, _A_ROW = 122, 26, 8, 20, 7
_STYLE = (
    "text{font:12px sans-serif;fill:#222}.t{font-weight:bold;font-size:14px}.s{fill:#555}"
    ".b{fill:#fff;stroke:#345}.f{fill:#eef1f5;stroke:#c5ccd6}"
)


def picture() -> str:
    """Return the picture: the floor that carries all others at the bottom."""
    parts, y = [], 12
    for floor in reversed(FLOORS):
        rooms = [rank for rank in RANKS if rank.split("/")[0] == floor and "/" in rank]
        rows = [rooms[at : at + _A_ROW] for at in range(0, len(rooms), _A_ROW)]
        high = 34 + len(rows) * (_HIGH + _GAP) + 6
        parts += _floor(floor, y, high)
        for row, names in enumerate(rows):
            for at, name in enumerate(names):
                x = _LEFT + 12 + at * (_WIDE + _GAP)
                parts += _room(name, x, y + 34 + row * (_HIGH + _GAP))
        y += high + 10
    wide = 2 * _LEFT + 24 + _A_ROW * (_WIDE + _GAP) - _GAP
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {y}" role="img">',
            "<title>Floors and rooms of the house</title>"
            "<desc>desk above pairing above projections above ledger; a room imports itself, those "
            "before it on its floor, and the floors below</desc>",
            f'<style>{_STYLE}</style><rect width="{wide}" height="{y}" fill="#fff"/>',
            *parts,
            "</svg>",
            "",
        ]
    )


def _floor(name: str, y: int, high: int) -> list[str]:
    text = ast.get_docstring(ast.parse((ROOT / name / "__init__.py").read_text("utf-8"))) or ""
    wide = 24 + _A_ROW * (_WIDE + _GAP) - _GAP
    return [
        f'<rect class="f" x="{_LEFT}" y="{y}" width="{wide}" height="{high}" rx="4"/>',
        f'<text class="t" x="{_LEFT + 12}" y="{y + 22}">{name}</text>',
        f'<text class="s" x="{_LEFT + 112}" y="{y + 22}">{escape(text.splitlines()[0])}</text>',
    ]


def _room(rank: str, x: int, y: int) -> list[str]:
    name = rank.partition("/")[2]
    return [
        f'<rect class="b" x="{x}" y="{y}" width="{_WIDE}" height="{_HIGH}" rx="3"/>',
        f'<text x="{x + 8}" y="{y + 17}">{name}</text>',
    ]
