"""Why a player has white in FIDE's Dutch System: article 5 over the preferences of both."""

from __future__ import annotations

from typing import ClassVar

from ledger.values import Colour
from pairing.explain.claims import ClaimValue
from pairing.explain.question import Question
from pairing.fide.colouring import FideColouring, fide
from pairing.fide.colours import colour_of_higher, preference_of
from pairing.fide.edition import Edition
from pairing.fide_dutch.editions import EDITION_2026
from pairing.norms.model import Contestant
from projections.games.colours import ABSOLUTE, Preference, difference


class DutchColouring(FideColouring):
    """How the colours of a round of FIDE's Dutch System are given; clauses are those of 2026."""

    by_histories: ClassVar[tuple[str, ...]] = ("5.2.3", "5.2.4")
    by_number: ClassVar[str] = "5.2.5"
    by_strength: ClassVar[str] = "5.2.2"

    def __init__(self, question: Question, edition: Edition = EDITION_2026) -> None:
        """Take the round, and its edition."""
        super().__init__(question, edition)

    def of_higher(self, higher: Contestant, lower: Contestant) -> tuple[Colour, str]:
        """Return the colour of the higher ranked, and the clause.

        Rule: fide-dutch-2026 5.2.1, 5.2.2, 5.2.3, 5.2.4, 5.2.5.
        """
        return colour_of_higher(fide(higher), fide(lower), self.initial)

    def wish(self, player: Contestant) -> Preference:
        """Return the colour that a player should get; a topscorer keeps theirs.

        Rule: fide-dutch-2026 1.7.
        """
        return preference_of(fide(player))

    def decisions(self, higher: Contestant, lower: Contestant, clause: str) -> tuple[str, ...]:
        """Return the reading of 5.2.5 where the pairing number would give other colours."""
        player = fide(higher)
        other_way = clause == "5.2.5" and (player.counted - player.number) % 2
        return ("tpn_parity",) if other_way else ()

    def stronger(self, higher: Contestant, lower: Contestant) -> dict[str, ClaimValue]:
        """Return whose preference is the stronger, or of two absolute ones (`wider`) the wider.

        Rule: fide-dutch-2026 5.2.2.
        """
        if (self.wish(higher).strength, self.wish(lower).strength) != (ABSOLUTE, ABSOLUTE):
            return {"wider": False, **super().stronger(higher, lower)}
        first = abs(difference(higher.colours)) > abs(difference(lower.colours))
        return {"wider": True, "stronger": "higher" if first else "lower"}
