"""Several ledgers that are typed: files, addresses of servers, and folders of them."""

from __future__ import annotations

from collections.abc import Sequence

from desk.terminal.output import leave
from desk.terminal.session import place_of_typed
from ledger.place import LedgerPlace
from projections.lake.errors import LakeError
from projections.lake.plan import ledgers_in


def ledgers_of(typed: Sequence[str]) -> list[LedgerPlace]:
    """Return the ledgers at these places, or exit with what is wrong; [] where nothing was typed."""
    try:
        return ledgers_in(map(place_of_typed, typed))
    except LakeError as error:
        return leave(error.refusals)
