"""The parts of every picture: paper, axes, a legend, numbers, markers.

The same values give the same bytes on every machine: no float, and no font to be measured.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction
from html import escape as escape_html

from ledger.characters import visible

WIDE = 700
EDGE = 20
"""Pixels of the paper, and its margins."""

A_TITLE_LINE = 21

COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#6b6b6b", "#000000")
"""Colours that colour-blind readers can tell apart (Okabe and Ito), greys last."""

LIGHT = frozenset({"#cc79a7", "#e69f00", "#56b4e9"})
"""Those of them that dark text is readable on."""

STYLE = (
    "text{font:13px system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;fill:#333}"
    ".t{font-size:16px;font-weight:600;fill:#111}.s{font-size:12px;fill:#555}"
    ".v{font-size:11px}.m{text-anchor:middle}.e{text-anchor:end}.w{fill:#fff}"
    ".g{stroke:#e3e3e3}.a{stroke:#777}.l{fill:none;stroke-width:2.2;stroke-linejoin:round}"
)

Number = int | Fraction


def exact(value: int | float | Decimal | Fraction) -> Fraction:
    """Return a number for people: 29.9 is 299/10."""
    return Fraction(str(value))


def px(value: Number) -> str:
    """Write a coordinate, to a tenth of a pixel."""
    tenths = round(Fraction(value) * 10)
    whole, rest = divmod(abs(tenths), 10)
    return f"{'-' if tenths < 0 else ''}{whole}" + (f".{rest}" if rest else "")


def written(value: Number, *, comma: bool = False) -> str:
    """Return a number for people, to three decimals, a small one to three digits: 1,234.5.

    `comma`: with a decimal comma, 1.234,5.
    """
    size = abs(Fraction(value))
    decimals = 3
    while 0 < size * 10**decimals < 100 and decimals < 12:
        decimals += 1
    whole, rest = divmod(round(size * 10**decimals), 10**decimals)
    minus = "−" if value < 0 and (whole or rest) else ""
    text = f"{minus}{whole:,}" + (f".{rest:0{decimals}d}".rstrip("0") if rest else "")
    return text.translate(_WITH_COMMA) if comma else text


_WITH_COMMA = str.maketrans(",.", ".,")


def escape(text: str) -> str:
    """Return a text for a picture, on one line and without control characters."""
    return escape_html(visible(text), quote=False)


def width_of(text: str) -> int:
    """Return an estimate of a text's width in pixels, rather too much than too little."""
    return 7 * len(text)


def shortened(words: str, most: int) -> str:
    """Truncate a text to `most` characters and replace unprintable ones."""
    words = "".join(c if c.isprintable() else " " for c in words)
    return words if len(words) <= most else words[: most - 1].rstrip() + "…"


def text(x: Number, y: Number, words: str, style: str = "", more: str = "") -> str:
    """Return a line of text; `style` are classes of STYLE."""
    named = f' class="{style}"' if style else ""
    return f'<text x="{px(x)}" y="{px(y)}"{named}{more}>{escape(words)}</text>'


def box(x: Number, y: Number, wide: Number, high: Number, colour: str) -> str:
    """Return a filled box."""
    return f'<rect x="{px(x)}" y="{px(y)}" width="{px(wide)}" height="{px(high)}" fill="{colour}"/>'


def line(x: Number, y: Number, to_x: Number, to_y: Number, style: str) -> str:
    """Return a straight line."""
    return f'<path class="{style}" d="M{px(x)} {px(y)}L{px(to_x)} {px(to_y)}"/>'


def sign(x: Number, y: Number, kind: int) -> str:
    """Return the marker of a series at a point; its shape differs too, for colour-blind readers."""
    colour = COLOURS[kind]
    at = f"M{px(x)} {px(y)}"
    forms = (
        "m-4 0a4 4 0 1 0 8 0a4 4 0 1 0 -8 0",
        "m-4 -4h8v8h-8z",
        "m0 -5l5 9h-10z",
        "m0 -5.5l5.5 5.5l-5.5 5.5l-5.5 -5.5z",
        "m0 5l5 -9h-10z",
    )
    filled = f'fill="{colour}"' if kind < len(forms) else f'fill="#fff" stroke="{colour}"'
    return f'<path {filled} d="{at}{forms[kind % len(forms)]}"/>'


def ticks(low: Fraction, high: Fraction, about: int = 5) -> list[Fraction]:
    """Return about `about` round numbers, from at most `low` to at least `high`."""
    span = high - low or Fraction(1)
    size = Fraction(1)
    while size * about * 2 > span:
        size /= 10
    while size * about * 20 <= span:
        size *= 10
    step = next(size * n for n in (2, 5, 10, 20) if size * n * about >= span)
    first = low // step
    last = -(-high // step)
    return [step * n for n in range(first, max(last, first + 1) + 1)]


def legend(
    labels: Sequence[str], y: int, *, boxes: bool, paper: int = WIDE
) -> tuple[list[str], int]:
    """Return the legend of the series, on as many lines as needed, and its lower edge.

    `paper` is the width of the paper.
    """
    elements = []
    x = EDGE
    for kind, label in enumerate(labels):
        wide = width_of(label) + 34
        if x > EDGE and x + wide > paper - EDGE:
            x = EDGE
            y = y + 20
        elements.append(
            box(x, y - 10, 12, 12, COLOURS[kind]) if boxes else sign(x + 6, y - 4, kind)
        )
        elements.append(text(x + 18, y, label))
        x += wide
    return elements, y + 12


def in_lines(words: str, room: int, a_character: int = 7) -> list[str]:
    """Break a text into lines of at most `room` pixels, after a space or a hyphen.

    A word that is longer has a line of its own. `a_character` is the width of one, in pixels.
    """
    lines = [""]
    for word in re.findall(r"[^\s-]+-*\s*|-+\s*", words):
        if lines[-1] and len((lines[-1] + word).rstrip()) * a_character > room:
            lines.append("")
        lines[-1] += word
    return [one.rstrip() for one in lines]


def title_lines(title: str, wide: int = WIDE) -> list[str]:
    """Return the lines of a title on paper of a width."""
    return in_lines(title, wide - 2 * EDGE, 9) if title else []


def paper(title: str, words: str, high: int, drawn: Sequence[str], *, wide: int = WIDE) -> str:
    """Return the picture; `words` describe it for readers who cannot see it."""
    lines = enumerate(title_lines(title, wide))
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}" width="{wide}" '
            f'height="{high}" role="img">',
            f"<title>{escape(title)}</title><desc>{escape(words)}</desc>",
            f"<style>{STYLE}</style>",
            box(0, 0, wide, high, "#fff"),
            *(text(EDGE, 28 + A_TITLE_LINE * at, one, "t") for at, one in lines),
            *drawn,
            "</svg>",
            "",
        ]
    )
