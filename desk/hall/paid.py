"""Who has paid: a private mark beside the ledger, which the check-in list alone shows.

It is no fact, and is in no export, bundle or backup. Players go by their keys.
"""

from __future__ import annotations

import json
from collections.abc import Mapping

from ledger.kept_names import PAID
from ledger.place import LedgerPlace, beside
from ledger.text_files import json_of
from ledger.whole_files import replace_whole

_YES = frozenset({"yes", "ja", "y", "j", "x", "1", "true", "paid", "betaald"})


def is_paid(text: str) -> bool:
    """Tell whether a cell of a form says that somebody has paid."""
    return text.strip().casefold() in _YES


def paid_of(place: LedgerPlace, tournament: str) -> dict[int, bool]:
    """Return who has paid (True) and who has not, by key; nobody else has a mark."""
    return {int(key): bool(paid) for key, paid in _all(place).get(tournament, {}).items()}


def mark_paid(place: LedgerPlace, tournament: str, marks: Mapping[int, bool]) -> None:
    """Keep who has paid, and who has not, beside the marks that there are."""
    kept = _all(place)
    kept[tournament] = kept.get(tournament, {}) | {str(key): one for key, one in marks.items()}
    own = beside(place)
    text = json.dumps(kept, indent=1, sort_keys=True)
    replace_whole(own.with_name(own.name + PAID), text.encode())


def _all(place: LedgerPlace) -> dict[str, dict[str, bool]]:
    own = beside(place)
    path = own.with_name(own.name + PAID)
    if not path.is_file():
        return {}
    try:
        kept = json_of(path.read_text("utf-8"))
    except ValueError:
        return {}
    return {
        str(name): {str(key): bool(one) for key, one in marks.items() if str(key).isdecimal()}
        for name, marks in (kept.items() if isinstance(kept, dict) else ())
        if isinstance(marks, dict)
    }
