"""The parts of a tournament's state: a player, a game, a round."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import zip_longest
from typing import NamedTuple, TypeAlias

from ledger.facts.tournament import BoardAdded, Ground, PairingAmended, PlayerRegistered
from ledger.values import AbsenceCause, Outcome, RatingSource, Title

Boards: TypeAlias = tuple[tuple[int, int], ...]
"""The boards of a round in order: (white, black), keys of players."""


def was_out(absences: Iterable[tuple[int, bool]], number: int) -> bool:
    """Tell whether a player with these departures and returns, in order, was out in a round."""
    out = False
    for start, leaving in absences:
        if start <= number:
            out = leaving
    return out


@dataclass(slots=True)
class Entrant:
    """A player as registered and corrected.

    `number` is None until numbers are assigned. `numbered_from` is the first round with which they
    have one: 1 as a rule; None for a player who lost it, absent in round 1 in FIDE mode, until they
    are first in a pairing. `away` maps a round to the half points for missing it: 0 for an
    announced absence, 1 for a half-point bye, 2 for a full one. `absences` are the rounds from
    which the player withdrew and returned, in order; `expelled`: the last time they were sent away.
    `forgotten` is the position of the fact that their record is deleted, None while it is kept.
    """

    player: int
    person: str
    person_hash: str
    rating: int | None
    title: Title
    number: int | None
    from_round: int
    rating_source: RatingSource = "given"
    numbered_from: int | None = 1
    away: dict[int, int] = field(default_factory=dict)
    absences: list[tuple[int, bool]] = field(default_factory=list)
    expelled: bool = False
    forgotten: int | None = None

    @property
    def source_of_rating(self) -> RatingSource | None:
        """Return the source of their rating (A1), None without a rating."""
        return None if self.rating is None else self.rating_source

    def came_after(self, number: int) -> bool:
        """Tell whether the player was in no pairing up to a round: a late entry, or absent so far.

        Of absent players only those count who have a number since a later round, or none yet.
        """
        since = self.numbered_from
        return self.from_round > number or since is None or since > number

    def withdrawn_in(self, number: int) -> bool:
        """Tell whether the player was out of the tournament in that round."""
        return was_out(self.absences, number)

    def there_in(self, number: int) -> bool:
        """Tell whether the player was in the tournament in that round, present or not."""
        return self.from_round <= number and not self.withdrawn_in(number)

    def present_in(self, number: int) -> bool:
        """Tell whether the player was there to be paired in that round."""
        return self.there_in(number) and number not in self.away


def entrant_of(fact: PlayerRegistered) -> Entrant:
    """Return a player as a registration has them."""
    return Entrant(
        player=fact.player,
        person=fact.person,
        person_hash=fact.person_hash,
        rating=fact.rating,
        title=fact.title,
        number=fact.number,
        from_round=fact.from_round,
        rating_source=fact.rating_source,
    )


@dataclass(slots=True)
class Game:
    """A board of a round, with the colours and the result in force.

    `outcome` is None while nothing is recorded. `set_by` is the position of the fact that set the
    result in force (the pairing's own position before that). `earlier` holds the values before
    corrections. `catch_up`: it was played later than its round.
    """

    white: int
    black: int
    set_by: int
    outcome: Outcome | None = None
    adjourned: bool = False
    rated: bool = True
    added_by_hand: bool = False
    catch_up: bool = False
    white_cause: AbsenceCause | None = None
    black_cause: AbsenceCause | None = None
    earlier: list[tuple[int, str]] = field(default_factory=list)

    @property
    def open(self) -> bool:
        """Tell whether neither a result nor an adjournment is recorded."""
        return self.outcome is None and not self.adjourned

    def opponent_of(self, player: int) -> int:
        """Return the other of the two players."""
        return self.black if self.white == player else self.white


@dataclass(frozen=True, slots=True)
class PairingChange:
    """A change of a published pairing by the arbiter: boards and bye, before and after.

    `ground` is what it rests on: B1, B2, C1, C2, C3, F7, or "by hand" (for an added board too).
    `basis` is the position it was computed from, None where the arbiter chose the boards.
    `corrections` are those it took in, which the pairing before it did not know; those of boards
    that the arbiter chose are none. `begun_at` is the position at which the round had begun by
    then, None where it had not. `reason` is what the arbiter wrote.
    """

    position: int
    ground: Ground
    basis: int | None
    corrections: tuple[int, ...]
    reason: str | None
    begun_at: int | None
    before: Boards
    after: Boards
    bye_before: int | None
    bye_after: int | None

    @property
    def by_engine(self) -> bool:
        """Tell whether an engine paired the round again."""
        return self.basis is not None

    def boards(self) -> Iterator[tuple[int, tuple[int, int] | None, tuple[int, int] | None]]:
        """Yield the boards that differ: number, (white, black) before and after; None: no board."""
        pairs = zip_longest(self.before, self.after)
        for number, (before, after) in enumerate(pairs, 1):
            if before != after:
                yield number, before, after


class Correction(NamedTuple):
    """A correction of what pairings are made from: its position, and the round that it is of.

    The round is 0 where it concerns every round. `colours`: it exchanged them. `reaches` is the first
    fact that it took back, 0 where it took none back: a pairing from before that fact knows nothing
    of it.
    """

    position: int
    round: int = 0
    reaches: int = 0
    colours: bool = False

    def concerns(self, basis: int, number: int) -> bool:
        """Tell whether it changes what a round is paired from, as the fact at `basis` knew it."""
        return self.position > basis >= self.reaches and self.round < number


@dataclass(slots=True)
class Round:
    """A published round: games in board order, the bye, and the origin of the pairing.

    `source` is the engine's name, "import" or "arbiter". `basis` is the position the pairing was
    computed from (for a pairing by hand: the position before it). `changes` are the later ones.
    `started` is the position of the fact that its games began, `played` that of the first fact
    about a game; None while there is none. `public` and `public_bye` are the boards and the bye as
    published last, whatever was corrected or caught up later.
    """

    number: int
    games: list[Game]
    bye: int | None
    source: str
    basis: int
    position: int
    last_round: bool = False
    rulebook_hash: str | None = None
    changes: list[PairingChange] = field(default_factory=list)
    started: int | None = None
    played: int | None = None
    closed: bool = False
    public: Boards = ()
    public_bye: int | None = None

    _boards: dict[int, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.set_games(self.games)
        self.public = self.seats
        self.public_bye = self.bye

    @property
    def begun_at(self) -> int | None:
        """Return the position of the fact with which the round began, None while it has not.

        That is its start, or the first result, default, adjournment or exchange of colours, as
        those presuppose that the games began.

        Rule: knsb-wp-2014 F7; knsb-wp-1996 F7; knsb-rating-2014 F7.
        """
        return min((at for at in (self.started, self.played) if at is not None), default=None)

    @property
    def changed_at(self) -> int:
        """Return the position of the last fact that set its boards."""
        return self.changes[-1].position if self.changes else self.position

    @property
    def seats(self) -> Boards:
        """Return its boards with the current colours."""
        return tuple((game.white, game.black) for game in self.games)

    @property
    def paired_from(self) -> int:
        """Return the position that its last pairing by an engine was computed from.

        A change by hand takes no facts in, so that a correction before it is still not known.
        """
        return next((c.basis for c in reversed(self.changes) if c.basis is not None), self.basis)

    def change(
        self,
        at: int,
        fact: BoardAdded | PairingAmended,
        boards: Boards,
        bye: int | None,
        corrections: Iterable[Correction],
    ) -> None:
        """Replace the published boards and bye, as the arbiter did; `corrections` are all so far.

        Boards that the arbiter chose rest on a norm that they restored, and else on no clause: an
        engine alone pairs by a correction. Facts of earlier programs say otherwise.

        Rule: knsb-wp-2014 F6, F7.
        """
        ground: Ground = "by hand" if isinstance(fact, BoardAdded) else fact.clause
        basis = None if isinstance(fact, BoardAdded) else fact.basis
        known = tuple(
            one.position for one in corrections if one.concerns(self.paired_from, self.number)
        )
        self.changes.append(
            PairingChange(
                position=at,
                ground="by hand" if basis is None and ground == "F7" else ground,
                basis=basis,
                corrections=() if basis is None else known,
                reason=fact.reason,
                begun_at=self.begun_at,
                before=self.public,
                after=boards,
                bye_before=self.public_bye,
                bye_after=bye,
            )
        )
        self.public = boards
        self.public_bye = bye

    def set_games(self, games: list[Game]) -> None:
        """Replace the boards."""
        self.games = games
        self._boards = {
            player: board
            for board, game in enumerate(games, 1)
            for player in (game.white, game.black)
        }

    def add_game(self, game: Game) -> None:
        """Add a board below the others."""
        self.set_games([*self.games, game])

    def board_of(self, player: int) -> int | None:
        """Return the number of the player's board, or None."""
        return self._boards.get(player)

    def game_of(self, player: int) -> Game | None:
        """Return the player's game, or None."""
        board = self._boards.get(player)
        return None if board is None else self.games[board - 1]

    @property
    def open_games(self) -> list[tuple[int, Game]]:
        """Return the boards, with their numbers, that have neither result nor adjournment."""
        return [(board, game) for board, game in enumerate(self.games, 1) if game.open]
