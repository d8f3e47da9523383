"""Entering one player, or a whole file of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from desk.access.roles import ARBITERS
from desk.answers.paid import is_paid, mark_paid, paid_of
from desk.commands.commands import command_of
from desk.commands.decision import Decision, Numbered
from desk.formats.registry import format_of
from desk.handlers.dispatch import handle_all
from desk.handlers.players import entered_as
from desk.lists.mappings import file_columns
from desk.outcomes import Written
from desk.web.answers import Answer, Page
from desk.web.forms.form import CommandForm, form_of
from desk.web.forms.news import NewsItem, done
from desk.web.forms.reading import read
from desk.web.pages import columns
from desk.web.pages.imports import ErrorsOfFile, errors_of
from desk.web.pages.listed import FileRow, Listed, listed_person, of_file, of_lists
from desk.web.request import Request
from desk.web.routes import get, post
from desk.web.services import Services
from ledger.csv_files.people import (
    ENTRY_KEYS,
    PeopleRefused,
    PersonRow,
    list_notes,
    paid_by_line,
    read_people,
)
from ledger.messages import Sentence, message
from ledger.place import LedgerPlace
from ledger.refusals import MOST, Exit, Refusal, Refusals, not_read_on
from ledger.state.book import Book


class EnterPage(NamedTuple):
    """The form that enters a player, and where a file of players is dropped.

    `back` is the page that a latecomer is entered from, "" for the list of players.
    """

    form: CommandForm
    done: NewsItem | None
    q: str
    found: list[Listed] | None
    listed: Listed | None
    back: str
    errors: ErrorsOfFile | None = None


@get("enter", "/{t}/players/enter", ARBITERS, below="players")
def form(request: Request, services: Services) -> Answer:
    """Show the form that enters a player, and where a file of players is dropped."""
    return Page("enter.html", _form(request, services))


def _form(request: Request, services: Services) -> EnterPage:
    typed = request.form if request.route.name == "enter-record" else request.query
    listed = listed_person(services.book, typed.get("listed", ""))
    values = {**(listed.values if listed else {}), **typed}
    entry_form = form_of(request, services.book, _command(services.book), values, request.refusals)
    found = of_lists(services.book, request.query.get("q", ""))
    return EnterPage(
        form=entry_form,
        done=done(request, services.book),
        q=request.query.get("q", ""),
        found=found,
        listed=listed,
        back=_CHECK_IN if typed.get("then") == _CHECK_IN else "",
    )


_CHECK_IN = "check-in"
"""The page that a latecomer is entered from, where they are checked in next."""


def _command(book: Book) -> str:
    """Return the command that enters a player."""
    return format_of(book.rules).entering(book.state)


@post("enter-record", "/{t}/players/enter", ARBITERS, below="players")
def enter(request: Request, services: Services) -> Answer:
    """Have a player entered; then the list, the check-in, or the form for the next one."""
    fields = read(request, _command(services.book), request.form)
    listed = listed_person(services.book, request.form.get("listed", ""))
    if isinstance(fields, dict) and listed is not None:
        fields |= {"matches": listed.matches}
    outcome = services.carry_out(fields) if isinstance(fields, dict) else fields
    then = {"next": "enter", _CHECK_IN: _CHECK_IN}.get(request.form.get("then", ""), "players")
    return services.after(outcome, request.link(then), form)


class PlayersLookPage(NamedTuple):
    """Whom a file of players would enter; `before` are players already, `doubts` to be decided."""

    people: tuple[PersonRow, ...]
    name: str
    notes: tuple[Sentence, ...]
    held: str
    only_new: str
    before: int
    shown: list[str]
    doubts: list[FileRow]
    found: int
    has_columns: bool


@post("players-look", "/{t}/players/file", ARBITERS, below="players")
def look(request: Request, services: Services) -> Answer:
    """Show whom a file of players would enter, or all its errors; or have them entered."""
    held = services.office.held(request.visitor.key, request.form.get("held", ""))
    sent = request.files.get("file")
    if held is not None:
        name = held.name
        content = held.content
    elif sent is not None and sent.name:
        name = sent.name
        content = sent.content
    else:
        what = message("web-files.no-file")
        step = message("web-forms.choose-file")
        return _with_errors(
            request, services, (Refusal("file-missing", what, step, exit=Exit.USAGE),)
        )
    if request.form.get("take") or request.form.get("choose"):
        return columns.choose(request, services, name, content)
    read_under = columns.mapped(content, request.form) if request.form.get("chosen") else content
    people = read_people(read_under)
    if isinstance(people, PeopleRefused):
        refusals = tuple(error.refusal() for error in people.errors)
        if columns.can_be_chosen(content, refusals):
            return columns.choose(request, services, name, content, refusals)
        return _with_errors(request, services, refusals)
    content = read_under
    only_new = request.form.get("only-new", "")
    every = people
    if only_new:
        people = tuple(one for one in every if entered_as(services.book, one.entry()) is None)
    if not people:
        what = message("lists.none-new")
        step = message("web-forms.choose-file")
        return _with_errors(request, services, (Refusal("nothing-to-record", what, step),))
    rows = of_file(services.book, people, request.form)
    people = tuple(one.row for one in rows)
    if request.form.get("record"):
        command = _command(services.book)
        outcome = services.carry_out(*({"command": command, **one.entry} for one in rows))
        if isinstance(outcome, Written):
            _mark_paid(services, every, content)
        return services.after(outcome, request.link("players"), form)
    refusals = _refusals(services.book, people)
    if refusals:
        return _with_errors(request, services, refusals)
    return Page(
        "players-look.html",
        PlayersLookPage(
            people=people,
            name=name,
            notes=list_notes(content),
            held=services.office.hold(request.visitor.key, name, content),
            only_new=only_new,
            before=len(every) - len(people),
            shown=_columns(people),
            doubts=[one for one in rows if one.doubts],
            found=sum("matches" in one.entry for one in rows),
            has_columns=bool(file_columns(content)),
        ),
    )


def _mark_paid(services: Services, people: Sequence[PersonRow], content: bytes) -> None:
    """Mark who of a file has paid, where it says so; who was a player already only if they have."""
    said = paid_by_line(content)
    place = services.office.live.place
    if not said or place is None:
        return
    marks = dict[int, bool]()
    for person in people:
        player = entered_as(services.book, person.entry())
        if player is not None:
            marks[player] = is_paid(said.get(person.line, ""))
    mark_paid(place, services.book.id, {**marks, **_paid_before(place, services.book, marks)})


def _paid_before(place: LedgerPlace, book: Book, marks: Mapping[int, bool]) -> dict[int, bool]:
    """Return those of some players who have paid already: a list does not take that back."""
    return {
        player: True for player, one in paid_of(place, book.id).items() if one and player in marks
    }


def _columns(people: Sequence[PersonRow]) -> list[str]:
    """Return the columns of a list in which somebody has something."""
    return [key for key in ENTRY_KEYS if any(getattr(person, key) for person in people)]


def _entry(book: Book, person: PersonRow) -> dict[str, Any]:
    return {"command": _command(book), **person.entry()}


def _refusals(book: Book, people: Sequence[PersonRow]) -> Refusals:
    """Return everything against entering these players, () if all can be entered.

    Likely doubles are asked about when the list is recorded, all at once.
    """
    numbered: list[Numbered] = []
    refusals: Refusals = ()
    for person in people:
        if len(refusals) >= MOST:
            return (*refusals[: MOST - 1], not_read_on(person.line))
        fields = {key: each for key, each in _entry(book, person).items() if each is not None}
        command = command_of(fields)
        if isinstance(command, tuple):
            step = message("web-files.mend-line")
            refusals += tuple(replace(each, line=person.line, next=step) for each in command)
        else:
            numbered.append((person.line, command))
    decision = handle_all(book.trial(), numbered)
    if not isinstance(decision, Decision):
        refusals += decision
    return tuple(sorted(refusals, key=lambda refusal: refusal.line or 0))


def _with_errors(request: Request, services: Services, refusals: Refusals) -> Answer:
    model = _form(request, services)._replace(errors=errors_of(refusals))
    return Page("enter.html", model, 409)
