"""Pictures of a page: a view as bars, in the style that the page's policy lets in."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Sequence
from typing import Final

from markupsafe import Markup

from desk.render import svg
from desk.render.catalogue import Words
from desk.render.chart import picture
from desk.render.in_words import view_in_words
from ledger.refusals import Refusal
from projections.views.view import View

STYLE_HASH: Final = base64.b64encode(hashlib.sha256(svg.STYLE.encode()).digest()).decode()
"""The hash by which a policy lets in the style within every picture of ours, and no other."""


def drawn_view(view: View, words: Words, keys: Sequence[str], title: str) -> Markup | None:
    """Return columns of a view as bars, a group a row; None where there is nothing to draw."""
    shown = view_in_words(view, words)
    labels = {column.key: str(column.title) for column in shown.columns}
    rows = [row for row in shown.cells if any(row.get(key) for key in keys)]
    drawn = picture(
        View(shown.title, shown.columns, rows),
        "bars",
        title=title,
        y=[key for key in keys if key in labels],
        comma=words.language == "nl",
    )
    return None if isinstance(drawn, Refusal) else Markup(drawn)
