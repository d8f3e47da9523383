"""What is kept beside a ledger and is no fact: a JSON file with an entry for each tournament.

It is in no export, bundle or backup, and on another machine it is not there.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ledger.place import LedgerPlace, beside
from ledger.text_files import json_of
from ledger.whole_files import replace_whole


def kept(place: LedgerPlace, ending: str, tournament: str) -> Mapping[str, Any]:
    """Return what is kept of a tournament under an ending; {} for nothing that can be read."""
    entry = _all(place, ending).get(tournament)
    return entry if isinstance(entry, dict) else {}


def keep(place: LedgerPlace, ending: str, tournament: str, entry: Mapping[str, Any]) -> None:
    """Keep something of a tournament, in the place of what there was; raise OSError."""
    text = json.dumps(_all(place, ending) | {tournament: entry}, indent=1, sort_keys=True)
    replace_whole(_path(place, ending), text.encode())


def _path(place: LedgerPlace, ending: str) -> Path:
    own = beside(place)
    return own.with_name(own.name + ending)


def _all(place: LedgerPlace, ending: str) -> dict[str, Any]:
    try:
        found = json_of(_path(place, ending).read_text("utf-8"))
    except (FileNotFoundError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}
