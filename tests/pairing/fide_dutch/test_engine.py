"""The FIDE (Dutch) System of 2026: the engine finds what the text finds, candidate by candidate."""

from __future__ import annotations

from unittest.mock import patch

import pytest

from ledger.trf.model import TrfFile
from ledger.trf.reader import parse
from pairing.fide.players import FidePlayer
from pairing.fide_dutch import exchanges
from pairing.fide_dutch.engine import pair
from pairing.fide_dutch.first import FirstCandidate
from pairing.graphs.matching import _Tree
from pairing.norms.model import Pairing
from pairing.systems.trf import TrfRound, round_to_pair
from projections.games.crosstable_of_trf import of_file
from tests.helpers.crosstables import rules
from tests.helpers.family import SEEDS, by_seed, drawn
from tests.helpers.fide_engines import longer_ways, without_a_pairing
from tests.helpers.fide_fields import by_engine, by_text, players_of
from tests.helpers.fide_played import Play, tournament
from tests.helpers.fide_rounds import Position, accelerated, random_position
from tests.helpers.shared_data import SHARED, needs_shared

ROUNDS = {"seed": SEEDS, "size": range(2, 11), "rounds": range(8)}


@pytest.mark.clause(
    "fide-dutch-2026 1.3, 1.9, 3.1, 3.2, 3.3, 3.4, 3.5, 3.6, 3.7, 3.8, C1, C2, C3, C4, C5, C6, C7, "
    "C8, C9, C10, C11, C12, C13, C14, C15, C16, C17, C18, C19, C20, C21"
)
@drawn(400, at_length=20_000, **ROUNDS)
def test_the_engine_agrees_with_the_text(seed: int, size: int, rounds: int) -> None:
    position = random_position(seed, size, rounds)
    assert by_engine(position) == by_text(position)


@pytest.mark.clause("fide-dutch-2026 C7, 3.1")
def test_fewer_who_moved_down_are_paired_where_lower_scores_float_so() -> None:
    """How many of them are paired follows from the floaters; gacrux pairs so too."""
    position = random_position(28252487, 9, 7)
    found = by_engine(position)
    assert found == by_text(position)
    assert found is not None
    moved, _, pairs, floaters = found.brackets[2]
    assert (pairs, floaters) == (((0, 3), (4, 5)), (1, 2, 6))
    assert moved == (0, 1, 2)


@pytest.mark.clause("fide-dutch-2026 ACC1.5")
@drawn(150, at_length=5_000, **ROUNDS)
def test_the_engine_agrees_with_the_text_where_players_have_virtual_points(
    seed: int, size: int, rounds: int
) -> None:
    position = accelerated(random_position(seed, size, rounds), seed)
    assert by_engine(position) == by_text(position)


@by_seed(12)
def test_they_agree_in_fields_of_twelve(seed: int) -> None:
    position = random_position(seed, 12, 2 + seed % 7)
    assert by_engine(position) == by_text(position)


@by_seed(40)
def test_without_the_short_ways_the_engine_finds_the_same(seed: int) -> None:
    position = random_position(seed, 12 + seed % 40, seed % 9)
    expected = by_engine(position)
    for _ in longer_ways():
        assert by_engine(position) == expected
    with patch.object(FirstCandidate, "_one_exchanged", lambda *_: None):
        assert by_engine(position) == expected
        with patch.object(exchanges, "FEW", 0):
            assert by_engine(position) == expected


@needs_shared
def test_nobody_has_a_second_bye_where_few_have_had_none() -> None:
    assert SHARED is not None
    file = parse((SHARED / "fide" / "vectors" / "bbp6_c2_bug.trf").read_bytes())
    assert isinstance(file, TrfFile)
    round_ = round_to_pair(file, None, None)
    assert isinstance(round_, TrfRound)
    table = of_file(file, rules("fide-2026"), round_.number - 1)
    position = Position(table, round_.present, round_.last_round, frozenset())
    expected = by_text(position)
    assert expected is not None
    assert sorted(expected.boards) == [(4, 2), (6, 3), (7, 5)]
    assert expected.bye == 8
    assert by_engine(position) == expected


def player(key: int, met: set[int], may_have_bye: bool = True) -> FidePlayer:
    return FidePlayer(key, 0, "", frozenset(met), may_have_bye, False, key, counted=key)


def test_round_1_has_the_halves_against_each_other_and_the_last_free() -> None:
    pairing = pair([player(key, set()) for key in range(1, 8)], "B")
    assert isinstance(pairing, Pairing)
    assert [(b.white, b.black, b.rule) for b in pairing.boards] == [
        (4, 1, "5.2.5"),
        (2, 5, "5.2.5"),
        (6, 3, "5.2.5"),
    ]
    assert pairing.bye == 7


def test_nobody_is_an_empty_round() -> None:
    assert pair([], "W") == Pairing((), None, ())


def test_a_field_that_cannot_be_paired_is_named() -> None:
    assert without_a_pairing(pair, player) == [((1,), "C1, C3"), ((1, 2, 3), "C2")]


def test_a_path_that_needs_no_blossom_is_found_without_one() -> None:
    """After two rounds of draws 201 players made 2,400 blossoms, and 5,001 took twelve seconds."""
    for _, position in zip(range(3), tournament(201, 9, 0, Play(draws=1.0)), strict=False):
        last = position
    made = _Tree._shrink
    with patch.object(_Tree, "_shrink", autospec=True, side_effect=made) as shrink:
        assert isinstance(pair(players_of(last), "W"), Pairing)
    assert shrink.call_count < 100
