"""A digest as one page: sentences, pictures and tables, without a script and in need of no file."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from markupsafe import Markup

from desk.render.catalogue import Words
from desk.render.chart import ChartKind, picture
from desk.render.html import rendered
from desk.render.in_words import view_in_words
from ledger.messages import Sentence, message
from ledger.refusals import Refusal
from projections.views.view import View, value_of


class Drawing(NamedTuple):
    """What is drawn of the rows of a section: columns by their keys, and the picture's title."""

    title: Sentence
    kind: ChartKind
    keys: tuple[str, ...]
    y_label: Sentence = ""


@dataclass(frozen=True, slots=True)
class DigestSection:
    """A part of a digest. `numbers` has the rows of `view` with numbers, to be drawn.

    The title of the view is the heading, its notes are the sentences.
    """

    view: View
    numbers: View
    drawing: Drawing


def digest_page(
    title: Sentence, lines: Sequence[Sentence], sections: Sequence[DigestSection], words: Words
) -> str:
    """Return a digest as a whole HTML page; the same digest gives the same bytes."""
    return rendered(
        "digest.html",
        words(title),
        words.language,
        lines=[words(line) for line in (*lines, message("digest.no-names"))],
        sections=[(view_in_words(each.view, words), *_drawn(each, words)) for each in sections],
    )


def _drawn(section: DigestSection, words: Words) -> tuple[Markup, Markup]:
    """Return the picture of a section, and that for a phone; nothing where it has no rows.

    What is 0 in all rows is not drawn, beside something else.
    """
    drawing = section.drawing
    rows = section.numbers.cells
    there = tuple(key for key in drawing.keys if any(value_of(row, key) for row in rows))
    numbers = view_in_words(section.numbers, words)

    def drawn(*, narrow: bool) -> Markup:
        svg = picture(
            numbers,
            drawing.kind,
            title=words(drawing.title),
            y=there or drawing.keys[:1],
            y_label=words(drawing.y_label),
            comma=words.language == "nl",
            narrow=narrow,
        )
        return Markup("" if isinstance(svg, Refusal) else svg)

    return drawn(narrow=False), drawn(narrow=True)
