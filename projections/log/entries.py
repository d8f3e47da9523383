"""The log as a table, and what a writing verb answers: facts with their sentences."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from ledger.facts.stamps import Recorded
from ledger.messages import Sentence
from ledger.records import Record
from ledger.state.book import Book
from ledger.state.tournament import taken_back_by
from projections.games.rounds import TournamentAt
from projections.log.sentences import teller
from projections.views import fields
from projections.views.columns import columns_of
from projections.views.view import View


class LogRow(Record):
    """A fact."""

    position: fields.FactPosition
    at: fields.LocalTime
    recorded_at: fields.UtcTime
    actor: fields.FactActor
    fact: fields.FactTopic
    what: fields.FactSentence
    reason: fields.FactReason
    event_id: Annotated[str, "Id of the fact, unique everywhere."]
    taken_back_by: Annotated[int | None, "Position of the undo that took it back, null: in force."]


LOG_COLUMNS = columns_of(LogRow, "position", "at", "actor", "what", "reason")


class WrittenFact(Record):
    """A fact."""

    position: fields.FactPosition
    fact: fields.FactTopic
    what: fields.FactSentence


class WrittenRecord(Record):
    """The facts that a writing verb recorded."""

    id: Annotated[str, "Id of the tournament, for --tournament."]
    facts: Annotated[list[WrittenFact], "The facts, in order."]
    notes: Annotated[Sequence[Sentence], "Sentences a person should read."]


def log_view(book: Book, facts: Sequence[Recorded], head: TournamentAt) -> View:
    """Return facts of a book as a log.

    Times are in the time zone of the tournament in the table, UTC (recorded_at) for programs.
    """
    sentence_at = teller(book)
    back = taken_back_by(book.facts)
    rows = [
        LogRow(
            position=stamp.position,
            at=stamp.recorded_at.astimezone(book.zone).strftime("%Y-%m-%d %H:%M:%S"),
            recorded_at=stamp.recorded_at.isoformat(),
            actor=stamp.actor,
            fact=fact.TOPIC,
            what=sentence_at(stamp.position),
            reason=fact.reason,
            event_id=stamp.event_id,
            taken_back_by=back.get(stamp.position),
        )
        for fact, stamp in facts
    ]
    return View("", LOG_COLUMNS, rows, head)
