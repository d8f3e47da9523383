"""Any season: every standing ever known in its mirror is that of the plain function then."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from decimal import Decimal
from fractions import Fraction
from random import Random
from typing import Any

import duckdb
from hypothesis import given
from hypothesis import strategies as st

from ledger.state.book import rulebook_of
from ledger.state.tournament import Tournament, following
from projections.games.crosstable import of_tournament
from projections.season.rounds import build_up_rows
from projections.season.tallies import Counted, counted
from projections.standings.keizer import KeizerLine, KeizerStanding, in_units, standings_of
from tests.helpers.family import examples
from tests.helpers.mirrors import mirror
from tests.helpers.overviews import KEYS
from tests.helpers.season import Season
from tests.helpers.season_sequences import SEASONS, carry_on
from tests.helpers.sequences import carry_out
from tests.oracles.keizer_seasons import random_season


def plain(state: Tournament) -> dict[int, KeizerStanding]:
    """Return the standing after each round without an open game before it."""
    done = 0
    for round_ in state.rounds:
        if round_.open_games:
            break
        done = round_.number
    held = [rulebook_of(state.rulebook_text_of(number)) for number in range(done + 1)]
    standings = standings_of(of_tournament(state, held[-1], done), held.__getitem__)
    return {standing.rounds: standing for standing in standings[1:]}


VALUED = st.fixed_dictionaries(
    {
        "valuation": st.sampled_from(["fixed-point", "fixed-point", "previous-ranking"]),
        "own_value": st.booleans(),
        "beyond_cap": st.sampled_from(["0", "1/7"]),
    },
    optional={"win": st.just("996/997"), "draw": st.just("500/991"), "absent": st.just("300/983")},
)
"""Keys of values; with the three last ones a total in whole numbers is beyond eight bytes."""


def lines_of(state: Tournament) -> list[tuple[object, ...]]:
    """Return what a mirror has of every line of every standing."""
    lines: list[tuple[object, ...]] = []
    for number, one in plain(state).items():
        games = [game for round_ in state.rounds[:number] for game in round_.games]
        adjourned = any(game.adjourned and game.outcome is None for game in games)
        lines += [
            (
                number,
                line.player,
                line.value,
                str(line.total),
                one.passes,
                one.cycle,
                line.rank,
                Decimal(in_units(line.total, 4)) / 10_000,
                adjourned,
            )
            for line in one.lines
        ]
    return lines


@examples(15)
@given(
    setup=SEASONS,
    valued=VALUED,
    seed=st.integers(0, 10**9),
    undo_every=st.sampled_from([3, 10, 1000]),
    new_rules_at=st.integers(1, 60),
)
def test_a_season_is_known_at_every_moment_as_if_it_were_counted_from_its_start(
    setup: dict[str, Any], valued: dict[str, Any], seed: int, undo_every: int, new_rules_at: int
) -> None:
    """The season is counted anew after every fact."""
    season = Season(**setup, **valued)
    for at, _ in enumerate(carry_on(season, seed, 40), 1):
        if at == new_rules_at:
            new = {"set": {"keizer.win": "0.9", "keizer.absent_cap": "2"}, "reason": "agreed"}
            carry_out(season, "rules-change", new)
        if at % undo_every == 0 and season.state.rounds:
            carry_out(season, "undo", {"confirm": "yes", "reason": "a slip"})
    compare_every_moment(season)


@examples(10)
@given(seed=st.integers(0, 10**6), keys=KEYS, valued=VALUED, late=st.integers(1, 5))
def test_a_long_season_is_known_at_every_moment_whatever_was_corrected_late(
    seed: int, keys: dict[str, Any], valued: dict[str, Any], late: int
) -> None:
    """Each of ten seasons is compared at all its moments."""
    season, chance = random_season(seed, **(keys | valued)), Random(seed)
    for _ in range(late):
        number = chance.randint(1, 6)
        player, round_ = chance.choice([*season.state.season.externals, (1, 1)])
        place = {"round": number, "board": 1, "reason": "misread"}
        carry_out(season, *chance.choice(LATE)(place, player, round_))
        if chance.random() < 0.3:
            carry_out(season, "undo", {"confirm": "yes", "reason": "a slip"})
    compare_every_moment(season)


LATE: list[Callable[[dict[str, Any], int, int], tuple[str, dict[str, Any]]]] = [
    lambda place, _p, _r: ("correct-result", {**place, "result": "0-1R"}),
    lambda place, _p, _r: ("correct-result", {**place, "result": "1/2-1/2"}),
    lambda place, _p, _r: ("correct-colours", place),
    lambda _, player, number: (
        "correct-external",
        {"player": player, "round": number, "result": "0", "reason": "misread"},
    ),
    lambda _, player, number: (
        "correct-external",
        {"player": player, "round": number, "strike": True, "reason": "none"},
    ),
    lambda _, player, number: ("leave", {"player": player, "from_round": 7}),
    lambda _, player, number: ("join", {"name": f"Later {number}"}),
]


def compare_every_moment(season: Season) -> None:
    """Compare what the mirror has as of each position with the plain functions at that moment."""
    tables = "FROM keizer_values, standings, keizer_points, external_games"
    with mirror(season.book.recorded, {}, question=tables) as database:
        state = Tournament()
        for position, fact in enumerate(season.facts, 1):
            state = following(state, season.facts[: position - 1], fact)
            rows = database.execute(
                "SELECT round, player, value, total, passes, cycle, rank, points, provisional"
                " FROM keizer_values k JOIN standings USING (round, player, known_from)"
                " WHERE known_from <= ? AND (k.known_to IS NULL OR k.known_to > ?)",
                [position, position],
            ).fetchall()
            expected = lines_of(state)
            assert sorted(rows, key=str) == sorted(expected, key=str), position
        compare_points(season, database)


def compare_points(season: Season, database: duckdb.DuckDBPyConnection) -> None:
    """Compare what gives points, and the games for teams, with the build-up of the totals now."""
    rows = database.execute(
        "SELECT player, round, kind, opponent, share, value, points FROM keizer_points"
    ).fetchall()
    expected: list[tuple[object, ...]] = []
    if standings := plain(season.state):
        after = counted(season.book, max(standings))
        assert isinstance(after, Counted)
        for line in after.standing.lines:
            expected += points_of(after, line)
    assert sorted(rows, key=str) == sorted(expected, key=str)
    games = database.execute("SELECT round, player, team, board, result FROM external_games")
    assert sorted(games.fetchall()) == sorted(
        (one.round, one.player, one.team, one.board, one.result)
        for one in season.state.season.externals.values()
    )


def points_of(after: Counted, line: KeizerLine) -> Iterator[tuple[object, ...]]:
    """Yield the rows of one member; they add up to the total."""
    keys = {number: player for player, number in after.table.numbers.items()}
    own_share, summed = str(int(after.keys.own_value)), Fraction()
    for row in build_up_rows(after, line):
        points, rounded = Fraction(row.points), in_units(Fraction(row.points), 4)
        item = row.item
        if row.kind == "total":
            assert summed == points
            return
        summed += points
        yield (
            line.player,
            item.round or 0,
            row.kind,
            None if item.opponent is None else keys[item.opponent],
            item.share or own_share,
            item.worth,
            Decimal(rounded) / 10_000,
        )


def test_what_leaves_a_season_as_it_stood_makes_no_version_of_its_standings() -> None:
    season = Season(4, rematch_gap=0)
    season.play("1-0", "1/2-1/2")
    season.play("0-1", "1-0")
    season.do("correct-colours", round=1, board=1, reason="misread")
    question = (
        "SELECT round, count(DISTINCT known_from), max(known_to) FROM {} GROUP BY 1 ORDER BY 1"
    )
    with mirror(season.book.recorded, {}, question="FROM keizer_values, standings") as database:
        for table in ("keizer_values", "standings"):
            versions = database.execute(question.format(table)).fetchall()
            assert versions == [(1, 1, None), (2, 1, None)]
