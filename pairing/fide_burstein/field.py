"""The field of a round after the seeding rounds, and who of it has the bye."""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from ledger.values import Colour
from pairing.fide_burstein.criteria import EDITION_BURSTEIN
from pairing.fide_burstein.ranking import BursteinPlayer
from pairing.fide_dutch.field import DutchField
from pairing.graphs.matching import deficiency
from pairing.norms.criterion import Total


class BursteinField(DutchField):
    """Players in the order of pairing score and ranking, and the colour drawn before round 1.

    A bracket is paired as in the Dutch System, by fewer criteria.
    """

    def __init__(self, players: Sequence[BursteinPlayer], initial: Colour = "W") -> None:
        """Take the players, best first."""
        super().__init__(players, initial)
        self.ranks = [player.rank for player in players]
        self.ranked = players

    def colour_kind(self, at: int, by_history: bool) -> Hashable:
        """Return all of a player that the colours of a pair go by.

        Rule: fide-burstein-2026 C8.
        """
        return self.wishes[at].colour

    def bye(self) -> int | None:
        """Return the place of the player with the bye in an odd field; None: nobody can have it.

        Rule: fide-burstein-2026 3.1, C2, C4.
        """
        missing, left_out = deficiency(self.legal, (1 << self.size) - 1)
        if missing != 1:
            return None
        free = [i for i, one in enumerate(self.players) if one.may_have_bye and left_out >> i & 1]
        return min(free, key=self.bye_order, default=None)

    def bye_order(self, at: int) -> Total:
        """Return where a player stands in the order for the bye.

        Rule: fide-burstein-2026 3.1.
        """
        return EDITION_BURSTEIN.bye_order(self.ranked[at])

    def without(self, at: int | None) -> BursteinField:
        """Return the field without the player who has the bye."""
        if at is None:
            return self
        others = [player for i, player in enumerate(self.ranked) if i != at]
        return BursteinField(others, self.initial)
