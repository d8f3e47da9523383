"""The verb that publishes the next round."""

from __future__ import annotations

from typing import TYPE_CHECKING

from desk.terminal.answers import NEW_FILE
from desk.terminal.options import option
from desk.terminal.output import asked_form
from desk.terminal.registry import Registry
from desk.terminal.session import Session
from desk.terminal.writing import writes
from ledger.later import Later

if TYPE_CHECKING:
    from desk.answers import sheets
    from desk.terminal import sheets as sheet_files
else:
    sheets = Later("desk.answers.sheets")  # jinja2
    sheet_files = Later("desk.terminal.sheets")

here = Registry()


def _save_pairings(session: Session, file: str) -> None:
    sheet_files.save_sheet(
        sheets.sheet(session.book(), "pairings"), file, aside=asked_form() == "json"
    )


writes(here, "publish", option("--sheet", type=NEW_FILE), then=("sheet", _save_pairings))
