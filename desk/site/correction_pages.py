"""The pages of corrections: what each changed, of results, of the standing, of pairings to be made."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from desk.answers.touches import touched_between
from desk.site.events import PublicEvent
from desk.site.model import SiteFacts, SiteLink, SiteLinks, SitePage, SitePart, SiteText
from desk.site.tables import result_said, site_table
from ledger.facts.tournament import ResultCorrected
from projections.log.dossier import local

if TYPE_CHECKING:
    from desk.site.pages import TournamentPages


def correction_pages(pages: TournamentPages) -> Iterator[SitePage]:
    """Yield a page for each correction."""
    for event in pages.corrections:
        yield _page(pages, event)


def _page(pages: TournamentPages, event: PublicEvent) -> SitePage:
    of, say, words = pages.of, pages.say, pages.words
    before, now = of.at(event.position - 1).book, of.at(event.position).book
    changed = touched_between(before, now, event.round)
    parts: list[SitePart] = [SiteText((words(event.what), *filter(None, (event.reason,))))]
    fact = of.book.facts[event.position - 1]
    if isinstance(fact, ResultCorrected):
        old = before.state.rounds[fact.round - 1].game_of(fact.white)
        facts = [
            (say("site.correction.was"), result_said(old.outcome if old else None, words), ""),
            (say("site.correction.becomes"), result_said(fact.outcome, words), ""),
        ]
        parts.append(SiteFacts(tuple(facts)))
    parts.append(SiteText(tuple(map(words, changed.notes)), say("site.correction.changed")))
    table = site_table(
        changed,
        words,
        caption=say("site.correction.places"),
        links=lambda row: {"name": pages.card(row["number"])},
        narrow=("name", "rank_before", "rank", "points"),
        named=True,
    )
    parts.append(table)
    if not now.state.closed:
        parts.append(SiteText((say("site.correction.next", round=now.state.next_round),)))
    links = [SiteLink(say("web-parts.page.log"), "log/")]
    if event.round is not None:
        title = say("web-standing.pairings-of", round=event.round)
        links.insert(0, SiteLink(title, f"round/{event.round}/"))
    links.append(SiteLink(say("web-parts.page.standing"), "standing/"))
    parts.append(SiteLinks("", tuple(links), row=True))
    moment = local(of.book.recorded[event.position - 1].stamp.recorded_at, of.book.zone)
    return SitePage(
        path=f"correction/{event.position}/",
        title=say("site.correction.title", position=event.position),
        about=moment,
        parts=tuple(parts),
        part="log",
        as_of=pages.as_of(event.position),
    )
