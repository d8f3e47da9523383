"""The criteria of an edition as whole numbers: a digit for each, or for each value of a list."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from typing import Any, TypeAlias

from pairing.fide.criterion import Criterion, Listed
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
            own = [*one.spans(scene)]
            spans += [span for _, span in own]
            if own:
                laid.append((one, [value for value, _ in own]))
        self.lightest = len(spans)
        self.digits = Digits((*spans, *lighter))
        weights = iter(self.digits.values)
        self._counts: dict[str, list[tuple[_Cost, int]]] = {}
        self._lists: dict[str, list[tuple[_Cost, _Weights]]] = {}
        own_kinds = (one for one, _ in laid if type(one).of_kind is not Criterion.of_kind)
        self._kinds = [one.of_kind for one in own_kinds]
        for one, values in laid:
            table = dict(zip(values, weights, strict=False))
            for channel in one.channels:
                cost = getattr(one, channel)
                if isinstance(one, Listed):
                    self._lists.setdefault(channel, []).append((cost, table))
                else:
                    self._counts.setdefault(channel, []).append((cost, table[0]))

    def of(self, channel: str, one: Any) -> int:
        """Return what one of a channel costs."""
        scene = self.scene
        whole = 0
        for cost, weight in self._counts.get(channel, ()):
            if number := cost(scene, one):
                whole += weight * number
        for cost, table in self._lists.get(channel, ()):
            if (value := cost(scene, one)) is not None:
                whole += table.get(value, 0)
        return whole

    def kind(self, player: int) -> Hashable:
        """Return what of a player the costs go by, beside what those of all criteria do."""
        return tuple(of_kind(self.scene, player) for of_kind in self._kinds)

    def of_each(self, channel: str, some: Iterable[int]) -> dict[int, int]:
        """Return what each of some costs."""
        if channel not in self._counts and channel not in self._lists:
            return dict.fromkeys(some, 0)
        return {one: self.of(channel, one) for one in some}


_Cost: TypeAlias = Callable[[Any, Any], int | None]
_Weights: TypeAlias = Mapping[int, int]
