"""Any sequence of season commands: replay gives the state, nobody plays twice, refusals do nothing.

Every resulting season can be exported as CSV and read back.
"""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from ledger.facts.codec import decode, encode
from ledger.state.tournament import replay
from projections.games.crosstable import CellKind, of_tournament
from projections.standings.keizer import standings_of
from tests.helpers.family import examples
from tests.helpers.season import Season
from tests.helpers.season_copy import copied, essence
from tests.helpers.season_sequences import SEASONS, carry_on

NUMBERS = st.sampled_from([60, 25, 6])


@examples(60)
@given(setup=SEASONS, seed=st.integers(0, 10**9), number=NUMBERS)
def test_a_season_is_what_its_facts_add_up_to_and_nobody_is_in_a_round_twice(
    setup: dict[str, Any], seed: int, number: int
) -> None:
    season = Season(**setup)
    states = {}
    for _ in carry_on(season, seed, number):
        states[len(season.facts)] = repr(season.state)
        for round_ in season.state.rounds:
            seated = [p for game in round_.games for p in (game.white, game.black)]
            seated += [round_.bye] if round_.bye is not None else []
            assert len(seated) == len(set(seated))
    for position, state in states.items():
        assert repr(replay(season.facts[:position])) == state
    for position, one in enumerate(season.book.recorded, 1):
        assert decode("t1", position, one.fact.TOPIC, encode(one)) == one


@examples(60)
@given(setup=SEASONS, seed=st.integers(0, 10**9), number=NUMBERS)
def test_everybody_who_is_there_when_a_round_is_published_plays_or_has_no_opponent(
    setup: dict[str, Any], seed: int, number: int
) -> None:
    season = Season(**setup, presence="announced" if seed % 3 == 0 else "expected")
    rounds, expected = 0, attending(season)
    for _ in carry_on(season, seed, number):
        published = season.state.rounds[rounds:]
        for round_ in published:
            # The engine pairs everybody; an arbiter may leave people out.
            if round_.source == "keizer" and round_.position == len(season.facts):
                seated = {p for game in round_.games for p in (game.white, game.black)}
                assert expected == seated | ({round_.bye} - {None})
                assert (round_.bye is None) == (len(expected) % 2 == 0)
        rounds, expected = rounds + len(published), attending(season)


def attending(season: Season) -> set[int]:
    """Return the players to be paired in the next round."""
    book, number = season.book, season.state.next_round
    return {p for p, entrant in season.state.players.items() if book.attends(entrant, number)}


@examples(60)
@given(setup=SEASONS, seed=st.integers(0, 10**9), number=NUMBERS)
def test_standings_add_up_and_the_season_comes_back_from_its_csv(
    setup: dict[str, Any], seed: int, number: int
) -> None:
    season = Season(**setup)
    for _ in carry_on(season, seed, number):
        pass
    table = of_tournament(season.state, season.book.rules)
    for standing in standings_of(table, season.book.rules_of):
        ranks = [line.rank for line in standing.lines if line.rank is not None]
        assert ranks == list(range(1, len(ranks) + 1))
        assert {line.player for line in standing.lines} <= set(season.state.players)
    assert not any(c.kind is CellKind.HALF_BYE for row in table.cells.values() for c in row)
    assert essence(copied(season.book, season.changes)) == essence(season.book)
