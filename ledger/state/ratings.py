"""What the facts about rating lists add up to: the lists by date, and how they make the order."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import assert_never

from ledger.facts.ratings import (
    EditionDeclared,
    PersonMatched,
    RatingFact,
    RatingListRecorded,
    RatingPeriodsDeclared,
    RatingsTaken,
    StartRankDeclared,
)
from ledger.state.parts import Entrant
from ledger.values import EditionSubject, ListKind


@dataclass(slots=True)
class RatingList:
    """The ratings of a list by player, None: no rating.

    `position` is that of the fact that recorded it first.
    """

    kind: ListKind
    name: str
    valid_from: dt.date | None
    position: int
    ratings: dict[int, int | None] = field(default_factory=dict)

    @property
    def begins(self) -> dt.date:
        """Return the day from which it holds, for comparison."""
        return self.valid_from or dt.date.min


@dataclass(slots=True)
class RatingState:
    """The rating lists of a tournament, in the order of their dates.

    `start_rank` is the method as declared, None: the ratings are those of the entries.
    `periods` are the rating periods as declared, None: the dates of the rounds make them.
    `editions` are those that were declared last, by what they are about.
    `matches` are the players who were found in a list, with the last issue that had them.
    """

    lists: list[RatingList] = field(default_factory=list)
    start_rank: StartRankDeclared | None = None
    periods: RatingPeriodsDeclared | None = None
    editions: dict[EditionSubject, EditionDeclared] = field(default_factory=dict)
    matches: dict[tuple[int, str], PersonMatched] = field(default_factory=dict)

    def take(self, fact: RatingFact, players: Mapping[int, Entrant], at: int) -> None:
        """Take one more fact in, recorded at a position; it may change the players."""
        match fact:
            case RatingListRecorded():
                self._take_list(fact, at)
            case StartRankDeclared():
                self.start_rank = fact
            case RatingsTaken():
                for player, rating in zip(fact.players, fact.ratings, strict=True):
                    players[player].rating = rating
                    players[player].rating_source = "given"
            case RatingPeriodsDeclared():
                self.periods = fact
            case EditionDeclared():
                self.editions[fact.subject] = fact
            case PersonMatched():
                self.matches[fact.player, fact.rating_list] = fact
            case _:
                assert_never(fact)

    def _take_list(self, fact: RatingListRecorded, at: int) -> None:
        listed = dict(zip(fact.players, fact.ratings, strict=True))
        for one in self.lists:
            if (one.kind, one.name, one.valid_from) == (fact.kind, fact.name, fact.valid_from):
                one.ratings |= listed
                return
        self.lists.append(RatingList(fact.kind, fact.name, fact.valid_from, at, listed))
        self.lists.sort(key=lambda one: one.begins)

    def remove(self, player: int) -> None:
        """Leave out what the lists say of a player who was removed."""
        for one in self.lists:
            one.ratings.pop(player, None)
        for key in [key for key in self.matches if key[0] == player]:
            del self.matches[key]

    def until(self, kind: ListKind, day: dt.date | None) -> Iterator[RatingList]:
        """Yield the lists of a kind that hold on a day (None: on the last), the newest first."""
        for one in reversed(self.lists):
            if one.kind == kind and (day is None or one.begins <= day):
                yield one
