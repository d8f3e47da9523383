"""Prices of waiting players, which distinguish rooms that are equal in other keys."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from pairing.graphs.matching import bits
from pairing.wp.groups.key_by_key import BoundByPrices, KeyByKey, LevelCaps
from pairing.wp.groups.look_ahead import Prices
from tests.helpers.wp_fields import rooms_to_search


def solvers(count: int) -> Iterator[KeyByKey]:
    for many in rooms_to_search(5, count):
        search = many.rest_first(None)
        if search.number:
            yield KeyByKey(search, many.ahead)


def test_a_matching_costs_its_pairs_and_the_prices_of_those_who_wait() -> None:
    rng, dear = random.Random(1), 0
    for solver in solvers(100):
        ahead, size = solver.ahead, solver.size
        room = solver.best.waiting
        proofs = {
            BoundByPrices(False, ahead.exact_prices(room, ahead.floats_again(room).proof)),
            BoundByPrices(True, ahead.exact_prices(room, ahead.single(room).proof)),
        }
        factors = {proof: rng.randrange(4) << size for proof in proofs}
        part = solver._solve(solver.whole._replace(factors=factors))
        assert part is not None

        def priced(waiting: int, factors: dict[BoundByPrices, int] = factors) -> int:
            return sum(
                factor * proof.prices.of(at)
                for proof, factor in factors.items()
                for at in bits(waiting)
            )

        costs = solver.search.costs
        pairs = sum(costs[u][v] for u, v in enumerate(part.matching.mate) if u < v)
        waiting = solver._waiting(part)
        assert part.matching.cost() == pairs + priced(waiting)
        assert part.matching.cost() <= solver.whole.matching.cost() + priced(room)
        judged = solver._judge(part)
        assert judged is None or judged.cost == pairs
        dear += priced(waiting) != 0 and judged is not None
    assert dear > 10


@pytest.mark.clause("knsb-wp-2014 C4.2")
@pytest.mark.clause("knsb-wp-2014 C4.3")
def test_a_room_with_too_large_a_k4_or_else_k5_is_proved_so_by_prices_of_that_key() -> None:
    for solver in solvers(60):
        ahead, room = solver.ahead, solver.best.waiting
        again, single = ahead.floats_again(room).number, ahead.single(room).number
        assert solver._proofs(room, LevelCaps(again, single, solver.most)) == []
        for of_single, caps in (
            (False, LevelCaps(again - 1, single, solver.most)),
            (False, LevelCaps(again - 1, single - 2, solver.most)),
            (True, LevelCaps(again, single - 2, solver.most)),
        ):
            (proof,) = solver._proofs(room, caps)
            assert proof.of_single == of_single
            assert proof.excess(room, caps) > 0


def test_a_proof_that_a_room_keeps_and_that_counts_for_nothing_changes_no_factor() -> None:
    solver = next(solvers(1))
    caps = LevelCaps(1, 9, solver.most + 10**6)
    broken = BoundByPrices(False, Prices(3, 0, 0))
    kept = BoundByPrices(True, Prices(0, 0, 0))
    assert [proof.excess(0, caps) for proof in (broken, kept)] == [2, -9]
    bound = solver.whole.matching.cost()

    def changed(**factors: int) -> dict[BoundByPrices, int] | None:
        named = {"broken": broken, "kept": kept}
        part = solver.whole._replace(factors={named[name]: f for name, f in factors.items()})
        return solver._changed(part, solver.best.waiting, caps, bound)

    alone, both, counting = changed(broken=0), changed(broken=0, kept=0), changed(broken=0, kept=1)
    assert alone is not None
    assert both == alone | {kept: 0}
    assert counting is not None
    assert 0 < counting[broken] < alone[broken]
    many = caps._replace(again=100, single=100)
    part = solver.whole._replace(factors={kept: 0})
    assert solver._changed(part, solver.best.waiting, many, bound) is None
