"""A tournament from a file, shown before it is recorded."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, NamedTuple

from desk.access.roles import CHIEF
from desk.answers.status import players, rounds
from desk.commands.commands import command_of
from desk.commands.decision import Decision, Warn
from desk.handlers.dispatch import handle_all
from desk.outcomes import Written
from desk.web.answers import Answer, Page
from desk.web.forms.form import FormField, form_of
from desk.web.forms.reading import read
from desk.web.guard import FILES, refused
from desk.web.pages.new import opened
from desk.web.request import Request
from desk.web.routes import get, post
from desk.web.services import Services
from ledger.messages import Sentence, message
from ledger.refusals import MOST, Exit, Refusal, Refusals
from ledger.state.book import Book
from projections.views.rulebook_names import title_of
from projections.views.view import View


class ImportPage(NamedTuple):
    """The form that takes a tournament from a file; `errors` are those of one that was sent."""

    fields: dict[str, FormField]
    errors: ErrorsOfFile | None = None


@get("import", "/import", CHIEF)
def choose(request: Request, services: Services) -> Answer:
    """Show where the file of a tournament or a season is dropped."""
    return Page("import.html", _form(request, services))


def _form(request: Request, services: Services) -> ImportPage:
    values = request.form if request.route.method == "POST" else request.query
    entry_form = form_of(request, services.book, "import", values, request.refusals)
    fields = {each.name: each for each in (*entry_form.fields, *entry_form.more)}
    return ImportPage(fields)


class ImportLookPage(NamedTuple):
    """What a file would record; `kept` are its files, held until it is recorded."""

    name: str
    rules: Sentence
    kept: dict[str, tuple[str, Any]]
    typed: dict[str, str]
    players: View
    rounds: View
    counts: dict[str, int | None]
    notes: tuple[Sentence, ...]
    warnings: list[Sentence]
    taken: bool


@post("import-look", "/import", CHIEF)
def look(request: Request, services: Services) -> Answer:
    """Show what a file would record, or everything that is wrong with it; nothing is recorded."""
    fields = _fields(request, services)
    if isinstance(fields, tuple):
        return _with_errors(request, services, fields)
    command = command_of(fields)
    if isinstance(command, tuple):
        return _with_errors(request, services, command)
    book = Book(new_seed=services.office.runtime.new_seed)
    decision = handle_all(book, [(None, command)])
    warnings: tuple[Warn, ...] = ()
    if isinstance(decision, Decision) and (warnings := decision.warnings):
        # They are answered when the tournament is recorded; here it is shown all the same.
        answered = command.model_copy(update={"confirm": warnings[0].answer})
        decision = handle_all(book, [(None, answered)])
    if not isinstance(decision, Decision):
        return _with_errors(request, services, decision)
    kept = {
        name: (
            services.office.hold(request.visitor.key, fields[name], fields[content]),
            fields[name],
        )
        for name, content in FILES.items()
        if content in fields
    }
    typed = {key: request.form.get(key, "") for key in ("name", "rules", "rounds", "set")}
    state = book.state
    tables = (players(book), rounds(book))
    return Page(
        "import-look.html",
        ImportLookPage(
            name=state.name,
            rules=title_of(book.rules),
            kept=kept,
            typed=typed,
            players=request.view(tables[0]),
            rounds=request.view(_few(tables[1])),
            counts={
                "players": len(state.players),
                "rounds": len(state.rounds),
                "planned": state.rounds_planned,
                "facts": len(decision.facts),
            },
            notes=decision.notes,
            warnings=[one.what for one in warnings],
            taken=_taken(services, state.name),
        ),
    )


_OF_ROUNDS = ("round", "number", "date", "boards", "open", "bye", "state")
"""The columns of the rounds of a file; how they were paired is not in it."""


def _few(rounds: View) -> View:
    """Return the table of the rounds with the columns that a file can tell."""
    columns = tuple(column for column in rounds.columns if column.key in _OF_ROUNDS)
    return replace(rounds, columns=columns)


@post("import-record", "/import/record", CHIEF)
def record(request: Request, services: Services) -> Answer:
    """Record the tournament of a file that was looked at, and lead to it."""
    fields = _fields(request, services)
    outcome = services.carry_out(fields) if isinstance(fields, dict) else fields
    if isinstance(outcome, Written):
        return opened(request, services, outcome)
    return services.after(outcome, request.link("home"), choose)


def _fields(request: Request, services: Services) -> dict[str, Any] | Refusals:
    """Return the fields of an import with its files, sent now or held since they were sent."""
    fields = read(request, "import", request.form)
    if isinstance(fields, tuple):
        return fields
    for name, content in FILES.items():
        token = request.form.get(f"held-{name}", "")
        if token and (held := services.office.held(request.visitor.key, token)) is not None:
            fields |= {name: held.name, content: held.content}
    if "file" not in fields:
        what = message("web-files.no-file")
        step = message("web-forms.choose-file")
        return (Refusal("file-missing", what, step, exit=Exit.USAGE),)
    return refused(request, services.book, fields) or fields


def _with_errors(request: Request, services: Services, refusals: Refusals) -> Answer:
    """Show everything that is wrong with a file, by line, and the way to send another."""
    model = _form(request, services)._replace(errors=errors_of(refusals))
    return Page("import.html", model, 409)


class ErrorsOfFile(NamedTuple):
    """The errors of a file as its page lists them: the first, and how many there are."""

    shown: Refusals
    total: int


def errors_of(refusals: Refusals) -> ErrorsOfFile:
    """Return the errors of a file as its page lists them."""
    return ErrorsOfFile(refusals[:MOST], len(refusals))


def _taken(services: Services, name: str) -> bool:
    """Tell whether there is a tournament of this name already, also before it was put right."""
    return any(name in (one.opening, one.now) for one in services.office.live.names())
