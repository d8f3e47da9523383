"""A bracket of the Dubov System in its field: what the criteria read."""

from __future__ import annotations

from collections.abc import Sequence

from pairing.fide_dubov.field import DubovField


class DubovScene:
    """A field, and those below a bracket who may float up, by place; `levels` are their scores."""

    def __init__(self, field: DubovField, places: Sequence[int]) -> None:
        """Take both."""
        self.field = field
        self.places = places
        self.players = field.players
        self.scores = field.scores
        self.levels = {field.scores[at] for at in places}
        self.count = field.size + 1
        """More than the players: the span of a count."""
