"""Random sequences of commands for a season, some of them nonsense."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from hypothesis import note
from hypothesis import strategies as st

from tests.helpers.season import Season
from tests.helpers.sequences import carry_out

OVER_THE_BOARD = ["1-0", "0-1", "1/2-1/2", "1/2-1/2", "0-0"]


OUTCOMES = [*OVER_THE_BOARD, "1-0R", "0-1R", "0-0R"]


OWN = ["1", "1/2", "0", "1R", "0R"]


CAUSES = [None, "late", "excused", "no word"]


VERBS = (
    ["play"] * 12
    + ["publish"] * 12
    + ["absent", "external", "correct-external"] * 5
    + ["return", "catch-up"] * 5
    + ["present", "join"] * 3
    + ["leave", "period", "withdraw"]
    + ["result", "forfeit", "adjourn", "correct-result", "correct-colours"] * 2
    + ["board-add", "board-swap", "pairing-by-hand", "evening"] * 2
    + ["start", "correct-rating", "correct-person", "close", "schedule"]
)


ROWS = (
    "{a};{b};1-0",
    "{a};{b};=;",
    "{a};{b};0-1R;late",
    "{a};;;;absent",
    "{a};;;;club duty",
    "{a};;1;;external;1;1;W",
    "{a};;;;no opponent",
    "{a};;1-0;;nonsense",
)


class Guess:
    """Names rounds, members and files that often fit the season, and are sometimes nonsense."""

    def __init__(self, chance: Random, season: Season) -> None:
        self.chance, self.season, self.state = chance, season, season.state
        self.labels = [self.state.label(p) for p in self.state.players]
        self.next_round = self.state.next_round

    def who(self) -> int | str:
        names: list[int | str] = [*self.labels * 3, 77, "Player C", "e"]
        return self.chance.choice(names)

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
    game = {
        "team": chance.choice(["1", "1", "2"]),
        "board": chance.randrange(1, 5),
        "colour": chance.choice("WB"),
        "result": chance.choice(OWN),
        **chance.choice([{}, elsewhere]),
    }
    one, number = guess.external()
    return {
        "absent": {
            "player": who(),
            "round": chance.choice([guess.ahead(), guess.done()]),
            "cancel": chance.random() < 0.2,
            "kind": chance.choice(["notice", "no notice", "club duty"]),
        },
        "present": {"player": guess.one_of(off), "round": next_round},
        "external": {"player": who(), "round": chance.choice([guess.done(), next_round]), **game},
        "correct-external": {
            "player": one,
            "round": number,
            "strike": chance.random() < 0.3,
            "result": chance.choice(OWN),
        },
        "leave": {
            "player": who(),
            "from_round": guess.sometime(),
            "value": chance.choice([None, 30]),
        },
        "withdraw": {"player": who(), "from_round": guess.sometime()},
        "return": {"player": guess.one_of(gone), "from_round": guess.sometime()},
        "join": {"name": f"Late {chance.randrange(5)}", "from_round": guess.sometime()},
        "period": {"round": guess.ahead(), "name": chance.choice(["", "spring"])},
        "correct-rating": {"player": who(), "rating": chance.randrange(3)},
        "correct-person": {"player": who(), "name": chance.choice(["Player A", "Other"])},
    }


def of_rounds(chance: Random, guess: Guess) -> dict[str, dict[str, Any]]:
    state, who, late = guess.state, guess.who, guess.done()
    idle = {
        p for p in state.players if (r := state.round(late)) is not None and r.game_of(p) is None
    }
    place = {"round": guess.done(), "board": chance.choice([1, 1, 2, 2, 3, 4, "1-2", who()])}
    return {
        "catch-up": {
            "round": late,
            "white": guess.one_of(idle),
            "black": guess.one_of(idle),
            "result": chance.choice(OUTCOMES),
            "date": "2026-12-01",
        },
        "pairing-by-hand": {"round": guess.ahead(), **guess.boards()},
        "evening": {
            "round": chance.choice([guess.done(), guess.next_round]),
            "file": "e.csv",
            "content": guess.evening(),
        },
        "board-add": {"round": guess.done(), "white": who(), "black": who()},
        "board-swap": {"round": guess.done(), "first": who(), "second": who()},
        "start": {"round": guess.done()},
        "result": {
            **place,
            "result": chance.choice(OVER_THE_BOARD),
            "rated": chance.random() < 0.8,
        },
        "forfeit": {**place, "white": chance.choice(CAUSES), "black": chance.choice(CAUSES)},
        "adjourn": place,
        "correct-result": {**place, "result": chance.choice(OUTCOMES)},
        "correct-colours": place,
        "schedule": {
            "round": guess.ahead(),
            "date": f"2026-{chance.randrange(1, 13):02}-04",
            "time": chance.choice([None, "20:00", "9.30"]),
        },
    }


def random_command(chance: Random, season: Season) -> tuple[str, dict[str, Any]]:
    """Return a command that often fits the season, and is sometimes nonsense."""
    guess, name = Guess(chance, season), chance.choice(VERBS)
    fields = of_members(chance, guess) | of_rounds(chance, guess)
    return name, fields.get(name, {}) | {"reason": chance.choice([None, "because", "because"])}


def carry_on(season: Season, seed: int, number: int) -> Iterator[None]:
    """Carry out this number of random commands, with a pause after each."""
    chance = Random(seed)
    for _ in range(number):
        name, fields = random_command(chance, season)
        if name != "play":
            note(f"{name} {fields}")
            carry_out(season, name, fields)
        for round_ in season.state.rounds[-1:] if name == "play" else ():
            for board, _ in round_.open_games:
                result = chance.choice(OVER_THE_BOARD)
                carry_out(
                    season, "result", {"round": round_.number, "board": board, "result": result}
                )
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
