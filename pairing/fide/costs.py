"""The criteria of an edition as whole numbers: a digit for each, or for each value of a list."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from typing import Any, TypeAlias

from pairing.fide.criterion import CHANNELS, Criterion, Listed
from pairing.graphs.digits import Digits


class Costs:
    """What the parts of a way to pair a bracket weigh.

    `digits` are those of the criteria, and the lighter ones below them, from `lightest` on.
    """

    def __init__(
        self, criteria: Iterable[Criterion], scene: Any, lighter: Iterable[int] = ()
    ) -> None:
        """Lay out the digits; `lighter` are the spans of those below the criteria."""
        self.scene = scene
        spans: list[int] = []
        laid: list[tuple[Criterion, list[int]]] = []
        for one in criteria:
            if own := [*one.spans(scene)]:
                laid.append((one, [value for value, _ in own]))
                spans += [span for _, span in own]
        self.lightest = len(spans)
        self.digits = Digits((*spans, *lighter))
        weights = iter(self.digits.values)
        self._counts: dict[str, list[tuple[_Cost, int]]] = {one: [] for one in CHANNELS}
        self._lists: dict[str, list[tuple[_Cost, _Weights]]] = {one: [] for one in CHANNELS}
        self._kinds = [one.of_kind for one, _ in laid if one.has_kinds]
        for one, values in laid:
            table = dict(zip(values, weights, strict=False))
            if isinstance(one, Listed):
                for channel, cost in one.costing:
                    self._lists[channel].append((cost, table))
            else:
                for channel, cost in one.costing:
                    self._counts[channel].append((cost, table[values[0]]))

    def of(self, channel: str, one: Any) -> int:
        """Return what one of a channel costs."""
        scene = self.scene
        whole = 0
        for cost, weight in self._counts[channel]:
            if number := cost(scene, one):
                whole += weight * number
        for cost, table in self._lists[channel]:
            if (value := cost(scene, one)) is not None:
                whole += table.get(value, 0)
        return whole

    def kind(self, player: int) -> Hashable:
        """Return what else of a player the costs depend on, besides what all criteria look at."""
        scene = self.scene
        return tuple([of_kind(scene, player) for of_kind in self._kinds]) if self._kinds else ()

    def of_each(self, channel: str, some: Iterable[int]) -> dict[int, int]:
        """Return what each of some costs."""
        scene = self.scene
        whole = dict.fromkeys(some, 0)
        for cost, weight in self._counts[channel]:
            for one in whole:
                if number := cost(scene, one):
                    whole[one] += weight * number
        for cost, table in self._lists[channel]:
            for one in whole:
                if (value := cost(scene, one)) is not None:
                    whole[one] += table.get(value, 0)
        return whole


_Cost: TypeAlias = Callable[[Any, Any], int | None]
_Weights: TypeAlias = Mapping[int, int]
