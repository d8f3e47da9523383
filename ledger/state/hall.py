"""The state of the playing hall: who is checked in, and the claims of results in force."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Literal, TypeAlias, assert_never

from ledger.facts.hall import (
    AgreementChosen,
    CheckInWithdrawn,
    ClaimWithdrawn,
    HallFact,
    PlayerCheckedIn,
    ResultClaimed,
)
from ledger.state.parts import Game
from ledger.values import Agreement, ClaimedOutcome, ClaimSource, Colour

ClaimsStand: TypeAlias = Literal["claim", "agreeing", "conflict"]
"""Where the claims of a game stand: one voice, two voices that agree, or two that differ."""

_HALVES: dict[ClaimedOutcome, int] = {"1-0": 2, "1/2-1/2": 1, "0-1": 0}
_OUTCOMES: dict[int, ClaimedOutcome] = {halves: outcome for outcome, halves in _HALVES.items()}


@dataclass(frozen=True, slots=True)
class ResultClaim:
    """A player's claim of the result of their game.

    `halves` are the half points of the player themself, so that the claim keeps its meaning when
    the colours of the game are corrected. `source` and `device`: see `ResultClaimed`.
    """

    player: int
    opponent: int
    halves: int
    source: ClaimSource
    device: str
    position: int

    def outcome(self, game: Game) -> ClaimedOutcome:
        """Return the claimed result of the game, white first."""
        return _OUTCOMES[self.halves if self.player == game.white else 2 - self.halves]


@dataclass(frozen=True, slots=True)
class ClaimsOfGame:
    """The claims in force about a game, None for a player who claimed nothing."""

    white: ResultClaim | None
    black: ResultClaim | None

    @property
    def stand(self) -> ClaimsStand | None:
        """Return where they stand, None without a claim.

        Two claims agree when both came by the player's own QR code, from two devices; a claim by
        the code of the board is never a second voice.
        """
        if self.white is None or self.black is None:
            return None if self.white is self.black else "claim"
        if self.white.halves + self.black.halves != 2:
            return "conflict"
        own = self.white.source == self.black.source == "player"
        return "agreeing" if own and self.white.device != self.black.device else "claim"


@dataclass(slots=True)
class HallState:
    """The part of a tournament's state that is about the hall.

    `checked_in` maps (player, round) to the position of the check-in, `claims` (round, player) to
    the player's claim. Claims stay when a result is recorded: they then say what was claimed.
    """

    checked_in: dict[tuple[int, int], int] = field(default_factory=dict)
    claims: dict[tuple[int, int], ResultClaim] = field(default_factory=dict)
    agreement: Agreement = "tap"

    def take(self, fact: HallFact, at: int) -> None:
        """Take one more fact in, recorded at a position."""
        match fact:
            case PlayerCheckedIn():
                self.checked_in[fact.player, fact.round] = at
            case CheckInWithdrawn():
                self.checked_in.pop((fact.player, fact.round), None)
            case ResultClaimed():
                halves = _HALVES[fact.outcome]
                player, opponent = _sides(fact.white, fact.black, fact.side)
                self.claims[fact.round, player] = ResultClaim(
                    player=player,
                    opponent=opponent,
                    halves=halves if fact.side == "W" else 2 - halves,
                    source=fact.source,
                    device=fact.device,
                    position=at,
                )
            case ClaimWithdrawn():
                player, _ = _sides(fact.white, fact.black, fact.side)
                self.claims.pop((fact.round, player), None)
            case AgreementChosen():
                self.agreement = fact.makes
            case _:
                assert_never(fact)

    def leave(self, player: int, first: int, last: int | None = None) -> None:
        """Forget the check-ins of a player who stays away from these rounds; None: to the end."""
        for key in [key for key in self.checked_in if key[0] == player]:
            if first <= key[1] and (last is None or key[1] <= last):
                del self.checked_in[key]

    def keep_claims(self, number: int, seats: Collection[tuple[int, int]]) -> None:
        """Drop the claims of a round except those of these games: (white, black)."""
        players = {player for board in seats for player in board}
        for key in [key for key in self.claims if key[0] == number and key[1] not in players]:
            del self.claims[key]

    def claims_of(self, number: int, game: Game) -> ClaimsOfGame:
        """Return the claims about a game of a round."""
        return ClaimsOfGame(
            self.claims.get((number, game.white)), self.claims.get((number, game.black))
        )


def _sides(white: int, black: int, side: Colour) -> tuple[int, int]:
    """Return the player of a colour, and the opponent."""
    return (white, black) if side == "W" else (black, white)
