"""Files in and out: a tournament from a file, shown before it is recorded; and its own files."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple, TypeAlias, get_args

from desk.access.roles import ARBITERS, CHIEF, JUDGES, READERS
from desk.commands.commands import command_of
from desk.commands.decision import Decision, Warn
from desk.commands.spec import RATED, SEASON
from desk.desk import Desk
from desk.handlers.dispatch import handle_all
from desk.outcomes import Written
from desk.render.in_words import view_in_words
from desk.render.text import as_csv
from desk.reports.backup import backup
from desk.reports.competition import crosstable, standings
from desk.reports.integrity import bundle_of
from desk.reports.parcel import report_trf
from desk.reports.status import players, rounds
from desk.reports.tournament_file import not_in_file, tournament_file
from desk.web.answers import Answer, Download, Page
from desk.web.entrance import is_chief_of_all
from desk.web.forms.form import form_of
from desk.web.forms.reading import read
from desk.web.guard import refused
from desk.web.pages.setup import not_for, nowhere, opened
from desk.web.request import Request
from desk.web.routes import get, post
from desk.web.services import Services
from ledger.integrity.bundle import written_bundle
from ledger.messages import Sentence, message
from ledger.refusals import MOST, Exit, Refusal, Refusals
from ledger.state.book import Book
from ledger.trf.profiles import Profile, default_profile
from ledger.trf.writer import write
from ledger.values import Format, ReportFor
from projections.exports.facts import ndjson
from projections.exports.rating_report import (
    period_named,
    report_notes,
)
from projections.exports.season import members_csv, season_csv
from projections.games.rating_lists import RatingPeriod, rating_periods
from projections.log.departures import comments
from projections.views.ratings import period_line
from projections.views.rules import title_of
from projections.views.view import View

SENT = {"file": "content", "members": "members_content"}
"""The files of an import, and the fields with their bytes."""


@get("import", "/import", CHIEF)
def choose(request: Request, services: Services) -> Answer:
    """Show where the file of a tournament or a season is dropped."""
    values = request.form if request.route.method == "POST" else request.query
    entry_form = form_of(request, services.book, "import", values, request.refusals)
    fields = {each.name: each for each in (*entry_form.fields, *entry_form.more)}
    return Page("import.html", {"fields": fields})


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
        for name, content in SENT.items()
        if content in fields
    }
    typed = {key: request.form.get(key, "") for key in ("name", "rules", "rounds", "set")}
    state = book.state
    tables = (players(book), rounds(book))
    return Page(
        "import-look.html",
        {
            "name": state.name,
            "rules": title_of(book.rules),
            "kept": kept,
            "typed": typed,
            "players": request.view(tables[0]),
            "rounds": request.view(_few(tables[1])),
            "count": {
                "players": len(state.players),
                "rounds": len(state.rounds),
                "planned": state.rounds_planned,
                "facts": len(decision.facts),
            },
            "notes": decision.notes,
            "warnings": [one.what for one in warnings],
            "taken": _taken(services, state.name),
        },
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
    for name, content in SENT.items():
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
    page = choose(request, services)
    assert isinstance(page, Page)
    return Page("import.html", {**page.fields, **errors_of(refusals)}, 409)


def errors_of(refusals: Refusals) -> dict[str, Any]:
    """Return the errors of a file as its page lists them: the first, and how many there are."""
    return {"errors": refusals[:MOST], "error_count": len(refusals)}


def _taken(services: Services, name: str) -> bool:
    """Tell whether there is a tournament of this name already, also before it was put right."""
    return any(name in (one.opening, one.now) for one in services.office.live.names())


Make: TypeAlias = Callable[[Request, Services], bytes | Refusal]
"""What makes the bytes of a file, or says why there is none."""


@dataclass(frozen=True, slots=True)
class Export:
    """A file of a tournament: how its name ends, its type, who may have it, and what makes it.

    `kind` is its name in addresses. `formats` are those that have it.
    `listed` tells whether it has a line of its own on the page of files. `of_all`: it holds the
    other tournaments of the ledger too, and is for the chief arbiter of all of them.
    """

    kind: str
    ending: str
    media_type: str
    roles: frozenset[Any]
    make: Make
    formats: frozenset[Format] = frozenset(Format)
    listed: bool = True
    of_all: bool = False


def _trf(profile: Profile | None) -> Make:
    def make(request: Request, services: Services) -> bytes | Refusal:
        book = services.book
        way = profile or default_profile(book.rules)
        file = tournament_file(book, map(request.words, comments(book)), way)
        return file if isinstance(file, Refusal) else write(file, way)

    return make


def _report(reader: ReportFor) -> Make:
    """Return what makes the rating report of `period` in the address, of all without it."""

    def make(request: Request, services: Services) -> bytes | Refusal:
        book = services.book
        number = (request.number("period") or 0) if request.query.get("period") else None
        period = period_named(book, number)
        if isinstance(period, Refusal):
            return period
        made = report_trf(book, reader, period, "trf26", request.words)
        return made if isinstance(made, Refusal) else made[0]

    return make


def _csv(report: Callable[[Book], View | Refusal]) -> Make:
    def make(request: Request, services: Services) -> bytes | Refusal:
        view = report(services.book)
        if isinstance(view, Refusal):
            return view
        words = view_in_words(view, request.words, codes=not view.for_members)
        return as_csv(words, spreadsheet=True).encode("utf-8-sig")

    return make


def _facts(request: Request, services: Services) -> bytes:
    return ndjson(services.book.recorded)


def _season(request: Request, services: Services) -> bytes | Refusal:
    return season_csv(services.book, True)


def _members(request: Request, services: Services) -> bytes | Refusal:
    return members_csv(services.book, True)


def _bundle(names: bool) -> Make:
    def make(request: Request, services: Services) -> bytes | Refusal:
        bundle = bundle_of(_desk(services), request.tournament, names)
        return bundle if isinstance(bundle, Refusal) else written_bundle(bundle)

    return make


def _backup(request: Request, services: Services) -> bytes | Refusal:
    with TemporaryDirectory() as folder:
        copy = Path(folder) / "copy"
        outcome = backup(_desk(services), copy)
        return outcome if isinstance(outcome, Refusal) else copy.read_bytes()


def _desk(services: Services) -> Desk:
    return Desk(services.office.live.place, services.office.runtime)


TEXT = "text/plain; charset=utf-8"
CSV = "text/csv; charset=utf-8"
JSON = "application/json"

EXPORTS: dict[str, Export] = {
    each.kind: each
    for each in (
        Export("trf", "trf", TEXT, JUDGES, _trf(None), listed=False),
        Export("trf26", "trf", TEXT, JUDGES, _trf("trf26")),
        Export("trf16", "trf", TEXT, JUDGES, _trf("trf16")),
        Export("bbp", "trf", TEXT, JUDGES, _trf("bbp")),
        Export(
            kind="fide",
            ending="trf",
            media_type=TEXT,
            roles=JUDGES,
            make=_report("fide"),
            formats=RATED,
            listed=False,
        ),
        Export(
            kind="federation",
            ending="trf",
            media_type=TEXT,
            roles=JUDGES,
            make=_report("federation"),
            formats=RATED,
            listed=False,
        ),
        Export("players", "csv", CSV, READERS, _csv(players)),
        Export("standing", "csv", CSV, READERS, _csv(standings)),
        Export("crosstable", "csv", CSV, READERS, _csv(crosstable)),
        Export(
            kind="season", ending="csv", media_type=CSV, roles=JUDGES, make=_season, formats=SEASON
        ),
        Export(
            kind="members",
            ending="csv",
            media_type=CSV,
            roles=JUDGES,
            make=_members,
            formats=SEASON,
        ),
        Export("ndjson", "ndjson", "application/x-ndjson", READERS, _facts),
        Export("bundle", "json", JSON, READERS, _bundle(False)),
        Export("bundle-names", "json", JSON, CHIEF, _bundle(True)),
        Export("backup", "backup", "application/octet-stream", CHIEF, _backup, of_all=True),
    )
}
"""The files of a tournament, in the order of their page."""


def exports(request: Request, services: Services) -> Iterator[Export]:
    """Yield the files that the reader may have of this tournament."""
    for each in EXPORTS.values():
        fits = services.book.rules.format in each.formats
        beyond = each.of_all and not is_chief_of_all(services.office, request)
        if request.role in each.roles and fits and each.listed and not beyond:
            yield each


class RatedPeriod(NamedTuple):
    """A rating period as the page of files lists it, with what its reports lack.

    `number` None stands for the whole tournament in one file.
    """

    number: int | None
    what: str
    notes: tuple[Sentence, ...]


def rated_periods(request: Request, book: Book) -> list[RatedPeriod]:
    """Return the periods whose rating reports can be saved, and the whole tournament last."""
    if book.rules.format not in RATED or not book.state.players:
        return []
    whole = RatedPeriod(None, request.say("web-files.report.whole"), ())
    periods = rating_periods(book.state)
    if len(periods) == 1:
        return [whole._replace(notes=_notes(book, None))]
    words = request.words
    rows = [RatedPeriod(one.number, words(period_line(one)), _notes(book, one)) for one in periods]
    return [*rows, whole]


def _notes(book: Book, period: RatingPeriod | None) -> tuple[Sentence, ...]:
    readers = get_args(ReportFor)
    return tuple(dict.fromkeys(one for r in readers for one in report_notes(book, r, period)))


@get("files", "/{t}/files", READERS)
def show(request: Request, services: Services) -> Answer:
    """Show the files of a tournament, with what each holds and leaves out."""
    notes = () if services.book.state.players == {} else tuple(not_in_file(services.book))
    periods = rated_periods(request, services.book) if request.role in JUDGES else []
    return Page(
        "files.html",
        {
            "exports": list(exports(request, services)),
            "notes": notes,
            "periods": periods,
            "readers": get_args(ReportFor),
            "records": request.may("report"),
        },
    )


@get("export", "/{t}/export/{kind}", READERS)
def export(request: Request, services: Services) -> Answer:
    """Return a file of the tournament."""
    wanted = EXPORTS.get(str(request.path["kind"]))
    if wanted is None:
        return nowhere(services)
    if request.role not in wanted.roles:
        return not_for(services)
    if wanted.of_all and not is_chief_of_all(services.office, request):
        what = message("web-files.of-all")
        step = message("web-files.of-all-step")
        return services.refuse(Refusal("not-allowed", what, step), status=403)
    content = wanted.make(request, services)
    if isinstance(content, Refusal):
        return services.refuse(content, status=409)
    return Download(content, name_of(request, services, wanted), wanted.media_type)


@post("report", "/{t}/export/{kind}", ARBITERS)
def report(request: Request, services: Services) -> Answer:
    """Return a rating report, and record that it was made."""
    wanted = EXPORTS.get(str(request.path["kind"]))
    if wanted is None or wanted.kind not in get_args(ReportFor):
        return nowhere(services)
    basis = services.book.state.position
    content = wanted.make(request, services)
    if isinstance(content, Refusal):
        return services.refuse(content, status=409)
    made = {
        "command": "report",
        "reader": wanted.kind,
        "sha256": hashlib.sha256(content).hexdigest(),
        "period": request.number("period"),
        "basis": basis,
    }
    outcome = services.carry_out(made)
    if isinstance(outcome, tuple) and outcome[0].code != "nothing-to-change":
        return services.refuse(*outcome)
    return Download(content, name_of(request, services, wanted), wanted.media_type)


def name_of(request: Request, services: Services, wanted: Export) -> str:
    """Return the name of a file: that of the tournament in addresses, and what it is."""
    if wanted.kind == "backup":
        now = services.office.runtime.now().astimezone(services.book.zone)
        return f"{_plain(services.office.live.place.stem)}-{now:%Y%m%d-%H%M%S}.backup"
    if wanted.kind in ("trf", "trf26"):
        return f"{_plain(request.slug)}.trf"
    kind = request.say(f"web-files.name.{wanted.kind}")
    period = request.query.get("period", "") if wanted.kind in get_args(ReportFor) else ""
    name = "-".join(filter(None, (request.slug, kind, period)))
    return f"{_plain(name)}.{wanted.ending}"


def _plain(text: str) -> str:
    """Return a text as a file name that every system takes."""
    return re.sub("[^A-Za-z0-9_-]", "-", text)
