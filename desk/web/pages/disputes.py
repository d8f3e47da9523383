"""The protests, the rounds that can be looked into, and every departure from the rules."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from desk.access.roles import JUDGES
from desk.answers.departures import integrity
from desk.web.answers import Answer, Page
from desk.web.request import Request
from desk.web.round.rows import who_was
from desk.web.routes import get
from desk.web.services import Services
from ledger.state.tournament import Round
from projections.log.departures import DepartureRow
from projections.log.dossier import ProtestRow, protests_view
from projections.views.view import View


class DisputesPage(NamedTuple):
    """The protests, the rounds that can be looked into, and every departure."""

    protests: list[ProtestRow]
    departures: View
    rounds: list[Round]


@get("disputes", "/{t}/disputes", JUDGES)
def show(request: Request, services: Services) -> Answer:
    """Show the protests, the rounds that can be looked into, and every departure."""
    view = protests_view(services.book)
    departures = _by_people(request, services, integrity(services.book))
    rows = [row for row in view.rows if isinstance(row, ProtestRow)]
    return Page(
        "disputes.html",
        DisputesPage(
            protests=sorted(rows, key=lambda row: (bool(row.rulings), -row.number)),
            departures=request.view(departures),
            rounds=services.book.state.rounds,
        ),
    )


def _by_people(request: Request, services: Services, departures: View) -> View:
    """Return departures with who acted as the other pages say it: by name, not by account."""
    rows = [
        replace(row, actor=who_was(request, services, row.actor))
        for row in departures.rows
        if isinstance(row, DepartureRow)
    ]
    return replace(departures, rows=rows)
