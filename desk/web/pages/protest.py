"""A protest: its form, and lodging it."""

from __future__ import annotations

from typing import NamedTuple

from desk.access.roles import JUDGES
from desk.web.answers import Answer, Page
from desk.web.request import Request
from desk.web.round.positions import positions_named
from desk.web.routes import get, post
from desk.web.services import Services


class ProtestPage(NamedTuple):
    """The form of a protest, with what was typed."""

    rounds: list[tuple[str, str]]
    typed: dict[str, str]
    people: list[tuple[int, str]]


@get("protest", "/{t}/disputes/new", JUDGES, below="disputes")
def form(request: Request, services: Services) -> Answer:
    """Show the form of a protest, with what was typed."""
    book = services.book
    names = ("round", "player", "facts", "text", "deadline")
    typed = {name: request.form.get(name, request.query.get(name, "")) for name in names}
    rounds = [(str(each.number), str(each.number)) for each in reversed(book.state.rounds)]
    return Page(
        "protest.html",
        ProtestPage(
            rounds=rounds,
            typed=typed,
            people=[(book.state.label(p), book.name(p)) for p in book.state.players],
        ),
    )


@post("protest-record", "/{t}/disputes/new", JUDGES, below="disputes")
def lodge(request: Request, services: Services) -> Answer:
    """Record a protest."""
    fields = request.form
    facts, wrong = positions_named(fields.get("facts", ""))
    if wrong:
        return services.after(wrong, "", form)
    outcome = services.carry_out(
        {
            "command": "protest",
            "round": fields.get("round", ""),
            "facts": facts or None,
            "player": fields.get("player", "").strip(),
            "text": fields.get("text", "").strip(),
            "deadline": fields.get("deadline") or None,
        }
    )
    number = max(services.book.state.protests, default=1)
    return services.after(outcome, request.link("dispute", d=number), form)
