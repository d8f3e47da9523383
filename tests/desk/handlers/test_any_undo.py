"""Any undo of one command among those of others: as if that command had never been given."""

from __future__ import annotations

from datetime import timedelta
from random import Random
from typing import Any, TypeAlias

from hypothesis import given
from hypothesis import strategies as st

from desk.commands.decision import Decision
from desk.handlers.dispatch import take
from ledger.facts.stamps import Recorded, Stamp
from ledger.state.tournament import Tournament, replay
from projections.games.crosstable import of_tournament
from projections.standings.standing import standing
from tests.helpers.family import examples
from tests.helpers.hall import START, Hall

Typed: TypeAlias = "tuple[str, dict[str, Any]]"

RESULTS = ("1-0", "0-1", "1/2-1/2")


def begun(players: int) -> Hall:
    """Return a tournament with its first round played, and the second one published."""
    hall = Hall(players, 5)
    hall.play()
    hall.do("publish")
    return hall


def one_of(chance: Random, players: int) -> Typed:
    """Return a command that may be given while a round is played."""
    board, player = chance.randint(1, players // 2), chance.randint(1, players)
    game = {"round": 2, "board": board}
    commands: list[Typed] = [
        ("result", {**game, "result": chance.choice(RESULTS)}),
        ("result", {**game, "result": chance.choice(RESULTS)}),
        ("result", {**game, "result": chance.choice(RESULTS)}),
        ("forfeit", {**game, "white": chance.choice(["excused", "late", "no word"])}),
        ("adjourn", game),
        ("correct-result", {**game, "result": chance.choice(RESULTS), "reason": "slip"}),
        ("correct-colours", {**game, "reason": "slip"}),
        ("claim", {"player": player, "result": chance.choice(RESULTS), "device": f"{player:016d}"}),
        ("claim-withdraw", {"player": player}),
        ("check-in", {"player": player, "later": chance.random() < 0.3}),
        ("check-in", {"player": player, "cancel": True}),
        ("absent", {"player": player, "round": 3}),
        ("withdraw", {"player": player, "from_round": 3}),
        ("enter", {"name": f"Late {chance.randint(1, 9)}", "from_round": 3}),
    ]
    return chance.choice(commands)


def given_to(hall: Hall, typed: Typed) -> bool:
    """Carry a command out, with one correlation for all its facts; False where it is refused."""
    decision = hall.decide(typed[0], **typed[1])
    if not isinstance(decision, Decision) or decision.warnings:
        return False
    first = len(hall.facts) + 1
    take(hall.book, decision)
    hall.book.record(
        [
            Recorded(
                fact, Stamp("t1", at, "", START + timedelta(minutes=at), "", f"c{first}", None)
            )
            for at, fact in enumerate(decision.facts, first)
        ]
    )
    return True


def meaning(hall: Hall) -> object:
    """Return what a tournament is, without the positions of the facts that made it so.

    A claim is what the player said of themself, whatever colours they were thought to have then.
    """
    state = hall.state
    lines = standing(of_tournament(state, hall.book.rules), hall.book.rules, False).lines
    return (
        [_games(state, number) for number in range(1, len(state.rounds) + 1)],
        [
            (p, e.number, e.from_round, sorted(e.away.items()), e.withdrawn_in(3))
            for p, e in sorted(state.players.items())
        ],
        sorted(state.hall.checked_in),
        sorted((key, one.device) for key, one in state.hall.claims.items()),
        [(line.player, line.rank, line.score) for line in lines],
    )


def _games(state: Tournament, number: int) -> list[object]:
    return [
        (game.white, game.black, game.outcome, game.adjourned, game.white_cause, game.black_cause)
        for game in state.rounds[number - 1].games
    ]


@given(seed=st.integers(0, 10**9), players=st.sampled_from([6, 8, 10]), length=st.integers(1, 14))
@examples(60)
def test_after_an_undo_all_is_as_if_the_command_had_never_been_given(
    seed: int, players: int, length: int
) -> None:
    chance = Random(seed)
    hall = begun(players)
    before = len(hall.facts)
    accepted: list[tuple[int, Typed]] = []
    for _ in range(length):
        typed, first = one_of(chance, players), len(hall.facts) + 1
        if given_to(hall, typed):
            accepted.append((first, typed))
    if not accepted:
        return
    wanted, _ = chance.choice(accepted)
    ended = max(
        at
        for at in range(wanted, len(hall.facts) + 1)
        if hall.book.recorded[at - 1].stamp.correlation_id == f"c{wanted}"
    )
    undone = hall.decide("undo", fact=chance.randint(wanted, ended))
    if not isinstance(undone, Decision) or undone.warnings:
        return
    hall.take(undone)
    assert repr(replay(hall.facts)) == repr(hall.state)
    without = begun(players)
    assert len(without.facts) == before
    for first, typed in accepted:
        if first != wanted and not given_to(without, typed):
            assert takes_back(typed), f"{typed} rested on what was taken back"
    assert meaning(hall) == meaning(without)


def takes_back(typed: Typed) -> bool:
    """Tell whether a command takes a claim or a check-in back: there may be none to take back."""
    return typed[0] == "claim-withdraw" or "cancel" in typed[1]
