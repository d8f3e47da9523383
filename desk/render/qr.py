"""QR codes, for printed sheets and for the terminal. The only importer of segno, an extra."""

from __future__ import annotations

import io

from ledger.messages import message
from ledger.refusals import Exit, Refusal


def qr_svg(text: str) -> str | Refusal:
    """Return a QR code as an SVG element that can stand in a page or in a file of its own."""
    if isinstance(code := _make(text), Refusal):
        return code
    out = io.BytesIO()
    code.save(out, kind="svg", scale=3, border=2, xmldecl=False, omitsize=False)
    return out.getvalue().decode()


def qr_text(text: str) -> str | Refusal:
    """Return a QR code as lines of half blocks, dark on light, for a terminal."""
    if isinstance(code := _make(text), Refusal):
        return code
    rows = [list(row) for row in code.matrix_iter(border=2)]
    rows += [[0] * len(rows[0])] * (len(rows) % 2)
    signs = {(0, 0): "█", (0, 1): "▀", (1, 0): "▄", (1, 1): " "}
    pairs = zip(rows[::2], rows[1::2], strict=True)
    return "\n".join(
        "".join(signs[bool(up), bool(down)] for up, down in zip(top, bottom, strict=True))
        for top, bottom in pairs
    )


def _make(text: str):  # type: ignore[no-untyped-def] # the library is not there for every reader
    try:
        import segno
    except ImportError:
        install = 'pip install "toernooiboek[print]"'
        return Refusal("extra-missing", message("qr.missing"), install, exit=Exit.USAGE)
    return segno.make(text, error="m", micro=False)
