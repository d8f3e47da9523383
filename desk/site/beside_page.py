"""The page of two players beside each other, whom its script takes from its address: ?a=17&b=4."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from desk.site.model import CardColumns, SiteBeside, SiteLink, SitePage, SiteText
from desk.site.pages import TournamentPages
from desk.site.tables import (
    OF_OWN,
    OPPONENT_ON_A_CARD,
    RESULT_ON_A_CARD,
    BesideTables,
)
from projections.views.view import View


def beside_pages(pages: TournamentPages) -> Iterator[SitePage]:
    """Yield the page, where there are two players to choose, and not more than fit on it."""
    of = pages.of
    if not of.has_beside:
        return
    tables = BesideTables(pages.words)
    players = ((of.numbers[one], pages.words(of.book.name(one))) for one in of.by_name)
    to_players = SiteLink(pages.say("web-parts.page.players"), "players/")
    part = SiteBeside(
        players=tuple(players),
        columns=_columns_of(next(iter(of.cards.values()))),
        help=SiteText((pages.say("site.beside.help"),), links=(to_players,)),
        between=tables.between_of(),
        common=tables.common_of(),
    )
    yield SitePage("beside/", pages.say("site.beside.title"), (part,), part="players")


def _columns_of(card: View) -> CardColumns:
    keys = [one.key for one in card.columns if one.key not in OF_OWN]

    def place(of: Sequence[str]) -> int:
        return next(at for at, key in enumerate(keys) if key in of)

    return CardColumns(place(("round",)), place(OPPONENT_ON_A_CARD), place(RESULT_ON_A_CARD))
