"""A state that takes in a fact while others still read the state before it.

The fold changes a state in place. `branch` copies as much of a state as one fact can change, so
that a page may read the old one for as long as it likes: nobody waits for a reader.
"""

from __future__ import annotations

import copy
from collections.abc import Iterable
from dataclasses import fields, is_dataclass
from functools import cache
from typing import Any

from ledger.facts.hall import HallFact
from ledger.facts.tournament import AnyFact
from ledger.state.tournament import Entrant, Round, Tournament

_SHARED = (Entrant, Round)
"""The parts that are many: only those that the fact concerns are copied."""


def branch(state: Tournament, fact: AnyFact) -> Tournament:
    """Return a state equal to `state`; applying `fact` to it does not change `state`."""
    fresh: Tournament = _copied(state)
    if isinstance(fact, HallFact):
        return fresh  # claims and check-ins stand apart from players and rounds
    for key in _players_of(fact):
        for kept in (fresh.players, fresh.former):
            if key in kept:
                kept[key] = copy.deepcopy(kept[key])
    number = getattr(fact, "round", None)
    if isinstance(number, int) and 1 <= number <= len(fresh.rounds):
        fresh.rounds[number - 1] = _round(fresh.rounds[number - 1], getattr(fact, "white", 0))
    return fresh


def _players_of(fact: AnyFact) -> tuple[int, ...]:
    """Return the players that a fact names as those it changes."""
    one = getattr(fact, "player", None)
    several = getattr(fact, "players", ())
    several = (*several, *(getattr(fact, "without", None) or ()))
    return (one, *several) if isinstance(one, int) else several


def _copied(value: Any) -> Any:
    """Return a value whose containers and parts are copies, but for those that never change here.

    Those are `_SHARED`, frozen records, numbers and texts.
    """
    kind: type = type(value)
    if kind is list:
        return [*value] if _all_fixed(value) else [_copied(one) for one in value]
    if kind is dict:
        if _all_fixed(value.values()):
            return dict(value)
        return {key: _copied(one) for key, one in value.items()}
    if _fixed(kind):
        return value
    fresh = copy.copy(value)
    for field in fields(value):
        part = getattr(value, field.name)
        if not _fixed(part.__class__):
            setattr(fresh, field.name, _copied(part))
    return fresh


def _all_fixed(values: Iterable[object]) -> bool:
    return all(map(_fixed, set(map(type, values))))


@cache
def _fixed(kind: type) -> bool:
    """Tell whether the values of a type are shared by a state and its branches."""
    if kind in (list, dict):
        return False
    if kind in _SHARED or not is_dataclass(kind):
        return True
    parameters: Any = kind
    return bool(parameters.__dataclass_params__.frozen)


def _round(round_: Round, white: int) -> Round:
    """Return a copy of a round; of its games only that of `white` may change (0: none)."""
    fresh = copy.copy(round_)
    fresh.changes = [*round_.changes]
    changing = round_.game_of(white)
    own = copy.copy(changing)
    if own is not None:
        own.earlier = [*own.earlier]
    fresh.games = [own if own and game is changing else game for game in round_.games]
    return fresh
