"""The verb that publishes the next round."""

from __future__ import annotations

from desk.terminal.answers import NEW_FILE
from desk.terminal.options import option
from desk.terminal.registry import Registry
from desk.terminal.session import Session
from desk.terminal.writing import writes

here = Registry()


def _save_pairings(session: Session, file: str, as_json: bool) -> None:
    from desk.reports.sheets import sheet  # jinja2: `pair` names this verb, and starts fast
    from desk.terminal.sheets import save_sheet

    save_sheet(sheet(session.book(), "pairings"), file, aside=as_json)


writes(here, "publish", option("--sheet", type=NEW_FILE), then=("sheet", _save_pairings))
