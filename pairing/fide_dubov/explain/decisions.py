"""What decided a round of the Dubov System, bracket by bracket, as the engine decides it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from pairing.explain.decisions import Decided, KeyValue
from pairing.fide.contestants import initial_colour
from pairing.fide.decisions import decided, keys_of, of_bracket
from pairing.fide_dubov.criteria import EDITION_DUBOV
from pairing.fide_dubov.engine import pairing_of
from pairing.fide_dubov.explain.judge import DubovJudge
from pairing.fide_dubov.players import contestants
from pairing.norms.contestants import ToPair
from pairing.norms.model import NoPairing

KEYS: Final = keys_of(
    EDITION_DUBOV, "how far the bracket is above each who floats up to it; value: the farthest"
)
"""Every key, in the order of its rows."""


def decide(round_: ToPair) -> Decided | NoPairing:
    """Decide a round: its pairing, and the keys of each bracket.

    Rule: fide-dubov-2026 3.1.2, 3.2.2.
    """
    players = contestants(round_)
    initial = initial_colour(round_.table, round_.rules)
    judge = DubovJudge(players, last_round=round_.last_round)
    pairing = pairing_of(judge.field, judge.done, initial, by_points=False)
    if isinstance(pairing, NoPairing):
        return pairing
    return decided(pairing, judge, _of_bracket, judge.field.scores)


def _of_bracket(number: int, judge: DubovJudge) -> Iterator[KeyValue]:
    """Rule: fide-dubov-2026 C5, C6, C7, C8, C9, C10, 3.2.4, 3.2.5, 4.2, 4.4."""
    bracket = judge.best[number]
    return of_bracket(number, judge, bracket.players, bracket.upfloaters)
