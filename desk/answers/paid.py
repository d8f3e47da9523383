"""Who has paid: a private mark beside the ledger, which the check-in list alone shows.

Players go by their keys.
"""

from __future__ import annotations

from collections.abc import Mapping

from desk.answers.beside_ledger import keep, kept
from ledger.kept_names import PAID
from ledger.place import LedgerPlace

_YES = frozenset({"yes", "ja", "y", "j", "x", "1", "true", "paid", "betaald"})


def is_paid(text: str) -> bool:
    """Tell whether a cell of a form says that somebody has paid."""
    return text.strip().casefold() in _YES


def paid_of(place: LedgerPlace, tournament: str) -> dict[int, bool]:
    """Return who has paid (True) and who has not, by key; nobody else has a mark."""
    marks = kept(place, PAID, tournament)
    return {int(key): bool(paid) for key, paid in marks.items() if key.isdecimal()}


def mark_paid(place: LedgerPlace, tournament: str, marks: Mapping[int, bool]) -> None:
    """Keep who has paid, and who has not, beside the marks that there are."""
    of_all = {**paid_of(place, tournament), **marks}
    keep(place, PAID, tournament, {str(key): one for key, one in of_all.items()})
