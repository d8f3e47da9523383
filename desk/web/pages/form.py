"""One form for every command, filled in from the address."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from desk.access.roles import STAFF
from desk.answers import status
from desk.answers.touches import touched_view
from desk.commands.commands import COMMANDS, SPECS, command_of
from desk.commands.spec import About
from desk.handlers.removal import has_a_part
from desk.web.answers import Answer, Page
from desk.web.forms.form import OF_A_PLAYER, CommandForm, form_of
from desk.web.forms.news import NewsItem, OneCommand, news, of_undo
from desk.web.forms.reading import read
from desk.web.guard import renumbered, why_not_undone
from desk.web.pages.correct import Touched, touched_of
from desk.web.request import Request
from desk.web.routes import get, may_do, post
from desk.web.services import Services
from ledger.messages import message
from ledger.refusals import Refusal, Refusals
from ledger.state.book import Book
from ledger.state.details import FIELDS, details_of
from ledger.state.tournament import Entrant
from ledger.values import whole_number
from projections.games.rounds import head
from projections.views.fide import acceleration_view, prohibited_view
from projections.views.ratings import rating_lists_view
from projections.views.view import View

ASKED_FIRST = ("correct-person", "correct-rating", "forget")
"""Commands whose form shows what is recorded of a player, who is therefore chosen first."""


LOOKED_AT = ("correct-rating",)
"""Commands that are recorded only after what they touch was shown."""


_NAMED = frozenset(
    ("player", "players", "white", "black", "first", "second", "boards", "bye", "order")
)
"""Fields that name players by number."""


NO_FORM = ("init", "import", "report")
"""Commands that are given on a page of their own."""


class FormPage(NamedTuple):
    """The form of a command, filled in from the address or with what was typed."""

    form: CommandForm
    first: bool
    related: list[tuple[str, str]]
    view: View | None
    then: str
    stake: str
    about: str
    title: str
    news: tuple[NewsItem, ...]
    undoes: OneCommand | None
    possible: bool
    looks: bool
    touched: Touched | Refusals | None


@get("do", "/{t}/do/{command}", STAFF)
def form(request: Request, services: Services) -> Answer:
    """Show the form of a command, filled in from the address or with what was typed."""
    command = str(request.path["command"])
    if command not in COMMANDS or command in NO_FORM:
        return services.nowhere()
    if not may_do(request.role, command):
        return services.not_for()
    values = (
        request.form
        if request.route.method == "POST"
        else {**_known(request, services.book, command), **request.query}
    )
    wrong: Refusals = ()
    touched = None
    if command in LOOKED_AT:
        seen = _touched(request, services.book, command, values)
        if isinstance(seen, Touched):
            touched = seen
        elif seen is not None:
            wrong = seen
    undoes = None
    if command == "undo":
        wanted = request.number("fact")
        against = why_not_undone(request, services.book, wanted)
        undoes = None if against else of_undo(services.book, wanted)
        wrong = against
    wrong = () if request.refusals else wrong
    refusals = request.refusals or wrong
    entry_form = form_of(request, services.book, command, values, refusals)
    player = next((each.value for each in entry_form.fields if each.name == "player"), "")
    related = [
        (other, request.link("do", command=other, player=player))
        for other in OF_A_PLAYER
        if command in OF_A_PLAYER
        and may_do(request.role, other)
        and _fits(services.book, other, player)
    ]
    return Page(
        "form.html",
        FormPage(
            form=entry_form,
            first=command in ASKED_FIRST and not player,
            related=related if player else [],
            view=_beside(request, services.book, command),
            then=_then(request, command),
            stake=player if command == "forget" else "",
            about=request.say(f"command.{command}.form"),
            title=request.say(f"command.{command}.button"),
            news=news(request, services.book) if refusals else (),
            undoes=undoes,
            possible=command != "undo" or bool(undoes and undoes.facts),
            looks=command in LOOKED_AT,
            touched=touched,
        ),
        refusals=wrong,
    )


def _touched(
    request: Request, book: Book, command: str, values: Mapping[str, str]
) -> Touched | Refusals | None:
    """Return what a correction would touch; None while it is not typed."""
    typed = request.form or request.query
    if not {"player", "rating"} <= typed.keys():
        return None
    fields = read(request, command, values)
    valid = command_of(fields) if isinstance(fields, dict) else fields
    seen = valid if isinstance(valid, tuple) else touched_view(book, valid)  # type: ignore[arg-type]
    return touched_of(request, book, seen) if isinstance(seen, View) else seen


@post("done", "/{t}/do/{command}", STAFF)
def carry_out(request: Request, services: Services) -> Answer:
    """Have a command recorded as its form was filled in."""
    command = str(request.path["command"])
    if command not in COMMANDS or command in NO_FORM or not may_do(request.role, command):
        return form(request, services)
    fields = read(request, command, request.form)
    if isinstance(fields, dict):
        fields |= _cleared(request, services.book, command, fields)
        others = () if _NAMED.isdisjoint(fields) else renumbered(request, services.book)
        fields = others or _stake(request, command, fields)
    outcome = services.carry_out(fields) if isinstance(fields, dict) else fields
    return services.after(outcome, _then(request, command), form)


def _then(request: Request, command: str) -> str:
    page = SPECS[command].next_page
    return request.link(page if request.may(page) else "tournament")


def _stake(request: Request, command: str, fields: dict[str, Any]) -> dict[str, Any] | Refusals:
    """Return the fields, or the refusal of what cannot be undone without its number typed."""
    if command != "forget" or "player" not in fields:
        return fields
    if request.form.get("stake", "").strip() == str(fields["player"]):
        return fields
    what = message("web-forms.stake-wrong", number=str(fields["player"]))
    step = message("web-forms.stake-step")
    return (Refusal("not-confirmed", what, step),)


def _known(request: Request, book: Book, command: str) -> dict[str, str]:
    """Return what is recorded already, for a form that corrects it."""
    recorded = _KNOWN.get(command)
    return recorded(book, request.query) if recorded is not None else {}


def _person(book: Book, query: Mapping[str, str]) -> dict[str, str]:
    entrant = book.find_player(query.get("player", ""))
    if not isinstance(entrant, Entrant):
        return {}
    record = book.people.get(entrant.person, {})
    return {key.replace("_", "-"): text for key, text in record.items()}


def _rating(book: Book, query: Mapping[str, str]) -> dict[str, str]:
    entrant = book.find_player(query.get("player", ""))
    if not isinstance(entrant, Entrant):
        return {}
    estimated = {"estimated": "yes"} if entrant.rating_source == "estimated" else {}
    return {"rating": str(entrant.rating or 0), **estimated}


def _details(book: Book, query: Mapping[str, str]) -> dict[str, str]:
    details = details_of(book.state, book.people)
    known = {key.replace("_", "-"): text for key, text in details.items()}
    return {"name": book.state.name, **known}


def _plan(book: Book, query: Mapping[str, str]) -> dict[str, str]:
    return {"rounds": str(book.state.rounds_planned or "")}


def _schedule(book: Book, query: Mapping[str, str]) -> dict[str, str]:
    number = whole_number(query.get("round", "")) or book.state.next_round
    day = book.state.dates.get(number)
    time = book.state.times.get(number)
    closes = book.state.check_in_until.get(number, "")
    return {"date": day.isoformat() if day else "", "time": time or "", "check-in-until": closes}


def _prizes(book: Book, query: Mapping[str, str]) -> dict[str, str]:
    return {"cents": "\n".join(_amount(cents) for cents in book.state.prizes_cents)}


def _amount(cents: int) -> str:
    whole, part = divmod(cents, 100)
    return f"{whole},{part:02d}" if part else str(whole)


_KNOWN: dict[str, Callable[[Book, Mapping[str, str]], dict[str, str]]] = {
    "correct-person": _person,
    "correct-rating": _rating,
    "details": _details,
    "plan": _plan,
    "schedule": _schedule,
    "prizes-declare": _prizes,
}
"""What is recorded already, by the fields of the form of a command."""


def _cleared(
    request: Request, book: Book, command: str, fields: Mapping[str, Any]
) -> dict[str, Any]:
    """Return what was emptied on the form of details or of a player, as the command has it."""
    sent = {name.replace("-", "_") for name in request.form}
    if command == "correct-person":
        record = _person(book, request.form)
        emptied = {name.replace("-", "_") for name in record} & sent - fields.keys()
        return dict.fromkeys(emptied - {"name", "nameless"}, "")
    if command != "details":
        return {}
    details = details_of(book.state, book.people)
    return {"clear": [f for f in FIELDS if f in details and f in sent and f not in fields]}


def _fits(book: Book, command: str, player: str) -> bool:
    """Tell whether a command about a player makes sense now: nobody returns who is there."""
    entrant = book.find_player(player) if player else None
    spec = SPECS[command]
    if not isinstance(entrant, Entrant) or not spec.usable(book.rules, book.state):
        return False
    away = entrant.withdrawn_in(book.state.next_round)
    if spec.about is About.WHO_NEVER_PLAYED:
        return not has_a_part(book, entrant)
    fits = {About.WHO_PLAYS: not away, About.WHO_LEFT: away}
    return fits.get(spec.about, entrant.forgotten is None)


def _beside(request: Request, book: Book, command: str) -> View | None:
    """Return what is in force already, below the form that changes it."""
    if command in ("rating-list", "start-rank", "rating-periods"):
        return request.view(rating_lists_view(book, None, head(book)))
    if command == "prohibit":
        return request.view(prohibited_view(book))
    if command == "accelerate":
        return request.view(acceleration_view(book))
    if command == "schedule":
        return request.view(status.rounds(book))
    return None
