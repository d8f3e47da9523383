"""Why a player has white in the Dubov System: article 5 over the preferences of both."""

from __future__ import annotations

from typing import ClassVar

from ledger.values import Colour
from pairing.explain.question import Question
from pairing.fide.colouring import FideColouring
from pairing.fide_dubov.colours import colour_of_higher, preference_of
from pairing.fide_dubov.criteria import EDITION_DUBOV
from pairing.fide_dubov.players import DubovPlayer
from pairing.norms.model import Contestant
from projections.games.colours import Preference


def _dubov(player: Contestant) -> DubovPlayer:
    assert isinstance(player, DubovPlayer)
    return player


class DubovColouring(FideColouring):
    """How the colours of a round of the Dubov System are given."""

    by_histories: ClassVar[tuple[str, ...]] = ("5.2.4", "5.2.5")
    by_number: ClassVar[str] = "5.2.1"
    by_strength: ClassVar[str] = "5.2.3"

    def __init__(self, question: Question) -> None:
        """Take the round."""
        super().__init__(question, EDITION_DUBOV)

    def of_higher(self, higher: Contestant, lower: Contestant) -> tuple[Colour, str]:
        """Return the colour of the higher ranked, and the clause.

        Rule: fide-dubov-2026 5.2.1, 5.2.2, 5.2.3, 5.2.4, 5.2.5.
        """
        return colour_of_higher(_dubov(higher), _dubov(lower), self.initial)

    def wish(self, player: Contestant) -> Preference:
        """Return the colour that a player should get.

        Rule: fide-dubov-2026 1.6.
        """
        return preference_of(_dubov(player))
