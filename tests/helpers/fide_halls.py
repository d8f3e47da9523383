"""Tournaments under rules of FIDE as an arbiter runs them, with everything that may happen."""

from __future__ import annotations

from random import Random
from typing import Any

from desk.commands.decision import Decision
from tests.helpers.hall import Hall

RESULTS = ["1-0", "1-0", "0-1", "0-1", "1/2-1/2", "0-0", "1-0R", "0-1R", "0-0R"]
BYES: list[dict[str, Any]] = [{"points": 1}, {"points": "1/2"}, {}]

SYSTEMS = ["fide-dutch-2026", "fide-dutch-2017", "fide-dubov-2026"]


def _try(hall: Hall, verb: str, **fields: Any) -> None:
    decision = hall.decide(verb, **fields)
    if isinstance(decision, Decision):
        hall.take(decision)


def fide_hall(seed: int) -> Hall:
    """Play a tournament with byes, absences, late entries, defaults, and players kept apart."""
    chance = Random(seed)
    players, rounds = chance.choice([7, 10, 13, 20]), chance.choice([5, 7])
    hall = Hall(
        players,
        rounds,
        rules=chance.choice(SYSTEMS),
        set={
            "bye.half_point_allowed": True,
            "bye.points": chance.choice(["1", "0.5", "0"]),
            "fide.acceleration": chance.choice(["none", "baku", "baku", "by_player"]),
            "fide.pab_float": chance.choice(["always", "above_loss"]),
        },
    )
    _try(hall, "prohibit", players=[1, 2, players], to_round=3)
    _try(hall, "accelerate", players=[1, 3, 4], points=0.5, from_round=1, to_round=3)
    for number in range(1, rounds + 1):
        for player in range(1, players + 1):
            if chance.random() < 0.12:
                _try(hall, "bye", player=player, round=number, **chance.choice(BYES))
            elif chance.random() < 0.06:
                _try(hall, "absent", player=player, round=number)
        if number == 2:
            _try(hall, "enter", name="Late, L.", rating=1990, from_round=2)
        if number == 3:
            _try(hall, "withdraw", player=chance.randint(1, players))
        if not isinstance(decision := hall.decide("publish"), Decision):
            break
        hall.take(decision)
        for board, game in enumerate(hall.state.rounds[-1].games, 1):
            result = chance.choice(RESULTS)
            if game.outcome is not None:
                continue
            if result.endswith("R"):
                causes = {"white": "0" in result[0], "black": result[2] == "0"}
                lost = {side: "excused" for side, loses in causes.items() if loses}
                _try(hall, "forfeit", round=number, board=board, **lost)
            elif chance.random() < 0.05:
                _try(hall, "adjourn", round=number, board=board)
            else:
                hall.do("result", round=number, board=board, result=result)
    return hall


def plays_three_rounds_with_one_bye(hall: Hall) -> None:
    """Play three rounds of an odd field: each has another player free, and nobody meets twice."""
    byes = []
    for number in (1, 2, 3):
        hall.do("publish")
        round_ = hall.book.state.rounds[-1]
        byes.append(round_.bye)
        for board in range(1, len(round_.games) + 1):
            hall.do("result", round=number, board=board, result="1-0" if board % 2 else "1/2-1/2")
    assert None not in byes
    assert len(set(byes)) == 3
    games = [frozenset((g.white, g.black)) for r in hall.book.state.rounds for g in r.games]
    assert len(set(games)) == len(games)
