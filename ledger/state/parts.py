"""The parts of a tournament's state: a player, a game, a round."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from ledger.values import AbsenceCause, Outcome, RatingSource, Title


def was_out(absences: Iterable[tuple[int, bool]], number: int) -> bool:
    """Tell whether one who left and came back so, in this order, was out in a round."""
    out = False
    for start, leaving in absences:
        if start <= number:
            out = leaving
    return out


@dataclass(slots=True)
class Entrant:
    """A player as registered and corrected.

    number is None until numbers are assigned. away maps a round to the half points he takes for
    missing it: 0 for an announced absence, 1 for a half-point bye, 2 for a full one. absences
    are the rounds he withdrew from and returned in, in order. forgotten is the position of the fact
    that says his record is deleted, None while it is kept.
    """

    player: int
    person: str
    person_hash: str
    rating: int | None
    title: Title
    number: int | None
    from_round: int
    rating_source: RatingSource = "given"
    away: dict[int, int] = field(default_factory=dict)
    absences: list[tuple[int, bool]] = field(default_factory=list)
    forgotten: int | None = None

    @property
    def source_of_rating(self) -> RatingSource | None:
        """Return where his rating comes from (A1), None without one."""
        return None if self.rating is None else self.rating_source

    def withdrawn_in(self, number: int) -> bool:
        """Tell whether he was out of the tournament in that round."""
        return was_out(self.absences, number)

    def there_in(self, number: int) -> bool:
        """Tell whether he was in the tournament in that round, present or not."""
        return self.from_round <= number and not self.withdrawn_in(number)

    def present_in(self, number: int) -> bool:
        """Tell whether he was there to be paired in that round."""
        return self.there_in(number) and number not in self.away


@dataclass(slots=True)
class Game:
    """A board of a round, with the colours and the result in force.

    outcome is None while nothing is recorded. set_by is the position of the fact that set what is
    in force (the pairing's own position before that). earlier holds what stood before corrections.
    catch_up: it was played later than its round.
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


@dataclass(slots=True)
class Round:
    """A published round: games in board order, the bye, and how it came to be.

    source is the engine's name, "import" or "arbiter". basis is the position the pairing was
    computed from (for a pairing by hand: the position before it).
    """

    number: int
    games: list[Game]
    bye: int | None
    source: str
    basis: int
    position: int
    last_round: bool = False
    rulebook_hash: str | None = None
    amended: list[int] = field(default_factory=list)
    started: bool = False
    closed: bool = False

    _by_player: dict[int, Game] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.set_games(self.games)

    def set_games(self, games: list[Game]) -> None:
        """Put these boards in place of those before."""
        self.games = games
        self._by_player = {player: game for game in games for player in (game.white, game.black)}

    def add_game(self, game: Game) -> None:
        """Add a board below the others."""
        self.set_games([*self.games, game])

    def board_of(self, player: int) -> int | None:
        """Return the number of the board a player sits at, or None."""
        return next((n for n, g in enumerate(self.games, 1) if player in (g.white, g.black)), None)

    def game_of(self, player: int) -> Game | None:
        """Return the game this player is in, or None."""
        return self._by_player.get(player)

    @property
    def open_games(self) -> list[tuple[int, Game]]:
        """Return the boards, with their numbers, that have neither result nor adjournment."""
        return [(board, game) for board, game in enumerate(self.games, 1) if game.open]
