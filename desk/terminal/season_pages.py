"""The overviews of a season as pages with links to each other."""

from __future__ import annotations

from collections.abc import Sequence

from desk.render import html as pages
from desk.reports.sheets import index_lines
from desk.terminal.language import language
from desk.terminal.tables import view_in_words
from desk.terminal.words import words
from ledger.messages import message
from ledger.state.book import Book
from projections.views.view import View


def season_pages(book: Book, views: Sequence[tuple[str, View]]) -> list[tuple[str, str]]:
    """Return overviews as pages: name of the file and text, with links to each other.

    The first is index.html, which names the club and the moment, and links to the others.
    """
    names = [words(message(f"season.overviews.{which}")) for which, _ in views]
    links = [(f"{at}-{name}.html", name) for at, name in enumerate(names, 1)]
    lines = [words(line) for line in index_lines(book)]
    index = pages.index_page(book.state.name, lines, links, language())
    beside = [("index.html", book.state.name), *links]
    return [("index.html", index)] + [
        (file, pages.page(view_in_words(view), language(), beside))
        for (file, _), (_, view) in zip(links, views, strict=True)
    ]
