"""The Swiss on rating beside py4swiss, which pairs by the FIDE Dutch system of 2017.

Where the two differ each must have a clause for its pairing: ours is better by 2014, theirs by
2017.
"""

from __future__ import annotations

from importlib.util import find_spec

import pytest

from ledger.rulebooks.rulebook import Rulebook
from ledger.trf.model import TrfFile
from ledger.trf.reader import parse
from pairing.systems.registry import load_rulebook
from tests.helpers.shared_data import SHARED, needs_shared
from tests.oracles.fide_dutch_2017 import Round2017, Theirs, both_pairings, random_file
from tests.oracles.judges_2014_2017 import (
    NAMES_2014,
    compared,
    explained,
    first_difference,
    order_key,
)

needs_py4swiss = pytest.mark.skipif(
    find_spec("py4swiss") is None, reason="needs py4swiss: pip install 'toernooiboek[bench]'"
)


def rulebook() -> Rulebook:
    rules = load_rulebook("knsb-rating-2014")
    assert isinstance(rules, Rulebook)
    return rules


@pytest.mark.peers
@needs_py4swiss
@pytest.mark.clause("knsb-rating-2014 C, C12, C13, D1, D2, D3")
@pytest.mark.parametrize("absences", [False, True])
@pytest.mark.parametrize("seed", range(70, 78))
def test_every_difference_has_a_clause_in_both_rule_books(seed: int, absences: bool) -> None:
    for number, how in compared(random_file(seed, rulebook(), absences), rulebook()):
        assert not how.startswith("?"), (seed, number, how)


@pytest.mark.peers
@needs_py4swiss
@needs_shared
@pytest.mark.parametrize("name", ["russian_blitz11_1373000", "aut_1384474", "srb_1386571"])
def test_every_difference_on_a_real_tournament_has_one_too(name: str) -> None:
    assert SHARED is not None
    file = parse((SHARED / "data" / "real" / f"{name}.trf").read_bytes())
    assert isinstance(file, TrfFile)
    differences = [how for _, how in compared(file, rulebook())]
    assert differences
    assert not [how for how in differences if how.startswith("?")]


@pytest.mark.peers
@needs_py4swiss
def test_a_pairing_that_no_rule_book_likes_is_not_explained() -> None:
    file = random_file(70, rulebook(), absences=False)
    _, flow, pairing = next(both_pairings(file, rulebook()))
    assert flow is not None
    assert pairing is not None
    assert explained(flow, pairing) is None
    worse = Round2017(players=pairing.players)
    for bracket in pairing.brackets:
        pairs = sorted(bracket.pairs)
        if len(pairs) > 1 and not worse.brackets:
            (a, b), (c, d), *rest = pairs
            pairs = [(a, d), (c, b), *rest]
        sorted_pairs = frozenset((min(p), max(p)) for p in pairs)
        made_worse = Theirs(bracket.moved, bracket.residents, sorted_pairs, bracket.collapsed)
        worse.brackets.append(made_worse)
    assert str(explained(flow, worse)).startswith("?")


def test_the_first_item_that_is_better_gives_the_name() -> None:
    mine, theirs = [0] * len(NAMES_2014), [0] * len(NAMES_2014)
    assert first_difference(mine, theirs, NAMES_2014) is None
    theirs[3] = 1
    assert first_difference(mine, theirs, NAMES_2014) == "X (C10e)"
    assert first_difference(theirs, mine, NAMES_2014) is None


@pytest.mark.clause("knsb-rating-2014 D1, D2, D3")
def test_the_key_of_an_order_is_that_of_the_generation() -> None:
    assert order_key((), range(6), [(0, 3), (1, 4), (2, 5)]) < order_key(
        (), range(6), [(0, 3), (1, 5), (2, 4)]
    )
    assert order_key((), range(6), [(0, 5), (1, 4), (2, 3)]) < order_key(
        (), range(6), [(0, 2), (1, 4), (3, 5)]
    )
    assert order_key((0, 1), range(6), [(0, 2), (1, 3), (4, 5)]) < order_key(
        (0, 1), range(6), [(0, 3), (1, 2), (4, 5)]
    )
