"""The norms of the players of a tournament as it stands: their games, the event, what may come."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cached_property

from ledger.state.book import Book
from ledger.state.details import details_of, first_known_day
from ledger.values import Exemption, NormTitle, Title, by_default
from projections.games.rating_lists import RatingPeriod, rating_periods
from projections.ratings.edition_files import edition_from, norm_edition_on
from projections.ratings.forecast import Forecast
from projections.ratings.game import halves_over_the_board
from projections.ratings.norm import (
    Candidate,
    HowPlayed,
    NormEvent,
    NormFormat,
    NormGame,
    Verdict,
    norm_of,
)
from projections.ratings.norm_edition import NORM_TITLES, NormEdition
from projections.ratings.norm_event import Entry, Foreigners, foreigners, is_free, is_strong

_ABOVE: dict[Title, tuple[NormTitle, ...]] = {
    "GM": (),
    "IM": ("GM",),
    "WGM": ("GM", "IM"),
    "WIM": ("GM", "IM", "WGM"),
}
"""The titles that somebody with one of these can still get; anybody else can get all."""


class Norms:
    """The norms of a tournament; a player is judged when asked for.

    `exemption` and `least_games` are what the arbiter says of the tournament (1.4.1b, 1.4.3a to c);
    whether it is free by its players (1.4.3d) is found out.
    """

    def __init__(
        self, book: Book, exemption: Exemption | None = None, least_games: int | None = None
    ) -> None:
        self._book = book
        self._state = book.state
        self._said = exemption
        self._least = least_games
        self._forecast = Forecast(book.state, book.people)

    @property
    def tempo_is_standard(self) -> bool:
        """Tell whether it is played at the tempo that norms are for."""
        return self._forecast.tempo == "standard"

    @cached_property
    def edition(self) -> NormEdition:
        """Return the edition that the tournament declared, else that of its first day."""
        kept = self._state.ratings.editions.get("norms")
        if kept is None:
            return norm_edition_on(first_known_day(self._state, self._book.people))
        edition = edition_from(kept.edition_text)
        assert isinstance(edition, NormEdition)
        return edition

    @cached_property
    def rounds(self) -> int:
        """Return the number of rounds: planned, or published where none are planned."""
        return max(self._state.rounds_planned or 0, len(self._state.rounds))

    @property
    def to_come(self) -> int:
        """Return the number of rounds that are not published yet."""
        return self.rounds - len(self._state.rounds)

    @cached_property
    def home(self) -> str:
        """Return the federation of the tournament, "" where it is not known."""
        return details_of(self._state, self._book.people).get("federation", "")

    @cached_property
    def kind(self) -> NormFormat:
        """Return what is played."""
        rules = self._book.rules
        if not rules.plays_round_robin:
            return "swiss"
        return "double_round_robin" if rules.round_robin.cycles == 2 else "round_robin"

    @cached_property
    def event(self) -> NormEvent:
        """Return the tournament as a norm sees it."""
        free = is_free(self.foreigners, self.kind, self.edition)
        exemption: Exemption | None = self._said or ("d" if free else None)
        return NormEvent(self.rounds, self.kind, exemption, self.home, self._least)

    @cached_property
    def foreigners(self) -> Foreigners:
        """Return the least number of rated foreigners in a round so far, and what they are."""
        return foreigners(self._entries, len(self._state.rounds), self.home, self.edition)

    @cached_property
    def strong(self) -> bool:
        """Tell whether it is one of the tournaments of which a title takes a norm (1.5.6)."""
        return is_strong(self._entries, len(self._state.rounds), self.kind, self.edition)

    @cached_property
    def _entries(self) -> tuple[Entry, ...]:
        entries = []
        for player, entrant in self._state.players.items():
            missed = tuple(
                number for number, (how, _) in enumerate(self._hows(player), 1) if how == "missed"
            )
            federation = self.person(player).get("federation", "")
            rating = self._rating(player, 1)
            entries.append(Entry(rating, entrant.title, federation, missed, len(missed)))
        return tuple(entries)

    def person(self, player: int) -> dict[str, str]:
        """Return what is known of a player as a person."""
        return dict(self._book.people.get(self._state.players[player].person, {}))

    def candidate(self, player: int) -> Candidate:
        """Return a player as one who may make a norm."""
        person = self.person(player)
        return Candidate(person.get("federation", ""), person.get("sex", "") == "w")

    def titles(self, player: int) -> tuple[NormTitle, ...]:
        """Return the titles that a player does not have yet: those for women for women alone."""
        of = _ABOVE.get(self._state.players[player].title, NORM_TITLES)
        woman = self.candidate(player).woman
        return tuple(one for one in of if woman or not self.edition.of(one).women)

    def games(self, player: int) -> list[NormGame]:
        """Return the rounds of a player that are published."""
        found = []
        for number, (how, opponent) in enumerate(self._hows(player), 1):
            if opponent is None:
                found.append(NormGame(number, how))
                continue
            game = self._state.rounds[number - 1].game_of(player)
            halves = 0
            if how == "played" and game is not None and game.outcome is not None:
                halves = halves_over_the_board(game.outcome, game.white == player)
            found.append(self.against(number, opponent, how)._replace(halves=halves))
        return found

    def against(self, number: int, opponent: int, how: HowPlayed = "open") -> NormGame:
        """Return a round against an opponent."""
        return NormGame(
            round=number,
            how=how,
            rating=self._rating(opponent, number),
            title=self._state.players[opponent].title,
            federation=self.person(opponent).get("federation", ""),
            pointless=opponent in self._pointless,
        )

    def verdict(self, title: NormTitle, player: int, games: list[NormGame]) -> Verdict:
        """Return the verdict on the rounds of a player."""
        return norm_of(title, games, self.candidate(player), self.event, self.edition)

    def far_away(self, title: NormTitle, games: list[NormGame]) -> bool:
        """Tell whether the opponents so far are too weak for an average, whoever comes.

        Rounds to come count as against opponents of the performance that the norm takes.
        """
        keys, score = self.edition.of(title), self.edition.score
        ratings = [one.rating or score.unrated for one in games if one.how in ("played", "open")]
        ratings += [keys.performance] * self.to_come
        best = sorted(ratings, reverse=True)[: self.edition.games.least]
        if not best:
            return True
        best[-1] = max(best[-1], keys.floor)
        return 2 * sum(best) + len(best) < 2 * len(best) * keys.average

    def strongest(self, player: int, games: list[NormGame], to_come: int) -> Fraction | None:
        """Return the highest average of so many opponents to come, with those that are paired.

        None where there are not so many whom the player has not met.
        """
        score = self.edition.score
        paired = [one.rating or score.unrated for one in games if one.how == "open"]
        others = (
            self._rating(one, self.rounds) or score.unrated for one in self.yet_to_meet(player)
        )
        best = [*paired, *sorted(others, reverse=True)][:to_come]
        if self.kind == "double_round_robin" and len(best) < to_come:
            best = [max(best, default=self._highest)] * to_come
        return Fraction(sum(best), to_come) if to_come and len(best) == to_come else None

    @cached_property
    def _highest(self) -> int:
        return max((self._rating(one, 1) or 0 for one in self._state.players), default=0)

    def yet_to_meet(self, player: int) -> Iterator[int]:
        """Yield the players whom a player has not met, as far as they are still in."""
        met = {opponent for _, opponent in self._hows(player) if opponent is not None}
        for other, entrant in self._state.players.items():
            if other != player and other not in met and entrant.present_in(self._state.next_round):
                yield other

    def _hows(self, player: int) -> Iterator[tuple[HowPlayed, int | None]]:
        """Yield how each round went for a player, and the opponent."""
        for round_ in self._state.rounds:
            game = round_.game_of(player)
            if game is None:
                yield ("bye" if round_.bye == player else "missed"), None
                continue
            opponent = game.opponent_of(player)
            if game.outcome is None or game.adjourned:
                yield "open", opponent
            elif not by_default(game.outcome):
                yield "played", opponent
            else:
                won = game.outcome == ("1-0R" if game.white == player else "0-1R")
                yield ("forfeit-win" if won else "missed"), opponent

    @cached_property
    def _periods(self) -> tuple[RatingPeriod, ...]:
        return rating_periods(self._state)

    def _rating(self, player: int, number: int) -> int | None:
        """Return the rating of a player in a round: that of its rating period (1.1.4)."""
        of = [one for one in self._periods if one.first <= number <= one.last] or self._periods
        return self._forecast.rated(player, of[0]).rating

    @cached_property
    def _pointless(self) -> frozenset[int]:
        """Return the unrated players of a round robin who have nothing against rated ones."""
        if self.kind == "swiss":
            return frozenset()
        unrated = {one for one in self._state.players if self._rating(one, 1) is None}
        scored = {
            one
            for one in unrated
            for number, (how, opponent) in enumerate(self._hows(one), 1)
            if how == "played"
            and opponent is not None
            and opponent not in unrated
            and (game := self._state.rounds[number - 1].game_of(one)) is not None
            and game.outcome is not None
            and halves_over_the_board(game.outcome, game.white == one)
        }
        return frozenset(unrated - scored)
