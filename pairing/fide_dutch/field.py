"""The field of a round: who may meet whom, and who can be completed.

Players are places in the order of 1.2. The pairing-allocated bye is a seat: the place after the
last player, whose neighbours are those who may have it.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from itertools import groupby

from ledger.values import Colour
from pairing.fide.colours import legal_masks, preference_of
from pairing.fide.players import FidePlayer
from pairing.graphs.matching import bits, maximum_matching
from projections.games.colours import played_colours


class DutchField:
    """The players of a round in the order of 1.2, and the colour drawn before round 1.

    `legal` has for each place the mask of those whom C1 and C3 let it meet; that of the seat is
    empty until `fix_pab` has found who may have the bye.
    """

    def __init__(self, players: Sequence[FidePlayer], initial: Colour = "W") -> None:
        """Take the players, best first."""
        self.players = players
        self.initial = initial
        self.size = self.seat = len(players)
        self.odd = self.size % 2 == 1
        self.scores = [player.points_halves for player in players]
        self.wishes = [preference_of(player) for player in players]
        self.pab_score: int | None = None
        self.legal = [*legal_masks(players, self.wishes), 0]

    def groups(self) -> list[tuple[int, ...]]:
        """Return the scoregroups, highest first (1.3)."""
        return [tuple(group) for _, group in groupby(range(self.size), key=self.scores.__getitem__)]

    def fix_pab(self) -> bool:
        """Find the least score that the player with the bye can have; False: no complete pairing.

        Whatever the brackets do, a complete pairing with this score is kept, as C5 stands above the
        criteria of every bracket.

        Rule: fide-dutch-2026 C2, C4, C5.
        """
        everybody = (1 << self.size) - 1
        if not self.odd:
            return self.completes(everybody)
        for group in reversed(self.groups()):
            may = [at for at in group if self.players[at].may_have_bye]
            if may:
                self.let_have_bye(may)
                if self.completes(everybody | 1 << self.seat):
                    self.pab_score = self.scores[group[0]]
                    return True
        return False

    def let_have_bye(self, players: Iterable[int]) -> None:
        """Make these players, by places, the neighbours of the seat."""
        seat = 1 << self.seat
        may = sum(1 << at for at in players)
        for at in range(self.size):
            self.legal[at] = self.legal[at] & ~seat | (seat if may >> at & 1 else 0)
        self.legal[self.seat] = may

    def completes(self, alive: int) -> bool:
        """Tell whether all of a mask (with the seat where it is in) can be paired.

        Rule: fide-dutch-2026 C4.
        """
        if alive.bit_count() % 2:
            return False
        mate = maximum_matching(self.legal, alive=alive)
        return all(mate[at] >= 0 for at in bits(alive))

    def mask(self, places: Iterable[int]) -> int:
        """Return places as a mask, with the seat in an odd field where one of them must have it."""
        mask = sum(1 << at for at in places)
        return mask | (1 << self.seat if self.odd else 0)

    def colour_kind(self, at: int, by_history: bool) -> Hashable:
        """Return all of a player that the colours of a pair go by; `by_history`: with topscorers.

        Rule: fide-dutch-2026 C10, C11, C12, C13, 5.2.
        """
        player = self.players[at]
        if not by_history:
            return self.wishes[at]
        colours = played_colours(player.colours)
        return player.topscorer, colours or player.counted % 2
