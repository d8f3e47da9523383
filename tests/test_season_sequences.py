"""Any sequence of season commands: replay gives the state, nobody plays twice, refusals do nothing.

Whatever it leads to can be exported as CSV and read back.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from hypothesis import HealthCheck, given, note, settings
from hypothesis import strategies as st
from season_copy import copied, essence
from test_command_sequences import carry_out
from test_keizer_values import Season

from ledger.codec import decode, encode
from ledger.state import replay
from projections.games import Kind, of_tournament
from projections.keizer import standings_of

OVER_THE_BOARD = ["1-0", "0-1", "1/2-1/2", "1/2-1/2", "0-0"]
OUTCOMES = [*OVER_THE_BOARD, "1-0R", "0-1R", "0-0R"]
OWN = ["1", "1/2", "0", "1R", "0R"]
CAUSES = [None, "late", "excused", "no word"]
VERBS = (
    ["play"] * 12 + ["publish"] * 12 + ["absent", "external", "correct-external"] * 5
    + ["return", "catch-up"] * 5 + ["present", "join"] * 3 + ["leave", "period", "withdraw"]
    + ["result", "forfeit", "adjourn", "correct-result", "correct-colours"] * 2
    + ["board-add", "board-swap", "pairing-by-hand", "evening"] * 2
    + ["start", "correct-rating", "correct-person", "close", "schedule"]
)  # fmt: skip
ROWS = ("{a};{b};1-0", "{a};{b};=;", "{a};{b};0-1R;late", "{a};;;;absent", "{a};;;;club duty",
        "{a};;1;;external;1;1;W", "{a};;;;no opponent", "{a};;1-0;;nonsense")  # fmt: skip


def random_command(chance: Random, season: Season) -> tuple[str, dict[str, Any]]:
    """Return a command that often fits the season, and now and then is nonsense."""
    labels = [season.state.label(p) for p in season.state.players]
    next_round = season.state.next_round

    def who() -> int | str:
        known: list[int | str] = [*labels, *labels, *labels, 77, "Player C", "e"]
        return chance.choice(known)

    def done() -> int:
        return chance.choice([next_round - 1] * 4 + [max(next_round - 2, 1), 1, next_round]) or 1

    def ahead() -> int:
        return chance.choice([next_round] * 6 + [next_round + 1] * 2 + [max(next_round - 1, 1)])

    def evening() -> bytes:
        rows = [chance.choice(ROWS).format(a=who(), b=who()) for _ in range(chance.randrange(1, 5))]
        head = "speler;tegenstander;uitslag;oorzaak;soort;team;bord;kleur"
        return "\n".join([head, *rows]).encode()

    def shuffled() -> dict[str, Any]:
        order = chance.sample(labels, len(labels))
        boards = list(zip(order[::2], order[1::2], strict=False))[: chance.randrange(1, 5)]
        return {"boards": boards, "bye": chance.choice([None, order[-1]])}

    def one_of(players: set[int]) -> int | str:
        return season.state.label(chance.choice(sorted(players))) if players else who()

    state, late = season.state, done()
    gone = {p for p, e in state.players.items() if e.withdrawn_in(next_round)}
    idle = {p for p in state.players
            if (r := state.round(late)) is not None and r.game_of(p) is None}  # fmt: skip
    known = chance.choice([*state.season.externals, (0, 0)])
    one, round_of_it = (state.label(known[0]), known[1]) if known[0] else (who(), late)
    name = chance.choice(VERBS)
    board = chance.choice([1, 1, 2, 2, 3, 4, "1-2", who()])
    elsewhere = {"club_evening": False, "announced_to": chance.choice([None, "leader", "captain"])}
    game = {"team": chance.choice(["1", "1", "2"]), "board": chance.randrange(1, 5),
            "colour": chance.choice("WB"), "result": chance.choice(OWN),
            **chance.choice([{}, elsewhere])}  # fmt: skip
    fields: dict[str, dict[str, Any]] = {
        "absent": {"player": who(), "round": chance.choice([ahead(), done()]),
                   "cancel": chance.random() < 0.2,
                   "kind": chance.choice(["notice", "no notice", "club duty"])},
        "present": {"player": one_of({p for p, e in state.players.items()
                                      if not season.book.attends(e, next_round)}),
                    "round": next_round},
        "external": {"player": who(), "round": chance.choice([done(), ahead()]), **game},
        "correct-external": {"player": one, "round": round_of_it, "strike": chance.random() < 0.3,
                             "result": chance.choice(OWN)},
        "leave": {"player": who(), "from_round": chance.choice([None, ahead()]),
                  "value": chance.choice([None, 30])},
        "withdraw": {"player": who(), "from_round": chance.choice([None, ahead()])},
        "return": {"player": one_of(gone), "from_round": chance.choice([None, ahead()])},
        "join": {"name": f"Late {chance.randrange(5)}",
                 "from_round": chance.choice([None, ahead()])},
        "period": {"round": ahead(), "name": chance.choice(["", "spring"])},
        "catch-up": {"round": late, "white": one_of(idle), "black": one_of(idle),
                     "result": chance.choice(OUTCOMES), "date": "2026-12-01"},
        "pairing-by-hand": {"round": ahead(), **shuffled()},
        "evening": {"round": chance.choice([done(), ahead()]), "file": "e.csv"},
        "board-add": {"round": done(), "white": who(), "black": who()},
        "board-swap": {"round": done(), "first": who(), "second": who()},
        "start": {"round": done()},
        "result": {"round": done(), "board": board, "result": chance.choice(OVER_THE_BOARD),
                   "rated": chance.random() < 0.8},
        "forfeit": {"round": done(), "board": board, "white": chance.choice(CAUSES),
                    "black": chance.choice(CAUSES)},
        "adjourn": {"round": done(), "board": board},
        "correct-result": {"round": done(), "board": board, "result": chance.choice(OUTCOMES)},
        "correct-colours": {"round": done(), "board": board},
        "correct-rating": {"player": who(), "rating": chance.randrange(3)},
        "correct-person": {"player": who(), "name": chance.choice(["Player A", "Other"])},
        "schedule": {"round": ahead(), "date": f"2026-{chance.randrange(1, 13):02}-04"},
    }  # fmt: skip
    given_ = {**fields.get(name, {}), "reason": chance.choice([None, "because", "because"])}
    return name, given_ | ({"content": evening()} if name == "evening" else {})


def carry_on(season: Season, seed: int, number: int) -> Iterator[None]:
    """Carry out that many random commands, with a pause after each."""
    chance = Random(seed)
    for _ in range(number):
        name, fields = random_command(chance, season)
        if name != "play":
            note(f"{name} {fields}")
            carry_out(season, name, fields)
        for round_ in season.state.rounds[-1:] if name == "play" else ():
            for board, _ in round_.open_games:
                result = chance.choice(OVER_THE_BOARD)
                carry_out(season, "result",
                          {"round": round_.number, "board": board, "result": result})  # fmt: skip
        yield


SEASONS = st.fixed_dictionaries(
    {
        "members": st.sampled_from([2, 3, 4, 5, 6, 7, 8, 9]),
        "absent_cap": st.sampled_from([1, 5]),
        "catch_up": st.booleans(),
        "unannounced": st.sampled_from(["afb", "zero"]),
        "cap_per": st.sampled_from(["season", "period"]),
        "leaver": st.sampled_from(["declared", "ranked"]),
        "rematch_gap": st.sampled_from([0, 2, 8]),
    }
)
SLOW = settings(
    max_examples=60,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
NUMBERS = st.sampled_from([60, 25, 6])


@SLOW
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
    for fact in season.facts:
        assert decode(fact.tournament, fact.position, fact.TOPIC, encode(fact)) == fact


@SLOW
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
    """Return who is to be paired in the next round."""
    book, number = season.book, season.state.next_round
    return {p for p, entrant in season.state.players.items() if book.attends(entrant, number)}


@SLOW
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
    assert not any(c.kind is Kind.HALF_BYE for row in table.cells.values() for c in row)
    assert essence(copied(season.book, season.changes)) == essence(season.book)
