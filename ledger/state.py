"""What the facts add up to: who is in, who met whom, what was recorded. No points, no rules.

`replay` folds facts into a `Tournament`. Only the fold changes it; everybody else reads. A standing
as known at an earlier position is the same fold over fewer facts.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import assert_never

from ledger.events import (
    AbsenceAnnounced,
    AbsenceWithdrawn,
    AnyFact,
    BoardAdded,
    ByeRequested,
    ColoursCorrected,
    FileImported,
    FinalLotsDrawn,
    GameAdjourned,
    GameForfeited,
    NumbersAssigned,
    PairingAmended,
    PairingMadeByHand,
    PairingPublished,
    PersonCorrected,
    PlayerRegistered,
    PlayerReinstated,
    PlayerWithdrew,
    PrizesDeclared,
    RatingCorrected,
    ResultCorrected,
    ResultRecorded,
    RoundClosed,
    RoundScheduled,
    RoundsPlanned,
    RoundStarted,
    RulesChanged,
    TournamentClosed,
    TournamentOpened,
)
from ledger.values import Cause, Outcome, Title, mirrored


@dataclass(slots=True)
class Entrant:
    """A player as registered and corrected.

    number is None until numbers are assigned. away maps a round to the half points he takes for
    missing it: 0 for an announced absence, 1 for a half-point bye, 2 for a full one. left and back
    are the rounds he withdrew from and returned in, in order.
    """

    player: int
    person: str
    person_hash: str
    rating: int | None
    title: Title
    number: int | None
    from_round: int
    away: dict[int, int] = field(default_factory=dict)
    absences: list[tuple[int, bool]] = field(default_factory=list)

    def withdrawn_in(self, number: int) -> bool:
        """Tell whether he was out of the tournament in that round."""
        out = False
        for start, leaving in self.absences:
            if start <= number:
                out = leaving
        return out

    def present_in(self, number: int) -> bool:
        """Tell whether he was there to be paired in that round."""
        return (
            self.from_round <= number and number not in self.away and not self.withdrawn_in(number)
        )


@dataclass(slots=True)
class Game:
    """A board of a round, with the colours and the result in force.

    outcome is None while nothing is recorded. set_by is the position of the fact that set what is
    in force (the pairing's own position before that). earlier holds what stood before corrections.
    """

    white: int
    black: int
    set_by: int
    outcome: Outcome | None = None
    adjourned: bool = False
    rated: bool = True
    added_by_hand: bool = False
    white_cause: Cause | None = None
    black_cause: Cause | None = None
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

    def game_of(self, player: int) -> Game | None:
        """Return the game this player is in, or None."""
        return self._by_player.get(player)

    @property
    def open_games(self) -> list[tuple[int, Game]]:
        """Return the boards, with their numbers, that have neither result nor adjournment."""
        return [(board, game) for board, game in enumerate(self.games, 1) if game.open]


@dataclass(slots=True)
class Tournament:
    """The state after some facts; see the module's docstring. position is that of the last one.

    rules are the rulebooks, each with the first round it holds for: canonical text, and the hash it
    was recorded with (a later program may know more keys, and would make another hash of them).
    """

    id: str = ""
    name: str = ""
    rules: list[tuple[int, str, str]] = field(default_factory=list)
    position: int = 0
    last_recorded_at: dt.datetime | None = None
    rounds_planned: int | None = None
    dates: dict[int, dt.date] = field(default_factory=dict)
    players: dict[int, Entrant] = field(default_factory=dict)
    numbers_method: str | None = None
    rounds: list[Round] = field(default_factory=list)
    final_lots: tuple[int, ...] = ()
    prizes_cents: tuple[int, ...] = ()
    imports: list[FileImported] = field(default_factory=list)
    closed: bool = False

    @property
    def rulebook_text(self) -> str:
        """Return the rulebook in force now, "" before the tournament is opened."""
        return self.rules[-1][1] if self.rules else ""

    @property
    def rulebook_hash(self) -> str:
        """Return the recorded hash of the rulebook in force now, "" before the opening."""
        return self.rules[-1][2] if self.rules else ""

    def rulebook_text_of(self, number: int) -> str:
        """Return the rulebook that holds for a round, and for the standing after it."""
        held = [text for from_round, text, _ in self.rules if from_round <= max(number, 1)]
        return held[-1]

    @property
    def next_round(self) -> int:
        """Return the number of the next round to be published."""
        return len(self.rounds) + 1

    def round(self, number: int) -> Round | None:
        """Return a published round, or None when there is none of that number."""
        return self.rounds[number - 1] if 1 <= number <= len(self.rounds) else None

    def label(self, player: int) -> int:
        """Return the number people use for a player: his lot number, before that his entry."""
        number = self.players[player].number
        return player if number is None else number

    def by_label(self, label: int) -> int | None:
        """Return the key of the player with that number, or None."""
        for entrant in self.players.values():
            if (entrant.player if entrant.number is None else entrant.number) == label:
                return entrant.player
        return None

    def in_number_order(self) -> Iterator[Entrant]:
        """Yield the players by number, those without one last, by entry."""
        return iter(
            sorted(
                self.players.values(),
                key=lambda e: (e.number is None, e.number or 0, e.player),
            )
        )

    def apply(self, fact: AnyFact) -> None:
        """Take one more fact in. Facts were judged before they were recorded; here they hold."""
        match fact:
            case TournamentOpened():
                self.id, self.name = fact.tournament, fact.name
                self.rules = [(1, fact.rulebook_text, fact.rulebook_hash)]
            case RulesChanged():
                self.rules.append((fact.from_round, fact.rulebook_text, fact.rulebook_hash))
            case PrizesDeclared():
                self.prizes_cents = fact.amounts_cents
            case RoundsPlanned():
                self.rounds_planned = fact.rounds
            case RoundScheduled():
                self.dates[fact.round] = fact.date
            case FileImported():
                self.imports.append(fact)
            case FinalLotsDrawn():
                before = [p for p in self.final_lots if p not in fact.players]
                self.final_lots = (*fact.players, *before)
            case TournamentClosed():
                self.closed = True
            case (
                PlayerRegistered()
                | PersonCorrected()
                | RatingCorrected()
                | NumbersAssigned()
                | AbsenceAnnounced()
                | AbsenceWithdrawn()
                | ByeRequested()
                | PlayerWithdrew()
                | PlayerReinstated()
            ):
                self._apply_to_players(fact)
            case (
                PairingPublished()
                | PairingMadeByHand()
                | BoardAdded()
                | PairingAmended()
                | RoundStarted()
                | RoundClosed()
            ):
                self._apply_to_rounds(fact)
            case (
                ResultRecorded()
                | GameForfeited()
                | GameAdjourned()
                | ResultCorrected()
                | ColoursCorrected()
            ):
                self._apply_to_games(fact)
            case _:
                assert_never(fact)
        self.position = fact.position or self.position + 1
        self.last_recorded_at = fact.recorded_at

    def _apply_to_players(
        self,
        fact: PlayerRegistered
        | PersonCorrected
        | RatingCorrected
        | NumbersAssigned
        | AbsenceAnnounced
        | AbsenceWithdrawn
        | ByeRequested
        | PlayerWithdrew
        | PlayerReinstated,
    ) -> None:
        match fact:
            case PlayerRegistered():
                self.players[fact.player] = Entrant(
                    fact.player,
                    fact.person,
                    fact.person_hash,
                    fact.rating,
                    fact.title,
                    fact.number,
                    fact.from_round,
                )
            case PersonCorrected():
                self.players[fact.player].person_hash = fact.person_hash
            case RatingCorrected():
                self.players[fact.player].rating = fact.rating
            case NumbersAssigned():
                self.numbers_method = fact.method
                for player, number in zip(fact.players, fact.numbers, strict=True):
                    self.players[player].number = number
            case AbsenceAnnounced():
                self.players[fact.player].away[fact.round] = 0
            case AbsenceWithdrawn():
                self.players[fact.player].away.pop(fact.round, None)
            case ByeRequested():
                self.players[fact.player].away[fact.round] = fact.halves
            case PlayerWithdrew():
                self.players[fact.player].absences.append((fact.from_round, True))
            case PlayerReinstated():
                self.players[fact.player].absences.append((fact.from_round, False))
            case _:
                assert_never(fact)

    def _apply_to_rounds(
        self,
        fact: PairingPublished
        | PairingMadeByHand
        | BoardAdded
        | PairingAmended
        | RoundStarted
        | RoundClosed,
    ) -> None:
        at = fact.position or self.position + 1
        match fact:
            case PairingPublished():
                self.rounds.append(
                    Round(
                        fact.round,
                        _games(fact.whites, fact.blacks, at),
                        fact.bye,
                        fact.engine,
                        fact.basis,
                        at,
                        fact.last_round,
                        fact.rulebook_hash,
                    )
                )
            case PairingMadeByHand():
                games = _games(fact.whites, fact.blacks, at)
                self.rounds.append(Round(fact.round, games, fact.bye, fact.source, at - 1, at))
            case BoardAdded():
                round_ = self.rounds[fact.round - 1]
                round_.add_game(Game(fact.white, fact.black, at, added_by_hand=True))
                if round_.bye in (fact.white, fact.black):
                    round_.bye = None
                round_.amended.append(at)
            case PairingAmended():
                round_ = self.rounds[fact.round - 1]
                kept = {(game.white, game.black): game for game in round_.games}
                new = _games(fact.whites, fact.blacks, at)
                round_.set_games([kept.get((game.white, game.black), game) for game in new])
                round_.bye = fact.bye
                round_.amended.append(at)
            case RoundStarted():
                self.rounds[fact.round - 1].started = True
            case RoundClosed():
                self.rounds[fact.round - 1].closed = True
            case _:
                assert_never(fact)

    def _apply_to_games(
        self,
        fact: ResultRecorded | GameForfeited | GameAdjourned | ResultCorrected | ColoursCorrected,
    ) -> None:
        at = fact.position or self.position + 1
        game = self._game(fact.round, fact.white, fact.black)
        if game.outcome is not None or game.adjourned:
            game.earlier.append((game.set_by, game.outcome or "adjourned"))
        game.set_by = at
        match fact:
            case ResultRecorded():
                game.outcome, game.adjourned, game.rated = fact.outcome, False, fact.rated
            case GameForfeited():
                game.outcome, game.adjourned = fact.outcome, False
                game.white_cause, game.black_cause = fact.white_cause, fact.black_cause
            case GameAdjourned():
                game.adjourned = True
            case ResultCorrected():
                game.outcome, game.adjourned = fact.outcome, False
                game.white_cause = game.black_cause = None
            case ColoursCorrected():
                game.white, game.black = game.black, game.white
                game.outcome = None if game.outcome is None else mirrored(game.outcome)
            case _:
                assert_never(fact)

    def _game(self, number: int, white: int, black: int) -> Game:
        game = self.rounds[number - 1].game_of(white)
        assert game is not None, f"no game of {white} in round {number}"
        assert game.black == black, f"no game {white}-{black} in round {number}"
        return game


def replay(facts: Iterable[AnyFact]) -> Tournament:
    """Fold facts, in order, into the state they add up to."""
    tournament = Tournament()
    for fact in facts:
        tournament.apply(fact)
    return tournament


def _games(whites: tuple[int, ...], blacks: tuple[int, ...], at: int) -> list[Game]:
    return [Game(white, black, at) for white, black in zip(whites, blacks, strict=True)]
