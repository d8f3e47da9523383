"""The views of a competition as pages with links to each other."""

from __future__ import annotations

from collections.abc import Sequence

from desk.answers.competition import crosstable, pairings, standings
from desk.answers.season import all_overviews
from desk.answers.sheets import index_lines
from desk.formats.registry import format_of
from desk.render import html as pages
from desk.terminal.language import language
from desk.terminal.tables import view_in_words
from desk.terminal.words import words
from ledger.messages import message
from ledger.refusals import Refusal
from ledger.state.book import Book
from projections.views.view import View


def season_pages(book: Book, views: Sequence[tuple[str, View]]) -> list[tuple[str, str]]:
    """Return the overviews of a season as pages; see `linked_pages`."""
    named = ((words(message(f"season.overviews.{which}")), view) for which, view in views)
    return linked_pages(book, list(named))


def competition_pages(book: Book) -> list[tuple[str, str]] | Refusal:
    """Return the pages of a competition: of a season its overviews, else the last round and tables.

    See `linked_pages`.
    """
    if format_of(book.rules).plays_evenings:
        overviews = all_overviews(book)
        return overviews if isinstance(overviews, Refusal) else season_pages(book, overviews)
    views = {
        "pairings": pairings(book, None),
        "standing": standings(book, None, False),
        "crosstable": crosstable(book),
    }
    named = (
        (words(message(f"web-parts.page.{name}")).casefold(), view)
        for name, view in views.items()
        if isinstance(view, View)
    )
    return linked_pages(book, list(named))


def linked_pages(book: Book, views: Sequence[tuple[str, View]]) -> list[tuple[str, str]]:
    """Return views, each with its name, as pages: name of the file and text, linked to each other.

    The first is index.html, which names the club and the moment, and links to the others.
    """
    links = [(f"{at}-{name}.html", name) for at, (name, _) in enumerate(views, 1)]
    lines = [words(line) for line in index_lines(book)]
    index = pages.index_page(book.state.name, lines, links, language())
    beside = [("index.html", book.state.name), *links]
    return [("index.html", index)] + [
        (file, pages.page(view_in_words(view), language(), beside))
        for (file, _), (_, view) in zip(links, views, strict=True)
    ]
