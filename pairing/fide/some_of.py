"""Some players of a round, as what a proof that they cannot be paired is found in."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol

from pairing.norms.model import Contestant, NoPairing
from pairing.norms.no_pairing import no_pairing


class FieldOfPlayers(Protocol):
    """The players of a round by place, and the mask of those whom each may meet."""

    @property
    def players(self) -> Sequence[Contestant]:
        """Return the players."""

    @property
    def legal(self) -> Sequence[int]:
        """Return the masks of legal opponents."""


class SomeOf:
    """Some players of a field, by place; `anyone`: any one of them may be left without opponent."""

    def __init__(
        self, field: FieldOfPlayers, places: Iterable[int], *, anyone: bool = False
    ) -> None:
        """Take the field and the places."""
        self.legal = field.legal
        self.places = tuple(places)
        self.size = len(self.places)
        self.keys = [field.players[i].key for i in self.places]
        self.bye_allowed = [anyone or field.players[i].may_have_bye for i in self.places]

    def adjacency(self, players: range) -> list[int]:
        """Return the legal pairs as bit masks, by place among these players."""
        places = [self.places[at] for at in players]
        return [
            sum(1 << at for at, j in enumerate(places) if self.legal[i] >> j & 1) for i in places
        ]


def why_nobody(field: FieldOfPlayers) -> NoPairing:
    """Return why a round has no complete pairing; it must have none.

    Rule: fide-dutch-2026 C1, C2, C3.
    """
    players = field.players
    everybody = (1 << len(players)) - 1
    legal = [mask & everybody for mask in field.legal[: len(players)]]
    may = [player.may_have_bye for player in players]
    why = no_pairing([p.key for p in players], legal, may, ("C1", "C3"), bye_norm="C2")
    assert why is not None, "without a complete pairing there is a reason"
    return why
