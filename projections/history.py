"""The log: each fact as one sentence, with names where they are known."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Collection, Sequence
from typing import assert_never

from ledger.audit_events import AuditFact, CommandUndone, ProtestLodged, RulingRecorded
from ledger.events import (
    AbsenceAnnounced,
    AbsenceWithdrawn,
    AnyFact,
    BoardAdded,
    ByeRequested,
    ColoursCorrected,
    FileImported,
    FinalLotsDrawn,
    FirstColourDrawn,
    GameAdjourned,
    GameForfeited,
    NumbersAssigned,
    PairingAmended,
    PairingMadeByHand,
    PairingPublished,
    PersonCorrected,
    PersonForgotten,
    PlayerRegistered,
    PlayerReinstated,
    PlayerWithdrew,
    PrizesDeclared,
    RatingCorrected,
    ResultCorrected,
    ResultRecorded,
    RoundClosed,
    RoundScheduled,
    RoundsPlanned,
    RoundStarted,
    RulesChanged,
    TournamentClosed,
    TournamentOpened,
)
from ledger.season_events import (
    AbsenceReported,
    CatchUpGamePlayed,
    ClubDutyAssigned,
    ExternalGameCorrected,
    ExternalGameRecorded,
    MemberLeft,
    PeriodStarted,
    PresenceAnnounced,
    SeasonFact,
)
from ledger.values import Colour
from ledger.words import count_of
from projections.views import Column, Row, View, money

Called = Callable[[int], str]
"""A player's key to the words people know him by: number and name."""


_COLOURS: dict[Colour, str] = {"W": "white", "B": "black"}


def sentence(fact: AnyFact, called: Called) -> str:
    """Return what happened, in one sentence without its reason."""
    if isinstance(fact, SeasonFact):
        return _in_season(fact, called)
    if isinstance(fact, AuditFact):
        return _of_dispute(fact, called)
    match fact:
        case TournamentOpened():
            return f'tournament "{fact.name}" opened under {fact.rulebook}'
        case RulesChanged():
            return f"the rules are {fact.rulebook} from round {fact.from_round} on"
        case PrizesDeclared():
            return f"prizes declared: {', '.join(money(cents) for cents in fact.amounts_cents)}"
        case RoundsPlanned():
            return f"{count_of(fact.rounds, 'round')} planned"
        case RoundScheduled():
            return f"round {fact.round} is on {fact.date:%d-%m-%Y}"
        case FileImported():
            return f"imported from a {fact.format} file (sha256 {fact.sha256[:12]})"
        case NumbersAssigned():
            seed = f", seed {fact.seed}" if fact.seed else ""
            players = count_of(len(fact.players), "player")
            return f"numbers assigned to {players} by {fact.method}{seed}"
        case FirstColourDrawn():
            how = {"draw": f"drawn, seed {fact.seed}", "paper": "drawn on paper", "file": "a file"}
            return f"the highest player has {_COLOURS[fact.colour]} in round 1 ({how[fact.source]})"
        case RoundStarted():
            return f"round {fact.round} began"
        case RoundClosed():
            return f"round {fact.round} closed"
        case FinalLotsDrawn():
            drawn = ", ".join(called(p) for p in fact.players)
            return f"lots drawn, best first: {drawn} (seed {fact.seed})"
        case TournamentClosed():
            return "tournament finished"
        case (
            PlayerRegistered()
            | PersonCorrected()
            | PersonForgotten()
            | RatingCorrected()
            | AbsenceAnnounced()
            | AbsenceWithdrawn()
            | ByeRequested()
            | PlayerWithdrew()
            | PlayerReinstated()
        ):
            return f"{called(fact.player)} {_of_player(fact)}"
        case PairingPublished() | PairingMadeByHand() | PairingAmended() | BoardAdded():
            return f"round {fact.round}: {_of_pairing(fact, called)}"
        case (
            ResultRecorded()
            | GameForfeited()
            | GameAdjourned()
            | ResultCorrected()
            | ColoursCorrected()
        ):
            game = f"{called(fact.white)} - {called(fact.black)}"
            return f"round {fact.round}: {game} {_of_game(fact)}"
        case _:
            assert_never(fact)


def _of_dispute(fact: AuditFact, called: Called) -> str:
    match fact:
        case ProtestLodged():
            who = f"protest {fact.number} of {called(fact.player)}, round {fact.round}"
            until = f" (until {fact.deadline.astimezone():%d-%m-%Y %H:%M})" if fact.deadline else ""
            return f"{who}: {fact.text}{_facts(', about', fact.facts)}{until}"
        case RulingRecorded():
            return f"protest {fact.number} {fact.verdict}: {fact.text}{_facts(', see', fact.facts)}"
        case CommandUndone():
            return f"taken back:{_facts('', fact.facts)}"
        case _:
            assert_never(fact)


def _facts(word: str, positions: Sequence[int]) -> str:
    return f"{word} {', '.join(f'#{at}' for at in positions)}" if positions else ""


def _in_season(fact: SeasonFact, called: Called) -> str:
    match fact:
        case PeriodStarted():
            called_so = f' "{fact.name}"' if fact.name else ""
            return f"a new period{called_so} begins with round {fact.from_round}"
        case CatchUpGamePlayed():
            game = f"{called(fact.white)} - {called(fact.black)}"
            return f"round {fact.round}: {game} {fact.outcome}, caught up{_on(fact.date)}"
        case (
            PresenceAnnounced()
            | AbsenceReported()
            | ClubDutyAssigned()
            | MemberLeft()
            | ExternalGameRecorded()
            | ExternalGameCorrected()
        ):
            return f"{called(fact.player)} {_of_member(fact)}"
        case _:
            assert_never(fact)


def _of_member(
    fact: PresenceAnnounced
    | AbsenceReported
    | ClubDutyAssigned
    | MemberLeft
    | ExternalGameRecorded
    | ExternalGameCorrected,
) -> str:
    match fact:
        case PresenceAnnounced():
            return f"will be there in round {fact.round}"
        case AbsenceReported():
            return f"was absent in round {fact.round} without notice"
        case ClubDutyAssigned():
            return f"has club duty in round {fact.round}"
        case MemberLeft():
            return f"left from round {fact.from_round}, and stays worth {fact.value}"
        case ExternalGameRecorded():
            return f"played for {_external(fact)}"
        case ExternalGameCorrected() if fact.struck:
            return f"did not play for {_external(fact)} (was #{fact.corrects})"
        case ExternalGameCorrected():
            return f"played for {_external(fact)}, corrected (was #{fact.corrects})"
        case _:
            assert_never(fact)


def _external(fact: ExternalGameRecorded | ExternalGameCorrected) -> str:
    told = f", announced to the {fact.announced_to}" if fact.announced_to else ""
    when = "" if fact.club_evening else f", not on the club evening{told}"
    board = f"team {fact.team}, board {fact.board} with {_COLOURS[fact.colour]}"
    return f"{board} in round {fact.round}: {fact.result}{_on(fact.date)}{when}"


def _on(date: dt.date | None) -> str:
    return f" on {date:%d-%m-%Y}" if date else ""


def _of_player(
    fact: PlayerRegistered
    | PersonCorrected
    | PersonForgotten
    | RatingCorrected
    | AbsenceAnnounced
    | AbsenceWithdrawn
    | ByeRequested
    | PlayerWithdrew
    | PlayerReinstated,
) -> str:
    match fact:
        case PlayerRegistered():
            estimated = ", estimated" if fact.rating_source == "estimated" else ""
            rating = f", rating {fact.rating}{estimated}" if fact.rating else ""
            late = f", from round {fact.from_round}" if fact.from_round > 1 else ""
            return f"entered{rating}{late}"
        case PersonCorrected():
            return "has a corrected record"
        case PersonForgotten():
            return "is forgotten: the record beside the ledger is deleted"
        case RatingCorrected():
            return f"has rating {fact.rating or 'none'}, {fact.rating_source}"
        case AbsenceAnnounced():
            return f"will be absent in round {fact.round}"
        case AbsenceWithdrawn():
            return f"will play in round {fact.round} after all"
        case ByeRequested():
            kind = "half-point" if fact.halves == 1 else "full-point"
            return f"takes a {kind} bye in round {fact.round}"
        case PlayerWithdrew():
            how = "" if fact.announced else ", absent without a word (F10)"
            return f"withdrawn from round {fact.from_round}{how}"
        case PlayerReinstated():
            return f"back from round {fact.from_round}"
        case _:
            assert_never(fact)


def _of_pairing(
    fact: PairingPublished | PairingMadeByHand | PairingAmended | BoardAdded, called: Called
) -> str:
    match fact:
        case PairingPublished():
            last = ", as the last round" if fact.last_round else ""
            engine = f"{fact.engine} {fact.engine_version}"
            boards = count_of(len(fact.whites), "board")
            return f"{boards} published by {engine} from #{fact.basis}{last}"
        case PairingMadeByHand():
            source = "a file" if fact.source == "import" else "the arbiter"
            return f"{count_of(len(fact.whites), 'board')} from {source}"
        case PairingAmended():
            return f"pairing changed ({fact.clause})"
        case BoardAdded():
            return f"board added: {called(fact.white)} - {called(fact.black)}"
        case _:
            assert_never(fact)


def _of_game(
    fact: ResultRecorded | GameForfeited | GameAdjourned | ResultCorrected | ColoursCorrected,
) -> str:
    match fact:
        case ResultRecorded():
            return fact.outcome + ("" if fact.rated else " (not rated)")
        case GameForfeited():
            causes = [
                f"{side} {cause}"
                for side, cause in (("white", fact.white_cause), ("black", fact.black_cause))
                if cause
            ]
            return f"{fact.outcome} by default" + (f" ({', '.join(causes)})" if causes else "")
        case GameAdjourned():
            return "adjourned"
        case ResultCorrected():
            return f"corrected to {fact.outcome} (was #{fact.corrects})"
        case ColoursCorrected():
            return f"was played with the colours exchanged (was #{fact.corrects})"
        case _:
            assert_never(fact)


LOG_COLUMNS = (
    Column("position", "#", "right"),
    Column("at", "at"),
    Column("actor", "by"),
    Column("what", "what"),
    Column("reason", "reason"),
)


def log_view(
    facts: Sequence[AnyFact],
    called: Called,
    head: dict[str, object],
    taken_back: Collection[int] = (),
) -> View:
    """Return facts as a log; times are local in the table, UTC (recorded_at) for programs.

    taken_back are the positions of facts that were undone later.
    """
    rows: list[Row] = [
        {
            "position": fact.position,
            "at": fact.recorded_at.astimezone().strftime("%Y-%m-%d %H:%M:%S"),
            "recorded_at": fact.recorded_at.isoformat(),
            "actor": fact.actor,
            "fact": fact.TOPIC,
            "what": sentence(fact, called)
            + (" (taken back)" if fact.position in taken_back else ""),
            "reason": fact.reason,
            "event_id": fact.event_id,
        }
        for fact in facts
    ]
    return View("", LOG_COLUMNS, tuple(rows), head)
