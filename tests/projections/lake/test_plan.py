"""The parts of a plan: small ledgers stand together, and a change of one leaves the others alone."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from projections.lake.plan import A_PART, KnownTournament, LedgerShare, parted
from projections.spread.port import of_size
from tests.helpers.family import examples

SIZES = st.lists(st.integers(1, 3 * A_PART) | st.integers(1, 5), min_size=1, max_size=60)


def shares_of(sizes: Sequence[int]) -> list[LedgerShare]:
    """Return the shares of ledgers with so many tournaments."""
    return [
        LedgerShare(at, tuple(some))
        for at, size in enumerate(sizes)
        for some in of_size([known(at, one) for one in range(size)], A_PART)
    ]


def known(ledger: int, at: int) -> KnownTournament:
    return KnownTournament(f"{ledger}-{at}", 1, "")


def parts_of(shares: Iterable[LedgerShare]) -> set[tuple[tuple[str, ...], ...]]:
    """Return the tournaments in each part, by ledger."""
    return {
        tuple(tuple(each.tournament for each in share.tournaments) for share in part)
        for part in parted(list(shares))
    }


def tournaments_in(parts: Iterable[tuple[tuple[str, ...], ...]]) -> int:
    return sum(len(share) for part in parts for share in part)


@examples(60)
@given(SIZES, st.randoms())
def test_each_tournament_is_in_one_part_and_the_order_of_ledgers_does_not_matter(
    sizes: list[int], chance: Random
) -> None:
    shares = shares_of(sizes)
    parts = [*parted(shares)]
    placed = [each for part in parts for share in part for each in share.tournaments]
    assert len(placed) == len(set(placed)) == sum(sizes)
    assert all(sum(len(share.tournaments) for share in part) <= A_PART for part in parts)
    mixed = chance.sample(shares, len(shares))
    assert parts_of(mixed) == parts_of(shares)


@examples(60)
@given(SIZES, st.integers(1, A_PART - 1))
def test_a_new_ledger_makes_anew_what_stood_in_one_part_and_one_that_is_gone_too(
    sizes: list[int], more: int
) -> None:
    """Either changes the parts of at most the tournaments of a full part, beside its own."""
    before = parts_of(shares_of(sizes))
    after = parts_of(shares_of([*sizes, more]))
    assert len(before - after) <= 1, "one part takes it in, or is divided"
    assert tournaments_in(after - before) <= A_PART + more
    if not before - after:
        assert tournaments_in(after - before) == more


@pytest.mark.parametrize("ledgers", [200, 300, 1_000, 5_000])
def test_many_ledgers_of_one_tournament_have_at_most_twice_the_parts_of_one_ledger(
    ledgers: int,
) -> None:
    parts = [*parted(shares_of([1] * ledgers))]
    assert len(parts) <= 2 * len([*parted(shares_of([ledgers]))])
    assert sum(map(len, parts)) == ledgers
