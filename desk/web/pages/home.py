"""The first pages: the tournaments of the file, one tournament, and all that a page may be."""

from __future__ import annotations

from desk.web.answers import Answer, Page, Redirect
from desk.web.routes import STAFF
from desk.web.visit import Visit


def tournaments(visit: Visit) -> Answer:
    """Show the tournaments of the ledger file."""
    links = [
        (visit.link("tournament", t=slug), name)
        for slug, (_, name) in reversed(visit.office.slugs().items())
    ]
    return Page("home.html", {"tournaments": links, "damaged": visit.office.damaged()})


def tournament(visit: Visit) -> Answer:
    """Lead to the page that most people want of a tournament: the round."""
    return Redirect(visit.link("round" if visit.role in STAFF else "pairings"))


def more(visit: Visit) -> Answer:
    """Show every page and form that the reader may use, in groups."""
    return Page("more.html")
