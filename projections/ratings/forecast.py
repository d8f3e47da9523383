"""What the games of a tournament are worth to its players: a forecast, since FIDE alone rates.

It goes through the games as they stand now, annulled ones too: a game that was played is rated
whatever the standing makes of it. Each rating period has its own ratings, K and change.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from functools import cached_property
from typing import Literal, NamedTuple, TypeAlias

from ledger.state.details import Records, first_known_day
from ledger.state.parts import Game, Round
from ledger.state.tournament import Tournament
from ledger.values import Colour, Outcome, by_default
from projections.games.rating_lists import RatingPeriod, rating_periods
from projections.games.tempo import tempo_of_records
from projections.ratings.edition import RatingEdition
from projections.ratings.edition_files import edition_from, rating_edition_on
from projections.ratings.first_rating import FirstRating, first_rating
from projections.ratings.game import (
    GameChange,
    Played,
    changes,
    halves_over_the_board,
    too_far_apart,
)
from projections.ratings.k_factor import KFactor, KnownOfK, k_by_rule
from projections.ratings.listed_rating import RatedAs, rated_as
from projections.ratings.period import PeriodChange, period_change
from projections.standings.opponents_ratings import RatedGame, average_rating, performance

WhyNot: TypeAlias = Literal[
    "no-game", "bye", "open", "forfeit", "not-sent", "unrated", "both-unrated", "far-apart"
]
"""Why a round changes no rating: no game; no result yet; decided by default; not sent for rating;
the opponent is unrated, or both are; or too far apart."""


class GameLine(NamedTuple):
    """A round of a player: the game, and why it does not count (None: it does).

    `halves` are None without a result over the board. `worth` is None where it changes nothing, as
    for an unrated player, whose counted games make a first rating.
    """

    round: int
    opponent: int | None
    colour: Colour | None
    rating: int | None
    halves: int | None
    why_not: WhyNot | None
    worth: GameChange | None = None


class PeriodForecast(NamedTuple):
    """The rounds of a rating period, and what they change; k and change are None for the unrated."""

    period: RatingPeriod
    rated: RatedAs
    k: KFactor | None
    lines: tuple[GameLine, ...]
    change: PeriodChange | None


class PlayerForecast(NamedTuple):
    """What the tournament changes for a player.

    `first` is None for who is rated, and for who has no game that counts. `performance` is over the
    games that count, None without any; `average` is that of these opponents.
    """

    player: int
    periods: tuple[PeriodForecast, ...]
    first: FirstRating | None
    average: int | None
    performance: int | None

    @property
    def rounded(self) -> int | None:
        """Return the change of all periods together; None for who is unrated in all of them."""
        known = [one.change.rounded for one in self.periods if one.change is not None]
        return sum(known) if known else None

    @property
    def games(self) -> int:
        """Return the number of games that count."""
        return sum(line.why_not is None for one in self.periods for line in one.lines)


class Forecast:
    """The forecast of a tournament as it stands; a player is computed when asked for."""

    def __init__(self, state: Tournament, people: Records, rounds: int | None = None) -> None:
        """Take the games of the first `rounds` rounds, None: of all published ones.

        `people` are the records beside the ledger.
        """
        self._people = people
        self._state = state
        self._rounds = self._state.rounds if rounds is None else self._state.rounds[:rounds]
        self.tempo = tempo_of_records(state, people)
        self._rated: dict[tuple[int, int], RatedAs] = {}

    @cached_property
    def edition(self) -> RatingEdition:
        """Return the edition that the tournament declared, else that of its first day."""
        kept = self._state.ratings.editions.get("rating")
        if kept is None:
            return rating_edition_on(self._first_day)
        edition = edition_from(kept.edition_text)
        assert isinstance(edition, RatingEdition)
        return edition

    @cached_property
    def _first_day(self) -> dt.date | None:
        return first_known_day(self._state, self._people)

    @cached_property
    def _periods(self) -> tuple[RatingPeriod, ...]:
        return rating_periods(self._state)

    def _day(self, period: RatingPeriod) -> dt.date | None:
        return period.begins or (self._first_day if period.number == 1 else None)

    def rated(self, player: int, period: RatingPeriod) -> RatedAs:
        """Return the rating of a player in a period."""
        key = player, period.number
        if key not in self._rated:
            self._rated[key] = rated_as(self._state, player, self._day(period), self.tempo)
        return self._rated[key]

    def of(self, player: int) -> PlayerForecast:
        """Return the forecast of a player."""
        periods = tuple(self._in_period(player, period) for period in self._periods)
        counted = [line for one in periods for line in one.lines if line.why_not is None]
        games = [
            RatedGame(line.rating, line.halves)
            for line in counted
            if line.rating is not None and line.halves is not None
        ]
        of_unrated = [
            (line.rating, line.halves)
            for one in periods
            if one.rated.rating is None
            for line in one.lines
            if line.why_not is None and line.rating is not None and line.halves is not None
        ]
        return PlayerForecast(
            player=player,
            periods=periods,
            first=first_rating(of_unrated, self.edition),
            average=average_rating([game.rating for game in games]),
            performance=performance(games),
        )

    def _in_period(self, player: int, period: RatingPeriod) -> PeriodForecast:
        rated = self.rated(player, period)
        rounds = self._rounds[period.first - 1 : period.last]
        lines = [self._line(player, round_, period) for round_ in rounds]
        if rated.rating is None:
            return PeriodForecast(period, rated, None, tuple(lines), None)
        counted = [at for at, line in enumerate(lines) if line.why_not is None]
        worth = changes(self._played(rated.rating, lines, counted), self.edition, self.tempo)
        for at, each in zip(counted, worth, strict=True):
            lines[at] = lines[at]._replace(worth=each)
        k = self._k(player, rated.rating, period)
        change = period_change(rated.rating, k.k, [one.hundredths for one in worth], self.edition)
        return PeriodForecast(period, rated, k, tuple(lines), change)

    def _played(self, own: int, lines: Sequence[GameLine], counted: Sequence[int]) -> list[Played]:
        return [
            Played(own, line.rating or 0, line.halves or 0)
            for line in (lines[at] for at in counted)
        ]

    def _line(self, player: int, round_: Round, period: RatingPeriod) -> GameLine:
        game = round_.game_of(player)
        if game is None:
            bye = round_.bye == player
            return GameLine(round_.number, None, None, None, None, "bye" if bye else "no-game")
        white = game.white == player
        opponent = game.opponent_of(player)
        own = self.rated(player, period).rating
        other = self.rated(opponent, period).rating
        key = (round_.number, game.white, game.black)
        outcome = self._state.fide.rated_as.get(key, game.outcome)
        halves = None
        if outcome is not None and not by_default(outcome) and not game.adjourned:
            halves = halves_over_the_board(outcome, white)
        why_not = self._why_not(game, outcome, own, other)
        colour: Colour = "W" if white else "B"
        return GameLine(round_.number, opponent, colour, other, halves, why_not)

    def _why_not(
        self, game: Game, outcome: Outcome | None, own: int | None, other: int | None
    ) -> WhyNot | None:
        """Return why a game does not count (FIDE B.02, 5.1 and 8.3.1; RB 7), None where it does."""
        if outcome is None or game.adjourned:
            return "open"
        if by_default(outcome):
            return "forfeit"
        if not game.rated:
            return "not-sent"
        if other is None:
            return "unrated" if own is not None else "both-unrated"
        if own is not None and too_far_apart(own, other, self.edition, self.tempo):
            return "far-apart"
        return None

    def _k(self, player: int, rating: int, period: RatingPeriod) -> KFactor:
        """Return K of a player by the rule, from what the ledger knows of them."""
        entrant = self._state.players[player]
        day = self._day(period)
        lists = [one.ratings.get(player) for one in self._state.ratings.until("fide", day)]
        highest = max([rating, *(each for each in lists if each is not None)])
        birth = self._people.get(entrant.person, {}).get("birth", "")[:4]
        age = day.year - int(birth) if day is not None and birth.isdecimal() else None
        return k_by_rule(KnownOfK(rating, highest, age), self.edition.k)
