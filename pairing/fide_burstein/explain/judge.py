"""Any complete pairing of a round, judged as articles 2 to 4 of the Burstein System have it.

The engine's round is run once more. Another pairing is compared with it: by the player with the
bye, and then bracket by bracket from the top, by the criteria and by what comes first. As long as
they agree, the next bracket is the engine's too.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ledger.values import Colour
from pairing.fide.players import FidePlayer
from pairing.fide.some_of import SomeOf
from pairing.fide_burstein.engine import RULES_BURSTEIN, paired_round
from pairing.fide_burstein.field import BursteinField
from pairing.fide_burstein.order import BursteinFirst
from pairing.fide_burstein.ranking import BursteinPlayer
from pairing.fide_dutch.explain.judge import DutchJudge
from pairing.fide_dutch.explain.orders import DutchOrder
from pairing.fide_dutch.scene import DutchBracket
from pairing.norms.certificate import Certificate, certificate


@dataclass(frozen=True, slots=True)
class BursteinOrder(DutchOrder):
    """Where the pairs of a bracket stand in the order of article 4; there are no halves.

    `s1_after` are all players of the bracket in the order of their numbers, `opponents` theirs; a
    floater stands there as their own opponent.

    Rule: fide-burstein-2026 4.1, 4.2, 4.3.
    """


class BursteinJudge(DutchJudge):
    """Judges pairings of one field, in the order of score and ranking, against the engine's.

    `field` and its places are those of the round without the player who has the bye; `whole` is
    the field of all, and `bye` the key of that player, None without one.
    """

    field: BursteinField

    def __init__(self, players: Sequence[BursteinPlayer], initial: Colour) -> None:
        """Take the players, and the colour drawn before round 1, and pair the round."""
        self.whole = BursteinField(players, initial)
        super().__init__(players, initial, RULES_BURSTEIN)

    def _pair(self, players: Sequence[FidePlayer], initial: Colour) -> None:
        self.done = paired_round(self.whole)
        bye, self.field, self.best = self.done or (None, self.whole, ())
        self.bye = None if bye is None else players[bye].key
        self.order_of_bye = None if bye is None else self.whole.bye_order(bye)

    def why_none(self, places: Iterable[int] | None = None) -> Certificate | None:
        """Return why these, by place, have no complete pairing (None: all, one with the bye)."""
        if places is None:
            return certificate(SomeOf(self.whole, range(self.whole.size)))
        return super().why_none(places)

    def order(self, bracket: DutchBracket, pairs: Iterable[tuple[int, int]]) -> DutchOrder:
        """Return where pairs stand in the order of pairings."""
        numbered = BursteinFirst(self.field.ranks).numbered(bracket)
        number = {i: at for at, i in enumerate(numbered, 1)}
        partner = {a: b for pair in pairs for a, b in (pair, pair[::-1])}
        opponents = tuple(partner.get(i, i) for i in numbered)
        rank = tuple(-number[partner[i]] if i in partner else 0 for i in numbered)
        return BursteinOrder(
            moved_s1=(),
            moved_opponents=(),
            s1=(),
            s2=(),
            out=(),
            into=(),
            s2_after=(),
            s1_after=tuple(numbered),
            opponents=opponents,
            rank={"opponents": rank},
        )
