"""The criteria of one bracket of the Dutch System as the engine weighs them."""

from __future__ import annotations

from collections.abc import Iterable

from pairing.fide.costs import Costs
from pairing.fide.edition import Edition
from pairing.fide_dutch.scene import Scene


class DutchCosts(Costs):
    """The costs of one bracket.

    `floating` is what each player of the bracket costs who leaves it, `over` each player of the
    bracket or of the next scoregroup who stays over in the next bracket, `in_seat` each player of
    the bracket who has the bye, beside both.
    """

    scene: Scene

    def __init__(self, edition: Edition, scene: Scene, lighter: Iterable[int] = ()) -> None:
        """Weigh every player; `lighter` are the spans of digits below all criteria."""
        super().__init__(edition.criteria, scene, lighter)
        bracket = scene.bracket
        self.floating = self.of_each("of_floater", bracket.players)
        self.over = self.of_each("of_over", (*bracket.players, *bracket.following))
        self.in_seat = self.of_each("of_seat", bracket.players)

    def pair(self, higher: int, lower: int) -> int:
        """Return what a pair in the bracket costs."""
        return self.of("of_pair", self.scene.pair(higher, lower))

    def ahead(self, higher: int) -> int:
        """Return what a pair with a resident of the next bracket costs, made there."""
        return self.of("of_pair_below", higher)
