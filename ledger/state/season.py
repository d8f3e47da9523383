"""The state of a season: periods, games for the club's teams, members who came and left."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass, field

from ledger.facts.season import ExternalGame, ExternalGameCorrected
from ledger.values import Colour, ExternalResult, Informed


@dataclass(frozen=True, slots=True)
class TeamGame:
    """A game of a member for a team, as in force after corrections; see `ExternalGame`.

    `set_by` is the position of the fact that set it; `earlier` are those before it.
    """

    player: int
    round: int
    team: str
    board: int
    colour: Colour
    result: ExternalResult
    club_evening: bool
    announced_to: Informed | None
    date: dt.date | None
    set_by: int
    earlier: tuple[int, ...] = ()

    @property
    def counts(self) -> bool:
        """Tell whether it counts for the season: on the club evening, or asked for in advance."""
        return self.club_evening or self.announced_to is not None


@dataclass(slots=True)
class Season:
    """The part of a tournament's state that only a club season has.

    `periods` are the first rounds of the second and later periods, with their names; `first_period`
    is the name of the first, "" without a name. `externals` maps (player, round) to the player's
    game for a team. `duties`, `unannounced` and `coming` hold (player, round): club duty, absence
    without notice, and announced presence; each with the position of its fact. `left_values` maps a
    player to the values declared at each departure, by the first round of absence.
    """

    periods: list[tuple[int, str]] = field(default_factory=list)
    first_period: str = ""
    externals: dict[tuple[int, int], TeamGame] = field(default_factory=dict)
    duties: dict[tuple[int, int], int] = field(default_factory=dict)
    unannounced: dict[tuple[int, int], int] = field(default_factory=dict)
    coming: dict[tuple[int, int], int] = field(default_factory=dict)
    left_values: dict[int, dict[int, int]] = field(default_factory=dict)

    def plays_for_team(self, player: int, number: int) -> bool:
        """Tell whether a member has a game for a team on the club evening of a round."""
        game = self.externals.get((player, number))
        return game is not None and game.club_evening

    def take_external(self, fact: ExternalGame, at: int) -> None:
        """Put a game for a team in force, or remove a struck one."""
        before = self.externals.pop((fact.player, fact.round), None)
        if isinstance(fact, ExternalGameCorrected) and fact.struck:
            return
        earlier = () if before is None else (*before.earlier, before.set_by)
        self.externals[fact.player, fact.round] = TeamGame(
            player=fact.player,
            round=fact.round,
            team=fact.team,
            board=fact.board,
            colour=fact.colour,
            result=fact.result,
            club_evening=fact.club_evening,
            announced_to=fact.announced_to,
            date=fact.date,
            set_by=at,
            earlier=earlier,
        )

    def forget_plans(self, player: int, round_: int) -> None:
        """Forget the announcements about a member's presence in a round."""
        for plans in (self.duties, self.unannounced, self.coming):
            plans.pop((player, round_), None)

    def remove(self, player: int) -> None:
        """Forget everything about a member who was removed; they have no game for a team."""
        for plans in (self.duties, self.unannounced, self.coming):
            for key in [key for key in plans if key[0] == player]:
                del plans[key]
        self.left_values.pop(player, None)

    def period_of(self, round_: int) -> int:
        """Return the number of the period of a round; the first is 1."""
        return 1 + sum(start <= round_ for start, _ in self.periods)
