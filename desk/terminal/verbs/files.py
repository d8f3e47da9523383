"""The verbs that carry a tournament in and out, and the examples and the demonstration."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

import click

from desk.commands.commands import read_ndjson
from desk.commands.opening import Import
from desk.folders import files_of, folder_view
from desk.folders import import_folder as imported
from desk.terminal import options as opt
from desk.terminal.answers import CONFIRMATION, FILE_OR_STDIN, FOLDER, Whole
from desk.terminal.files import text_of
from desk.terminal.output import asked_form, or_leave, progress
from desk.terminal.registry import Registry
from desk.terminal.rulebooks import load_rules
from desk.terminal.session import Session
from desk.terminal.tables import show
from desk.terminal.writing import tell_or_leave, typed_command
from desk.writing import carry_out

here = Registry()


@here.verb("apply")
@click.argument("file", type=FILE_OR_STDIN)
@opt.json_option
@click.pass_obj
def apply(session: Session, file: str) -> None:
    """Carry out the commands of FILE, one JSON object a line, all or nothing (docs/apply.md)."""
    commands = [*or_leave(read_ndjson(text_of(file)))]
    base = Path.cwd() if file == "-" else Path(file).resolve().parent
    outcome = carry_out(
        session.desk(base), commands, session.tournament, progress=progress(len(commands))
    )
    tell_or_leave(outcome)


@here.verb("import-folder")
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
    *,
    folder: str,
    pattern: str,
    rounds: int | None,
    rules: str,
    changes: Sequence[str],
    confirm: str | None,
) -> None:
    """Open a tournament from each TRF file of FOLDER; exit 1 when some were refused.

    Each file is recorded as a whole or not at all. A file that is in the ledger already, under the
    same rulebook, is skipped: an interrupted run resumes when it is started again.
    """
    rulebook = load_rules(rules, changes)
    files = or_leave(files_of(Path(folder), pattern))
    keys = opt.changed_keys(changes)
    _, command = typed_command(
        command="import", file=folder, rules=rules, set=keys, rounds=rounds, confirm=confirm
    )
    assert isinstance(command, Import)
    report = progress(len(files))
    rows = list(
        imported(
            session.desk(),
            folder=Path(folder),
            files=files,
            command=command,
            rules=rulebook,
            progress=report,
        )
    )
    show(folder_view(folder, rulebook, rows, asked_form() != "table"))
    sys.exit(1 if any(row.outcome == "refused" for row in rows) else 0)
