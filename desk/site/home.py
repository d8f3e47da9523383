"""The first page of the site: the tournaments that are running, to come, and past by year."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from desk.render.catalogue import Words
from desk.site.model import SiteLink, SiteLinks, SitePage, SitePart, SiteText, Surroundings
from ledger.messages import message
from ledger.state.details import days_of
from ledger.values import Language

if TYPE_CHECKING:
    from desk.site.pages import TournamentPages


def home_surroundings(language: Language) -> Surroundings:
    """Return what stands around the first page."""
    return Surroundings(
        language=language, slug="", name="", other="nl" if language == "en" else "en"
    )


def home_page(tournaments: Sequence[TournamentPages], words: Words) -> SitePage:
    """Return the first page: what is running, what is to come, what is past, by year."""
    running = list[SiteLink]()
    coming = list[SiteLink]()
    past = dict[str, list[SiteLink]]()
    for pages in reversed(tournaments):
        book = pages.book
        link = SiteLink(book.state.name, f"~{pages.of.slug}/", pages.where())
        if book.state.closed:
            past.setdefault(_year(pages), []).append(link)
        elif book.state.rounds:
            running.append(link)
        else:
            coming.append(link)
    groups = [(words(message("site.running")), running), (words(message("site.coming")), coming)]
    groups += [
        (
            words(message("site.past", year=year)) if year else words(message("site.past-unknown")),
            links,
        )
        for year, links in sorted(past.items(), reverse=True)
    ]
    parts: list[SitePart] = [SiteLinks(name, tuple(links)) for name, links in groups if links]
    if not parts:
        parts.append(SiteText((words(message("web-more.no-tournament")),)))
    return SitePage(path="", title=words(message("web-parts.tournaments")), parts=tuple(parts))


def _year(pages: TournamentPages) -> str:
    """Return the year in which a tournament ended, by its days, else by its last fact."""
    first, last = days_of(pages.book.state, pages.book.people)
    day = last or first
    if day is not None:
        return str(day.year)
    recorded = pages.book.recorded
    return str(recorded[-1].stamp.recorded_at.year) if recorded else ""
