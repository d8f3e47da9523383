"""The club evening on one page: who comes, and who stays away."""

from __future__ import annotations

import datetime as dt
from typing import Any, NamedTuple

from desk.access.roles import STAFF
from desk.answers.evening import Evening, evening, evening_number
from desk.web.answers import Answer, Page
from desk.web.guard import renumbered
from desk.web.request import Request
from desk.web.routes import get, post
from desk.web.services import Services
from ledger.refusals import Refusal

ABSENCES = ("notice", "no notice", "club duty")
"""The kinds of absence, in the order of their buttons."""


class EveningPage(NamedTuple):
    """An evening: who comes, the pairing, the results, the games for teams."""

    evening: Evening
    rows: list[dict[str, object]]
    at_work: int
    kinds: list[str]
    chosen: str
    date: dt.date | None
    time: str | None


@get("evening", "/{t}/evening", STAFF)
def show(request: Request, services: Services) -> Answer:
    """Show an evening: who comes, the pairing, the results, the games for teams."""
    book = services.book
    wanted = request.number("round")
    answer = evening(book, wanted)
    if isinstance(answer, Refusal):
        return services.refuse(answer, status=409)
    rows = [
        {
            **row.as_dict(),
            "may": _may(answer, row.coming),
            "first": _first(row.coming),
        }
        for _, row in answer.rows
        if request.query.get("show") in (None, "", row.coming)
    ]
    return Page(
        "evening.html",
        EveningPage(
            evening=answer,
            rows=rows,
            at_work=evening_number(book),
            kinds=[k for k in _KINDS if answer.counts[k]],
            chosen=request.query.get("show", ""),
            date=book.state.dates.get(answer.number),
            time=book.state.times.get(answer.number),
        ),
    )


_KINDS = (
    "coming",
    "unsaid",
    "notice",
    "no notice",
    "club duty",
    "team",
    "later",
    "left",
)


def _may(answer: Evening, coming: str) -> tuple[str, ...]:
    """Return what may be recorded of a member before the pairing is published."""
    if answer.round is not None or coming in ("left", "later", "team"):
        return ()
    return tuple(kind for kind in ("coming", *ABSENCES) if kind != coming)


def _first(coming: str) -> tuple[str, ...]:
    """Return what is recorded most of a member of whom this is known, for buttons in sight."""
    return {"coming": ("notice",), "unsaid": ("coming", "notice")}.get(coming, ("coming",))


@post("evening-record", "/{t}/evening", STAFF)
def record(request: Request, services: Services) -> Answer:
    """Record that a member comes to an evening, or stays away and why."""
    player = request.form.get("player", "")
    number = request.form.get("round", "")
    kind = request.form.get("kind", "")
    command: dict[str, Any] = {"player": player, "round": number}
    if kind == "coming":
        command |= {"command": "present"}
    else:
        command |= {"command": "absent", "kind": kind}
    outcome = renumbered(request, services.book) or services.carry_out(command)
    then = request.link("evening", round=number, show=request.form.get("show"))
    return services.after(outcome, then, show)
