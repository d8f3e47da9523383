"""Rounds paired again in bulk: equal to an audit of each round, whatever happened in between."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import event, given
from hypothesis import strategies as st

from pairing.norms.contestants import ToPair
from pairing.norms.model import NoPairing, Pairing
from pairing.review.again import BoardAgain, ChangeOfInput, RoundAgain, paired_again
from pairing.systems.registry import pair_round
from projections.counterfactuals.part import Seating
from projections.counterfactuals.versions import PairingVersion
from tests.helpers import season_sequences, sequences
from tests.helpers.crosstables import rules
from tests.helpers.family import examples
from tests.helpers.fide_halls import fide_hall
from tests.helpers.hall import Hall, hall_of, played_swiss
from tests.helpers.paired_again import check_rows
from tests.helpers.season import Season, random_evenings
from tests.helpers.second_thoughts import with_second_thoughts

IN_FORCE = PairingVersion(None, ("then", "now"))
SEEDS = st.integers(0, 10**9)
SOME = examples(25)


def equals_its_audits(hall: Hall) -> None:
    for verdict, times in check_rows(
        hall.book, [*paired_again(hall.facts, [IN_FORCE], {})]
    ).items():
        event(f"{verdict} {min(times, 3)}")


@SOME
@given(setup=sequences.HALLS, seed=SEEDS)
def test_any_tournament_paired_again_is_as_its_audits_say(setup: dict[str, Any], seed: int) -> None:
    hall = Hall(**setup)
    with_second_thoughts(hall, seed, sequences.carry_on(hall, seed, 50))
    equals_its_audits(hall)


@SOME
@given(setup=season_sequences.SEASONS, seed=SEEDS)
def test_any_season_paired_again_is_as_its_audits_say(setup: dict[str, Any], seed: int) -> None:
    season = Season(**setup)
    with_second_thoughts(season, seed, season_sequences.carry_on(season, seed, 40))
    equals_its_audits(season)


@pytest.mark.clause("knsb-wp-2014 F7")
def test_a_correction_after_the_next_publication_changes_its_pairing_by_what_is_known_now() -> None:
    hall = hall_of(("1-0", "1-0", "1/2-1/2"), (), players=6, rules="knsb-wp-2014")
    hall.do("correct-result", round=1, board=1, result="0-1", reason="misread")
    rows = [*paired_again(hall.facts, [IN_FORCE], {})]
    by = {(row.round, row.known): row for row in rows if isinstance(row, RoundAgain)}
    assert [by[2, moment].verdict for moment in ("then", "now")] == ["same", "different"]
    assert by[1, "now"].input == by[1, "then"].input
    assert by[2, "now"].input != by[2, "then"].input
    (change,) = [row for row in rows if isinstance(row, ChangeOfInput)]
    assert (change.position, change.boards) == (len(hall.facts), by[2, "now"].boards)
    assert change.boards


def test_equal_inputs_are_paired_once_and_those_of_an_earlier_run_never_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    hall = played_swiss("knsb-wp-2014", 3)
    rounds = len(hall.state.rounds)
    calls: list[ToPair] = []

    def counted(*to_pair: Any) -> Pairing | NoPairing:
        calls.append(ToPair(*to_pair))
        return pair_round(*to_pair)

    monkeypatch.setattr("pairing.review.again.pair_round", counted)
    seatings: dict[str, Seating] = {}
    first = [*paired_again(hall.facts, [IN_FORCE], seatings)]
    assert len(calls) <= rounds
    assert [*paired_again(hall.facts, [IN_FORCE], seatings)] == first
    assert len(calls) <= rounds


OTHERS = [
    "knsb-wp-1996",
    "knsb-wp-2014",
    "knsb-rating-2014",
    "fide-dutch-2026",
    "fide-dutch-2017",
    "mwkeizer",
    "berger",
    "fide-2024",
]


@pytest.mark.parametrize("name", OTHERS)
def test_another_version_gives_every_round_a_row_and_every_player_a_board(name: str) -> None:
    halls = [
        played_swiss("knsb-wp-1996", 5),
        played_swiss("knsb-rating-2014", 5),
        fide_hall(3),
        random_evenings(2),
    ]
    for hall in halls:
        version = PairingVersion(rules(name), ("then", "now"))
        rows = [*paired_again(hall.facts, [version], {})]
        rounds = [row for row in rows if isinstance(row, RoundAgain)]
        assert len(rounds) == 2 * len(hall.state.rounds)
        for row in rounds:
            assert (row.rules, row.in_force) == (rules(name).id, False)
            assert (row.verdict == "no engine") == (rules(name).system == "none")
            boards = [
                one
                for one in rows
                if isinstance(one, BoardAgain) and (one.round, one.known) == (row.round, row.known)
            ]
            assert bool(boards) == (row.verdict in ("same", "colours", "different"))
            for kinds in (("both", "published"), ("both", "rules")):
                seats = [
                    p
                    for one in boards
                    if one.found_in in kinds
                    for p in (one.white, one.black)
                    if p is not None
                ]
                assert len(seats) == len(set(seats))
