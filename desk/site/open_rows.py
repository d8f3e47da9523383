"""The tables of a season as open data: their columns with meanings, and the rows of a tournament.

Points are texts with a point, days are dates, a player is a number within a tournament. Where nobody
is named a rating is the lowest of its hundred, a day the first of its month, and clubs, federations
and titles are left out.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Annotated, Final

from desk.formats.registry import format_of
from desk.site.contents import Contents
from desk.site.data import as_text
from desk.site.events import public_events
from desk.site.shown import shown
from desk.site.tables import column_of
from ledger.records import Extra, Record
from ledger.state.details import days_of, details_of
from ledger.values import OUTCOMES
from projections.exports.open_tables import OpenTable
from projections.views.view import value_of

Tournament = Annotated[str, "Id of the tournament."]
Player = Annotated[int, "Number of the player in the tournament."]
RoundOf = Annotated[int, "Number of the round."]
_POINTS: Final = Extra(pattern="^-?[0-9]+([./][0-9]+)?$")
_OUTCOMES: Final = Extra(values=OUTCOMES)


class OpenTournament(Record):
    """Tournaments and seasons."""

    tournament: Tournament
    name: Annotated[str, "Name."]
    rules: Annotated[str, "Rulebook that its rounds go by."]
    city: Annotated[str | None, "Place."]
    begins: Annotated[str | None, "First day.", Extra(pattern="date")]
    ends: Annotated[str | None, "Last day.", Extra(pattern="date")]
    players: Annotated[int, "Number of players."]
    rounds: Annotated[int, "Rounds that were published."]
    finished: Annotated[bool, "Whether it has ended."]


class OpenRound(Record):
    """Rounds that were published."""

    tournament: Tournament
    round: RoundOf
    date: Annotated[str | None, "Day, where it is known.", Extra(pattern="date")]
    boards: Annotated[int, "Number of games."]


class OpenPlayer(Record):
    """Players of each tournament, as they are shown to the public."""

    tournament: Tournament
    player: Player
    name: Annotated[str | None, "Name or initials; none for who is shown by number."]
    title: Annotated[str | None, "Title."]
    federation: Annotated[str | None, "Federation."]
    club: Annotated[str | None, "Club."]
    rating: Annotated[int | None, "Rating that pairings went by."]


class OpenGame(Record):
    """Games of published rounds, played or not."""

    tournament: Tournament
    round: RoundOf
    board: Annotated[int, "Number of the board."]
    white: Annotated[int, "Number of white."]
    black: Annotated[int, "Number of black."]
    result: Annotated[str | None, "Result, white first; R: by default; none: open.", _OUTCOMES]


class OpenBye(Record):
    """Players without an opponent in a round: the bye of the pairing."""

    tournament: Tournament
    round: RoundOf
    player: Player


class OpenStanding(Record):
    """The newest standing of each tournament, final where it has ended."""

    tournament: Tournament
    player: Player
    place: Annotated[int | None, "Place, from 1; none for who left a season."]
    points: Annotated[str, "Points; in a season an exact fraction.", _POINTS]


class OpenTieBreak(Record):
    """The tie-breaks of that standing, in the order in which they decide."""

    tournament: Tournament
    player: Player
    order: Annotated[int, "From 1, the first that decides."]
    code: Annotated[str, "Name of the tie-break."]
    value: Annotated[str | None, "Value.", _POINTS]


class OpenCorrection(Record):
    """Corrections of what was published, without their reasons."""

    tournament: Tournament
    position: Annotated[int, "Number of the fact."]
    date: Annotated[str, "Day on which it was recorded, in UTC.", Extra(pattern="date")]
    round: Annotated[int | None, "Round it is about."]


class OpenHead(Record):
    """What proves from which facts the rows came: the hash over all facts of a tournament."""

    tournament: Tournament
    position: Annotated[int, "Number of facts."]
    head: Annotated[str, "Root of the hash tree over them.", Extra(pattern="^[0-9a-f]{64}$")]


_OF_TOURNAMENT = (("tournament",), "tournaments", ("tournament",))
_OF_ROUND = (("tournament", "round"), "rounds", ("tournament", "round"))
_OF_PLAYER = (("tournament", "player"), "players", ("tournament", "player"))

TABLES: Final = (
    OpenTable("tournaments", OpenTournament, ("tournament",)),
    OpenTable("rounds", OpenRound, ("tournament", "round"), (_OF_TOURNAMENT,)),
    OpenTable("players", OpenPlayer, ("tournament", "player"), (_OF_TOURNAMENT,)),
    OpenTable(
        "games",
        OpenGame,
        ("tournament", "round", "board"),
        (
            _OF_ROUND,
            (("tournament", "white"), "players", ("tournament", "player")),
            (("tournament", "black"), "players", ("tournament", "player")),
        ),
    ),
    OpenTable("byes", OpenBye, ("tournament", "round", "player"), (_OF_ROUND, _OF_PLAYER)),
    OpenTable("standings", OpenStanding, ("tournament", "player"), (_OF_PLAYER,)),
    OpenTable("tie_breaks", OpenTieBreak, ("tournament", "player", "order"), (_OF_PLAYER,)),
    OpenTable("corrections", OpenCorrection, ("tournament", "position"), (_OF_TOURNAMENT,)),
    OpenTable("heads", OpenHead, ("tournament",), (_OF_TOURNAMENT,)),
)
"""The tables, each after those that it refers to."""


LEAST: Final = 20
"""Players of a tournament that is in data without names: a smaller one is known by its crosstable."""


@dataclass
class OpenRows:
    """The rows of tournaments, by table; `nameless`: nobody is named in them."""

    nameless: bool
    rows: dict[str, list[Record]] = field(
        default_factory=lambda: {table.name: [] for table in TABLES}
    )

    def take(self, of: Contents) -> bool:
        """Take the rows of a tournament in; False: it is too small for data without names."""
        state = of.book.state
        if self.nameless and len(state.players) < LEAST:
            return False
        for table, row in self._of(of):
            self.rows[table].append(row)
        return True

    def _of(self, of: Contents) -> Iterator[tuple[str, Record]]:
        state, id_ = of.book.state, of.book.id
        details = details_of(state, of.book.people)
        first, last = days_of(state, of.book.people)
        yield (
            "tournaments",
            OpenTournament(
                id_,
                "" if self.nameless else state.name,
                of.book.rules.id,
                None if self.nameless else details.get("city"),
                self._day(first),
                self._day(last),
                len(state.players),
                len(state.rounds),
                state.closed,
            ),
        )
        head = of.head_at(state.position)
        if head is not None:
            yield "heads", OpenHead(id_, head.size, head.root.hex())
        for player, number in sorted(of.numbers.items(), key=lambda one: one[1]):
            yield "players", self._player(of, id_, player, number)
        for round_ in state.rounds:
            day = self._day(state.dates.get(round_.number))
            yield "rounds", OpenRound(id_, round_.number, day, len(round_.games))
            for board, game in enumerate(round_.games, 1):
                white, black = of.numbers[game.white], of.numbers[game.black]
                yield (
                    "games",
                    OpenGame(id_, round_.number, board, white, black, game.outcome),
                )
            if round_.bye is not None:
                yield "byes", OpenBye(id_, round_.number, of.numbers[round_.bye])
        yield from self._standing(of, id_)
        for event in public_events(of):
            if event.kind == "correction":
                day = self._day(event.moment.astimezone(dt.UTC).date()) or ""
                yield "corrections", OpenCorrection(id_, event.position, day, event.round)

    def _player(self, of: Contents, id_: str, player: int, number: int) -> OpenPlayer:
        one = shown(of.book, player, of.choices)
        if self.nameless:
            band = None if one.rating is None else one.rating // 100 * 100
            return OpenPlayer(id_, number, None, None, None, None, band)
        entrant = of.book.state.players[player]
        known = of.book.people.get(entrant.person, {}).get("name")
        return OpenPlayer(
            id_,
            number,
            known,
            one.title or None,
            one.federation or None,
            one.club or None,
            one.rating,
        )

    def _standing(self, of: Contents, id_: str) -> Iterator[tuple[str, Record]]:
        view = of.newest_standing
        final = of.final is not None
        order = format_of(of.book.rules_of(of.done)).deciding(of.book.rules_of(of.done), final)
        for row in view.cells if view is not None else ():
            number, rank = row["id"], row["rank"]
            assert isinstance(number, int)
            place = rank if isinstance(rank, int) else None
            yield "standings", OpenStanding(id_, int(number), place, as_text(row["points"]))
            for at, name in enumerate(order, 1):
                value = value_of(row, column_of(name))
                text = None if value is None else as_text(value)
                yield "tie_breaks", OpenTieBreak(id_, int(number), at, str(name), text)

    def _day(self, day: dt.date | None) -> str | None:
        if day is None:
            return None
        return (day.replace(day=1) if self.nameless else day).isoformat()
