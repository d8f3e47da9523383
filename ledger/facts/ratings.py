"""The facts about rating lists, the start rank that comes from them, and rating periods."""

from __future__ import annotations

from datetime import date
from typing import Annotated, ClassVar, TypeAlias

from pydantic import Field

from ledger.facts.base import Fact, PlayerField, RoundField
from ledger.values import (
    EditionSubject,
    ListKind,
    MatchCertainty,
    SecondCriterion,
    StartRankMethod,
    TieBreakRatings,
)

ListedRating: TypeAlias = Annotated[int, Field(ge=1)] | None
"""A rating in a list, None: the list says that the player has none."""


class RatingListRecorded(Fact):
    """Ratings of a list were recorded: `ratings[i]` is that of `players[i]`.

    `name` and `valid_from` are those of the list, which holds from that day on (None: from ever)
    until the next list of its kind. The same list recorded again adds to it; for a player who is
    in both, the later fact counts.
    """

    TOPIC: ClassVar[str] = "rating-list-recorded"
    kind: ListKind
    name: str
    valid_from: date | None
    players: tuple[PlayerField, ...]
    ratings: tuple[ListedRating, ...]


class StartRankDeclared(Fact):
    """The regulations say which ratings make the start rank (172), and what orders equal players.

    `federation` is that of the national ratings, "" for none. `second` orders players of the same
    rating and title; `seed` is None unless that is by lot.
    """

    TOPIC: ClassVar[str] = "start-rank-declared"
    method: StartRankMethod
    federation: str
    second: SecondCriterion
    seed: str | None = None


class RatingsTaken(Fact):
    """The ratings of players in the tournament were taken from the lists, by the declared method.

    `ratings[i]` is that of `players[i]`, None: no list has one.
    """

    TOPIC: ClassVar[str] = "ratings-taken"
    players: tuple[PlayerField, ...]
    ratings: tuple[ListedRating, ...]


class RatingPeriodsDeclared(Fact):
    """The tournament is reported for rating in periods, which begin with these rounds.

    Without rounds it is one period, however long. `tie_breaks` are the ratings that tie-breaks
    count: the first of a player, or those in force when a round was played.
    """

    TOPIC: ClassVar[str] = "rating-periods-declared"
    first_rounds: tuple[RoundField, ...]
    tie_breaks: TieBreakRatings


class EditionDeclared(Fact):
    """The tournament is rated, or its norms are judged, by this edition, kept here as canonical text.

    `subject` is what it is about: a later one about the same replaces it. `edition_hash` covers its
    keys alone, as that of a rulebook does.
    """

    TOPIC: ClassVar[str] = "edition-declared"
    subject: EditionSubject
    edition: str
    edition_text: str
    edition_hash: str


class PersonMatched(Fact):
    """A player was found in a federation's rating list, so that its next issue needs no question.

    `rating_list` is the list by its name on a desk (fide, knsb-standard), `holds_from` the first
    day of the month of that issue, `sha256` the hash of its file. `certainty` says what is equal;
    `confirmed` tells whether a person chose or confirmed it, who is in the stamp. The number in
    that list stands in the player's record beside the ledger.
    """

    TOPIC: ClassVar[str] = "person-matched"
    player: PlayerField
    rating_list: str
    holds_from: date
    sha256: str
    certainty: MatchCertainty
    confirmed: bool


RatingFact: TypeAlias = (
    RatingListRecorded
    | StartRankDeclared
    | RatingsTaken
    | RatingPeriodsDeclared
    | EditionDeclared
    | PersonMatched
)
"""The facts of this module, as one type."""
