"""What an appeals committee asks first: the protests, and one fact with all that belongs to it."""

from __future__ import annotations

import datetime as dt

from ledger.facts.stamps import Recorded
from ledger.refusals import Refusal
from ledger.state.book import Book
from ledger.state.tournament import undone
from projections.games.as_of import position_of
from projections.log.sentences import sentence
from projections.views.view import Column, Row, View

PROTEST_COLUMNS = (
    Column("number", "protest", "right"),
    Column("round", "round", "right"),
    Column("player_name", "by"),
    Column("text", "what"),
    Column("lodged", "lodged"),
    Column("in_time", "in time"),
    Column("verdict", "verdict"),
    Column("ruling", "because"),
)


def protests_view(book: Book, head: dict[str, object], round_: int | None = None) -> View:
    """Return the protests (of a round, None: all) with their rulings; the newest counts."""
    rows: list[Row] = []
    for protest in book.state.protests.values():
        if round_ not in (None, protest.round):
            continue
        last = protest.rulings[-1] if protest.rulings else None
        lodged = _recorded_at(book, protest.position)
        rows.append(
            {
                "number": protest.number,
                "round": protest.round,
                "player": book.state.label(protest.player),
                "player_name": book.called(protest.player),
                "text": protest.text,
                "facts": list(protest.facts),
                "position": protest.position,
                "lodged": local(lodged),
                "lodged_at": lodged.isoformat(),
                "deadline": None if protest.deadline is None else protest.deadline.isoformat(),
                "in_time": {True: "yes", False: "late", None: None}[protest.in_time(lodged)],
                "verdict": last.verdict if last else None,
                "ruling": last.text if last else None,
                "rulings": [
                    {
                        "verdict": ruling.verdict,
                        "text": ruling.text,
                        "facts": list(ruling.facts),
                        "position": ruling.position,
                        "recorded_at": _recorded_at(book, ruling.position).isoformat(),
                    }
                    for ruling in protest.rulings
                ],
            }
        )
    waiting = sum(not row["rulings"] for row in rows)
    notes = (f"without a ruling: {waiting}",) if waiting else ()
    return View(f"{book.state.name}: protests", PROTEST_COLUMNS, tuple(rows), head, notes)


def _recorded_at(book: Book, position: int) -> dt.datetime:
    return book.recorded[position - 1].stamp.recorded_at


def local(moment: dt.datetime) -> str:
    """Write a moment in local time, as an arbiter reads it."""
    return moment.astimezone().strftime("%d-%m-%Y %H:%M")


FACT_COLUMNS = (Column("field", "field"), Column("value", "value"))


def fact_view(book: Book, moment: str, head: dict[str, object]) -> View | Refusal:
    """Return everything one fact says, and the facts that belong to it.

    Those are the others of the same command, what it corrects, and what later corrected it or took
    it back.
    """
    position = position_of(book.recorded, moment)
    if isinstance(position, Refusal):
        return position
    recorded = book.recorded[position - 1]
    fact, stamp = recorded
    fields = {
        "fact": f"{fact.TOPIC}, version {fact.VERSION}",
        "position": stamp.position,
        "event_id": stamp.event_id,
        "recorded_at": stamp.recorded_at,
        "actor": stamp.actor,
        "reason": fact.reason,
        "correlation_id": stamp.correlation_id,
        "causation_id": stamp.causation_id,
        **{name: value for name, value in fact if name != "reason"},
    }
    rows: list[Row] = [{"field": name, "value": _plain(value)} for name, value in fields.items()]
    related = [
        (other.stamp.position, sentence(other.fact, book.called), why)
        for other in book.recorded
        for why in _relations(recorded, other)
    ]
    top = {
        "fact": fact.TOPIC,
        "version": fact.VERSION,
        "what": sentence(fact, book.called),
        "in_force": position not in undone(book.facts),
        "related": [{"position": other, "why": why, "what": what} for other, what, why in related],
    }
    notes = [f"{why}: #{other} {what}" for other, what, why in related]
    title = f"#{position} {sentence(fact, book.called)}"
    return View(title, FACT_COLUMNS, tuple(rows), {**head, **top}, tuple(notes))


def _plain(value: object) -> object:
    """Return a field as JSON has it: moments and dates as text, tuples as lists."""
    if isinstance(value, dt.datetime | dt.date):
        return value.isoformat()
    return list(value) if isinstance(value, tuple) else value


def _relations(recorded: Recorded, other: Recorded) -> list[str]:
    """Return how another fact belongs to this one."""
    (fact, stamp), (other_fact, other_stamp) = recorded, other
    if other_stamp.position == stamp.position:
        return []
    relations = []
    if stamp.correlation_id and other_stamp.correlation_id == stamp.correlation_id:
        relations.append("of the same command")
    if getattr(fact, "corrects", None) == other_stamp.position:
        relations.append("corrects")
    if getattr(other_fact, "corrects", None) == stamp.position:
        relations.append("corrected by")
    if stamp.position in getattr(other_fact, "facts", ()):
        relations.append("taken back by" if other_fact.TOPIC == "command-undone" else "named by")
    if other_stamp.position in getattr(fact, "facts", ()):
        relations.append("takes back" if fact.TOPIC == "command-undone" else "names")
    return relations
