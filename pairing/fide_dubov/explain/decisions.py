"""What decided a round of the Dubov System, bracket by bracket, as the engine decides it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from ledger.values import halves_text
from pairing.explain import decisions as shared
from pairing.explain.claims import DubovKey
from pairing.explain.decisions import Decided, DecisionKey, KeyValue, Unit
from pairing.fide.contestants import initial_colour
from pairing.fide_dubov.engine import pair
from pairing.fide_dubov.explain.judge import CLAUSES, NEGATIVE, UNITS, DubovJudge
from pairing.fide_dubov.players import contestants
from pairing.norms.contestants import ToPair
from pairing.norms.model import NoPairing

_COLOURS: Final = ("5.2.1", "5.2.2", "5.2.3", "5.2.4", "5.2.5")
_LISTS: Final[frozenset[DubovKey]] = frozenset(
    {"upfloater_order", "shift_first", "shift_second", "opponents"}
)

_MEANS: Final[Mapping[DubovKey, tuple[str, str | None]]] = {
    "bye_score": ("score of the player who has the bye", "the lowest score of the round"),
    "bye_games": ("games over the board of the player who has the bye", None),
    "bye_number": ("pairing number of the player who has the bye", None),
    "upfloaters": ("who float up into the bracket", "0, or 1 where its residents are odd"),
    "upfloater_scores": ("scores of those who float up, low to high", None),
    "denied": ("who do not get the colour they prefer", "0"),
    "maximum": ("maximum upfloaters among those who float up", "0"),
    "maximum_upfloats": ("upfloats so far of those together", "0"),
    "up_again": ("who float up and did so in the last round", "0"),
    "upfloater_order": ("numbers of those who float up, among all below the bracket", None),
    "within": ("pairs within the smaller of the groups", "0"),
    "shift_first": ("numbers of those who leave the smaller group", None),
    "shift_second": ("numbers of those who leave the larger group", None),
    "opponents": ("number, in G2, of the opponent of each of S1", None),
}

KEYS: Final = (
    *(
        DecisionKey(
            key,
            clause,
            {"points": "half points"}.get(UNITS.get(key, "players"), UNITS.get(key, "players")),
            *_MEANS[key],
        )
        for key, clause in CLAUSES.items()
    ),
    DecisionKey(
        "float",
        "1.3.1",
        "half points",
        "how far the bracket is above each who floats up to it; value: the farthest",
    ),
    *shared.colour_keys(*_COLOURS),
    shared.not_recomputed("C4"),
)
"""Every key, in the order of its rows."""


def decide(round_: ToPair) -> Decided | NoPairing:
    """Decide a round: its pairing, and the keys of each bracket.

    Rule: fide-dubov-2026 3.1.2, 3.2.2.
    """
    players = contestants(round_)
    initial = initial_colour(round_.table, round_.rules)
    pairing = pair(players, initial, last_round=round_.last_round)
    if isinstance(pairing, NoPairing):
        return pairing
    judge = DubovJudge(players, last_round=round_.last_round)
    keys = [*_of_bye(judge)]
    for number in range(len(judge.best)):
        keys += _of_bracket(number, judge)
    keys += shared.colours(pairing.boards)
    return Decided(pairing, keys)


def _of_bye(judge: DubovJudge) -> Iterator[KeyValue]:
    """Rule: fide-dubov-2026 3.1.3, 3.1.4, 3.1.5."""
    if judge.bye is None:
        return
    player = judge.field.players[judge.bye]
    unit = Unit(0, "bye", (player.key,), 0)
    yield KeyValue(unit, "bye_score", player.points_halves, min(judge.field.scores))
    yield KeyValue(unit, "bye_games", player.games)
    yield KeyValue(unit, "bye_number", player.number)


def _of_bracket(number: int, judge: DubovJudge) -> Iterator[KeyValue]:
    """Rule: fide-dubov-2026 C5, C6, C7, C8, C9, C10, 3.2.4, 3.2.5, 4.2, 4.4."""
    bracket = judge.best[number]
    field = judge.field
    level = field.scores[bracket.residents[0]]

    def keys(places: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(field.players[at].key for at in places)

    unit = Unit(
        number + 1,
        halves_text(level),
        keys(bracket.players),
        len(bracket.pairs),
        keys(bracket.upfloaters),
    )
    for key, value in judge.own(number).values():
        parts = tuple(abs(each) for each in value)
        if key in NEGATIVE:
            yield KeyValue(unit, key, None, parts=parts, text=shared.points(parts))
        elif key in _LISTS:
            yield KeyValue(unit, key, None, parts=parts, text=shared.listed(parts))
        else:
            odd = len(bracket.residents) % 2 if key == "upfloaters" else 0
            yield KeyValue(unit, key, value[0], odd)
    yield from shared.floats(unit, [level - field.scores[at] for at in bracket.upfloaters])
