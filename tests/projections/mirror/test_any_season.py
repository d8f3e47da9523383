"""Any season: every standing ever known in its mirror is that of the plain function then."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from ledger.state.book import rulebook_of
from ledger.state.tournament import Tournament, replay
from projections.games.crosstable import of_tournament
from projections.standings.keizer import KeizerStanding, standings_of
from tests.helpers.mirrors import mirror
from tests.helpers.season import Season
from tests.helpers.season_sequences import SEASONS, SLOW, carry_on
from tests.helpers.sequences import carry_out


def plain(state: Tournament) -> dict[int, KeizerStanding]:
    """Return the standing after each round without an open game before it."""
    done = 0
    for round_ in state.rounds:
        if round_.open_games:
            break
        done = round_.number
    rules = rulebook_of(state.rulebook_text)
    standings = standings_of(of_tournament(state, rules, done), lambda _: rules)
    return {standing.rounds: standing for standing in standings[1:]}


@settings(SLOW, max_examples=15)
@given(setup=SEASONS, seed=st.integers(0, 10**9), undo_every=st.sampled_from([3, 10, 1000]))
def test_a_season_is_known_at_every_moment_as_if_it_were_counted_from_its_start(
    setup: dict[str, Any], seed: int, undo_every: int
) -> None:
    season = Season(**setup)
    for at, _ in enumerate(carry_on(season, seed, 40), 1):
        if at % undo_every == 0 and season.state.rounds:
            carry_out(season, "undo", {"confirm": "yes", "reason": "a slip"})
    with mirror(season.book.recorded, {}) as database:
        for position in range(1, len(season.facts) + 1):
            rows = database.execute(
                "SELECT round, player, value, total, passes, cycle FROM keizer_values"
                " WHERE known_from <= ? AND (known_to IS NULL OR known_to > ?)",
                [position, position],
            ).fetchall()
            expected = [
                (number, line.player, line.value, str(line.total), one.passes, one.cycle)
                for number, one in plain(replay(season.facts[:position])).items()
                for line in one.lines
            ]
            assert sorted(rows) == sorted(expected), position
