"""What decided a round of the Burstein System: the bye, and each bracket as the engine decides it.

The keys of a seeding round are those of the Dutch System, with `dutch.` before their names.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from pairing.explain import decisions as shared
from pairing.explain.decisions import Decided, KeyValue
from pairing.fide.contestants import initial_colour
from pairing.fide.decisions import CLAIM_KINDS as FIDE_KINDS
from pairing.fide.decisions import decided, keys_of
from pairing.fide_burstein.criteria import EDITION_BURSTEIN
from pairing.fide_burstein.engine import pairing_of
from pairing.fide_burstein.explain.judge import BursteinJudge
from pairing.fide_burstein.ranking import burstein_players, is_seeding
from pairing.fide_dutch.explain import decisions as dutch
from pairing.fide_dutch.explain.decisions import bracket_keys
from pairing.norms.contestants import ToPair
from pairing.norms.model import NoPairing

SEEDING: Final = "dutch."

_FLOATS: Final = "how far each who floated into the bracket is above it; value: the farthest"

KEYS: Final = (
    *keys_of(EDITION_BURSTEIN, _FLOATS),
    *(
        key._replace(name=SEEDING + key.name, clause="1.6")
        for key in dutch.KEYS
        if key.name != shared.NOT_RECOMPUTED
    ),
)
"""Every key, in the order of its rows: those after the seeding rounds, and those of these."""

CLAIM_KINDS: Final = {
    **FIDE_KINDS,
    "numbers": "Burstein: the players of a bracket by their numbers in it, with what ranks them",
}
"""The kinds of claims that it makes beside those of all systems."""


def decide(round_: ToPair) -> Decided | NoPairing:
    """Decide a round: its pairing, and the keys of each bracket.

    Rule: fide-burstein-2026 1.6, 1.9, 3.1, 3.2.
    """
    if is_seeding(round_.table):
        seeded = dutch.decide(round_)
        if isinstance(seeded, NoPairing):
            return seeded
        return seeded._replace(keys=[k._replace(key=SEEDING + k.key) for k in seeded.keys])
    players = burstein_players(round_)
    initial = initial_colour(round_.table, round_.rules)
    judge = BursteinJudge(players, initial)
    pairing = pairing_of(judge.whole, judge.done, initial, by_points=True)
    if isinstance(pairing, NoPairing):
        return pairing
    return decided(pairing, judge, _of_bracket, judge.whole.scores)


def _of_bracket(number: int, judge: BursteinJudge) -> Iterator[KeyValue]:
    """Yield the keys of a bracket, its players in the order of their numbers in it.

    Rule: fide-burstein-2026 C5, C6, C7, C8, 4.1, 4.3.
    """
    return bracket_keys(number, judge, judge.own(number).order.s1_after)
