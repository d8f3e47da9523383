"""That a rating report was made, recorded for the next one."""

from __future__ import annotations

import hashlib

from desk.outcomes import Written
from desk.terminal.session import Session
from desk.terminal.writing import typed_command
from desk.writing import carry_out
from ledger.errors import StoreError
from ledger.messages import Sentence, message
from ledger.state.book import Book
from ledger.values import ReportFor


def record_report(
    session: Session, book: Book, reader: ReportFor, period: int | None, data: bytes
) -> list[Sentence]:
    """Record that a report was made; where the ledger cannot be written, the notes tell so."""
    sha256 = hashlib.sha256(data).hexdigest()
    command = typed_command(
        command="report",
        reader=reader,
        sha256=sha256,
        period=period,
        basis=book.state.position,
    )
    try:
        outcome = carry_out(session.desk(), [command], session.tournament)
    except StoreError as error:
        return [message("ending.not-recorded", what=error.refusal.what)]
    if isinstance(outcome, tuple):
        same = outcome[0].code == "nothing-to-change"
        what = outcome[0].what
        return [what if same else message("ending.not-recorded", what=what)]
    assert isinstance(outcome, Written)
    at = outcome.facts[-1].stamp.position
    return [message("ending.recorded", position=at, sha256=sha256[:12]), *outcome.notes]
