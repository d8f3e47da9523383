"""Any sequence of season commands: replay gives the state, nobody plays twice, refusals do nothing.

Whatever it leads to can be exported as CSV and read back.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from hypothesis import HealthCheck, given, note, settings
from hypothesis import strategies as st

from ledger.facts.codec import decode, encode
from ledger.state.tournament import replay
from projections.games.crosstable import CellKind, of_tournament
from projections.standings.keizer import standings_of
from tests.desk.handlers.test_any_sequence import carry_out
from tests.helpers.season_copy import copied, essence
from tests.projections.standings.test_keizer import Season

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


class Guess:
    """Names rounds, members and files that often fit the season, and now and then are nonsense."""

    def __init__(self, chance: Random, season: Season) -> None:
        self.chance, self.season, self.state = chance, season, season.state
        self.labels = [self.state.label(p) for p in self.state.players]
        self.next_round = self.state.next_round

    def who(self) -> int | str:
        known: list[int | str] = [*self.labels * 3, 77, "Player C", "e"]
        return self.chance.choice(known)

    def one_of(self, players: set[int]) -> int | str:
        return self.state.label(self.chance.choice(sorted(players))) if players else self.who()

    def done(self) -> int:
        n = self.next_round
        return self.chance.choice([n - 1] * 4 + [max(n - 2, 1), 1, n]) or 1

    def ahead(self) -> int:
        n = self.next_round
        return self.chance.choice([n] * 6 + [n + 1] * 2 + [max(n - 1, 1)])

    def sometime(self) -> int | None:
        return self.chance.choice([None, self.ahead()])

    def evening(self) -> bytes:
        number = self.chance.randrange(1, 5)
        rows = [self.chance.choice(ROWS).format(a=self.who(), b=self.who()) for _ in range(number)]
        head = "speler;tegenstander;uitslag;oorzaak;soort;team;bord;kleur"
        return "\n".join([head, *rows]).encode()

    def boards(self) -> dict[str, Any]:
        order = self.chance.sample(self.labels, len(self.labels))
        boards = list(zip(order[::2], order[1::2], strict=False))
        return {
            "boards": boards[: self.chance.randrange(1, 5)],
            "bye": self.chance.choice([None, order[-1]]),
        }

    def external(self) -> tuple[int | str, int]:
        """Return the member and round of a game for a team, if there is one."""
        player, number = self.chance.choice([*self.state.season.externals, (0, 0)])
        return (self.state.label(player), number) if player else (self.who(), self.done())


def of_members(chance: Random, guess: Guess) -> dict[str, dict[str, Any]]:
    state, next_round, who = guess.state, guess.next_round, guess.who
    gone = {p for p, e in state.players.items() if e.withdrawn_in(next_round)}
    off = {p for p, e in state.players.items() if not guess.season.book.attends(e, next_round)}
    elsewhere = {"club_evening": False, "announced_to": chance.choice([None, "leader", "captain"])}
    game = {"team": chance.choice(["1", "1", "2"]), "board": chance.randrange(1, 5),
            "colour": chance.choice("WB"), "result": chance.choice(OWN),
            **chance.choice([{}, elsewhere])}  # fmt: skip
    one, number = guess.external()
    return {
        "absent": {"player": who(), "round": chance.choice([guess.ahead(), guess.done()]),
                   "cancel": chance.random() < 0.2,
                   "kind": chance.choice(["notice", "no notice", "club duty"])},
        "present": {"player": guess.one_of(off), "round": next_round},
        "external": {"player": who(), "round": chance.choice([guess.done(), next_round]), **game},
        "correct-external": {"player": one, "round": number, "strike": chance.random() < 0.3,
                             "result": chance.choice(OWN)},
        "leave": {"player": who(), "from_round": guess.sometime(),
                  "value": chance.choice([None, 30])},
        "withdraw": {"player": who(), "from_round": guess.sometime()},
        "return": {"player": guess.one_of(gone), "from_round": guess.sometime()},
        "join": {"name": f"Late {chance.randrange(5)}", "from_round": guess.sometime()},
        "period": {"round": guess.ahead(), "name": chance.choice(["", "spring"])},
        "correct-rating": {"player": who(), "rating": chance.randrange(3)},
        "correct-person": {"player": who(), "name": chance.choice(["Player A", "Other"])},
    }  # fmt: skip


def of_rounds(chance: Random, guess: Guess) -> dict[str, dict[str, Any]]:
    state, who, late = guess.state, guess.who, guess.done()
    idle = {p for p in state.players
            if (r := state.round(late)) is not None and r.game_of(p) is None}  # fmt: skip
    place = {"round": guess.done(), "board": chance.choice([1, 1, 2, 2, 3, 4, "1-2", who()])}
    return {
        "catch-up": {"round": late, "white": guess.one_of(idle), "black": guess.one_of(idle),
                     "result": chance.choice(OUTCOMES), "date": "2026-12-01"},
        "pairing-by-hand": {"round": guess.ahead(), **guess.boards()},
        "evening": {"round": chance.choice([guess.done(), guess.next_round]), "file": "e.csv",
                    "content": guess.evening()},
        "board-add": {"round": guess.done(), "white": who(), "black": who()},
        "board-swap": {"round": guess.done(), "first": who(), "second": who()},
        "start": {"round": guess.done()},
        "result": {**place, "result": chance.choice(OVER_THE_BOARD),
                   "rated": chance.random() < 0.8},
        "forfeit": {**place, "white": chance.choice(CAUSES), "black": chance.choice(CAUSES)},
        "adjourn": place,
        "correct-result": {**place, "result": chance.choice(OUTCOMES)},
        "correct-colours": place,
        "schedule": {"round": guess.ahead(), "date": f"2026-{chance.randrange(1, 13):02}-04"},
    }  # fmt: skip


def random_command(chance: Random, season: Season) -> tuple[str, dict[str, Any]]:
    """Return a command that often fits the season, and now and then is nonsense."""
    guess, name = Guess(chance, season), chance.choice(VERBS)
    fields = of_members(chance, guess) | of_rounds(chance, guess)
    return name, fields.get(name, {}) | {"reason": chance.choice([None, "because", "because"])}


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
    for position, one in enumerate(season.book.recorded, 1):
        assert decode("t1", position, one.fact.TOPIC, encode(one)) == one


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
    assert not any(c.kind is CellKind.HALF_BYE for row in table.cells.values() for c in row)
    assert essence(copied(season.book, season.changes)) == essence(season.book)
