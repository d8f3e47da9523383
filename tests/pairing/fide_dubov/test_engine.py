"""The Dubov System of 2026: the engine finds what the text finds, set by set."""

from __future__ import annotations

from unittest.mock import patch

import pytest

from ledger.trf.model import TrfFile
from ledger.trf.reader import parse
from pairing.fide_dubov import brackets, upfloaters
from pairing.fide_dubov.brackets import by_middle
from pairing.fide_dubov.engine import pair, paired_round
from pairing.fide_dubov.field import DubovField
from pairing.norms.model import NoPairing, Pairing
from pairing.systems.trf import TrfRound, pair_file, round_to_pair
from tests.helpers.dubov_fields import (
    RULES,
    by_engine,
    by_text,
    dubov_players,
    dubov_position,
    dubov_rules,
    text_of,
)
from tests.helpers.family import SEEDS, by_seed, drawn
from tests.helpers.fide_fields import initial_of
from tests.helpers.fide_rounds import accelerated, kept_apart, valued, worth
from tests.helpers.places import VECTOR_FOLDER
from tests.oracles.fide_dubov_text import DubovPerson, DubovText, dubov_people

ROUNDS = {"seed": SEEDS, "size": range(2, 11), "rounds": range(8)}


@pytest.mark.clause(
    "fide-dubov-2026 1.2.1, 1.3.1, 1.3.2, 1.6, 1.7, 1.8, C1, C2, C3, C4, C5, C6, C7, C8, C9, C10, "
    "3.1.1, 3.1.2, 3.1.3, 3.1.4, 3.1.5, 3.2.1, 3.2.2, 3.2.3, 3.2.4, 3.2.5, 4.1, 4.2, 4.3.1, "
    "4.3.2, 4.4, 5.2.1, 5.2.2, 5.2.3, 5.2.4, 5.2.5"
)
@drawn(400, at_length=100_000, **ROUNDS)
def test_the_engine_agrees_with_the_text(seed: int, size: int, rounds: int) -> None:
    position = dubov_position(seed, size, min(rounds, size))
    assert by_engine(position) == by_text(position)


@pytest.mark.clause("fide-dubov-2026 ACC1.5")
@drawn(150, at_length=20_000, **ROUNDS)
def test_they_agree_where_players_have_virtual_points(seed: int, size: int, rounds: int) -> None:
    position = accelerated(dubov_position(seed, size, min(rounds, size)), seed)
    assert by_engine(position) == by_text(position)


@pytest.mark.clause("fide-dubov-2026 C1, C2, 1.2.1, ACC1.5")
@drawn(200, at_length=50_000, virtual=(False, True), **ROUNDS)
def test_they_agree_with_forbidden_pairs_other_point_values_and_virtual_points_at_once(
    seed: int, size: int, rounds: int, virtual: bool
) -> None:
    values = worth(seed)
    position = kept_apart(dubov_position(seed, size, min(rounds, size)), seed)
    position = valued(accelerated(position, seed) if virtual else position, values)
    expected = by_text(position, values=values)
    assert by_engine(position, dubov_rules(values.keys)) == expected


@by_seed(12)
def test_they_agree_in_fields_of_twelve(seed: int) -> None:
    position = dubov_position(seed, 12, 2 + seed % 7)
    assert by_engine(position) == by_text(position)


@by_seed(40)
def test_without_the_short_ways_the_engine_finds_the_same(seed: int) -> None:
    position = dubov_position(seed, 12 + seed % 40, seed % 9)
    expected = by_engine(position)
    with patch.object(upfloaters._Graph, "_tight", lambda _: None):
        assert by_engine(position) == expected
    with patch.object(upfloaters, "_from_the_top", lambda *_: None):
        assert by_engine(position) == expected
    with patch.object(brackets._Shifts, "both", brackets._Shifts._by_weight):
        assert by_engine(position) == expected


class _Without(DubovText):
    """The text without some criteria of the upfloaters, by place from C6 on."""

    left_out: tuple[int, ...] = ()

    def _quality(
        self, residents: frozenset[int], chosen: frozenset[int]
    ) -> tuple[list[int], int, int, list[int], int]:
        c6, c7, c8, c9, c10 = super()._quality(residents, chosen)
        out = self.left_out
        return (
            [] if 0 in out else c6,
            0 if 1 in out else c7,
            0 if 2 in out else c8,
            [] if 3 in out else c9,
            0 if 4 in out else c10,
        )


@pytest.mark.parametrize(
    ("left_out", "where"),
    [
        pytest.param((0,), (12, 8, 4), marks=pytest.mark.clause("fide-dubov-2026 C6")),
        pytest.param((1,), (1, 6, 2), marks=pytest.mark.clause("fide-dubov-2026 C7")),
        pytest.param((2, 3), (3761, 8, 5), marks=pytest.mark.clause("fide-dubov-2026 C8")),
        pytest.param((3,), (36108, 9, 7), marks=pytest.mark.clause("fide-dubov-2026 C9")),
        pytest.param((4,), (387, 8, 3), marks=pytest.mark.clause("fide-dubov-2026 C10")),
    ],
)
def test_each_criterion_decides_somewhere_by_itself(
    left_out: tuple[int, ...], where: tuple[int, int, int]
) -> None:
    position = dubov_position(*where)
    table = position.table
    assert table.planned is not None
    here: list[DubovPerson] = dubov_people(table, position.present, position.prohibited)
    other = _Without(here, initial_of(position), table.planned, table.rounds + 1)
    other.left_out = left_out
    own = text_of(position)
    assert own.run()
    assert other.run()
    assert own.done != other.done
    assert by_engine(position) == by_text(position)


def example() -> tuple[TrfFile, TrfRound]:
    file = parse((VECTOR_FOLDER / "dubov_example.trf").read_bytes())
    assert isinstance(file, TrfFile), file
    round_ = round_to_pair(file, 3, None)
    assert isinstance(round_, TrfRound)
    return file, round_


@pytest.mark.clause("fide-dubov-2026 C7, C10, 3.2.1, 3.2.4, 3.2.5, 5.2.5")
def test_the_worked_example_is_paired_as_it_says() -> None:
    file, round_ = example()
    pairing = pair_file(file, RULES, round_)
    assert isinstance(pairing, Pairing), pairing
    assert {(b.white, b.black) for b in pairing.boards} == {(7, 8), (2, 3), (5, 4), (1, 6)}
    assert pairing.bye is None
    rules = {frozenset((b.white, b.black)): b.rule for b in pairing.boards}
    assert rules[frozenset((4, 5))] == "5.2.5"


@pytest.mark.clause("fide-dubov-2026 4.3.3")
def test_numbers_of_shifters_go_from_the_middle_outwards() -> None:
    assert by_middle([0, 1, 2, 3, 4, 5, 6]) == [3, 2, 4, 1, 5, 0, 6]
    assert by_middle([0, 1, 2, 3, 4, 5]) == [2, 3, 1, 4, 0, 5]
    assert by_middle([]) == []


@pytest.mark.clause("fide-dubov-2026 C4, 3.1.2")
def test_a_field_that_cannot_be_paired_says_why() -> None:
    position = dubov_position(3, 2, 1)
    for seed in range(50):
        position = dubov_position(seed, 3, 3)
        players = dubov_players(position)
        if paired_round(DubovField(players)) is None and len(players) > 1:
            break
    why = pair(players, "W", last_round=False)
    assert isinstance(why, NoPairing)
    assert why.clause in ("C1, C3", "C2")


@pytest.mark.clause("fide-dubov-2026 1.3.2")
def test_a_forfeited_pairing_is_an_upfloat_or_not_as_the_rulebook_reads_it() -> None:
    other = dubov_rules({"dubov.forfeit": "none"})
    differing = 0
    for seed in range(60):
        position = dubov_position(seed, 9, 6)
        assert by_engine(position, other) == by_text(position, ("1.3.2",))
        own = [player.upfloats for player in dubov_players(position)]
        differing += own != [player.upfloats for player in dubov_players(position, other)]
    assert differing
