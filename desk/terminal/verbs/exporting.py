"""The verb that writes a tournament as a file, or all of them for analysis."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from desk.answers.parcel import report_trf
from desk.answers.tournament_file import not_in_file, tournament_file
from desk.terminal import options as opt
from desk.terminal.answers import NUMBER, OneOf, Whole
from desk.terminal.files import save
from desk.terminal.mirror import latest
from desk.terminal.misuse import Misuse
from desk.terminal.output import asked_form, leave, or_leave, progress_of, say, say_notes
from desk.terminal.recording_reports import record_report
from desk.terminal.registry import Registry
from desk.terminal.session import Session, ledger_place
from desk.terminal.tables import for_spreadsheet, show
from desk.terminal.words import words
from desk.version import VERSION
from ledger.kept_names import check_output_name
from ledger.messages import message
from ledger.refusals import Refusal
from ledger.trf.profiles import default_profile, left_out
from ledger.trf.writer import write
from projections.exports import parquet as parquet_files
from projections.exports import season as season_out
from projections.exports.facts import ndjson
from projections.exports.pgn import pairings_pgn
from projections.exports.rating_report import period_named
from projections.exports.replacement import NotReplaced
from projections.log.departures import comments
from projections.mirror.files import MirrorError
from projections.sql.connections import interrupts_raised

if TYPE_CHECKING:
    from ledger.state.book import Book
    from ledger.trf.profiles import Profile
    from ledger.values import ReportFor
    from projections.exports.parquet import PartitionedBy, PointsType

here = Registry()


FORMAT = OneOf("export", ["trf", "ndjson", "season", "members", "pgn"])
"""The formats that a tournament is written in."""


@here.verb("export")
@click.option("--format", "kind", type=FORMAT)
@opt.profile_option
@click.option("--for", "reader", type=OneOf("report-for", ["fide", "federation"]))
@click.option("--period", type=Whole(1, 99))
@click.option("--round", "number", type=NUMBER, metavar="N")
@opt.output_option
@click.option(cls=opt.SpreadsheetOption)
@opt.as_of
@click.option("--parquet", metavar="FOLDER")
@click.option("--names", is_flag=True)
@click.option("--by", type=OneOf("partition", ["season", "tournament"]))
@click.option("--points", type=OneOf("points-type", ["double", "decimal"]))
@opt.json_option
@click.pass_obj
def export(
    session: Session,
    *,
    kind: str | None,
    profile: Profile | None,
    reader: ReportFor | None,
    period: int | None,
    number: int | None,
    output: str | None,
    as_of: str | None,
    parquet: str | None,
    names: bool,
    by: PartitionedBy | None,
    points: PointsType | None,
) -> None:
    """Write the tournament as a TRF file, its facts as NDJSON (without names), CSV, or a round as PGN.

    With --parquet all tournaments of the ledger, for analysis (docs/sql.md).
    """
    report = reader is not None or period is not None
    if parquet is not None:
        if kind or output or as_of or profile or report:
            raise Misuse(message("terminal.parquet-alone"))
        _export_parquet(
            session,
            folder=parquet,
            names=names,
            by=by or "season",
            points=points or "double",
        )
        return
    if names or by or points or asked_form() == "json":
        raise Misuse(message("terminal.with-parquet"))
    if profile is not None and kind not in ("trf", None):
        raise Misuse(message("terminal.profile-of-trf"))
    if report and kind not in ("trf", None):
        raise Misuse(message("ratings.report.needs-file"))
    if number is not None and kind != "pgn":
        raise Misuse(message("terminal.round-of-pgn"))
    book = session.book(as_of)
    if kind == "pgn":
        data = pairings_pgn(book, _rounds_of(book, number))
    elif kind in ("season", "members"):
        whole = kind == "season"
        csv_of = season_out.season_csv if whole else season_out.members_csv
        data = or_leave(csv_of(book, for_spreadsheet(output)))
        say_notes(season_out.not_carried(book) if whole else ())
    elif kind in ("trf", None):
        data = _trf_of(book, profile, (reader or "fide", period) if report else None)
    else:
        data = ndjson(book.recorded)
    save(data, output, private=kind in ("members", "trf", None))
    if report:
        say_notes(record_report(session, book, reader or "fide", period, data))


def _rounds_of(book: Book, number: int | None) -> range:
    """Return the chosen round as a range, or the last one."""
    last = max(len(book.state.rounds), 1)
    chosen = or_leave(book.find_round(last if number is None else number)).number
    return range(chosen, chosen + 1)


def _trf_of(
    book: Book, profile: Profile | None, report: tuple[ReportFor, int | None] | None
) -> bytes:
    """Return the tournament as a TRF file, or a rating report for a reader and of a period."""
    way = profile or ("trf26" if report else default_profile(book.rules))
    if report is not None:
        reader, number = report
        period = or_leave(period_named(book, number))
        made = report_trf(book, reader, period, way, words)
        data, said = leave(made) if isinstance(made, Refusal) else made
        say_notes(said)
        return data
    file = or_leave(tournament_file(book, map(words, comments(book)), way))
    say_notes([*not_in_file(book), *left_out(file, way)])
    return write(file, way)


def _export_parquet(
    session: Session,
    folder: str,
    names: bool,
    by: PartitionedBy,
    points: PointsType,
) -> None:
    """Write the mirror as Parquet files, and show what was written."""
    if session.tournament:
        say(message("terminal.all-in-it", name=session.tournament), err=True)
    ledger = ledger_place(session.ledger)
    check_output_name(Path(folder))  # before the mirror is made, which may take long
    try:
        with interrupts_raised(), latest(ledger) as mirror:
            outcome = parquet_files.export(
                mirror, Path(folder), VERSION, progress_of, names=names, by=by, points=points
            )
    except (NotReplaced, MirrorError) as error:
        leave(error.refusal)
    except KeyboardInterrupt:
        say(message("terminal.unchanged", folder=folder), err=True)
        sys.exit(130)
    show(parquet_files.exported_view(outcome))
