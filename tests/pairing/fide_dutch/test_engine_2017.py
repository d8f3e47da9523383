"""The FIDE (Dutch) System of 2017: the engine finds what the text finds, candidate by candidate."""

from __future__ import annotations

from itertools import islice
from unittest.mock import patch

import pytest

from pairing.fide.players import FidePlayer
from pairing.fide_dutch import brackets_2017, tight
from pairing.fide_dutch.engine_2017 import pair, paired_brackets
from pairing.fide_dutch.field import DutchField
from pairing.graphs.cheapest_matching import CheapestMatching
from pairing.norms.model import Pairing
from tests.helpers.family import SEEDS, by_seed, drawn
from tests.helpers.fide_engines import longer_ways, without_a_pairing
from tests.helpers.fide_fields import READINGS, by_engine, by_text, initial_of, players_of
from tests.helpers.fide_played import Play
from tests.helpers.fide_played import tournament as tournament_played
from tests.helpers.fide_rounds import random_position
from tests.helpers.fide_tournaments import tournament

ROUNDS = {"seed": SEEDS, "size": range(2, 11), "rounds": range(8)}


@pytest.mark.clause("fide-dutch-2017 A3, A8, B7, B8, C5, C6, C7, D3")
@drawn(400, at_length=20_000, **ROUNDS)
def test_the_engine_agrees_with_the_text(seed: int, size: int, rounds: int) -> None:
    position = random_position(seed, size, rounds)
    assert by_engine(position, "2017") == by_text(position, "2017")


@by_seed(12)
def test_they_agree_in_fields_of_twelve(seed: int) -> None:
    position = random_position(seed, 12, 2 + seed % 7)
    assert by_engine(position, "2017") == by_text(position, "2017")


@pytest.mark.clause("fide-dutch-2017 A3, A9, C4")
@pytest.mark.parametrize(
    ("seed", "size", "rounds"),
    [(109745, 10, 4), (116266, 10, 7), (808, 8, 5), (2755, 9, 6), (9651, 8, 4)],
)
def test_below_a_bracket_that_cannot_be_completed_all_are_one_bracket(
    seed: int, size: int, rounds: int
) -> None:
    position = random_position(seed, size, rounds)
    expected = by_engine(position, "2017")
    assert expected == by_text(position, "2017")
    brackets = paired_brackets(DutchField(players_of(position, "2017"), initial_of(position)))
    assert brackets is not None
    kinds = [done.bracket.kind for done in brackets]
    assert kinds[-2:] == ["penultimate", "last"]
    assert set(kinds[:-2]) <= {"ordinary"}
    assert brackets[-1].bracket.residents == brackets[-2].bracket.lower


@by_seed(40)
def test_without_the_short_ways_the_engine_finds_the_same(seed: int) -> None:
    position = random_position(seed, 12 + seed % 40, seed % 9)
    expected = by_engine(position, "2017")
    for _ in longer_ways(brackets_2017._Pairing, "_best_alone"):
        assert by_engine(position, "2017") == expected


@pytest.mark.parametrize(
    ("size", "play"),
    [(120, Play(draws=1)), (121, Play(draws=1)), (100, Play(white_wins=True))],
)
def test_large_score_groups_are_paired_without_a_matching_by_weight(size: int, play: Play) -> None:
    """Weights of such brackets have as many digits as players: 500 of them took long."""
    with patch.object(CheapestMatching, "run", side_effect=AssertionError):
        for position in tournament_played(size, 4, 0, play):
            pairing = pair(players_of(position, "2017"), initial_of(position))
            assert isinstance(pairing, Pairing)
            assert len(pairing.boards) == size // 2


def test_a_next_scoregroup_that_has_met_is_known_to_keep_more_than_the_floaters_can_help() -> None:
    *_, position = islice(tournament_played(40, 30, 1, Play(white_wins=True)), 21)
    with patch.object(tight, "_weighed", side_effect=AssertionError):
        pairing = pair(players_of(position, "2017"), initial_of(position))
    assert isinstance(pairing, Pairing)


@by_seed(12)
def test_tournaments_are_paired_as_the_text_pairs_them(seed: int) -> None:
    for position, _ in tournament(seed, pair, (5, 10), READINGS["2017"]):
        assert by_engine(position, "2017") == by_text(position, "2017")


@by_seed(8)
def test_whole_fields_have_complete_legal_rounds(seed: int) -> None:
    for position, pairing in tournament(seed, pair, (20, 90), READINGS["2017"]):
        players = {player.key: player for player in players_of(position, "2017")}
        assert isinstance(pairing, Pairing)
        free = [pairing.bye] if pairing.bye is not None else []
        games = [key for board in pairing.boards for key in (board.white, board.black)]
        assert sorted([*games, *free]) == sorted(players)
        assert len(free) == len(players) % 2
        assert all(players[key].may_have_bye for key in free)
        assert all(board.black not in players[board.white].met for board in pairing.boards)


def player(key: int, met: set[int], may_have_bye: bool = True) -> FidePlayer:
    return FidePlayer(key, 0, "", frozenset(met), may_have_bye, False, key, counted=key)


@pytest.mark.clause("fide-dutch-2017 B3, E5")
def test_round_1_has_the_halves_against_each_other_and_the_last_free() -> None:
    pairing = pair([player(key, set()) for key in range(1, 8)], "B")
    assert isinstance(pairing, Pairing)
    assert [(b.white, b.black, b.rule) for b in pairing.boards] == [
        (4, 1, "E5"),
        (2, 5, "E5"),
        (6, 3, "E5"),
    ]
    assert pairing.bye == 7


def test_nobody_is_an_empty_round() -> None:
    assert pair([], "W") == Pairing((), None, ())


@pytest.mark.clause("fide-dutch-2017 A9, C1, C2")
def test_a_field_that_cannot_be_paired_is_named() -> None:
    assert without_a_pairing(pair, player) == [((1,), "C1, C3"), ((1, 2, 3), "C2")]
