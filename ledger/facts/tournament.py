"""Every fact of a competition, one frozen class each.

Facts are named in the past tense, are flat (numbers, text and tuples only) and never change. A fact
has its content and its reason; its stamp says who recorded it, and when. A player is named by their
key: the order of entry, which never changes, while their number (lot number) is assigned later.
Facts hold no names of people: see `PlayerRegistered.person`.

The TOPIC of a class is its permanent name in the file, so that a class may be moved or renamed.
VERSION grows when its fields change; `ledger.facts.upcasts` then converts old facts.
"""

from __future__ import annotations

from datetime import date
from typing import Annotated, ClassVar, Literal, TypeAlias

from pydantic import Field

from ledger.facts.base import Fact, PlayerField, RoundField, TimeField
from ledger.facts.disputes import AuditFact
from ledger.facts.fide import FideFact
from ledger.facts.hall import HallFact
from ledger.facts.prizes import PrizeFact
from ledger.facts.ratings import RatingFact
from ledger.facts.records import RecordFact
from ledger.facts.season import SeasonFact
from ledger.facts.website import WebsiteChosen
from ledger.values import (
    AbsenceCause,
    BoardOutcome,
    Colour,
    NumberMethod,
    Outcome,
    ReportFor,
    Title,
)

__all__ = ["BY_TOPIC", "FACTS", "AnyFact", "Fact", "PlayerField", "RoundField", "TournamentFact"]


class TournamentOpened(Fact):
    """A competition began under a complete rulebook, kept here as canonical text.

    `rulebook_hash` covers the keys alone, so that a better paraphrase of a clause does not make
    another rulebook. `file_version` is the version of the ledger file in which the opening was
    recorded, None for openings before that was recorded; a file with a lower version was changed.
    `fide_mode` tells whether it began in FIDE mode, None: no, as all did before there was one.
    """

    TOPIC: ClassVar[str] = "tournament-opened"
    NONE_IS_LEFT_OUT = Fact.NONE_IS_LEFT_OUT | {"file_version", "fide_mode"}
    name: str
    rulebook: str
    rulebook_text: str
    rulebook_hash: str
    file_version: int | None = None
    fide_mode: bool | None = None


class OpeningTakenBack(Fact):
    """The opening was taken back with nothing in the tournament: it is none any more."""

    TOPIC: ClassVar[str] = "opening-taken-back"


class HashesBegun(Fact):
    """The file was brought up to date: hashes are kept from here on, also of the earlier facts.

    `facts` is the number of earlier facts. Only a head or a copy from elsewhere shows that they are
    as they were recorded. `program` is the version that made the change.
    """

    TOPIC: ClassVar[str] = "hashes-begun"
    facts: int
    program: str


class RulesChanged(Fact):
    """The rules were changed between rounds: this rulebook holds from `from_round` on.

    Rounds before it keep theirs, and so do the standings after them.
    """

    TOPIC: ClassVar[str] = "rules-changed"
    from_round: RoundField
    rulebook: str
    rulebook_text: str
    rulebook_hash: str


class PrizesDeclared(Fact):
    """The prizes of rank 1, 2, 3 ... were announced, in cents."""

    TOPIC: ClassVar[str] = "prizes-declared"
    amounts_cents: tuple[Annotated[int, Field(ge=0)], ...]


class RoundsPlanned(Fact):
    """The number of rounds was announced, or changed. The last round's rules depend on it."""

    TOPIC: ClassVar[str] = "rounds-planned"
    rounds: RoundField


class RoundScheduled(Fact):
    """A round was given its date, when it begins, and when its check-in closes; None: not said."""

    TOPIC: ClassVar[str] = "round-scheduled"
    NONE_IS_LEFT_OUT = Fact.NONE_IS_LEFT_OUT | {"time", "check_in_until"}
    round: RoundField
    date: date
    time: TimeField | None = None
    check_in_until: TimeField | None = None


class PlayerRegistered(Fact):
    """A player entered, perhaps late.

    `player` is the order of entry and the player's key from now on. `person` is the key of their
    record beside the ledger, `person_hash` the salted hash of that record. `rating` is None for a
    player without one; `rating_source` is "estimated" when the arbiter estimated it. `number` is
    None until numbers are assigned; a later entry gets the next free one at once. `from_round` is
    the first round in which they can be paired.
    """

    TOPIC: ClassVar[str] = "player-registered"
    VERSION: ClassVar[int] = 3
    player: PlayerField
    person: str
    person_hash: str
    rating: int | None = None
    rating_source: Literal["given", "estimated"] = "given"
    title: Title = ""
    number: int | None = None
    from_round: RoundField = 1


class PlayerRemoved(Fact):
    """A person who was entered by mistake was taken out; they stood in no published pairing.

    `numbers[i]` is the number of `players[i]` from now on: before round 1 those after theirs close
    up. Both are empty where nobody's number changes.
    """

    TOPIC: ClassVar[str] = "player-removed"
    player: PlayerField
    players: tuple[PlayerField, ...] = ()
    numbers: tuple[int, ...] = ()


class RatingCorrected(Fact):
    """A player's rating was corrected. It counts for pairings still to be made (F7)."""

    TOPIC: ClassVar[str] = "rating-corrected"
    VERSION: ClassVar[int] = 2
    player: PlayerField
    rating: int | None
    rating_source: Literal["corrected", "estimated"] = "corrected"


class TitleCorrected(Fact):
    """A player's title was corrected; numbers that are assigned stay as they are."""

    TOPIC: ClassVar[str] = "title-corrected"
    player: PlayerField
    title: Title


class NumbersAssigned(Fact):
    """Players got their numbers, all as a rule: `numbers[i]` is that of `players[i]`.

    `seed` is None unless they were drawn. Two numbers, the higher first, were exchanged. Those of a
    round go `with_round`: `newcomers` are first in its pairing, those `without` lose theirs.
    """

    TOPIC: ClassVar[str] = "numbers-assigned"
    NONE_IS_LEFT_OUT = Fact.NONE_IS_LEFT_OUT | {"with_round", "newcomers", "without"}
    players: tuple[PlayerField, ...]
    numbers: tuple[int, ...]
    method: NumberMethod
    seed: str | None = None
    with_round: RoundField | None = None
    newcomers: tuple[PlayerField, ...] | None = None
    without: tuple[PlayerField, ...] | None = None


class FirstColourDrawn(Fact):
    """The colour of the highest player in round 1 was decided by lot (Swiss on rating, E5).

    `source` is its origin. `seed` is None unless the colour was drawn here.
    """

    TOPIC: ClassVar[str] = "first-colour-drawn"
    colour: Colour
    source: Literal["draw", "paper", "file"]
    seed: str | None = None


class AbsenceAnnounced(Fact):
    """A player announced that they will miss a round (F5)."""

    TOPIC: ClassVar[str] = "absence-announced"
    player: PlayerField
    round: RoundField


class AbsenceWithdrawn(Fact):
    """A player will play that round after all: their absence or requested bye is cancelled."""

    TOPIC: ClassVar[str] = "absence-withdrawn"
    player: PlayerField
    round: RoundField


class ByeRequested(Fact):
    """A player takes a round off with points: a half (F9), or 1 (FIDE, an imported file)."""

    TOPIC: ClassVar[str] = "bye-requested"
    player: PlayerField
    round: RoundField
    halves: Literal[1, 2] = 1


class PairingPublished(Fact):
    """An engine's pairing of a round became public.

    Board i + 1 is `whites[i]` against `blacks[i]`. `bye` is the player without an opponent, or
    None. `basis` is the position it was computed from; `last_round` is whether the last round's
    rules held. `relaxed` are the boards for which a condition had to give way, `relaxed_why` the
    condition for each.
    """

    TOPIC: ClassVar[str] = "pairing-published"
    VERSION: ClassVar[int] = 2
    round: RoundField
    whites: tuple[PlayerField, ...]
    blacks: tuple[PlayerField, ...]
    bye: PlayerField | None
    last_round: bool
    engine: str
    engine_version: str
    rulebook_hash: str
    basis: int
    relaxed: tuple[int, ...] = ()
    relaxed_why: tuple[str, ...] = ()


class PairingMadeByHand(Fact):
    """A whole round was paired outside the engines: taken from a file, or by the arbiter."""

    TOPIC: ClassVar[str] = "pairing-made-by-hand"
    round: RoundField
    whites: tuple[PlayerField, ...]
    blacks: tuple[PlayerField, ...]
    bye: PlayerField | None
    source: Literal["import", "arbiter"]


class BoardAdded(Fact):
    """The arbiter added a game to a published round, for latecomers; a bye of theirs is lost."""

    TOPIC: ClassVar[str] = "board-added"
    round: RoundField
    white: PlayerField
    black: PlayerField


Ground = Literal["B1", "B2", "C1", "C2", "C3", "F7", "by hand"]
"""The ground for a change of a published pairing."""


class PairingAmended(Fact):
    """A published pairing was changed; the fields hold the complete new pairing.

    `clause` is the ground for the change: B1 or B2, of FIDE C1, C2 or C3 (the pairing broke it), F7
    (a correction), or "by hand" when no clause allows it and the arbiter departs from the published
    pairing. `basis` is the position it was computed from, by this engine and version; all None if
    the arbiter chose the boards.
    """

    TOPIC: ClassVar[str] = "pairing-amended"
    VERSION: ClassVar[int] = 2
    round: RoundField
    whites: tuple[PlayerField, ...]
    blacks: tuple[PlayerField, ...]
    bye: PlayerField | None
    clause: Ground
    basis: int | None = None
    engine: str | None = None
    engine_version: str | None = None


class RoundStarted(Fact):
    """The games of a round began."""

    TOPIC: ClassVar[str] = "round-started"
    round: RoundField


class ResultRecorded(Fact):
    """A game ended. `rated` is False for a game that counts but is not sent for rating."""

    TOPIC: ClassVar[str] = "result-recorded"
    round: RoundField
    white: PlayerField
    black: PlayerField
    outcome: BoardOutcome
    rated: bool = True


class GameForfeited(Fact):
    """A game was decided by default. A cause is None for a player who was there."""

    TOPIC: ClassVar[str] = "game-forfeited"
    round: RoundField
    white: PlayerField
    black: PlayerField
    outcome: Literal["1-0R", "0-1R", "0-0R"]
    white_cause: AbsenceCause | None = None
    black_cause: AbsenceCause | None = None


class GameAdjourned(Fact):
    """A game was broken off, to be finished later (F11)."""

    TOPIC: ClassVar[str] = "game-adjourned"
    round: RoundField
    white: PlayerField
    black: PlayerField


class ResultCorrected(Fact):
    """A recorded result, at position `corrects`, was wrong; `outcome` is what counts now."""

    TOPIC: ClassVar[str] = "result-corrected"
    round: RoundField
    white: PlayerField
    black: PlayerField
    outcome: Outcome
    corrects: int


class ColoursCorrected(Fact):
    """A game was played with the colours exchanged: each player keeps their points.

    `white` and `black` are as they stood before this fact; `corrects` is the position of the fact
    that set them.
    """

    TOPIC: ClassVar[str] = "colours-corrected"
    round: RoundField
    white: PlayerField
    black: PlayerField
    corrects: int


class RoundClosed(Fact):
    """Every game of the round has a result or is adjourned, and the arbiter closed it."""

    TOPIC: ClassVar[str] = "round-closed"
    round: RoundField


class PlayerWithdrew(Fact):
    """A player left: `announced`, or not (F10), or `expelled` by the arbiter (None: no)."""

    TOPIC: ClassVar[str] = "player-withdrew"
    NONE_IS_LEFT_OUT = Fact.NONE_IS_LEFT_OUT | {"expelled"}
    player: PlayerField
    from_round: RoundField
    announced: bool = True
    expelled: bool | None = None


class PlayerReinstated(Fact):
    """A withdrawn player is back from this round on."""

    TOPIC: ClassVar[str] = "player-reinstated"
    player: PlayerField
    from_round: RoundField


class FinalLotsDrawn(Fact):
    """Lots were drawn for players equal at the end (F12), best first; `seed` is "" by hand."""

    TOPIC: ClassVar[str] = "final-lots-drawn"
    players: tuple[PlayerField, ...]
    seed: str


class TournamentClosed(Fact):
    """The competition ended; only corrections can follow, until the end is taken back."""

    TOPIC: ClassVar[str] = "tournament-closed"


class TournamentReopened(Fact):
    """The end of the competition was taken back: it goes on. Lots drawn at the end stay."""

    TOPIC: ClassVar[str] = "tournament-reopened"


class ReportMade(Fact):
    """A rating report was written for somebody who rates the games, as of position `basis`.

    `sha256` is of the file's bytes. `period` is the rating period that it is of, None: the whole
    tournament.
    """

    TOPIC: ClassVar[str] = "report-made"
    reader: ReportFor
    sha256: str
    period: int | None = None
    basis: int


TournamentFact: TypeAlias = (
    TournamentOpened
    | OpeningTakenBack
    | HashesBegun
    | RulesChanged
    | PrizesDeclared
    | RoundsPlanned
    | RoundScheduled
    | PlayerRegistered
    | PlayerRemoved
    | RatingCorrected
    | TitleCorrected
    | NumbersAssigned
    | FirstColourDrawn
    | AbsenceAnnounced
    | AbsenceWithdrawn
    | ByeRequested
    | PairingPublished
    | PairingMadeByHand
    | BoardAdded
    | PairingAmended
    | RoundStarted
    | ResultRecorded
    | GameForfeited
    | GameAdjourned
    | ResultCorrected
    | ColoursCorrected
    | RoundClosed
    | PlayerWithdrew
    | PlayerReinstated
    | FinalLotsDrawn
    | TournamentClosed
    | TournamentReopened
    | ReportMade
    | RecordFact
    | WebsiteChosen
)
"""The facts of any tournament; seasons, FIDE, ratings, prizes, disputes and the hall have more."""

AnyFact: TypeAlias = (
    TournamentFact | SeasonFact | FideFact | RatingFact | AuditFact | HallFact | PrizeFact
)

FACTS: tuple[type[AnyFact], ...] = AnyFact.__args__
BY_TOPIC: dict[str, type[AnyFact]] = {fact.TOPIC: fact for fact in FACTS}
