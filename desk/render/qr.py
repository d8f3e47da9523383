"""QR codes, for printed sheets and for the terminal. The only importer of segno."""

from __future__ import annotations

import io
from functools import lru_cache

import segno
from markupsafe import Markup


@lru_cache(maxsize=4096)
def qr_svg(text: str, sized: bool = False) -> Markup:
    """Return a QR code as an SVG element that can stand in a page as it is.

    `sized`: it has a size of its own, as a file needs one; else the page gives it one.
    """
    out = io.BytesIO()
    symbol = segno.make(text, error="m", micro=False)
    symbol.save(out, kind="svg", scale=3, border=2, xmldecl=False, omitsize=not sized)
    return Markup(out.getvalue().decode())


def qr_text(text: str) -> str:
    """Return a QR code as lines of half blocks, dark on light, for a terminal."""
    symbol = segno.make(text, error="m", micro=False)
    rows = [list(row) for row in symbol.matrix_iter(border=2)]
    rows += [[0] * len(rows[0])] * (len(rows) % 2)
    signs = {(0, 0): "█", (0, 1): "▀", (1, 0): "▄", (1, 1): " "}
    pairs = zip(rows[::2], rows[1::2], strict=True)
    return "\n".join(
        "".join(signs[bool(up), bool(down)] for up, down in zip(top, bottom, strict=True))
        for top, bottom in pairs
    )
