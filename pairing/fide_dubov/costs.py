"""What upfloaters cost, as the engine weighs them."""

from __future__ import annotations

from collections.abc import Hashable

from pairing.fide.costs import Costs
from pairing.fide_dubov.criteria import EDITION_DUBOV
from pairing.fide_dubov.field import DubovField
from pairing.fide_dubov.scene import DubovScene


class UpfloatCosts(Costs):
    """What upfloaters cost: `upfloater` has it for each of those who may be, by place.

    `by_order`: of upfloaters that are equal by all criteria, the first set costs the least.
    """

    scene: DubovScene

    def __init__(self, field: DubovField, lower: int, *, by_order: bool = False) -> None:
        """Take those below the bracket who may float up."""
        places = [at for at in field.order if lower >> at & 1]
        order = [field.size + 1 << len(places)] if by_order else []
        super().__init__(EDITION_DUBOV.criteria, DubovScene(field, places), order)
        self.upfloater = self.of_each("of_floater", places)
        if by_order:
            whole = 1 << len(places)
            for number, at in enumerate(places):
                self.upfloater[at] += whole - (whole >> number + 1)

    def kind(self, player: int) -> Hashable:
        """Return all that the cost of a pair goes by, and whether C3 lets two alike meet."""
        wish = self.scene.field.wishes[player]
        return wish, self.upfloater.get(player), super().kind(player)

    def pair(self, one: int, two: int) -> int:
        """Return what a pair of the bracket costs, or one of two lower players, who pay nothing."""
        floats = [self.upfloater[at] for at in (one, two) if at in self.upfloater]
        return 0 if len(floats) == 2 else sum(floats) + self.of("of_pair", (one, two))
