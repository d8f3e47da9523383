"""Why a player has white in the Dubov System: article 5 over the preferences of both."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import ClassVar

from pairing.explain.claims import Claim, ClaimValue
from pairing.explain.colours import Colouring
from pairing.explain.question import Question
from pairing.fide.contestants import initial_colour, norm_broken
from pairing.fide_dubov.colours import colour_of_higher, preference_of
from pairing.fide_dubov.players import DubovPlayer
from pairing.norms.model import Contestant
from pairing.system import ExplainsColours
from projections.games.colours import Preference


def _dubov(player: Contestant) -> DubovPlayer:
    assert isinstance(player, DubovPlayer)
    return player


class DubovColouring(Colouring, ExplainsColours):
    """How the colours of a round of the Dubov System are given."""

    preference_clause = "1.6"
    by_histories: ClassVar[tuple[str, ...]] = ("5.2.4", "5.2.5")

    def __init__(self, question: Question) -> None:
        """Take the round."""
        super().__init__(question)
        self.initial = initial_colour(question.table, question.rules)

    def decide(self, higher: Contestant, lower: Contestant) -> tuple[Contestant, Contestant, str]:
        """Return who has white, who black, and the clause.

        Rule: fide-dubov-2026 5.2.1, 5.2.2, 5.2.3, 5.2.4, 5.2.5.
        """
        colour, clause = colour_of_higher(_dubov(higher), _dubov(lower), self.initial)
        return (higher, lower, clause) if colour == "W" else (lower, higher, clause)

    def norm_broken(self, white: int, black: int) -> str | None:
        """Return the criterion that this board breaks, or None."""
        return norm_broken(self.question.rules, self.players[white], self.players[black])

    def wish(self, player: Contestant) -> Preference:
        """Return the colour that a player should get.

        Rule: fide-dubov-2026 1.6.
        """
        return preference_of(_dubov(player))

    def barred(self, player: Contestant) -> Iterator[Claim]:
        """Yield nothing: by itself no colour is barred."""
        return iter(())

    def decisions(self, higher: Contestant, lower: Contestant, clause: str) -> tuple[str, ...]:
        """Return no reading: the colours rest on none."""
        return ()

    def cited(self, clause: str) -> str:
        """Return the clause as it is."""
        return clause

    def compared(self, higher: Contestant, lower: Contestant) -> tuple[str, str, str]:
        """Return both histories closed up, as they are compared.

        Rule: fide-dubov-2026 5.2.4, GHR3.4.
        """
        first, second, _ = super().compared(higher, lower)
        return first, second, "GHR3.4"

    def _decided(
        self, higher: Contestant, lower: Contestant, colours: tuple[int, int], clause: str
    ) -> Claim:
        """Rule: fide-dubov-2026 5.2.1, 5.2.3."""
        claim = super()._decided(higher, lower, colours, clause)
        detail: dict[str, ClaimValue] = {}
        if clause == "5.2.1":
            detail = {"place": _dubov(higher).counted, "first_colour": self.initial}
        if clause == "5.2.3":
            stronger = self.wish(higher).strength > self.wish(lower).strength
            detail = {"stronger": "higher" if stronger else "lower"}
        return replace(claim, detail={**claim.detail, **detail})
