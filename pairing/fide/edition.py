"""An edition of a regulation: its criteria as a table, and what it calls its other clauses."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from pairing.fide.criterion import Criterion, OfBye
from pairing.norms import criterion
from pairing.norms.criterion import Criteria, Difference, Total


@dataclass(frozen=True, kw_only=True)
class Edition(Criteria):
    """A regulation as a table.

    `of_bye` are the criteria of who has the bye, above those of every bracket, which are
    `criteria`, heaviest first. `bracket` says what a bracket is, bye who has it, preference what
    one is, histories that unplayed rounds go to the front, and best which candidate is taken.
    `colours` are the clauses of the colour rules, each as that of the Dutch System of 2026.
    """

    of_bye: tuple[OfBye, ...]
    criteria: tuple[Criterion, ...]
    bracket: str
    bye: str
    preference: str
    histories: str
    best: str
    colours: Mapping[str, str] = field(default_factory=dict)

    @cached_property
    def named(self) -> dict[str, criterion.Criterion]:
        """The criteria by key, in the order of weight."""
        return {one.key: one for one in (*self.of_bye, *self.criteria)}

    def colour(self, clause: str) -> str:
        """Return a clause of the colour rules, given as that of 2026."""
        return self.colours.get(clause, clause)

    def rule(self, clause: str) -> str:
        """Return the number in 2026 of the colour rule of a clause."""
        return next((of_2026 for of_2026, own in self.colours.items() if own == clause), clause)[-1]

    def bye_order(self, player: Any) -> Total:
        """Return where a player stands in the order for the bye."""
        return tuple(one.of_player(player) for one in self.of_bye)

    def other_bye(self, own: Total, instead: Total) -> Difference | None:
        """Return the first criterion in which two differ who could have the bye."""
        for one, mine, other in zip(self.of_bye, own, instead, strict=True):
            if found := one.differs((mine,), (other,)):
                return found[1]
        return None
