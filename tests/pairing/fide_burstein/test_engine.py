"""The Burstein System of 2026: the engine finds what the text finds, pairing by pairing."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pairing.fide_burstein.engine import pair
from pairing.fide_burstein.ranking import BursteinPlayer
from pairing.norms.model import NoPairing, Pairing
from pairing.systems.registry import contestants, pair_round
from tests.helpers.burstein_fields import (
    RULES,
    after_seeding,
    burstein_rules,
    by_engine,
    by_text,
    players_of,
    worked_example,
)
from tests.helpers.family import SEEDS, by_seed, drawn
from tests.helpers.fide_engines import longer_ways, without_a_pairing
from tests.helpers.fide_rounds import accelerated, kept_apart, random_position, valued, worth
from tests.oracles.fide_burstein_text import pairings

ROUNDS = {"seed": SEEDS, "size": range(2, 11), "rounds": range(8)}


@pytest.mark.clause(
    "fide-burstein-2026 1.2, 1.7.1, 1.7.2, 1.8, 1.9, C3, C4, C5, C6, C7, C8, 3.1, 3.2, 4.1, 4.2, "
    "4.3, 5.2.1, 5.2.2, 5.2.3, 5.2.4, 5.2.5"
)
@drawn(400, at_length=100_000, **ROUNDS)
def test_the_engine_agrees_with_the_text(seed: int, size: int, rounds: int) -> None:
    position = after_seeding(random_position(seed, size, rounds))
    assert by_engine(position) == by_text(position)


@drawn(150, at_length=20_000, **ROUNDS)
def test_the_engine_agrees_with_the_text_where_players_have_virtual_points(
    seed: int, size: int, rounds: int
) -> None:
    position = accelerated(after_seeding(random_position(seed, size, rounds)), seed)
    assert by_engine(position) == by_text(position)


@pytest.mark.clause("fide-burstein-2026 C1, C2, 1.7.2, ACC1.5")
@drawn(200, at_length=50_000, virtual=(False, True), **ROUNDS)
def test_they_agree_with_forbidden_pairs_other_point_values_and_virtual_points_at_once(
    seed: int, size: int, rounds: int, virtual: bool
) -> None:
    values = worth(seed)
    position = kept_apart(after_seeding(random_position(seed, size, rounds)), seed)
    position = valued(accelerated(position, seed) if virtual else position, values)
    expected = by_text(position, values)
    assert by_engine(position, burstein_rules(values.keys)) == expected


@by_seed(12)
def test_they_agree_in_fields_of_twelve(seed: int) -> None:
    position = after_seeding(random_position(seed, 12, 2 + seed % 7))
    assert by_engine(position) == by_text(position)


@by_seed(40)
def test_without_the_short_ways_the_engine_finds_the_same(seed: int) -> None:
    position = after_seeding(random_position(seed, 12 + seed % 40, seed % 9))
    expected = by_engine(position)
    for _ in longer_ways():
        assert by_engine(position) == expected


@pytest.mark.clause("fide-burstein-2026 4.2, 4.3")
def test_six_players_with_two_pairs_have_the_forty_five_pairings_of_the_handbook() -> None:
    """The list of the handbook has 1-3 2-0 4-5 6-0 twice; 1-3 2-0 4-0 5-6 is left out of none."""
    listed = [
        " ".join(f"{one}-{other}" for one, other in pairs) for pairs in pairings(range(1, 7), 2)
    ]
    assert len(listed) == len(set(listed)) == 45
    assert listed[:4] == [
        "1-6 2-5 3-0 4-0",
        "1-6 2-4 3-0 5-0",
        "1-6 2-3 4-0 5-0",
        "1-6 2-0 3-5 4-0",
    ]
    assert listed[-1] == "1-0 2-0 3-4 5-6"
    assert listed.count("1-3 2-0 4-5 6-0") == 1


@pytest.mark.clause("fide-burstein-2026 1.6, 1.7.1, 1.8, 3.1, 5.2.4, 5.2.5")
def test_the_worked_example_is_paired_as_both_programs_pair_it() -> None:
    position = worked_example()
    ranked = sorted(players_of(position), key=lambda one: one.rank)
    assert [one.number for one in ranked] == [3, 5, 7, 2, 6, 4, 1]
    assert [(one.opposition.buchholz, one.opposition.sonneborn_berger) for one in ranked] == [
        (6, 4),
        (6, 4),
        (5, 2),
        (5, 1),
        (4, 8),
        (3, 6),
        (3, 1),
    ]
    pairing = pair_round(position.table, RULES, position.present, False)
    assert isinstance(pairing, Pairing)
    assert [(board.white, board.black, board.rule) for board in pairing.boards] == [
        (6, 4, "5.2.5"),
        (5, 3, "5.2.2"),
        (2, 7, "5.2.5"),
    ]
    assert pairing.bye == 1
    assert by_engine(position) == by_text(position)


@pytest.mark.clause("fide-burstein-2026 1.6")
def test_a_seeding_round_is_one_of_the_dutch_system() -> None:
    table = replace(worked_example().table, planned=6)
    by_number = contestants(table, RULES, tuple(table.cells), False)
    assert [one.key for one in by_number] == [4, 6, 3, 5, 7, 1, 2]
    assert not any(isinstance(one, BursteinPlayer) for one in by_number)
    pairing = pair_round(table, RULES, tuple(table.cells), False)
    assert isinstance(pairing, Pairing)
    assert {board.rule for board in pairing.boards} <= {"5.2.1", "5.2.2", "5.2.3", "5.2.4"}


def test_without_a_number_of_rounds_there_is_no_pairing() -> None:
    table = replace(worked_example().table, planned=None)
    pairing = pair_round(table, RULES, tuple(table.cells), False)
    assert isinstance(pairing, NoPairing)
    assert pairing.clause == "1.6"


def player(key: int, met: set[int], may_have_bye: bool = True) -> BursteinPlayer:
    return BursteinPlayer(
        key, 0, "", frozenset(met), may_have_bye, False, key, counted=key, rank=key
    )


@pytest.mark.clause("fide-burstein-2026 4.3, 5.2.1")
def test_the_first_meets_the_last_and_the_last_of_all_is_free() -> None:
    pairing = pair([player(key, set()) for key in range(1, 8)], "B")
    assert isinstance(pairing, Pairing)
    assert [(b.white, b.black, b.rule) for b in pairing.boards] == [
        (6, 1, "5.2.1"),
        (2, 5, "5.2.1"),
        (4, 3, "5.2.1"),
    ]
    assert pairing.bye == 7


def test_nobody_is_an_empty_round() -> None:
    assert pair([], "W") == Pairing((), None, ())


@pytest.mark.clause("fide-burstein-2026 1.9")
def test_a_field_that_cannot_be_paired_is_named() -> None:
    assert without_a_pairing(pair, player) == [((1,), "C1, C3"), ((1, 2, 3), "C2")]
