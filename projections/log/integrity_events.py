"""Events that may breach the integrity of a tournament, as comments of its file: written and read.

One comment is one event, see `IntegrityEvent`; docs/fide.md has the form. Its words are the same in
every language.
"""

from __future__ import annotations

import json
import re
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from typing import Annotated, Final, Literal, TypeAlias, get_args

from ledger.facts import fide
from ledger.facts import tournament as events
from ledger.facts.disputes import CommandUndone
from ledger.facts.records import FileImported
from ledger.facts.stamps import Recorded
from ledger.facts.tournament import AnyFact
from ledger.records import Record
from ledger.state.book import Book, rulebook_of
from ledger.state.details import FILE_RECORD
from ledger.state.parts import Boards
from ledger.state.tournament import Tournament, following
from ledger.store.snapshot import Read

EventKind: TypeAlias = Literal[
    "Import",
    "MPA-begin",
    "MPA",
    "MPA-end",
    "Renumbering",
    "Exchange",
    "Correction",
    "Rating-correction",
    "Adjournment",
    "Configuration",
    "FIDE-mode",
    "Full-point-bye",
    "Expulsion",
    "Undo",
]
"""The kinds of these events, as the file has them; MPA is a pairing made by hand."""

_Tail: TypeAlias = tuple[EventKind, int, str, str]
"""Kind and round of an event, what was before, and what is since."""

NOTHING: Final = "-"
"""Stands for no user, and for nothing before or since."""

_LINE: Final = re.compile(
    rf"### ({'|'.join(get_args(EventKind))}) @ Round ([0-9]{{1,3}}): (.+), "
    r"([0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z), (.+?) -> (.+?)(?: \((.*)\))?"
)


class IntegrityEvent(Record):
    """An event that may breach the integrity of a tournament."""

    kind: Annotated[EventKind, "Its kind, as the file has it."]
    round: Annotated[int, "The round it concerns; between rounds the next one."]
    user: Annotated[str, "Who recorded it, - for nobody known."]
    at: Annotated[str, "When, in UTC."]
    old: Annotated[str, "What was before, - for nothing."]
    new: Annotated[str, "What is since, - for nothing."]
    reason: Annotated[str | None, "The reason, null for none."]

    def line(self) -> str:
        """Return it as a comment of a tournament file."""
        because = f" ({_one_line(self.reason)})" if self.reason else ""
        return (
            f"### {self.kind} @ Round {self.round}: {_one_line(self.user) or NOTHING}, {self.at}, "
            f"{self.old} -> {self.new}{because}"
        )


def read_line(text: str) -> IntegrityEvent | None:
    """Return the event of a line of a file, None for any other line."""
    match = _LINE.fullmatch(text.strip())
    if match is None:
        return None
    kind, number, user, at, old, new, reason = match.groups()
    try:
        datetime.strptime(at, _MOMENT)
    except ValueError:
        return None
    kinds: Mapping[str, EventKind] = {each: each for each in get_args(EventKind)}
    return IntegrityEvent(
        kind=kinds[kind], round=int(number), user=user, at=at, old=old, new=new, reason=reason
    )


def events_of_file(book: Book) -> list[IntegrityEvent]:
    """Return the events that the file had which the tournament was imported from, in its order."""
    lines = book.people.get(FILE_RECORD, {}).get("lines", "").split("\n")
    return [event for line in lines if (event := read_line(line)) is not None]


def events_of(book: Book, departures: Container[int]) -> dict[int, tuple[IntegrityEvent, ...]]:
    """Return the events among the departures of the tournament itself, by position.

    One that was taken back is among them, and so is the taking back.
    """
    state = Tournament()
    before: list[AnyFact] = []
    listed: dict[int, tuple[IntegrityEvent, ...]] = {}
    for position, fact in enumerate(book.facts, 1):
        tails = [_of_fact(book, state, fact)] if position in departures else []
        if isinstance(fact, CommandUndone) and fact.withdraws is None:
            back = [event for at in fact.facts for event in listed.get(at, ())]
            tails = [("Undo", one.round, f"{one.kind} {one.at}", NOTHING) for one in back]
        if mine := tuple(_event(book, position, fact, tail) for tail in tails if tail):
            listed[position] = mine
        state = following(state, before, fact)
        before.append(fact)
    return listed


def facts_of_import(recorded: Sequence[Recorded | Read]) -> int:
    """Return how many facts, from the first, came with an import; 0 for another tournament."""
    if len(recorded) < 2 or not isinstance(recorded[1].fact, FileImported):
        return 0
    command = recorded[0].stamp.correlation_id
    others = (at for at, one in enumerate(recorded) if one.stamp.correlation_id != command)
    return next(others, len(recorded))


_MOMENT: Final = "%Y-%m-%dT%H:%M:%SZ"


def _event(book: Book, position: int, fact: AnyFact, tail: _Tail) -> IntegrityEvent:
    stamp = book.recorded[position - 1].stamp
    kind, number, old, new = tail
    at = stamp.recorded_at.astimezone(UTC).strftime(_MOMENT)
    return IntegrityEvent(
        kind=kind, round=number, user=stamp.actor, at=at, old=old, new=new, reason=fact.reason
    )


def _of_fact(book: Book, state: Tournament, fact: AnyFact) -> _Tail | None:
    """Return what is to be said of a fact, None where it is none of these events.

    `state` is that before it.
    """
    label = book.state.label
    following_round = state.next_round
    match fact:
        case FileImported():
            return "Import", _rounds_of_import(book), NOTHING, f"{fact.format} {fact.sha256[:12]}"
        case events.NumbersAssigned() if state.rounds:
            return _renumbered(state, fact)
        case events.ResultCorrected() | fide.RatedResultCorrected():
            kind: EventKind = "Correction"
            if isinstance(fact, fide.RatedResultCorrected):
                kind = "Rating-correction"
            pair = f"{label(fact.white)}-{label(fact.black)}"
            was = _outcome(state, fact.round, fact.white)
            return kind, fact.round, f"{pair} {was}", f"{pair} {fact.outcome}"
        case events.ColoursCorrected():
            white = label(fact.white)
            black = label(fact.black)
            return "Correction", fact.round, f"{white}-{black}", f"{black}-{white}"
        case events.GameAdjourned():
            pair = f"{label(fact.white)}-{label(fact.black)}"
            return "Adjournment", fact.round, pair, f"{pair} ?"
        case events.RulesChanged():
            return "Configuration", fact.from_round, *_keys_changed(state.rulebook_text, fact)
        case events.RoundsPlanned() if state.rounds and fact.rounds != state.rounds_planned:
            was = NOTHING if state.rounds_planned is None else f"rounds={state.rounds_planned}"
            return "Configuration", following_round, was, f"rounds={fact.rounds}"
        case fide.FideModeLeft():
            return "FIDE-mode", following_round, "on", "left"
        case events.ByeRequested(halves=2):
            who = label(fact.player)
            return "Full-point-bye", fact.round, f"{who}", f"{who} F"
        case events.PlayerWithdrew(expelled=True):
            who = label(fact.player)
            return "Expulsion", fact.from_round, f"{who}", f"{who} expelled"
        case _:
            return _of_pairing(book, state, fact)


def _of_pairing(book: Book, state: Tournament, fact: AnyFact) -> _Tail | None:
    match fact:
        case events.PairingMadeByHand(source="arbiter"):
            boards = tuple(zip(fact.whites, fact.blacks, strict=True))
            return "MPA", fact.round, NOTHING, _written(book, boards, fact.bye)
        case CommandUndone(withdraws=int(number)):
            round_ = state.round(number)
            boards, bye = (round_.public, round_.public_bye) if round_ else ((), None)
            return "MPA", number, _written(book, boards, bye), NOTHING
        case events.BoardAdded():
            return "MPA", fact.round, NOTHING, _written(book, ((fact.white, fact.black),), None)
        case events.PairingAmended(basis=None):
            boards = tuple(zip(fact.whites, fact.blacks, strict=True))
            round_ = state.round(fact.round)
            public, bye = (round_.public, round_.public_bye) if round_ else ((), None)
            return "MPA", fact.round, *_differing(book, (public, bye), (boards, fact.bye))
        case fide.ManualPairingBegun():
            return "MPA-begin", fact.round, NOTHING, NOTHING
        case fide.ManualPairingEnded(engine=None):
            return "MPA-end", fact.round, NOTHING, "given-up"
        case fide.ManualPairingEnded():
            engine = f"{fact.engine} {fact.engine_version}"
            if not fact.whites:
                return "MPA-end", fact.round, f"{engine}: {NOTHING}", NOTHING
            paired = tuple(zip(fact.whites, fact.blacks, strict=True)), fact.bye
            round_ = state.round(fact.round)
            by_hand = (round_.public, round_.public_bye) if round_ else ((), None)
            theirs, mine = _differing(book, paired, by_hand)
            same = theirs == mine == NOTHING
            return (
                "MPA-end",
                fact.round,
                f"{engine}: {theirs}" if not same else engine,
                ("same" if same else mine),
            )
        case _:
            return None


def _rounds_of_import(book: Book) -> int:
    return sum(isinstance(f, events.PairingMadeByHand) and f.source == "import" for f in book.facts)


def _renumbered(state: Tournament, fact: events.NumbersAssigned) -> _Tail | None:
    """Return the numbers that changed, as they were and as they are; None where none did.

    The number of a late entry is none of them, those of the players who moved down for it are.
    """
    before = {p: entrant.number for p, entrant in state.players.items() if entrant.number}
    now = dict(zip(fact.players, fact.numbers, strict=True))
    moved = [player for player in now if before.get(player, now[player]) != now[player]]
    if not moved:
        return None
    moved.sort(key=lambda player: before[player])
    both = len(moved) == 2 and {before[p] for p in moved} == {now[p] for p in moved}
    kind: EventKind = "Exchange" if both else "Renumbering"
    old, new = (" ".join(str(numbers[p]) for p in moved) for numbers in (before, now))
    return kind, state.next_round, old, new


def _outcome(state: Tournament, number: int, white: int) -> str:
    round_ = state.round(number)
    game = round_.game_of(white) if round_ else None
    return (game.outcome if game else None) or NOTHING


def _keys_changed(before: str, fact: events.RulesChanged) -> tuple[str, str]:
    """Return the keys of the rules that differ, with their values before and since."""
    old = rulebook_of(before)
    new = rulebook_of(fact.rulebook_text)
    if old.family != new.family:
        return old.id, new.id
    one, other = (dict(_flat(rules.tables())) for rules in (old, new))
    keys = [key for key in {**one, **other} if one.get(key) != other.get(key)]
    keys = [key for key in keys if not key.startswith(("clauses.", "cites.")) and key != "id"]
    if not keys:
        return old.id, new.id
    return "; ".join(f"{key}={one.get(key)}" for key in keys), "; ".join(
        f"{key}={other.get(key)}" for key in keys
    )


def _flat(tree: Mapping[str, object], before: str = "") -> Iterator[tuple[str, str]]:
    for key, value in tree.items():
        if isinstance(value, Mapping):
            yield from _flat(value, f"{before}{key}.")
        else:
            yield before + key, json.dumps(value)


def _differing(
    book: Book, one: tuple[Boards, int | None], other: tuple[Boards, int | None]
) -> tuple[str, str]:
    """Return the boards and the bye of each of two pairings that the other does not have."""
    bye, other_bye = (None, None) if one[1] == other[1] else (one[1], other[1])
    mine = tuple(board for board in one[0] if board not in other[0])
    theirs = tuple(board for board in other[0] if board not in one[0])
    return _written(book, mine, bye), _written(book, theirs, other_bye)


def _written(book: Book, boards: Iterable[tuple[int, int]], bye: int | None) -> str:
    label = book.state.label
    parts = [f"{label(white)}-{label(black)}" for white, black in boards]
    parts += [] if bye is None else [f"bye {label(bye)}"]
    return " ".join(parts) or NOTHING


def _one_line(text: str) -> str:
    return " ".join(text.split())
