"""The verbs that carry a tournament in and out, and the examples and the demonstration."""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from desk.terminal import options as opt
from desk.terminal.answers import CONFIRMATION, FILE, FILE_OR_STDIN, FOLDER, OneOf, Whole
from desk.terminal.app import VERSION, Session, Verbs, ledger_place, tell_or_leave, typed_command
from desk.terminal.mirror import latest
from desk.terminal.misuse import Misuse
from desk.terminal.output import (
    for_spreadsheet,
    leave,
    or_leave,
    progress,
    progress_of,
    put,
    save,
    say,
    say_notes,
    show,
    text_of,
)
from desk.terminal.words import words

if TYPE_CHECKING:
    from ledger.runtime import Runtime
    from ledger.state.book import Book
    from ledger.trf.profiles import Profile
    from ledger.values import ReportFor
    from projections.exports.parquet import PartitionedBy, PointsType

here = Verbs()

FORMAT = OneOf("export", ["trf", "ndjson", "season", "members"])
"""The formats that a tournament is written in."""


@here.verb("export", "exporteren")
@click.option("--format", "kind", type=FORMAT)
@opt.profile_option
@click.option("--for", "reader", type=OneOf("report-for", ["fide", "federation"]))
@click.option("--period", type=Whole(1, 99))
@opt.output_option
@click.option(cls=opt.SpreadsheetOption)
@opt.as_of
@click.option("--parquet", metavar="FOLDER")
@click.option("--names", is_flag=True)
@click.option("--by", type=OneOf("partition", ["season", "tournament"]))
@click.option("--points", type=OneOf("points-type", ["double", "decimal"]))
@click.option("--json", "as_json", is_flag=True)
@click.pass_obj
def export(
    session: Session,
    kind: str | None,
    profile: Profile | None,
    reader: ReportFor | None,
    period: int | None,
    output: str | None,
    as_of: str | None,
    parquet: str | None,
    names: bool,
    by: PartitionedBy | None,
    points: PointsType | None,
    as_json: bool,
) -> None:
    """Write the tournament as a TRF file, its facts as NDJSON (without names), or CSV.

    With --parquet all tournaments of the ledger, for analysis (docs/sql.md).
    """
    from ledger.messages import message

    report = reader is not None or period is not None
    if parquet is not None:
        if kind or output or as_of or profile or report:
            raise Misuse(message("terminal.parquet-alone"))
        _export_parquet(session, parquet, names, by or "season", points or "double", as_json)
        return
    if names or by or points or as_json:
        raise Misuse(message("terminal.with-parquet"))
    if profile is not None and kind not in ("trf", None):
        raise Misuse(message("terminal.profile-of-trf"))
    if report and kind not in ("trf", None):
        raise Misuse(message("ratings.report.needs-file"))
    book = session.book(as_of)
    if kind in ("season", "members"):
        from projections.exports import season as season_out

        whole = kind == "season"
        csv_of = season_out.season_csv if whole else season_out.members_csv
        data = or_leave(csv_of(book, for_spreadsheet(output)))
        say_notes(season_out.not_carried(book) if whole else ())
    elif kind in ("trf", None):
        data = _trf_of(book, profile, (reader or "fide", period) if report else None)
    else:
        from projections.exports.facts import ndjson

        data = ndjson(book.recorded)
    save(data, output, private=kind in ("members", "trf", None))
    if report:
        _record_report(session, book, reader or "fide", period, data)


def _record_report(
    session: Session, book: Book, reader: ReportFor, period: int | None, data: bytes
) -> None:
    """Record that a report was made; where the ledger cannot be written, tell so."""
    from desk.outcomes import Written
    from ledger.errors import StoreError
    from ledger.messages import message

    sha256 = hashlib.sha256(data).hexdigest()
    made: dict[str, Any] = {
        "reader": reader,
        "sha256": sha256,
        "period": period,
        "basis": book.state.position,
    }
    command = typed_command(command="report", **made)
    try:
        outcome = session.desk().write([command], session.tournament)
    except StoreError as error:
        say_notes([message("ending.not-recorded", what=error.refusal.what)])
        return
    if isinstance(outcome, tuple):
        same = outcome[0].code == "nothing-to-change"
        what = outcome[0].what
        say_notes([what if same else message("ending.not-recorded", what=what)])
        return
    assert isinstance(outcome, Written)
    at = outcome.facts[-1].stamp.position
    say_notes([message("ending.recorded", position=at, sha256=sha256[:12]), *outcome.notes])


def _trf_of(
    book: Book, profile: Profile | None, report: tuple[ReportFor, int | None] | None
) -> bytes:
    """Return the tournament as a TRF file, or a rating report for a reader and of a period."""
    from desk.reports.verbs import not_in_file, tournament_file
    from ledger.trf.profiles import default_profile, left_out
    from ledger.trf.writer import write
    from projections.exports import rating_report as of_ratings
    from projections.log.departures import comments

    way = profile or ("trf26" if report else default_profile(book.rules))
    file = or_leave(tournament_file(book, map(words, comments(book)), way))
    notes = [*not_in_file(book), *left_out(file, way)]
    if report is not None:
        reader, number = report
        period = or_leave(of_ratings.period_named(book, number))
        said = [words(one) for one in of_ratings.report_comments(book, reader, period)]
        file = of_ratings.rating_report(book, file, reader, period, said)
        notes += of_ratings.report_notes(book, reader, period)
    say_notes(notes)
    return write(file, way)


def _export_parquet(
    session: Session,
    folder: str,
    names: bool,
    by: PartitionedBy,
    points: PointsType,
    as_json: bool,
) -> None:
    """Write the mirror as Parquet files, and show what was written."""
    from ledger.messages import message
    from projections.exports.parquet import export, exported_view
    from projections.exports.replacement import NotReplaced
    from projections.mirror.files import MirrorError
    from projections.sql.connections import interrupts_raised

    if session.tournament:
        say(message("terminal.all-in-it", name=session.tournament), err=True)
    ledger = ledger_place(session.ledger)
    try:
        with interrupts_raised():
            latest(ledger).close()
            outcome = export(
                ledger, Path(folder), VERSION, progress_of, names=names, by=by, points=points
            )
    except (NotReplaced, MirrorError) as error:
        leave(error.refusal)
    except KeyboardInterrupt:
        say(message("terminal.unchanged", folder=folder), err=True)
        sys.exit(130)
    show(exported_view(outcome), as_json)


@here.verb("apply", "toepassen")
@click.argument("file", type=FILE_OR_STDIN)
@opt.json_option
@click.pass_obj
def apply(session: Session, file: str, as_json: bool) -> None:
    """Carry out the commands of FILE, one JSON object a line, all or nothing (docs/apply.md)."""
    from desk.commands.commands import read_ndjson

    commands = [*or_leave(read_ndjson(text_of(file)))]
    base = Path.cwd() if file == "-" else Path(file).resolve().parent
    outcome = session.desk(base).write(commands, session.tournament, progress(len(commands)))
    tell_or_leave(outcome, as_json)


@here.verb("import-folder", "map-importeren")
@click.argument("folder", type=FOLDER)
@click.option("--files", "pattern", default="*.trf", show_default=True, metavar="PATTERN")
@click.option("--rounds", type=Whole(1, 99))
@opt.rules_option
@opt.set_option
@click.option("--confirm", type=CONFIRMATION)
@opt.read_options
@click.pass_obj
def import_folder(
    session: Session,
    folder: str,
    pattern: str,
    rounds: int | None,
    rules: str,
    changes: Sequence[str],
    confirm: str | None,
    as_json: bool,
    as_csv: bool,
) -> None:
    """Open a tournament from each TRF file of FOLDER; exit 1 when some were refused.

    Each file is recorded as a whole or not at all. A file that is in the ledger already, under the
    same rulebook, is skipped: an interrupted run resumes when it is started again.
    """
    from desk.commands.opening import Import
    from desk.folders import files_of, folder_view
    from desk.folders import import_folder as imported

    rulebook = opt.load_rules(rules, changes)
    files = or_leave(files_of(Path(folder), pattern))
    keys = opt.changed_keys(changes)
    _, command = typed_command(
        command="import", file=folder, rules=rules, set=keys, rounds=rounds, confirm=confirm
    )
    assert isinstance(command, Import)
    report = progress(len(files))
    rows = list(imported(session.desk(), Path(folder), files, command, rulebook, report))
    show(folder_view(folder, rulebook, rows, as_json or as_csv), as_json, as_csv)
    sys.exit(1 if any(row.outcome == "refused" for row in rows) else 0)


@here.verb("examples", "voorbeelden")
@click.argument("name", required=False)
@opt.read_options
def examples(name: str | None, as_json: bool, as_csv: bool) -> None:
    """List the tournaments that come with the program, or write the one called NAME here.

    A season is written as a command file, for `apply`; it is made from its seed.
    """
    from importlib import resources

    from desk.making.club_season import CLUB_SEASON, season_file
    from ledger.messages import message
    from ledger.text_files import quoted
    from projections.views.status import examples_view

    folder = resources.files("desk.making") / "examples"
    shipped = {f.name[:-4]: f for f in folder.iterdir() if f.name.endswith(".trf")}
    names = sorted({*shipped, CLUB_SEASON.seed})
    if name is None:
        show(examples_view(names), as_json, as_csv)
        return
    if name not in names:
        raise Misuse(message("terminal.no-example", name=quoted(name), names=tuple(names)))
    path = Path.cwd() / f"{name}.{'trf' if name in shipped else 'ndjson'}"
    if path.exists():
        raise Misuse(message("terminal.exists", file=path.name))
    file = shipped.get(name)
    path.write_bytes(
        file.read_bytes() if file else season_file(CLUB_SEASON, progress(CLUB_SEASON.rounds))
    )
    say(message("terminal.written", file=path.name))


@here.verb("demo")
@click.argument("file", required=False, type=FILE)
@opt.rules_option
@click.pass_obj
def demo(session: Session, file: str | None, rules: str) -> None:
    """Run the main task on the shipped tournament, or on a TRF FILE of yours."""
    from desk.terminal.demo import run

    program = click.get_current_context().find_root().command

    def call(arguments: Sequence[str], runtime: Runtime) -> None:
        program.main(list(arguments), standalone_mode=False, obj=runtime)

    run(session.runtime, Path(file) if file else None, rules, call, put)
