"""Above twelve players: no exchange of two pairs, or of three, is better by the criteria in order."""

from __future__ import annotations

from random import Random

import pytest

from pairing.fide_burstein import engine as burstein
from pairing.fide_dubov import engine as dubov
from pairing.fide_dutch import engine as dutch
from pairing.fide_dutch.engine_2017 import RULES_2017
from pairing.fide_dutch.explain.judge import DutchJudge
from pairing.norms.model import NoPairing, Pairing
from tests.helpers import burstein_fields, dubov_fields
from tests.helpers.burstein_fields import after_seeding
from tests.helpers.dubov_fields import dubov_position
from tests.helpers.family import by_seed
from tests.helpers.fide_exchanges import (
    FREE,
    ByText,
    DubovByText,
    DutchByText,
    Pairs,
    exchanged,
    pairs_of,
)
from tests.helpers.fide_fields import initial_of, players_of, text_of
from tests.helpers.fide_rounds import Position, accelerated, kept_apart, random_position

OF_THREE = 40
"""So many times three pairs of a round are taken; each time there are eight exchanges at most."""


def size_of(seed: int) -> tuple[int, int]:
    """Return how many players there are, and after how many rounds."""
    return 13 + seed % 18, 1 + seed % 7


def varied(position: Position, seed: int) -> Position:
    """Return a position, with more forbidden pairs and virtual points in some of them."""
    position = kept_apart(position, seed) if seed % 3 == 0 else position
    return accelerated(position, seed) if seed % 4 == 0 else position


def hold(judge: ByText, pairing: Pairing | NoPairing, seed: int) -> None:
    """Hold that every exchange is illegal, or worse, or comes later."""
    if not isinstance(pairing, Pairing):
        return
    own = pairs_of(pairing)
    assert judge.is_legal(own)
    for other in exchanged(own, Random(seed), OF_THREE):
        if judge.is_legal(other - own):
            of_own, of_other = judge.judge(own, other)
            assert of_own < of_other, own ^ other


@pytest.mark.clause("fide-burstein-2026 3.1, 3.2, 4.3, C5, C6, C7, C8")
@by_seed(30)
def test_no_exchange_in_a_round_of_the_burstein_system_is_better(seed: int) -> None:
    position = varied(after_seeding(random_position(seed, *size_of(seed))), seed)
    players = burstein_fields.players_of(position)
    judge = ByText(burstein_fields.text_of(position))
    hold(judge, burstein.pair(players, initial_of(position)), seed)


@pytest.mark.clause("fide-dubov-2026 3.1, 3.2, 4.2, 4.3, 4.4, C5, C6, C7, C8, C9, C10")
@by_seed(30)
def test_no_exchange_in_a_round_of_the_dubov_system_is_better(seed: int) -> None:
    position = varied(dubov_position(seed, *size_of(seed)), seed)
    players = dubov_fields.dubov_players(position)
    judge = DubovByText(dubov_fields.text_of(position))
    last = position.last_round
    hold(judge, dubov.pair(players, initial_of(position), last_round=last), seed)


@pytest.mark.clause("fide-dutch-2026 3.8, 4.2, 4.3, 4.4, C5, C6, C7, C8, C9, C12, C18")
@by_seed(30)
def test_no_exchange_in_a_round_of_the_dutch_system_is_better(seed: int) -> None:
    position = varied(random_position(seed, *size_of(seed)), seed)
    judge = DutchByText(text_of(position))
    hold(judge, dutch.pair(players_of(position), initial_of(position)), seed)


@pytest.mark.clause("fide-dutch-2017 B8, C5, C6, C7, D1, D2, D3")
@by_seed(30)
def test_no_exchange_in_a_round_of_2017_is_better_by_the_judge(seed: int) -> None:
    """The text of 2017 looks ahead by enumeration, so the judge of the explanations judges."""
    position = varied(random_position(seed, *size_of(seed)), seed)
    players = players_of(position, "2017")
    judge = DutchJudge(players, initial_of(position), RULES_2017)
    pairing = dutch.pair(players, initial_of(position), rules=RULES_2017)
    if not isinstance(pairing, Pairing):
        return

    def parted(pairs: Pairs) -> tuple[list[tuple[int, int]], int | None]:
        seats = [tuple(sorted(pair)) for pair in pairs]
        boards = [(one, two) for one, two in seats if one != FREE]
        return boards, next((two for one, two in seats if one == FREE), None)

    for other in exchanged(pairs_of(pairing), Random(seed), OF_THREE):
        boards, bye = parted(other)
        if not any(judge.fault_of(*board) for board in boards) and (
            bye is None or judge.may_have_bye(bye)
        ):
            difference = judge.compare(boards, bye)
            assert difference is not None
            assert difference.by > 0
