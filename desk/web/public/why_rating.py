"""What a tournament is worth for the rating of a player, game by game, as a forecast."""

from __future__ import annotations

from typing import NamedTuple

from desk.access.roles import EVERYBODY
from desk.web.answers import Answer, Page, Redirect
from desk.web.public.card import nobody_of
from desk.web.public.moments import Known, MenuChoice, known, moments_offered
from desk.web.request import Request
from desk.web.routes import get
from desk.web.services import Services
from ledger.messages import Sentence
from ledger.refusals import Refusal
from projections.views.rating_forecast import why_rating as forecast_view
from projections.views.view import View


class WhyRating(NamedTuple):
    """The games of a player in a table, and the steps from them to the new rating."""

    known: Known
    number: int
    name: str
    games: View
    how: tuple[Sentence, ...]
    moments: list[MenuChoice]


@get("why-rating", "/{t}/player/{p:int}/rating", EVERYBODY, below="standing")
def why_rating(request: Request, services: Services) -> Answer:
    """Show what each game of a player is worth for their rating, as known at a moment."""
    then = known(request, services.book)
    number = int(request.path["p"])
    player = services.book.state.by_label(number)  # today's number, at whatever moment
    if player is None or player not in then.book.state.players:
        return nobody_of(services, then, number)
    if not services.shows_forecasts:
        return Redirect(request.link("player", p=number))
    view = forecast_view(services.judging(then.book), str(then.book.state.label(player)))
    if isinstance(view, Refusal):
        return services.refuse(*then.refusals, view)
    rounds = len(then.book.state.rounds)
    model = WhyRating(
        known=then,
        number=number,
        name=then.book.name(player),
        games=request.view(view),
        how=view.notes,
        moments=moments_offered(request, "why-rating", then, rounds, p=number),
    )
    return Page("why-rating.html", model, refusals=then.refusals)
