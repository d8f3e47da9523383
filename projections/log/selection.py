"""A part of the log: the facts about a player or a round, of a kind, by somebody, in a time."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ledger.facts import fide, hall, ratings, season
from ledger.facts import tournament as events
from ledger.facts.disputes import CommandUndone, ProtestLodged, RulingRecorded
from ledger.facts.records import PersonCorrected, PersonForgotten
from ledger.facts.tournament import AnyFact
from ledger.refusals import Refusal
from ledger.state.book import Book
from ledger.values import KindOfFact
from projections.games.as_of import position_of
from projections.log.dossier import OF_PLAYERS

_OF_KIND: Mapping[KindOfFact, tuple[type, ...]] = {
    "results": (
        events.ResultRecorded,
        events.GameForfeited,
        events.GameAdjourned,
        season.CatchUpGamePlayed,
        season.ExternalGameRecorded,
    ),
    "corrections": (
        events.ResultCorrected,
        events.ColoursCorrected,
        PersonCorrected,
        events.RatingCorrected,
        events.TitleCorrected,
        events.PairingAmended,
        events.BoardAdded,
        season.ExternalGameCorrected,
    ),
    "pairings": (
        events.PairingPublished,
        events.PairingMadeByHand,
        events.PairingAmended,
        events.BoardAdded,
        fide.PairsProhibited,
        fide.PairsAllowed,
        fide.VirtualPointsGiven,
        fide.AccelerationGroupFixed,
    ),
    "rounds": (
        events.RoundStarted,
        events.RoundClosed,
        events.RoundScheduled,
        events.RoundsPlanned,
        season.PeriodStarted,
    ),
    "players": (
        events.PlayerRegistered,
        events.PlayerRemoved,
        PersonCorrected,
        PersonForgotten,
        events.RatingCorrected,
        events.TitleCorrected,
        events.NumbersAssigned,
        events.AbsenceAnnounced,
        events.AbsenceWithdrawn,
        events.ByeRequested,
        fide.ByesBarred,
        fide.ByesAllowed,
        events.PlayerWithdrew,
        events.PlayerReinstated,
        season.PresenceAnnounced,
        season.AbsenceReported,
        season.ClubDutyAssigned,
        season.MemberLeft,
        hall.PlayerCheckedIn,
        hall.CheckInWithdrawn,
        ratings.RatingListRecorded,
        ratings.RatingsTaken,
        ratings.PersonMatched,
    ),
    "claims": (hall.ResultClaimed, hall.ClaimWithdrawn, hall.AgreementChosen),
    "disputes": (ProtestLodged, RulingRecorded),
    "undone": (CommandUndone,),
}


@dataclass(frozen=True, slots=True)
class LogPart:
    """The facts that are asked for; None: any. `since` and `until` are the first and last of them.

    `player` is a key.
    """

    player: int | None = None
    round: int | None = None
    kind: KindOfFact | None = None
    actor: str | None = None
    since: int = 1
    until: int | None = None


def log_part(
    book: Book,
    *,
    player: str | None = None,
    round_number: int | None = None,
    kind: KindOfFact | None = None,
    actor: str | None = None,
    since: str | None = None,
    until: str | None = None,
) -> LogPart | Refusal:
    """Return the part of the log that people ask for: a player by name, moments as `as_of.known`.

    A part that begins at a time begins with the first fact from then on.
    """
    key = None
    if player:
        entrant = book.find_player(player)
        if isinstance(entrant, Refusal):
            gone = book.find_player(player, former=True)
            if isinstance(gone, Refusal):
                return entrant
            entrant = gone
        key = entrant.player
    places = []
    for text in (since, until):
        position = position_of(book.recorded, text, book.zone) if text else None
        if isinstance(position, Refusal):
            return position
        places.append(position)
    first, last = places
    if first and since and not since.strip().removeprefix("#").isdecimal():
        first += 1
    return LogPart(
        player=key, round=round_number, kind=kind, actor=actor or None, since=first or 1, until=last
    )


def selected(book: Book, part: LogPart) -> list[int]:
    """Return the positions of the facts in a part of the log, oldest first.

    An undo is about the players and the rounds of the facts that it took back.
    """
    recorded = book.recorded
    until = len(recorded) if part.until is None else min(part.until, len(recorded))
    return [
        position
        for position in range(max(part.since, 1), until + 1)
        if part.actor in (None, recorded[position - 1].stamp.actor)
        and _matches(book, recorded[position - 1].fact, part)
    ]


def _matches(book: Book, fact: AnyFact, part: LogPart) -> bool:
    if part.kind is not None and not is_of_kind(fact, part.kind):
        return False
    if part.player is None and part.round is None:
        return True
    about = [fact]
    if isinstance(fact, CommandUndone):
        about = [book.recorded[at - 1].fact for at in fact.facts]
    if part.player is not None and not any(_names(each, part.player) for each in about):
        return False
    return part.round is None or any(_is_of_round(each, part.round) for each in about)


def is_of_kind(fact: AnyFact, kind: KindOfFact) -> bool:
    """Tell whether a fact is of a kind."""
    if kind == "tournament":
        return not any(isinstance(fact, types) for types in _OF_KIND.values())
    return isinstance(fact, _OF_KIND[kind])


def _names(fact: AnyFact, player: int) -> bool:
    for name in OF_PLAYERS:
        value = getattr(fact, name, None)
        if value == player or (isinstance(value, tuple) and player in value):
            return True
    return False


def _is_of_round(fact: AnyFact, number: int) -> bool:
    return number in (getattr(fact, "round", None), getattr(fact, "from_round", None))
