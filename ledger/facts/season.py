"""The facts of a club season that a tournament of a few days does not have."""

from __future__ import annotations

import datetime as dt
from typing import ClassVar, Literal, TypeAlias

from ledger.facts.base import Fact, PlayerField, RoundField
from ledger.values import Colour, ExternalResult, Informed, Outcome


class PresenceAnnounced(Fact):
    """A member announced their presence (aanwezig), in a season where nobody is expected.

    `comes_later`: they said that they will not be there at the beginning.
    """

    TOPIC: ClassVar[str] = "presence-announced"
    NONE_IS_LEFT_OUT = Fact.NONE_IS_LEFT_OUT | {"comes_later"}
    player: PlayerField
    round: RoundField
    comes_later: Literal[True] | None = None


class AbsenceReported(Fact):
    """A member stayed away from a round without notice."""

    TOPIC: ClassVar[str] = "absence-reported"
    player: PlayerField
    round: RoundField


class ClubDutyAssigned(Fact):
    """A member did something for the club in a round instead of playing."""

    TOPIC: ClassVar[str] = "club-duty-assigned"
    player: PlayerField
    round: RoundField


class ExternalGame(Fact):
    """A game for a team of the club that a member played, and the round it belongs to.

    `result` is the member's own. `club_evening`: the game was played on the club evening, and
    counts. Any other game counts only when the member asked for it in advance; `announced_to` says
    whom they told. `date` is the day of the game, None when it is that of the round.
    """

    player: PlayerField
    round: RoundField
    team: str
    board: int
    colour: Colour
    result: ExternalResult
    club_evening: bool = True
    announced_to: Informed | None = None
    date: dt.date | None = None


class ExternalGameRecorded(ExternalGame):
    """A member played for a team of the club; see `ExternalGame`."""

    TOPIC: ClassVar[str] = "external-game-recorded"


class ExternalGameCorrected(ExternalGame):
    """A recorded external game was wrong; this fact holds the correct values.

    `corrects` is the position of the fact it replaces. `struck`: there was no such game; the other
    fields then repeat those of the struck game.
    """

    TOPIC: ClassVar[str] = "external-game-corrected"
    corrects: int
    struck: bool = False


class PeriodStarted(Fact):
    """A new period of the season begins with a round. Round 1 only gives the first its name."""

    TOPIC: ClassVar[str] = "period-started"
    from_round: RoundField
    name: str = ""


class MemberLeft(Fact):
    """A member left the season. `value` is what they are worth to their opponents from then on."""

    TOPIC: ClassVar[str] = "member-left"
    player: PlayerField
    from_round: RoundField
    value: int


class CatchUpGamePlayed(Fact):
    """Two members played later a game that counts for an earlier round (inhaalpartij).

    `date` is the day of the game, None when nobody noted it.
    """

    TOPIC: ClassVar[str] = "catch-up-game-played"
    round: RoundField
    white: PlayerField
    black: PlayerField
    outcome: Outcome
    date: dt.date | None = None


SeasonFact: TypeAlias = (
    PresenceAnnounced
    | AbsenceReported
    | ClubDutyAssigned
    | ExternalGameRecorded
    | ExternalGameCorrected
    | PeriodStarted
    | MemberLeft
    | CatchUpGamePlayed
)
"""The facts of this module, as one type."""
