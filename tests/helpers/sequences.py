"""Random sequences of commands for a tournament, some of them nonsense."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from hypothesis import event, note
from hypothesis import strategies as st

from desk.commands.decision import Decision
from ledger.refusals import Refusal
from tests.helpers.hall import Hall

OVER_THE_BOARD = ["1-0", "0-1", "1/2-1/2", "1/2-0", "0-0"]


OUTCOMES = [*OVER_THE_BOARD, "1-0R", "0-1R", "0-0R"]


CAUSES = [None, "late", "excused", "no word"]


VERBS = (
    ["play"] * 12
    + ["publish"] * 12
    + ["absent", "bye", "withdraw", "return"] * 3
    + ["prohibit", "accelerate", "prohibit", "no-bye"]
    + ["result", "forfeit", "adjourn", "correct-result", "correct-colours"] * 3
    + ["board-add", "board-swap"] * 3
    + ["enter", "lots", "start", "correct-rating", "correct-person", "close", "schedule", "plan"]
    + ["details", "finish", "check-in", "check-in", "claim", "claim", "claim-withdraw"]
    + ["claims-agree", "fide-mode-leave", "rating-list", "rating-list", "start-rank"]
    + ["numbers-exchange", "rating-periods"]
    + ["by-hand-begin", "by-hand-end"] * 2
    + ["un-publish"] * 2
)


def random_command(chance: Random, hall: Hall) -> tuple[str, dict[str, Any]]:
    """Return a command that often fits the state, and is sometimes nonsense."""
    labels = [hall.state.label(p) for p in hall.state.players]
    next_round = hall.state.next_round

    def who() -> int | str:
        names: list[int | str] = [*labels, *labels, *labels, 77, "Player C", "e"]
        return chance.choice(names)

    def done() -> int:
        return chance.choice([next_round - 1] * 4 + [max(next_round - 2, 1), 1, next_round]) or 1

    def ahead() -> int:
        return chance.choice([next_round] * 5 + [next_round + 1] * 2 + [max(next_round - 1, 1)])

    name = chance.choice(VERBS)
    board = chance.choice([1, 1, 2, 2, 3, 4, "1-2", who()])
    fields: dict[str, dict[str, Any]] = {
        "publish": {
            "basis": chance.choice([None, None, max(len(hall.facts) - chance.randrange(5), 1)]),
            "round": chance.choice([None, None, None, done()]),
        },
        "enter": {
            "name": f"Late {chance.randrange(5)}",
            "from_round": chance.choice([None, ahead()]),
        },
        "lots": {"by": chance.choice(["draw", "rating", "entry"])},
        "absent": {"player": who(), "round": ahead(), "cancel": chance.random() < 0.3},
        "bye": {
            "player": who(),
            "round": ahead(),
            "points": chance.choice([None, None, 0, "1/2", 1, 3]),
        },
        "prohibit": {
            "players": [who() for _ in range(chance.choice([2, 2, 3]))],
            "from_round": chance.choice([None, ahead()]),
            "to_round": chance.choice([None, ahead()]),
            "cancel": chance.random() < 0.3,
        },
        "accelerate": {
            "players": [who() for _ in range(chance.choice([1, 2, 3]))],
            "points": chance.choice([0, 0.5, 1]),
            "from_round": ahead(),
            "to_round": chance.choice([None, ahead()]),
        },
        "withdraw": {
            "player": who(),
            "from_round": chance.choice([None, ahead()]),
            "expelled": chance.random() < 0.2,
        },
        "return": {"player": who(), "from_round": chance.choice([None, ahead()])},
        "board-add": {"round": done(), "white": who(), "black": who()},
        "board-swap": {"round": done(), "first": who(), "second": who()},
        "result": {
            "round": done(),
            "board": board,
            "result": chance.choice(OVER_THE_BOARD),
            "rated": chance.random() < 0.8,
        },
        "forfeit": {
            "round": done(),
            "board": board,
            "white": chance.choice(CAUSES),
            "black": chance.choice(CAUSES),
        },
        "adjourn": {"round": done(), "board": board},
        "correct-result": {"round": done(), "board": board, "result": chance.choice(OUTCOMES)},
        "correct-colours": {"round": done(), "board": board},
        "correct-rating": {"player": who(), "rating": chance.randrange(3)},
        "correct-person": {"player": who(), "name": chance.choice(["Player A", "Other"])},
        "close": {"round": chance.choice([None, done()])},
        "schedule": {
            "round": ahead(),
            "date": "2026-09-04",
            "time": chance.choice([None, "20:00", "9.30"]),
        },
        "details": chance.choice(
            [
                {"city": "Breda"},
                {"arbiter": "Vries, A. de"},
                {"clear": ["city"]},
                {"type": "Open"},
            ]
        ),
        "plan": {"rounds": chance.randrange(1, 8)},
        "un-publish": {"round": done(), "confirm": str(max(next_round - 1, 1))},
    }
    own = fields.get(name) or _in_the_hall(chance, who(), done(), ahead()).get(name, {})
    return name, {**own, "reason": chance.choice([None, "because", "because"])}


def _of_ratings(chance: Random, one: int | str, two: int | str) -> dict[str, dict[str, Any]]:
    return {
        "rating-list": {
            "name": chance.choice(["FIDE", "KNSB"]),
            "player": one,
            "rating": chance.randrange(3),
            "kind": chance.choice(["fide", "national"]),
            "valid_from": chance.choice([None, "2026-09-01", "2026-10-01"]),
        },
        "numbers-exchange": {"first": one, "second": two},
        "rating-periods": {
            "first_rounds": chance.choice([[], [1, 3], [1, 3, 5], [3, 2]]),
            "tie_breaks": chance.choice(["first", "of_round"]),
        },
        "start-rank": {
            "method": chance.choice(["FIDE", "NRO", "FIDON", "HBFN", "OTHER"]),
            "federation": chance.choice(["NED", None]),
            "second": chance.choice(["alphabet", "entry", "lots"]),
        },
    }


def _in_the_hall(
    chance: Random, player: int | str, done: int, ahead: int
) -> dict[str, dict[str, Any]]:
    commands: dict[str, dict[str, Any]] = {
        "check-in": {
            "player": player,
            "round": chance.choice([None, ahead]),
            "cancel": chance.random() < 0.3,
        },
        "claim": {
            "player": player,
            "result": chance.choice(OVER_THE_BOARD[:3]),
            "round": chance.choice([None, done]),
            "board": chance.choice([None, None, 1]),
            "source": chance.choice(["player", "player", "board"]),
            "device": chance.choice(["0" * 16, "1" * 16, None]),
        },
        "claim-withdraw": {"player": player, "round": chance.choice([None, done])},
        "by-hand-begin": {"round": chance.choice([None, done, ahead])},
        "no-bye": {"player": player, "cancel": isinstance(player, str)},
        "start": {"round": done},
        "finish": {"draw": chance.random() < 0.5},
        "claims-agree": {"makes": chance.choice(["result", "tap"])},
    }
    others: list[int | str] = [1, 2, "Player B"]
    return commands | _of_ratings(chance, player, chance.choice(others))


_SIZES: dict[str, st.SearchStrategy[Any]] = {
    "players": st.sampled_from([0, 2, 3, 4, 5, 6, 7, 8, 9]),
    "rounds": st.none() | st.integers(2, 7),
}
_KEYS: dict[str, st.SearchStrategy[Any]] = {
    "bye.half_point_allowed": st.booleans(),
    "bye.points": st.sampled_from(["1", "0.5"]),
}
_WP: dict[str, st.SearchStrategy[Any]] = {
    "rules": st.sampled_from(["knsb-wp-1996", "knsb-wp-2014"]),
    "set": st.fixed_dictionaries({**_KEYS, "pairing.first_round": st.sampled_from(["D1", "D2"])}),
}
_FIDE: dict[str, st.SearchStrategy[Any]] = {
    "rules": st.just("fide-dutch-2026"),
    "set": st.fixed_dictionaries(
        {**_KEYS, "fide.acceleration": st.sampled_from(["none", "baku", "by_player"])}
    ),
}
KNSB_HALLS = st.fixed_dictionaries(_SIZES | _WP)
HALLS = st.one_of(KNSB_HALLS, st.fixed_dictionaries(_SIZES | _FIDE))


def carry_out(hall: Hall, name: str, fields: dict[str, Any]) -> None:
    """Carry one command out, and check that a refusal says what to do and changes nothing."""
    before = hall.as_left or hall.look()
    decision = hall.decide(name, **{k: v for k, v in fields.items() if v is not None})
    if isinstance(decision, Decision):
        assert decision.facts
        hall.take(decision)
        event(f"accepted {name}")
        return
    event(f"refused {decision[0].code}")
    assert decision
    assert all(isinstance(refusal, Refusal) and refusal.next for refusal in decision)
    hall.as_left = hall.look()
    assert before == hall.as_left


def carry_on(hall: Hall, seed: int, number: int) -> Iterator[None]:
    """Carry out this number of random commands, with a pause after each."""
    chance = Random(seed)
    for _ in range(number):
        name, fields = random_command(chance, hall)
        if name != "play":
            note(f"{name} {fields}")
            carry_out(hall, name, fields)
        # "play" stands for a result on most open boards.
        for round_ in hall.state.rounds[-1:] if name == "play" else ():
            for board, _ in round_.open_games:
                if chance.random() < 0.9:
                    result = chance.choice(OVER_THE_BOARD)
                    fields = {"round": round_.number, "board": board, "result": result}
                    note(f"result {fields}")
                    carry_out(hall, "result", fields)
        yield
