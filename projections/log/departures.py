"""Every departure from the engine or the rules in one list, and every correction."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Literal, TypeAlias

from ledger.facts import tournament as events
from ledger.facts.disputes import CommandUndone, ProtestLodged, RulingRecorded
from ledger.facts.fide import (
    FideModeLeft,
    ManualPairingBegun,
    ManualPairingEnded,
    RatedResultCorrected,
)
from ledger.facts.prizes import PrizeChanged, PrizesAnnounced, PrizesAwarded
from ledger.facts.records import FileImported, PersonCorrected
from ledger.facts.season import CatchUpGamePlayed, ExternalGameCorrected
from ledger.facts.stamps import Stamp
from ledger.facts.tournament import AnyFact
from ledger.messages import Sentence, message, run_on
from ledger.records import LeftOut, Record, Spread
from ledger.state.book import Book
from projections.games.rounds import TournamentAt
from projections.log.integrity_events import (
    IntegrityEvent,
    events_of,
    events_of_file,
    facts_of_import,
)
from projections.log.sentences import Called, teller, why_recorded
from projections.views import fields
from projections.views.columns import Kind, columns_of
from projections.views.view import View

KindOfDeparture: TypeAlias = Literal[
    "import",
    "pairing by hand",
    "pairing amended",
    "paired otherwise",
    "result corrected",
    "external game corrected",
    "colours corrected",
    "rating corrected",
    "record corrected",
    "adjournment",
    "caught up",
    "rules changed",
    "taken back",
    "pairing withdrawn",
    "protest",
    "ruling",
    "condition gave way",
    "older basis",
    "renumbering",
    "late entry",
    "fide mode left",
    "full-point bye",
    "expulsion",
    "exchange of numbers",
    "plan changed",
    "manual pairing",
    "result corrected for rating",
    "colour drawn again",
    "end taken back",
    "prizes changed",
]
"""The kinds of departure of a fact from the engine or the rules."""


def departures(
    facts: Sequence[AnyFact], with_file: int = 0
) -> Iterator[tuple[int, AnyFact, KindOfDeparture]]:
    """Yield position, fact and kind of each departure from the engine or the rules.

    An import is one departure, with all the facts that came with it, of which there are
    `with_file`: `imported_rounds` counts the rounds that its file paired. A tournament that began
    in FIDE mode has more kinds of them.
    """
    seen = _Seen()
    for position, fact in enumerate(facts, 1):
        if isinstance(fact, events.ResultRecorded):
            continue
        kind = _kind(facts, position, fact, seen)
        seen.take(fact)
        if kind is not None and (kind == "import" or position > with_file):
            yield position, fact, kind


@dataclass(slots=True)
class _Seen:
    """What of the facts before one matters to its kind: the last numbers, whether it is FIDE's.

    `coloured`: the colour of round 1 was drawn. `awarded`: the prizes were.
    """

    fide: bool = False
    published: bool = False
    coloured: bool = False
    awarded: bool = False
    numbers: tuple[tuple[int, int], ...] = ()

    def take(self, fact: AnyFact) -> None:
        match fact:
            case events.TournamentOpened():
                self.fide = bool(fact.fide_mode)
            case events.NumbersAssigned():
                self.numbers = tuple(zip(fact.players, fact.numbers, strict=True))
            case events.PlayerRemoved():
                closed = dict(zip(fact.players, fact.numbers, strict=True))
                self.numbers = tuple(
                    (player, closed.get(player, number))
                    for player, number in self.numbers
                    if player != fact.player
                )
            case events.FirstColourDrawn():
                self.coloured = True
            case PrizesAwarded():
                self.awarded = True
            case events.PairingPublished() | events.PairingMadeByHand():
                self.published = True

    def exchanged(self, fact: events.NumbersAssigned) -> bool:
        """Tell whether exactly two players have each other's number by a fact."""
        before = dict(self.numbers)
        moved = [
            (before[player], number)
            for player, number in zip(fact.players, fact.numbers, strict=True)
            if before.get(player, number) != number
        ]
        return len(moved) == 2 and moved[0] == moved[1][::-1]


_KINDS: dict[type[AnyFact], KindOfDeparture] = {
    FileImported: "import",
    events.BoardAdded: "pairing by hand",
    events.ResultCorrected: "result corrected",
    ExternalGameCorrected: "external game corrected",
    events.ColoursCorrected: "colours corrected",
    events.RatingCorrected: "rating corrected",
    PersonCorrected: "record corrected",
    events.TitleCorrected: "record corrected",
    events.GameAdjourned: "adjournment",
    CatchUpGamePlayed: "caught up",
    events.RulesChanged: "rules changed",
    CommandUndone: "taken back",
    ProtestLodged: "protest",
    RulingRecorded: "ruling",
    FideModeLeft: "fide mode left",
    ManualPairingBegun: "manual pairing",
    ManualPairingEnded: "manual pairing",
    RatedResultCorrected: "result corrected for rating",
    events.TournamentReopened: "end taken back",
    PrizeChanged: "prizes changed",
}
"""The facts that are departures regardless of their content."""


def _kind(
    facts: Sequence[AnyFact], position: int, fact: AnyFact, seen: _Seen
) -> KindOfDeparture | None:
    match fact:
        case events.PlayerRegistered():
            return "late entry" if fact.from_round > 1 else None
        case events.PairingAmended():
            return "pairing by hand" if fact.basis is None else "pairing amended"
        case CommandUndone(withdraws=int()):
            return "pairing withdrawn"
        case events.PairingMadeByHand():
            return None if fact.source == "import" else "pairing by hand"
        case events.PairingPublished() if fact.relaxed:
            return "condition gave way"
        case events.PairingPublished() if _newer_facts(facts[: position - 1], fact):
            return "older basis"
        case events.NumbersAssigned(with_round=int()):
            return None
        case events.NumbersAssigned() if seen.numbers and not _of_late_entry(facts[position - 2]):
            return "exchange of numbers" if seen.fide and seen.exchanged(fact) else "renumbering"
        case events.FirstColourDrawn() if seen.coloured:
            return "colour drawn again"
        case events.RoundsPlanned() if seen.fide and seen.published:
            return "plan changed"
        case PrizesAnnounced() if seen.published:
            return "prizes changed"
        case PrizesAwarded() if seen.awarded and fact.reason is not None:
            return "prizes changed"
        case events.RulesChanged() if seen.fide and not seen.published:
            return None
        case events.PlayerWithdrew(expelled=True):
            return "expulsion"
        case events.ByeRequested(halves=2):
            return "full-point bye"
        case _:
            return _KINDS.get(type(fact))


def _of_late_entry(before: AnyFact) -> bool:
    """Tell whether a player entered by this fact, whose number is given with all others after it.

    Rule: fide-dutch-2026 GHR2.4.
    """
    return isinstance(before, events.PlayerRegistered) and before.number is None


def _newer_facts(before: Sequence[AnyFact], fact: events.PairingPublished) -> bool:
    """Tell whether anything but the closing of rounds was recorded after the draft's position."""
    return any(not isinstance(newer, events.RoundClosed) for newer in before[fact.basis :])


def imported_rounds(facts: Sequence[AnyFact]) -> Sentence:
    """Return the number of rounds paired by files, for the row of an import: ", 7 rounds"."""
    count = sum(isinstance(f, events.PairingMadeByHand) and f.source == "import" for f in facts)
    return message("log.imported-rounds", n=count) if count else ""


class DeparturesHead(Record):
    """Departures from the engine and the rules, and corrections."""

    at: Spread[TournamentAt]
    counts: Annotated[Mapping[KindOfDeparture, int], "How many of each kind."]
    of_file: Annotated[
        LeftOut[list[IntegrityEvent] | None],
        "The events that the imported file had, left out for none.",
    ]


class DepartureRow(Record):
    """A fact that departs."""

    position: fields.FactPosition
    at: fields.LocalTime
    recorded_at: fields.UtcTime
    actor: fields.FactActor
    kind: Annotated[
        KindOfDeparture,
        "import, pairing by hand, result corrected, late entry ...",
        Kind(words="departure"),
    ]
    what: fields.FactSentence
    reason: fields.FactReason


COLUMNS = columns_of(
    DepartureRow, "position", "at", "actor", "kind", "what", "reason", spare=("actor",)
)


def departures_view(
    book: Book, head: TournamentAt, otherwise: Mapping[int, Sentence] | None = None
) -> View:
    """Return the list, oldest first; times are local in the table, UTC for programs.

    `otherwise` are the pairings that came with a file and are not the engine's, by position.
    """
    listed = [*_of_book(book, book.called)]
    for position, text in (otherwise or {}).items():
        fact, stamp = book.recorded[position - 1]
        listed.append((fact, stamp, "paired otherwise", text))
    listed.sort(key=lambda one: one[1].position)
    rows = [
        DepartureRow(
            position=stamp.position,
            at=stamp.recorded_at.astimezone(book.zone).strftime("%Y-%m-%d %H:%M"),
            recorded_at=stamp.recorded_at.isoformat(),
            actor=stamp.actor,
            kind=kind,
            what=text,
            reason=fact.reason,
        )
        for fact, stamp, kind, text in listed
    ]
    counts = Counter[KindOfDeparture](row.kind for row in rows)
    counted = [
        message("log.departures", kind=_named(kind), n=count)
        for kind, count in sorted(counts.items())
    ]
    notes = [run_on(*counted, between=", ") if counted else message("log.no-departures")]
    of_file = events_of_file(book)
    notes += [message("log.event-of-file", line=event.line()) for event in of_file]
    title = message("log.departures-title", tournament=book.state.name)
    return View(title, COLUMNS, rows, DeparturesHead(head, counts, of_file or None), tuple(notes))


def _named(kind: KindOfDeparture) -> Sentence:
    return message(f"cells.departure.{kind.replace(' ', '-')}")


def integrity_events(book: Book) -> dict[int, tuple[IntegrityEvent, ...]]:
    """Return the events that may breach integrity, by position; none outside FIDE mode."""
    if not book.state.fide.began_in_mode:
        return {}
    listed = departures(book.facts, facts_of_import(book.recorded))
    return events_of(book, {position for position, _, _ in listed})


def comments(book: Book) -> list[Sentence]:
    """Return the list as lines of a tournament file, which other programs ignore.

    In a tournament that began in FIDE mode an event that may breach its integrity has its own form.
    Nothing is said of a person who was removed, and is not in the file.
    """
    of_form = integrity_events(book)
    lines: list[Sentence] = []
    for fact, stamp, kind, text in _of_book(book, numbered(book)):
        if getattr(fact, "player", None) in book.state.removed:
            continue
        if mine := of_form.get(stamp.position):
            lines += [event.line() for event in mine]
            continue
        when = f"### #{stamp.position} {stamp.recorded_at:%Y-%m-%dT%H:%MZ} "
        lines.append(run_on(when, _named(kind), ": ", text, why_recorded(fact)))
    return lines


def numbered(book: Book) -> Called:
    """Return how players are written where no names belong: by number, or their entry."""
    numbers = book.state.label
    former = book.state.former

    def called(player: int) -> Sentence:
        return message("log.entry", place=player) if player in former else str(numbers(player))

    return called


def _of_book(
    book: Book, called: Called
) -> Iterator[tuple[AnyFact, Stamp, KindOfDeparture, Sentence]]:
    facts = book.facts
    sentence_at = teller(book, called)
    for position, fact, kind in departures(facts, facts_of_import(book.recorded)):
        text = sentence_at(position)
        if kind == "import":
            text = run_on(text, imported_rounds(facts))
        yield fact, book.recorded[position - 1].stamp, kind, text
