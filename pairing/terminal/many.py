"""The verb on many tournaments at once: a folder of files."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

import click

from pairing.terminal.common import (
    RULES,
    Session,
    changed_keys,
    leave,
    load_rules,
    progress,
    read_options,
    show,
    toernooi,
)


@toernooi.verb("import-folder", "map-importeren")
@click.argument("folder", type=click.Path(exists=True, file_okay=False))
@click.option("--files", "pattern", default="*.trf", show_default=True, metavar="PATTERN",
              help='Which files; "**/*.trf" takes folders below as well.')  # fmt: skip
@click.option("--rounds", type=click.IntRange(1, 99), help="Rounds, where a file does not say.")
@click.option("--rules", default=RULES, show_default=True, help="Rulebook.")
@click.option("--set", "changes", multiple=True, metavar="KEY=VALUE",
              help="Change a key of the rulebook: bye.points=0.5.")  # fmt: skip
@read_options
@click.pass_obj
def import_folder(
    session: Session, folder: str, pattern: str, rounds: int | None, rules: str,
    changes: Sequence[str], as_json: bool, as_csv: bool,
) -> None:  # fmt: skip
    """Open a tournament from each TRF16 file of FOLDER; exit 1 when some were refused.

    Each file is recorded as a whole or not at all. A file that is in the ledger already, under the
    same rulebook, is passed over: a run that was stopped goes on when it is started again.
    """
    from ledger.commands import Import
    from pairing.folders import files_of, folder_view
    from pairing.folders import import_folder as imported

    rulebook = load_rules(rules, changes)
    found = files_of(Path(folder), pattern)
    files = found if isinstance(found, list) else leave(found)
    command = Import(file=folder, rules=rules, set=dict(changed_keys(changes)), rounds=rounds)
    told = progress(len(files))
    rows = list(imported(session.desk(), Path(folder), files, command, rulebook, told))
    show(folder_view(folder, rulebook, rows, as_json or as_csv), as_json, as_csv)
    sys.exit(1 if any(row["outcome"] == "refused" for row in rows) else 0)
