"""The players of a round of the Dubov System: who may meet whom, and who has the bye.

Places are in the order of the pairing numbers, in which opponents are tried.
"""

from __future__ import annotations

from collections.abc import Sequence

from pairing.fide.colours import legal_masks
from pairing.fide_dubov.colours import has_played, preference_of
from pairing.fide_dubov.players import DubovPlayer
from pairing.graphs.matching import EXPOSED, bits, mask_of, maximum_matching, within
from projections.games.colours import ABSOLUTE


class DubovField:
    """The players of a round by place; `legal` has the mask of those whom each may meet.

    `last_round`: whether no upfloats come after it, so that C8 to C10 do not count. `order` are the
    places in the order of pairing score and number.
    """

    def __init__(self, players: Sequence[DubovPlayer], *, last_round: bool = False) -> None:
        """Take the players in any order."""
        self.players = sorted(players, key=lambda player: player.number)
        self.size = len(players)
        self.last_round = last_round
        self.everybody = (1 << self.size) - 1
        self.scores = [player.points_halves for player in self.players]
        self.order = sorted(range(self.size), key=lambda at: (-self.scores[at], at))
        wishes = [preference_of(player) for player in self.players]
        self.white = mask_of(at for at, wish in enumerate(wishes) if wish.colour == "W")
        self.played = mask_of(at for at, one in enumerate(self.players) if has_played(one))
        self.wishes = [(wish.colour, wish.strength == ABSOLUTE) for wish in wishes]
        self.legal = legal_masks(self.players, wishes)
        self._complete = [EXPOSED] * self.size

    def completes(self, places: int) -> bool:
        """Tell whether all of a mask can be paired; a mask in the one asked before is quickest.

        Rule: fide-dubov-2026 C4.
        """
        mates = maximum_matching(self.legal, within(self._complete, places), places)
        if any(mates[at] == EXPOSED for at in bits(places)):
            return False
        self._complete = mates
        return True

    def top(self, places: int) -> int:
        """Return who of a mask has the highest score of it."""
        score = max(self.scores[at] for at in bits(places))
        return mask_of(at for at in bits(places) if self.scores[at] == score)

    def refuses(self, one: int, two: int) -> int:
        """Return 1 where two have one preference, so that it is refused to one of them (C7)."""
        return int(self.white >> one & 1 == self.white >> two & 1)
