"""What holds alike for the engines of the Dutch and the Burstein System."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Literal, TypeVar
from unittest.mock import patch

from pairing.fide.players import FidePlayer
from pairing.fide_dutch.brackets import _Alone
from pairing.fide_dutch.tight import BracketGraph, Outside, TightGraph
from pairing.norms.model import NoPairing, Pairing

PlayerT = TypeVar("PlayerT", bound=FidePlayer)


def longer_ways(of: type = _Alone, short_way: str = "pairs") -> Iterator[None]:
    """Yield while the engine of brackets has lost one short way, and while it has lost two."""
    tight = BracketGraph.tight

    def unsure(graph: BracketGraph, outside: Outside) -> TightGraph | None:
        best = tight(graph, outside)
        return best and replace(best, all_are_best=False)

    with patch.object(of, short_way, lambda *_: None):
        yield
        with patch.object(BracketGraph, "tight", unsure):
            yield


def without_a_pairing(
    pair: Callable[[list[PlayerT], Literal["W"]], Pairing | NoPairing],
    player: Callable[[int, set[int], bool], PlayerT],
) -> list[tuple[tuple[int, ...], str | None]]:
    """Return players and clause of the refusal of two who have met, and of three without a bye."""
    fields = [
        [player(1, {2}, True), player(2, {1}, True)],
        [player(key, set(), False) for key in (1, 2, 3)],
    ]
    refused = [pair(field, "W") for field in fields]
    assert all(isinstance(one, NoPairing) for one in refused)
    return [(one.players, one.clause) for one in refused if isinstance(one, NoPairing)]
