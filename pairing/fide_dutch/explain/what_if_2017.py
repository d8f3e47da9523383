"""The best pairing under a condition by the edition of 2017.

An ordinary bracket need not leave a complete pairing to those below it; within a condition it must.
So it is paired as a penultimate one first, which gives C5 and C6. Where these are as good as the
engine's, C7 counts, which looks no further than the next bracket: then the bracket is paired as an
ordinary one, with more and more players held here, until its floaters can be completed.
"""

from __future__ import annotations

from collections.abc import Sequence

from pairing.fide_dutch.brackets_2017 import paired
from pairing.fide_dutch.criteria import DutchBracket
from pairing.fide_dutch.criteria_2017 import Bracket2017
from pairing.fide_dutch.explain.what_if import Condition, DutchForcer
from pairing.fide_dutch.field import DutchField
from pairing.fide_dutch.first import Pairs
from pairing.graphs.cheapest_matching import CheapestMatching


class DutchForcer2017(DutchForcer):
    """Answers for one judged round, as often as asked; players by key."""

    def _opens(self, part: DutchField) -> bool:
        """Rule: fide-dutch-2017 A9, C2."""
        part.let_have_bye(i for i, player in enumerate(part.players) if player.may_have_bye)
        return part.completes(part.mask(range(part.size)))

    def _is_settled(self, condition: Condition, here: frozenset[int]) -> bool:
        """Tell that C7 has not been compared yet."""
        return False

    def _pairs(
        self,
        part: DutchField,
        number: int,
        bracket: DutchBracket,
        held: Sequence[int],
        completed: bool,
    ) -> Pairs | None:
        """Rule: fide-dutch-2017 A9, C5, C6, C7."""
        below = (*bracket.following, *bracket.lower)
        here = bracket.moved, bracket.residents
        own = self.judge.best[number].bracket
        assert isinstance(own, Bracket2017)
        if own.kind == "last" or completed:
            asking = Bracket2017(*here, (), below, "last" if own.kind == "last" else "penultimate")
            return paired(part, asking).pairs
        if not _can_hold(part, bracket, held):
            return None
        ordinary = Bracket2017(*here, bracket.following, bracket.lower)
        return paired(part, ordinary, held).pairs


def _can_hold(part: DutchField, bracket: DutchBracket, held: Sequence[int]) -> bool:
    """Tell whether all of these players can be paired in a bracket."""
    number = {i: at for at, i in enumerate(bracket.players)}
    rows = [{number[j]: 0 for j in number if part.legal[i] >> j & 1} for i in bracket.players]
    alone = {at: 0 for i, at in number.items() if i not in held}
    return CheapestMatching(rows, alone=alone).run() is not None
