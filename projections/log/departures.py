"""Every departure from the engine or the rules in one list, and every correction."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Annotated

from ledger.facts.disputes import CommandUndone, ProtestLodged, RulingRecorded
from ledger.facts.fast_result import PlainResult
from ledger.facts.season import CatchUpGamePlayed, ExternalGameCorrected
from ledger.facts.tournament import (
    AnyFact,
    BoardAdded,
    ColoursCorrected,
    FileImported,
    GameAdjourned,
    NumbersAssigned,
    PairingAmended,
    PairingMadeByHand,
    PairingPublished,
    PersonCorrected,
    PlayerRegistered,
    RatingCorrected,
    ResultCorrected,
    ResultRecorded,
    RoundClosed,
    RulesChanged,
)
from ledger.records import Record, Spread
from ledger.state.book import Book
from ledger.store.snapshot import Taken
from projections.games.rounds import TournamentAt
from projections.log.sentences import sentence
from projections.views import fields
from projections.views.view import Column, View

COLUMNS = (
    Column("position", "#", "right"), Column("at", "at"), Column("actor", "by"),
    Column("kind", "kind"), Column("what", "what"), Column("reason", "reason"),
)  # fmt: skip


def departures(facts: Sequence[Taken]) -> Iterator[tuple[AnyFact, str]]:
    """Yield the facts that depart from what the engine or the rules give, with their kind."""
    numbered = False
    for fact in facts:
        if isinstance(fact, PlainResult | ResultRecorded):
            continue
        kind = _kind(facts, fact, numbered)
        numbered = numbered or isinstance(fact, NumbersAssigned)
        if kind is not None:
            yield fact, kind


def _kind(facts: Sequence[Taken], fact: AnyFact, numbered: bool) -> str | None:
    match fact:
        case FileImported():
            return "import"
        case PairingMadeByHand() | BoardAdded():
            return "pairing by hand"
        case PairingAmended():
            return "pairing by hand" if fact.clause == "by hand" else "pairing amended"
        case PairingPublished() if fact.relaxed:
            return "condition gave way"
        case PairingPublished() if _newer_facts(facts, fact):
            return "older basis"
        case NumbersAssigned() if numbered:
            return "renumbering"
        case PlayerRegistered() if fact.from_round > 1:
            return "late entry"
        case ResultCorrected() | ExternalGameCorrected():
            return "result corrected"
        case ColoursCorrected():
            return "colours corrected"
        case RatingCorrected():
            return "rating corrected"
        case PersonCorrected():
            return "record corrected"
        case GameAdjourned():
            return "adjournment"
        case CatchUpGamePlayed():
            return "caught up"
        case RulesChanged():
            return "rules changed"
        case CommandUndone():
            return "taken back"
        case ProtestLodged():
            return "protest"
        case RulingRecorded():
            return "ruling"
        case _:
            return None


def _newer_facts(facts: Sequence[Taken], fact: PairingPublished) -> bool:
    """Tell whether anything but the closing of rounds was recorded after the draft's position."""
    between = facts[fact.basis : fact.position - 1]
    return any(not isinstance(newer, RoundClosed) for newer in between)


class DeparturesHead(Record):
    """Departures from the engine and the rules, and corrections."""

    at: Spread[TournamentAt]
    counts: Annotated[dict[str, int], "How many of each kind."]


class DepartureRow(Record):
    """A fact that departs."""

    position: fields.FactPosition
    at: fields.LocalTime
    recorded_at: fields.UtcTime
    actor: fields.FactActor
    kind: Annotated[str, "pairing by hand, result corrected, late entry ..."]
    what: fields.FactSentence
    reason: fields.FactReason


def departures_view(book: Book, head: TournamentAt) -> View:
    """Return the list, oldest first; times are local in the table, UTC for programs."""
    rows = [
        DepartureRow(
            fact.position, fact.recorded_at.astimezone().strftime("%Y-%m-%d %H:%M"),
            fact.recorded_at.isoformat(), fact.actor, kind, sentence(fact, book.called),
            fact.reason,
        )
        for fact, kind in departures(book.facts)
    ]  # fmt: skip
    counts = Counter(row.kind for row in rows)
    listed = ", ".join(f"{kind} {count}" for kind, count in sorted(counts.items()))
    notes = (listed or "every pairing is the engine's, and nothing was corrected",)
    title = f"{book.state.name}: departures and corrections"
    return View(title, COLUMNS, rows, DeparturesHead(head, counts), notes)


def comments(book: Book) -> list[str]:
    """Return the list as lines of a tournament file, which other programs pass over."""
    numbers = book.state.label
    return [
        f"### #{fact.position} {fact.recorded_at:%Y-%m-%dT%H:%MZ} {kind}:"
        f" {sentence(fact, lambda player: str(numbers(player)))}"
        + (f" ({fact.reason})" if fact.reason else "")
        for fact, kind in departures(book.facts)
    ]
