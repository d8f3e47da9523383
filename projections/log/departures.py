"""Every departure from the engine or the rules in one list, and every correction."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Literal, TypeAlias

from ledger.facts import tournament as events
from ledger.facts.disputes import CommandUndone, ProtestLodged, RulingRecorded
from ledger.facts.fast_result import PlainResult
from ledger.facts.fide import FideModeLeft
from ledger.facts.season import CatchUpGamePlayed, ExternalGameCorrected
from ledger.facts.stamps import Stamp
from ledger.facts.tournament import AnyFact
from ledger.messages import Sentence, message, run_on
from ledger.records import Record, Spread
from ledger.state.book import Book
from ledger.store.snapshot import Taken
from projections.games.rounds import TournamentAt
from projections.log.sentences import Called, teller, why_recorded
from projections.views import fields
from projections.views.view import Column, View

COLUMNS = (
    Column("position", "#", "right"), Column("at"), Column("actor"),
    Column("kind", words="departure"), Column("what"), Column("reason", words="reason"),
)  # fmt: skip

KindOfDeparture: TypeAlias = Literal[
    "import",
    "pairing by hand",
    "pairing amended",
    "result corrected",
    "external game corrected",
    "colours corrected",
    "rating corrected",
    "record corrected",
    "adjournment",
    "caught up",
    "rules changed",
    "taken back",
    "protest",
    "ruling",
    "condition gave way",
    "older basis",
    "renumbering",
    "late entry",
    "fide mode left",
    "full-point bye",
    "expulsion",
]
"""The kinds of departure of a fact from the engine or the rules."""


def departures(facts: Sequence[Taken]) -> Iterator[tuple[int, AnyFact, KindOfDeparture]]:
    """Yield position, fact and kind of each departure from the engine or the rules.

    An import is one departure: `imported_rounds` counts the rounds that its file paired.
    """
    numbered, of_file = False, None
    for position, fact in enumerate(facts, 1):
        if isinstance(fact, _RESULTS):
            continue
        kind = _kind(facts, position, fact, numbered)
        if isinstance(fact, events.ByeRequested) and fact.halves == 2:
            of_file = _paired_by_file(facts) if of_file is None else of_file
            kind = None if fact.round in of_file else "full-point bye"
        numbered = numbered or isinstance(fact, events.NumbersAssigned)
        if kind is not None:
            yield position, fact, kind


_RESULTS = (PlainResult, events.ResultRecorded)
_KINDS: dict[type[AnyFact], KindOfDeparture] = {
    events.FileImported: "import",
    events.BoardAdded: "pairing by hand", events.ResultCorrected: "result corrected",
    ExternalGameCorrected: "external game corrected", events.ColoursCorrected: "colours corrected",
    events.RatingCorrected: "rating corrected", events.PersonCorrected: "record corrected",
    events.GameAdjourned: "adjournment", CatchUpGamePlayed: "caught up",
    events.RulesChanged: "rules changed", CommandUndone: "taken back", ProtestLodged: "protest",
    RulingRecorded: "ruling", FideModeLeft: "fide mode left",
}  # fmt: skip
"""The facts that are departures regardless of their content."""


def _kind(
    facts: Sequence[Taken], position: int, fact: AnyFact, numbered: bool
) -> KindOfDeparture | None:
    match fact:
        case events.PairingAmended():
            return "pairing by hand" if fact.clause == "by hand" else "pairing amended"
        case events.PairingMadeByHand():
            return None if fact.source == "import" else "pairing by hand"
        case events.PairingPublished() if fact.relaxed:
            return "condition gave way"
        case events.PairingPublished() if _newer_facts(facts[: position - 1], fact):
            return "older basis"
        case events.NumbersAssigned() if numbered and not _of_late_entry(facts[position - 2]):
            return "renumbering"
        case events.PlayerWithdrew(expelled=True):
            return "expulsion"
        case events.PlayerRegistered() if fact.from_round > 1:
            return "late entry"
        case _:
            return _KINDS.get(type(fact))


def _paired_by_file(facts: Sequence[Taken]) -> frozenset[int]:
    """Return the numbers of the rounds that a file paired."""
    paired = (fact for fact in facts if isinstance(fact, events.PairingMadeByHand))
    return frozenset(fact.round for fact in paired if fact.source == "import")


def _of_late_entry(before: Taken) -> bool:
    """Tell whether a player entered by this fact, whose number is given with all others after it.

    Rule: fide-dutch-2026 GHR2.4.
    """
    return isinstance(before, events.PlayerRegistered) and before.number is None


def _newer_facts(before: Sequence[Taken], fact: events.PairingPublished) -> bool:
    """Tell whether anything but the closing of rounds was recorded after the draft's position."""
    return any(not isinstance(newer, events.RoundClosed) for newer in before[fact.basis :])


def imported_rounds(facts: Sequence[Taken]) -> Sentence:
    """Return the number of rounds paired by files, for the row of an import: ", 7 rounds"."""
    count = sum(isinstance(f, events.PairingMadeByHand) and f.source == "import" for f in facts)
    return message("log.imported-rounds", n=count) if count else ""


class DeparturesHead(Record):
    """Departures from the engine and the rules, and corrections."""

    at: Spread[TournamentAt]
    counts: Annotated[Mapping[KindOfDeparture, int], "How many of each kind."]


class DepartureRow(Record):
    """A fact that departs."""

    position: fields.FactPosition
    at: fields.LocalTime
    recorded_at: fields.UtcTime
    actor: fields.FactActor
    kind: Annotated[KindOfDeparture, "import, pairing by hand, result corrected, late entry ..."]
    what: fields.FactSentence
    reason: fields.FactReason


def departures_view(book: Book, head: TournamentAt) -> View:
    """Return the list, oldest first; times are local in the table, UTC for programs."""
    rows = [
        DepartureRow(
            stamp.position, stamp.recorded_at.astimezone(book.zone).strftime("%Y-%m-%d %H:%M"),
            stamp.recorded_at.isoformat(), stamp.actor, kind, text, fact.reason,
        )
        for fact, stamp, kind, text in _of_book(book, book.called)
    ]  # fmt: skip
    counts = Counter[KindOfDeparture](row.kind for row in rows)
    listed = [
        message("log.departures", kind=_named(kind), n=count)
        for kind, count in sorted(counts.items())
    ]
    notes = (run_on(*listed, between=", ") if listed else message("log.no-departures"),)
    title = message("log.departures-title", tournament=book.state.name)
    return View(title, COLUMNS, rows, DeparturesHead(head, counts), notes)


def _named(kind: KindOfDeparture) -> Sentence:
    return message(f"cells.departure.{kind.replace(' ', '-')}")


def comments(book: Book) -> list[Sentence]:
    """Return the list as lines of a tournament file, which other programs ignore."""
    numbers, former = book.state.label, book.state.former

    def numbered(player: int) -> Sentence:
        return message("log.entry", place=player) if player in former else str(numbers(player))

    return [
        run_on(
            f"### #{stamp.position} {stamp.recorded_at:%Y-%m-%dT%H:%MZ} ", _named(kind), ": ", text,
            why_recorded(fact),
        )
        for fact, stamp, kind, text in _of_book(book, numbered)
    ]  # fmt: skip


def _of_book(
    book: Book, called: Called
) -> Iterator[tuple[AnyFact, Stamp, KindOfDeparture, Sentence]]:
    facts, sentence_at = book.facts, teller(book, called)
    for position, fact, kind in departures(facts):
        text = sentence_at(position)
        if kind == "import":
            text = run_on(text, imported_rounds(facts))
        yield fact, book.recorded[position - 1].stamp, kind, text
