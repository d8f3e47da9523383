"""What an appeals committee asks first: the protests, and one fact with all that belongs to it."""

from __future__ import annotations

import datetime as dt

from ledger.advice import advice
from ledger.facts.tournament import AnyFact
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
        rows.append(
            {
                "number": protest.number,
                "round": protest.round,
                "player": book.state.label(protest.player),
                "player_name": book.called(protest.player),
                "text": protest.text,
                "facts": list(protest.facts),
                "position": protest.position,
                "lodged": local(protest.recorded_at),
                "lodged_at": protest.recorded_at.isoformat(),
                "deadline": None if protest.deadline is None else protest.deadline.isoformat(),
                "in_time": {True: "yes", False: "late", None: None}[protest.in_time],
                "verdict": last.verdict if last else None,
                "ruling": last.text if last else None,
                "rulings": [
                    {
                        "verdict": ruling.verdict,
                        "text": ruling.text,
                        "facts": list(ruling.facts),
                        "position": ruling.position,
                        "recorded_at": ruling.recorded_at.isoformat(),
                    }
                    for ruling in protest.rulings
                ],
            }
        )
    waiting = sum(not row["rulings"] for row in rows)
    notes = (advice("without a ruling", f": {waiting}"),) if waiting else ()
    return View(f"{book.state.name}: protests", PROTEST_COLUMNS, tuple(rows), head, notes)


def local(moment: dt.datetime) -> str:
    """Write a moment in local time, as an arbiter reads it."""
    return moment.astimezone().strftime("%d-%m-%Y %H:%M")


FACT_COLUMNS = (Column("field", "field"), Column("value", "value"))

_STAMP = (
    "position",
    "event_id",
    "recorded_at",
    "actor",
    "reason",
    "correlation_id",
    "causation_id",
)


def fact_view(book: Book, moment: str, head: dict[str, object]) -> View | Refusal:
    """Return everything one fact says, and the facts that belong to it.

    Those are the others of the same command, what it corrects, and what later corrected it or took
    it back.
    """
    position = position_of(book.facts, moment)
    if isinstance(position, Refusal):
        return position
    fact = book.facts[position - 1]
    stamp: list[Row] = [
        {"field": "fact", "value": f"{fact.TOPIC}, version {fact.VERSION}"},
        *({"field": name, "value": _plain(getattr(fact, name))} for name in _STAMP),
    ]
    own = [name for name in type(fact).model_fields if name not in (*_STAMP, "tournament")]
    content: list[Row] = [{"field": name, "value": _plain(getattr(fact, name))} for name in own]
    related = [(other, why) for other in book.facts for why in _relations(fact, other)]
    top = {
        "fact": fact.TOPIC,
        "version": fact.VERSION,
        "what": sentence(fact, book.called),
        "in_force": position not in undone(book.facts),
        "related": [
            {"position": other.position, "why": why, "what": sentence(other, book.called)}
            for other, why in related
        ],
    }
    notes = [f"{why}: #{o.position} {sentence(o, book.called)}" for o, why in related]
    title = f"#{position} {sentence(fact, book.called)}"
    return View(title, FACT_COLUMNS, (*stamp, *content), {**head, **top}, tuple(notes))


def _plain(value: object) -> object:
    """Return a field as JSON has it: moments and dates as text, tuples as lists."""
    if isinstance(value, dt.datetime | dt.date):
        return value.isoformat()
    return list(value) if isinstance(value, tuple) else value


def _relations(fact: AnyFact, other: AnyFact) -> list[str]:
    """Return how another fact belongs to this one."""
    if other.position == fact.position:
        return []
    found = []
    if fact.correlation_id and other.correlation_id == fact.correlation_id:
        found.append("of the same command")
    if getattr(fact, "corrects", None) == other.position:
        found.append("corrects")
    if getattr(other, "corrects", None) == fact.position:
        found.append("corrected by")
    if fact.position in getattr(other, "facts", ()):
        found.append("taken back by" if other.TOPIC == "command-undone" else "named by")
    if other.position in getattr(fact, "facts", ()):
        found.append("takes back" if fact.TOPIC == "command-undone" else "names")
    return found
