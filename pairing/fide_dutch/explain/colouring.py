"""Why a player has white in FIDE's Dutch System: article 5 over the preferences of both."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import ClassVar

from pairing.explain.claims import Claim, ClaimValue
from pairing.explain.colours import Colouring
from pairing.explain.question import Question
from pairing.fide.colours import colour_of_higher, preference_of
from pairing.fide.contestants import initial_colour, norm_broken
from pairing.fide.edition import Edition
from pairing.fide.players import FidePlayer
from pairing.fide_dutch.editions import EDITION_2026
from pairing.norms.model import Contestant
from pairing.system import ExplainsColours
from projections.games.colours import ABSOLUTE, Preference, difference


def _fide(player: Contestant) -> FidePlayer:
    assert isinstance(player, FidePlayer)
    return player


class DutchColouring(Colouring, ExplainsColours):
    """How the colours of a round of FIDE's Dutch System are given."""

    by_histories: ClassVar[tuple[str, ...]] = ("5.2.3", "5.2.4")

    def __init__(self, question: Question, edition: Edition = EDITION_2026) -> None:
        """Take the round, and its edition."""
        super().__init__(question)
        self.edition = edition
        self.preference_clause = self.edition.preference
        self.initial = initial_colour(question.table, question.rules)

    def decide(self, higher: Contestant, lower: Contestant) -> tuple[Contestant, Contestant, str]:
        """Return who has white, who black, and the clause.

        Rule: fide-dutch-2026 5.2.1, 5.2.2, 5.2.3, 5.2.4, 5.2.5.
        """
        colour, clause = colour_of_higher(_fide(higher), _fide(lower), self.initial)
        return (higher, lower, clause) if colour == "W" else (lower, higher, clause)

    def norm_broken(self, white: int, black: int) -> str | None:
        """Return the criterion that this board breaks, or None."""
        return norm_broken(self.question.rules, self.players[white], self.players[black])

    def wish(self, player: Contestant) -> Preference:
        """Return the colour that a player should get; a topscorer keeps theirs.

        Rule: fide-dutch-2026 1.7.
        """
        return preference_of(_fide(player))

    def barred(self, player: Contestant) -> Iterator[Claim]:
        """Yield nothing: by itself no colour is barred."""
        return iter(())

    def decisions(self, higher: Contestant, lower: Contestant, clause: str) -> tuple[str, ...]:
        """Return the reading of 5.2.5 where the pairing number would give other colours."""
        player = _fide(higher)
        other_way = clause == "5.2.5" and (player.counted - player.number) % 2
        return ("tpn_parity",) if other_way else ()

    def cited(self, clause: str) -> str:
        """Return the clause as the edition calls it."""
        return self.edition.colour(clause)

    def compared(self, higher: Contestant, lower: Contestant) -> tuple[str, str, str]:
        """Return both histories closed up, as they are compared.

        Rule: fide-dutch-2026 5.2.3, GHR3.4; fide-dutch-2017 E3, GHR-D.
        """
        first, second, _ = super().compared(higher, lower)
        return first, second, self.edition.histories

    def _decided(
        self, higher: Contestant, lower: Contestant, colours: tuple[int, int], clause: str
    ) -> Claim:
        """Rule: fide-dutch-2026 5.2.1, 5.2.2, 5.2.3, 5.2.4, 5.2.5."""
        claim = super()._decided(higher, lower, colours, clause)
        detail: dict[str, ClaimValue] = {}
        if clause == "5.2.5":
            detail = {"place": _fide(higher).counted, "first_colour": self.initial}
        if clause == "5.2.2":
            both = self.wish(higher).strength, self.wish(lower).strength
            widths = abs(difference(higher.colours)), abs(difference(lower.colours))
            detail["wider"] = both == (ABSOLUTE, ABSOLUTE)
            first = widths[0] > widths[1] if detail["wider"] else both[0] > both[1]
            detail["stronger"] = "higher" if first else "lower"
        return replace(claim, detail={**claim.detail, **detail})
