"""The files of a tournament: exports, and reports for rating."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple, TypeAlias, get_args

from desk.access.roles import ARBITERS, CHIEF, JUDGES, READERS
from desk.answers.backup import backup
from desk.answers.competition import crosstable, standings
from desk.answers.integrity import bundle_of
from desk.answers.parcel import report_trf
from desk.answers.status import players
from desk.answers.tournament_file import not_in_file, tournament_file
from desk.commands.spec import RATED, SEASON
from desk.desk import Desk
from desk.render.in_words import view_in_words
from desk.render.text import as_csv
from desk.web.answers import Answer, Download, Page
from desk.web.entrance import is_chief_of_all
from desk.web.request import Request
from desk.web.routes import get, post
from desk.web.services import Services
from ledger.integrity.bundle import written_bundle
from ledger.messages import Sentence, message
from ledger.refusals import Refusal
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
from projections.views.view import View

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


class FilesPage(NamedTuple):
    """The files of a tournament, with what each holds and leaves out."""

    exports: list[Export]
    notes: tuple[Sentence, ...]
    periods: list[RatedPeriod]
    readers: tuple[Any, ...]
    records: bool


@get("files", "/{t}/files", READERS)
def show(request: Request, services: Services) -> Answer:
    """Show the files of a tournament, with what each holds and leaves out."""
    notes = () if services.book.state.players == {} else tuple(not_in_file(services.book))
    periods = rated_periods(request, services.book) if request.role in JUDGES else []
    return Page(
        "files.html",
        FilesPage(
            exports=list(exports(request, services)),
            notes=notes,
            periods=periods,
            readers=get_args(ReportFor),
            records=request.may("report"),
        ),
    )


@get("export", "/{t}/export/{kind}", READERS)
def export(request: Request, services: Services) -> Answer:
    """Return a file of the tournament."""
    wanted = EXPORTS.get(str(request.path["kind"]))
    if wanted is None:
        return services.nowhere()
    if request.role not in wanted.roles:
        return services.not_for()
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
        return services.nowhere()
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
