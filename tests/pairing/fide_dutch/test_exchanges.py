"""The first exchange of a remainder is that which the text meets first."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from unittest.mock import patch

import pytest

from pairing.fide_dutch import exchanges
from pairing.fide_dutch.engine_2017 import pair
from pairing.fide_dutch.exchanges import FirstExchange
from pairing.graphs.cheapest_matching import CheapestMatching
from pairing.graphs.matching import EXPOSED, mask_of, maximum_matching
from pairing.norms.model import Pairing
from tests.helpers.family import by_seed
from tests.helpers.fide_fields import initial_of, players_of
from tests.helpers.fide_played import circle
from tests.oracles.fide_dutch_text import homogeneous


def parts_of(vertices: Iterable[int], chance: Random) -> list[int]:
    """Return a partition of vertices by chance, as masks: any will do, as it is for speed alone."""
    parts = [0, 0, 0]
    for at in vertices:
        parts[chance.randrange(3)] |= 1 << at
    return [part for part in parts if part]


@by_seed(300)
@pytest.mark.clause("fide-dutch-2026 3.6, 4.3")
def test_the_first_exchange_is_the_one_that_the_text_meets_first(seed: int) -> None:
    chance = Random(seed)
    size = chance.randint(2, 8)
    floats = size % 2
    graph = [0] * (size + 1 + floats)
    share = chance.choice((0.3, 0.6, 0.9))
    for one in range(1, size + 1):
        for two in range(one + 1, size + 1):
            if chance.random() < share:
                graph[one] |= 1 << two
                graph[two] |= 1 << one
    legal = list(graph)
    if floats:
        # The seat of the floater stands after all players; anybody may have it.
        graph[size + 1] = mask_of(range(1, size + 1))
        for one in range(1, size + 1):
            graph[one] |= 1 << size + 1
    alive = mask_of(range(1, len(graph)))
    mates = maximum_matching(graph, alive=alive)
    if EXPOSED in mates[1:]:
        return
    players = range(1, size + 1)
    first = next(homogeneous(players, size // 2, legal))
    expected = mask_of(min(two) for two in first)
    alike = parts_of(range(1, len(graph)), chance)
    assert FirstExchange(graph, alive, players, size // 2, alike).s1() == expected
    with patch.object(exchanges, "FEW", 0):
        assert FirstExchange(graph, alive, players, size // 2, alike).s1() == expected
        with patch.object(exchanges, "maximum_matching", lambda *_, **__: [EXPOSED] * len(graph)):
            assert FirstExchange(graph, alive, players, size // 2, alike).s1() == expected


@pytest.mark.parametrize("seed", [2, 3, 5])
def test_many_exchanges_of_a_last_bracket_need_no_matching_by_weight(seed: int) -> None:
    """S1 holds the high scores then, and nearly all pairs are of one score: 2,000 took long."""
    position = circle(300, 7, seed)
    weighed = patch.object(CheapestMatching, "run", side_effect=AssertionError)
    with weighed, patch.object(exchanges, "FEW", 0):
        pairing = pair(players_of(position, "2017"), initial_of(position))
    assert isinstance(pairing, Pairing)
    assert len(pairing.boards) == 150
