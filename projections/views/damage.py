"""Damaged tournaments, which are left out of a view of the others."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from ledger.messages import Sentence, message
from ledger.records import Record, Spread
from ledger.refusals import Refusal, RefusalRecord


class DamagedRow(Record):
    """A tournament that cannot be read."""

    id: Annotated[str, "Id of the tournament."]
    refusal: Spread[RefusalRecord]


DamagedRows = Annotated[list[DamagedRow], "Tournaments that cannot be read, and are left out."]


def damaged_rows(
    refused: Sequence[tuple[str, Refusal]],
) -> tuple[list[DamagedRow], tuple[Sentence, ...]]:
    """Return the tournaments that are left out, for programs and as notes."""
    rows = [DamagedRow(id_, refusal.record()) for id_, refusal in refused]
    notes = tuple(
        message("views.damaged", id=id_, what=one.what, code=one.code) for id_, one in refused
    )
    return rows, notes
