"""A bracket of the Dubov System in its field: what the criteria read."""

from __future__ import annotations

from collections.abc import Sequence

from pairing.fide_dubov.field import DubovField


class DubovScene:
    """A field, and those below a bracket who may float up, by place."""

    def __init__(self, field: DubovField, places: Sequence[int]) -> None:
        """Take both."""
        self.field = field
        self.places = places
        self.players = field.players
        self.count = field.size + 1
        """More than the players: the span of a count."""
