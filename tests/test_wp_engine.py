import random
from collections.abc import Sequence
from functools import partial

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from wp_simulation import rounds_of

from pairing.legality import is_legal_pair
from pairing.reference.wp import pair as pair_by_exhaustion
from pairing.state import Contestant, NoPairing, Pairing
from pairing.wp import pair
from projections.colours import breaks_b2

C2_VALUES = ("below_c4_1", "below_c4_1", "below_c4_1", "above_c4_1")


def check_against_the_twin(contestants: Sequence[Contestant], c2: str) -> None:
    assert c2 in ("below_c4_1", "above_c4_1")
    value = "above_c4_1" if c2 == "above_c4_1" else "below_c4_1"
    paired = pair(contestants, c2=value)  # type: ignore[arg-type]
    expected = pair_by_exhaustion(contestants, c2=value)  # type: ignore[arg-type]
    if isinstance(expected, NoPairing):
        assert isinstance(paired, NoPairing)
        assert set(paired.players) <= {c.key for c in contestants}
    else:
        assert paired == expected


@pytest.mark.clause("knsb-wp-2014 C4.1")
@pytest.mark.clause("knsb-wp-2014 C5")
@pytest.mark.clause("knsb-wp-1996 C5")
@settings(max_examples=900, deadline=None, derandomize=True, database=None)
@given(st.integers(0, 2**32), st.integers(4, 10), st.integers(3, 7), st.sampled_from(C2_VALUES))
def test_the_engine_pairs_every_round_of_small_tournaments_like_the_twin(
    seed: int, size: int, rounds: int, c2: str
) -> None:
    rng = random.Random(seed)
    rules = rng.choice(("1996", "2014"))
    for contestants, _ in rounds_of(rng, size, rounds, rules, pair):
        check_against_the_twin(contestants, c2)


@st.composite
def positions(draw: st.DrawFn) -> list[Contestant]:
    """Positions that no tournament reaches: dense meetings, one-sided colours, odd histories."""
    rng = random.Random(draw(st.integers(0, 2**32)))
    size = draw(st.integers(1, 8))
    levels = draw(st.integers(1, 5))
    met: list[set[int]] = [set() for _ in range(size)]
    density = draw(st.sampled_from((0, 10, 30, 50, 70)))
    for i in range(size):
        for j in range(i):
            if rng.randrange(100) < density:
                met[i].add(j)
                met[j].add(i)
    whites = draw(st.sampled_from((50, 50, 80, 95)))
    length = draw(st.integers(0, 4))
    keeps_b2 = draw(st.booleans())
    points = sorted((rng.randrange(levels) for _ in range(size)), reverse=True)
    top = draw(st.sampled_from((99, 99, 2)))
    contestants = []
    for i in range(size):
        colours = ""
        for _ in range(length):
            colour = "W" if rng.randrange(100) < whites else "B"
            if keeps_b2 and breaks_b2(colours, "W" if colour == "W" else "B"):
                colour = "B" if colour == "W" else "W"
            colours += "-" if rng.randrange(10) == 0 else colour
        contestants.append(
            Contestant(
                *(i, points[i], colours, frozenset(met[i])),
                may_have_bye=rng.randrange(3) > 0,
                topscorer=points[i] >= top,
            )
        )
    return contestants


@pytest.mark.clause("knsb-wp-2014 C9")
@pytest.mark.clause("knsb-wp-2014 B1b")
@settings(max_examples=3000, deadline=None, derandomize=True, database=None)
@given(positions(), st.sampled_from(C2_VALUES))
def test_the_engine_pairs_positions_beyond_tournaments_like_the_twin(
    contestants: list[Contestant], c2: str
) -> None:
    check_against_the_twin(contestants, c2)


def test_nobody_at_all_is_a_pairing_without_boards() -> None:
    assert pair([]) == Pairing((), None, ())


def contestant(key: int, met: Sequence[int] = (), bye: bool = True) -> Contestant:
    return Contestant(key, 0, "", frozenset(met), bye, False)


@pytest.mark.clause("knsb-wp-2014 B1b")
def test_no_pairing_names_b1b_when_nobody_may_have_the_bye() -> None:
    answer = pair([contestant(1, bye=False), contestant(2, bye=False), contestant(3, bye=False)])
    assert isinstance(answer, NoPairing)
    assert answer.clause == "knsb-wp-2014 B1b"


@pytest.mark.clause("knsb-wp-2014 B1a")
def test_no_pairing_names_a_player_who_has_met_everybody() -> None:
    answer = pair([contestant(1, (2, 3, 4)), *map(contestant, (2, 3, 4))])
    assert isinstance(answer, NoPairing)
    assert answer.players == (1,)


@pytest.mark.clause("knsb-wp-2014 B1a")
def test_no_pairing_names_players_with_too_few_partners() -> None:
    three = [contestant(k, {1, 2, 3} - {k}) for k in (1, 2, 3)]
    answer = pair([*three, contestant(4), contestant(5, (4,)), contestant(6, (1, 2, 3, 4))])
    assert isinstance(answer, NoPairing)
    assert answer.players


def can_be_completed(contestants: Sequence[Contestant]) -> bool:
    """H2 by networkx."""
    graph: nx.Graph[int] = nx.Graph()
    graph.add_nodes_from(c.key for c in contestants)
    for i, one in enumerate(contestants):
        graph.add_edges_from(
            (one.key, two.key) for two in contestants[:i] if is_legal_pair(one, two)
        )
    if len(contestants) % 2:
        graph.add_edges_from((-1, c.key) for c in contestants if c.may_have_bye)
    matched = nx.max_weight_matching(graph, maxcardinality=True)
    return 2 * len(matched) == len(contestants) + len(contestants) % 2
