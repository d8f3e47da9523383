"""Why a player has white in a system of FIDE: article 5 over the preferences of both."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator
from dataclasses import replace
from typing import ClassVar

from ledger.values import Colour
from pairing.explain.claims import Claim, ClaimValue
from pairing.explain.colours import Colouring
from pairing.explain.question import Question
from pairing.fide.contestants import initial_colour, norm_broken
from pairing.fide.edition import Edition
from pairing.fide.players import FidePlayer
from pairing.norms.model import Contestant
from pairing.system import ExplainsColours


def fide(player: Contestant) -> FidePlayer:
    """Return a player of a round as one of FIDE's."""
    assert isinstance(player, FidePlayer)
    return player


class FideColouring(Colouring, ExplainsColours):
    """How the colours of a round are given.

    `by_number` and `by_strength` are the clauses that go by the pairing number and by the stronger
    preference.
    """

    by_number: ClassVar[str]
    by_strength: ClassVar[str]

    def __init__(self, question: Question, edition: Edition) -> None:
        """Take the round, and its edition."""
        super().__init__(question)
        self.edition = edition
        self.preference_clause = edition.preference
        self.initial = initial_colour(question.table, question.rules)

    @abstractmethod
    def of_higher(self, higher: Contestant, lower: Contestant) -> tuple[Colour, str]:
        """Return the colour of the higher ranked, and the clause."""

    def decide(self, higher: Contestant, lower: Contestant) -> tuple[Contestant, Contestant, str]:
        """Return who has white, who black, and the clause.

        Rule: fide-dutch-2026 5.2.1, 5.2.2, 5.2.3, 5.2.4, 5.2.5; fide-dubov-2026 5.2.1, 5.2.2,
        5.2.3, 5.2.4, 5.2.5.
        """
        colour, clause = self.of_higher(higher, lower)
        return (higher, lower, clause) if colour == "W" else (lower, higher, clause)

    def norm_broken(self, white: int, black: int) -> str | None:
        """Return the criterion that this board breaks, or None."""
        return norm_broken(self.question.rules, self.players[white], self.players[black])

    def barred(self, player: Contestant) -> Iterator[Claim]:
        """Yield nothing: by itself no colour is barred."""
        return iter(())

    def decisions(self, higher: Contestant, lower: Contestant, clause: str) -> tuple[str, ...]:
        """Return no reading: the colours rest on none."""
        return ()

    def cited(self, clause: str) -> str:
        """Return the clause as the edition calls it."""
        return self.edition.colour(clause)

    def compared(self, higher: Contestant, lower: Contestant) -> tuple[str, str, str]:
        """Return both histories closed up, as they are compared.

        Rule: fide-dutch-2026 5.2.3, GHR3.4; fide-dutch-2017 E3, GHR-D; fide-dubov-2026 5.2.4,
        GHR3.4.
        """
        first, second, _ = super().compared(higher, lower)
        return first, second, self.edition.histories

    def stronger(self, higher: Contestant, lower: Contestant) -> dict[str, ClaimValue]:
        """Return whose preference is the stronger."""
        first = self.wish(higher).strength > self.wish(lower).strength
        return {"stronger": "higher" if first else "lower"}

    def _decided(
        self, higher: Contestant, lower: Contestant, colours: tuple[int, int], clause: str
    ) -> Claim:
        """Rule: fide-dutch-2026 5.2.2, 5.2.5; fide-dubov-2026 5.2.1, 5.2.3."""
        claim = super()._decided(higher, lower, colours, clause)
        detail: dict[str, ClaimValue] = {}
        if clause == self.by_number:
            detail = {"place": fide(higher).counted, "first_colour": self.initial}
        if clause == self.by_strength:
            detail = self.stronger(higher, lower)
        return replace(claim, detail={**claim.detail, **detail})
