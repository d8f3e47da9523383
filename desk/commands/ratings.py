"""The commands about rating lists, the start rank, numbers by hand, and rating periods."""

from __future__ import annotations

import datetime as dt
from typing import Annotated, Literal

from pydantic import Field

from desk.commands.base import (
    Command,
    Federation,
    FileName,
    Name,
    PlayerRef,
    Rating,
    RoundNumber,
    Word,
)
from ledger.values import ListKind, SecondCriterion, StartRankMethod, TieBreakRatings


class TakeInRatings(Command):
    """Record ratings of a list, which holds from a day on (None: from ever) until the next.

    They come from a CSV file with the columns of a list of players, or are that of one player (0:
    none). Players are found by FIDE number, national number or name; rows about others are passed
    over, and counted. `kind` None: as `name` says (KNSB is national), and else FIDE's. `content` is
    read from the file before the command runs.
    """

    command: Literal["rating-list"] = "rating-list"
    name: Name
    valid_from: dt.date | None = None
    kind: ListKind | None = None
    file: FileName | None = None
    content: Annotated[bytes | None, Field(exclude=True)] = None
    player: PlayerRef | None = None
    rating: Rating | None = None


class DeclareStartRank(Command):
    """Declare which ratings make the start rank (172), before round 1 is published.

    `federation` is that of the national ratings (None: that of the tournament). `second` orders
    players of the same rating and title; `seed` belongs to the draw.
    """

    command: Literal["start-rank"] = "start-rank"
    method: StartRankMethod
    federation: Federation | None = None
    second: SecondCriterion = "alphabet"
    seed: Word | None = None


class ExchangeNumbers(Command):
    """Let two players exchange their numbers, until round 4 is paired; the reason is required."""

    command: Literal["numbers-exchange"] = "numbers-exchange"
    first: PlayerRef
    second: PlayerRef


class DeclarePeriods(Command):
    """Declare the rating periods by their first rounds; without one it is a single period.

    Before that a tournament of more than 30 days has a period for each month. `tie_breaks` are the
    ratings that tie-breaks count: the first of a player, or those in force in each round.
    """

    command: Literal["rating-periods"] = "rating-periods"
    first_rounds: tuple[RoundNumber, ...] = ()
    tie_breaks: TieBreakRatings = "first"
