"""The card of a player: every game, and the colour they should get next."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ledger.later import Later
from ledger.messages import message, run_on
from ledger.refusals import Refusal
from ledger.state.book import Book
from projections.games.colours import difference_text, preference
from projections.games.crosstable import of_tournament
from projections.games.rounds import head
from projections.standings.scores import scores
from projections.views.crosstables import CardHead, player_view
from projections.views.standings import abbreviated
from projections.views.view import View, number

if TYPE_CHECKING:
    from desk.reports import season
else:
    season = Later("desk.reports.season")


def player(book: Book, player: str) -> View | Refusal:
    """Return the indelingskaart of a player, with the colour they should get next.

    In a season it is how their total is built up.

    Rule: knsb-wp-2014 A5.
    """
    entrant = book.find_player(player)
    if isinstance(entrant, Refusal):
        return entrant
    if book.rules.plays_season:
        return season.player(book, entrant.player)

    table = of_tournament(book.state, book.rules)
    colours = table.colours(entrant.player)
    planned = book.state.rounds_planned
    histories = []
    points = 0
    for after, cell in enumerate(table.counted.cells[entrant.player], 1):
        points += cell.halves
        lifted = book.rules.colours.topscorer_exempt and planned == after + 1 and points > after
        so_far = colours[:after]
        histories.append((difference_text(so_far), str(preference(so_far, lifted))))
    by_player = scores(table, book.rules)
    mine = by_player[entrant.player]
    details = {k: v for k, v in book.people.get(entrant.person, {}).items() if k != "name"}
    top = CardHead(
        at=head(book),
        number=book.state.label(entrant.player),
        name=book.name(entrant.player),
        rating=entrant.rating,
        rating_source=entrant.source_of_rating,
        title=entrant.title,
        points=number(mine.points_halves),
        ws=number(mine.ws_halves),
        wp=number(mine.wp_halves),
        sb=number(mine.sb_quarters, 4),
        record=details,
    )
    mark = book.rules.mark("F3", "GHR3.4")
    view = player_view(
        table,
        entrant.player,
        score=by_player,
        histories=histories,
        name_of=book.name,
        head=top,
        mark=mark,
    )
    rating = message("views.rating", rating=entrant.rating or message("views.none"))
    if entrant.source_of_rating == "estimated":
        rating = message("views.rating-estimated", rating=entrant.rating or 0)
    personal = [
        message(f"person.{key.replace('_', '-')}", value=str(details[key])) for key in details
    ]
    notes = (*view.notes, run_on(rating, *personal, between=", "))
    return replace(view, columns=abbreviated(view.columns, book.rules), notes=notes)
