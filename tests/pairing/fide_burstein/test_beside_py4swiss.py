"""The Burstein System beside py4swiss: each difference has articles that it reads otherwise."""

from __future__ import annotations

import random
from collections import Counter
from importlib.util import find_spec

import pytest

from tests.helpers.burstein_fields import after_seeding
from tests.helpers.fide_rounds import Position, random_position, without_prohibited
from tests.oracles.burstein_py4swiss import FAULTS, AlteredText, Theirs, named

needs_py4swiss = pytest.mark.skipif(
    find_spec("py4swiss") is None, reason="needs py4swiss: pip install 'toernooiboek[bench]'"
)


def position_of(seed: int) -> Position:
    """Return a position after the seeding rounds."""
    chance = random.Random(seed)
    size = chance.randint(4, 10)
    position = random_position(seed, size, chance.randint(1, min(6, size - 2)))
    return without_prohibited(after_seeding(position))


@pytest.mark.peers
@needs_py4swiss
@pytest.mark.clause("fide-burstein-2026 1.7.2, 3.1, C2, C5, C6, C7, C8, 4.3")
def test_every_difference_is_named_by_articles_that_they_read_otherwise() -> None:
    names = Counter[str]()
    for seed in range(600):
        position = position_of(seed)
        if len(position.present) > 1:
            names[named(position)] += 1
    assert not [name for name in names if name.startswith("?")]
    assert 2 * names["same"] > names.total()
    assert {article for name in names for article in name.split()} <= {"same", *FAULTS}


@pytest.mark.parametrize("seed", range(60))
def test_the_text_without_alterations_makes_its_own_round_and_no_other(seed: int) -> None:
    position = position_of(seed)
    text = AlteredText(position, frozenset())
    if not text.run():
        return
    boards, bye = text.boards()
    own = Theirs(frozenset(map(frozenset, boards)), boards, bye)
    assert text.makes(own)
    assert text.gives_colours(own)
    turned = frozenset((black, white) for white, black in boards)
    assert not text.gives_colours(own._replace(boards=turned)) or not boards
    if len(boards) > 1:
        (a, b), (c, d), *rest = sorted(boards)
        other = frozenset({(a, d), (c, b), *rest})
        assert not text.makes(Theirs(frozenset(map(frozenset, other)), other, bye))
