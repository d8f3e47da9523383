"""The table of warnings as a report: every condition, with its level."""

from __future__ import annotations

from typing import Annotated

from desk.commands.warnings import WARNINGS
from ledger.messages import Sentence, message
from ledger.records import Record
from projections.views.columns import columns_of
from projections.views.view import View


class WarningRow(Record):
    """A warning that a command can meet."""

    code: Annotated[str, "Its code."]
    commands: Annotated[list[str], "The commands that can meet it."]
    condition: Annotated[Sentence, "When it is given."]
    level: Annotated[int | None, "Its level outside FIDE mode, 1 to 5; null: no matter there."]
    in_fide_mode: Annotated[int | None, "Its level in FIDE mode, likewise."]
    clause: Annotated[str | None, "The clause it rests on, in the rulebooks that have it."]


COLUMNS = columns_of(WarningRow, "condition", "level", "in_fide_mode", "clause")


def warnings_view() -> View:
    """Return every warning with its levels, the gravest last."""
    rules = sorted(WARNINGS.items(), key=lambda item: max(item[1].level or 0, item[1].in_mode or 0))
    rows = [
        WarningRow(
            code=code,
            commands=list(rule.commands),
            condition=message(f"warnings.condition.{code}"),
            level=None if rule.level is None else int(rule.level),
            in_fide_mode=None if rule.in_mode is None else int(rule.in_mode),
            clause=rule.clause or None,
        )
        for code, rule in rules
    ]
    notes = (message("warnings.levels"),)
    return View(message("warnings.title"), COLUMNS, rows, notes=notes)
