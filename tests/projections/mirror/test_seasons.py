"""Standings of seasons over arrays: equal to those of the plain functions, whatever the season."""

from __future__ import annotations

import random
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.rulebooks.rulebook import Rulebook
from ledger.state.season import TeamGame
from projections.games.crosstable import CellKind, Departure, SeasonTable
from projections.mirror.seasons import SeasonLines, season_lines
from projections.standings.keizer import KeizerLine, KeizerStanding, in_units, standings_of
from projections.standings.sheets import CODES, OPEN, WITH_BLACK, WITHOUT_GAME, Sheet
from tests.helpers.crosstables import rules
from tests.helpers.family import examples

TEAMS = '{"1" = [90, 80, 70], "2" = [5, 4]}'
ODD = {"win": "996/997", "draw": "500/991", "absent": "300/983", "no_opponent": "970/977"}
"""Shares whose common denominator is so large that the sums take Python's own numbers."""

KEYS = st.fixed_dictionaries(
    {
        "top": st.sampled_from([5, 12, 70, 100_000]),
        "step": st.sampled_from([1, 3, 1000]),
        "absent_cap": st.integers(0, 3),
        "win": st.sampled_from(["1", "3", ODD["win"]]),
        "draw": st.sampled_from(["0.5", "2/3", ODD["draw"]]),
        "loss": st.sampled_from(["0", "1/6"]),
        "default_loss": st.sampled_from(["0", "1/4"]),
        "beyond_cap": st.sampled_from(["0", "1/7"]),
        "own_value": st.booleans(),
        "valuation": st.sampled_from(["fixed-point", "fixed-point", "previous-ranking"]),
        "cap_per": st.sampled_from(["season", "period"]),
        "unannounced": st.sampled_from(["afb", "zero"]),
        "external_replaces_absence": st.booleans(),
        "leaver": st.sampled_from(["declared", "ranked"]),
        "external": st.sampled_from([TEAMS, '{"1" = [90]}']),
    },
    optional={name: st.just(ODD[name]) for name in ("absent", "no_opponent")},
)


def rulebook(keys: dict[str, Any]) -> Rulebook:
    """Return a rulebook for a season with these keys."""
    written = {
        name: str(value).lower() if isinstance(value, bool) else str(value)
        for name, value in keys.items()
    }
    return rules("mwkeizer", **{f"keizer__{name}": value for name, value in written.items()})


def random_sheet(rng: random.Random, members: int, rounds: int) -> Sheet:
    """Return a season with games of every outcome, also adjourned, and rounds without a game."""
    codes = np.zeros((members, rounds), np.uint8)
    opponents = np.full((members, rounds), -1, np.int32)
    playing = rng.choice([0.5, 0.9])
    for column in range(rounds):
        waiting = rng.sample(range(members), members)
        while waiting:
            one = waiting.pop()
            if waiting and rng.random() < playing:
                other, board = waiting.pop(), rng.choice([0, 1, 2, rng.randrange(OPEN)])
                codes[one, column], codes[other, column] = board, board + WITH_BLACK
                opponents[one, column], opponents[other, column] = other, one
            else:
                codes[one, column] = rng.randrange(WITHOUT_GAME, CODES)
    keys = rng.sample(range(1, members + 9), members)
    numbers = np.sort(rng.sample(range(1, members + 9), members)).astype(np.int32)
    return Sheet(np.array(keys, np.int32), numbers, codes, opponents)


def random_table(rng: random.Random, sheet: Sheet) -> SeasonTable:
    """Return games for teams, members who came and left, and periods."""
    players, rounds = sheet.players.tolist(), sheet.codes.shape[1]
    externals = {
        (player, number): TeamGame(
            player,
            number,
            rng.choice("12"),
            rng.randint(1, 3),
            "W",
            rng.choice(["1", "1/2", "0", "1R", "0R"]),
            True,
            None,
            None,
            1,
        )
        for player in players
        for number in range(1, rounds + 1)
        if rng.random() < 0.2
    }
    joined = {p: rng.randint(2, rounds + 2) for p in players if rng.random() < 0.2}
    left = {}
    for player in rng.sample(players, len(players)):
        if rng.random() < 0.3:
            times = sorted(rng.sample(range(1, rounds + 3), rng.randint(1, 2)))
            value = rng.choice([None, 0, 30, 2**70])
            left[player] = (
                Departure(times[0], True, value),
                *(Departure(time, False, None) for time in times[1:]),
            )
    periods = tuple(sorted(rng.sample(range(2, rounds + 3), rng.randint(0, 2))))
    external = {"1": (90, 80, 70), "2": (5, 4)} if rng.random() < 0.5 else {}
    return SeasonTable(periods, externals, joined, left, external)


def plain(one: SeasonLines, sheet: Sheet) -> KeizerStanding:
    """Return a standing over arrays as the plain functions have it."""
    ranks = [*range(1, len(one.order) + 1), *[None] * len(one.left)]
    lines = tuple(
        KeizerLine(rank, player, value, Fraction(total, one.scale))
        for rank, player, value, total in zip(
            ranks, one.players.tolist(), one.line_values.tolist(), one.totals.tolist(), strict=True
        )
    )
    values = dict(zip(sheet.players.tolist(), one.values.tolist(), strict=True))
    return KeizerStanding(one.rounds, lines, values, one.passes, one.cycle)


@given(st.integers(0, 10**9), st.lists(KEYS, min_size=1, max_size=2), st.data())
@examples(150)
@pytest.mark.clause("mwkeizer startwaarde, schommelen, punten, extern, extern-meetellen, 3d")
def test_a_season_over_arrays_is_that_of_the_plain_functions(
    seed: int, keys: list[dict[str, Any]], data: Any
) -> None:
    rng = random.Random(seed)
    rounds = rng.randint(1, 7)
    sheet = random_sheet(rng, rng.choice([rng.randint(1, 9), 40]), rounds)
    table, versions = random_table(rng, sheet), [rulebook(one) for one in keys]
    as_swiss = rng.choice([0, 0, rng.randrange(rounds)])
    of_round = [rules()] * as_swiss + [rng.choice(versions) for _ in range(rounds + 1 - as_swiss)]
    by_round = tuple(of_round[1:])
    crosstable = replace(sheet.table(versions[0], rounds), season=table, own_rules=by_round)
    expected = standings_of(crosstable, of_round.__getitem__)
    actual = season_lines(sheet, table, of_round.__getitem__)
    assert tuple(plain(one, sheet) for one in actual) == expected
    for one, standing in zip(actual, expected, strict=True):
        totals = [in_units(line.total, 4) for line in standing.lines]
        if max(totals, default=0) < 2**63:
            assert one.ten_thousandths.tolist() == totals
        begun = crosstable.after(standing.rounds).cells.values()
        adjourned = any(c.kind is CellKind.ADJOURNED for row in begun for c in row)
        assert one.provisional == adjourned
    kept = data.draw(st.integers(0, rounds + 1))
    again = season_lines(sheet, table, of_round.__getitem__, actual[:kept])
    assert tuple(plain(one, sheet) for one in again) == expected
    assert all(one is two for one, two in zip(again, actual[:kept], strict=False))


def test_random_seasons_have_cycles_and_sums_beyond_eight_bytes() -> None:
    """Otherwise the test above would say nothing about them."""
    lines: list[SeasonLines] = []
    for seed in range(60):
        rng = random.Random(seed)
        sheet = random_sheet(rng, 9, 6)
        held = rulebook({"top": 12, "own_value": False} | (ODD if seed % 2 else {}))
        lines += season_lines(sheet, SeasonTable(), ([held] * 7).__getitem__)
    assert any(one.cycle for one in lines)
    assert {one.totals.dtype.kind for one in lines} == {"i", "O"}


def test_a_standing_over_arrays_differs_from_every_other_one() -> None:
    rng = random.Random(5)
    held, sheet = rulebook({}), random_sheet(rng, 6, 4)
    lines = season_lines(sheet, SeasonTable(), lambda _: held)
    again = season_lines(sheet, SeasonTable(), lambda _: held)
    assert all(one.alike(two) for one, two in zip(lines, again, strict=True))
    assert not any(one.alike(two) for one, two in pairwise(lines))
    last = lines[-1]
    swapped = last.players[[1, 0, *range(2, 6)]]
    others: list[dict[str, Any]] = [
        {"passes": last.passes + 1},
        {"cycle": last.cycle + 1},
        {"rounds": 9},
        {"provisional": True},
        {"scale": 2 * last.scale},
        {"totals": last.totals + 1},
        {"values": last.values + 1},
        {"players": swapped},
        {"order": last.order[:-1], "left": last.order[-1:]},
    ]
    last = replace(last, provisional=False)
    assert not any(last.alike(replace(last, **change)) for change in others)


def test_every_kind_of_round_occurs_in_a_random_season() -> None:
    rng = random.Random(1)
    codes = np.concatenate([random_sheet(rng, 9, 7).codes.ravel() for _ in range(30)])
    boards = {code for code in range(CODES) if code % WITH_BLACK != OPEN or code >= WITHOUT_GAME}
    assert set(codes.tolist()) == boards
