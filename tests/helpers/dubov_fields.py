"""A round of the Dubov System for tests: random positions, by the engine, and by the text."""

from __future__ import annotations

import random
from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import NamedTuple

from ledger.rulebooks.rulebook import Rulebook
from pairing.fide_dubov.engine import pair, paired_round
from pairing.fide_dubov.field import DubovField
from pairing.fide_dubov.players import DubovPlayer, contestants
from pairing.norms.contestants import ToPair
from pairing.norms.model import Pairing
from pairing.systems.registry import load_rulebook
from tests.helpers.fide_fields import initial_of
from tests.helpers.fide_rounds import AS_USUAL, Position, Worth, random_position
from tests.oracles.fide_dubov_text import DubovText, dubov_people


class DubovOutcome(NamedTuple):
    """Each bracket (residents, upfloaters, who leaves G1 and G2, pairs), boards, and the bye."""

    brackets: tuple[object, ...]
    boards: frozenset[tuple[int, int]]
    bye: int | None


def dubov_rules(changes: Mapping[str, str] | None = None) -> Rulebook:
    """Return the rulebook, with changed keys."""
    rules = load_rulebook("fide-dubov-2026", changes)
    assert isinstance(rules, Rulebook), rules
    return rules


RULES = dubov_rules()


def dubov_position(seed: int, size: int, rounds: int) -> Position:
    """Return a random position with ratings, some of them equal, and a number of rounds."""
    position = random_position(seed, size, rounds)
    chance = random.Random(f"{seed} ratings")
    spread = chance.choice((3, 40, 800))
    ratings = {key: 1500 + chance.randrange(spread) for key in position.table.cells}
    more = 1 if position.last_round else chance.randint(2, 6)
    table = replace(position.table, ratings=ratings, planned=position.table.rounds + more)
    return replace(position, table=table)


def dubov_players(position: Position, rules: Rulebook = RULES) -> list[DubovPlayer]:
    """Return the players of a position as the engine is given them."""
    return contestants(ToPair(position.table, rules, position.present, position.last_round))


def by_engine(position: Position, rules: Rulebook = RULES) -> DubovOutcome | None:
    """Return the pairing of the engine; None: there is none."""
    players = dubov_players(position, rules)
    field = DubovField(players, last_round=position.last_round)
    done = paired_round(field)
    pairing = pair(players, initial_of(position), last_round=position.last_round)
    if done is None or not isinstance(pairing, Pairing):
        assert done is None
        assert not isinstance(pairing, Pairing)
        return None

    def keys(places: Collection[int]) -> frozenset[int]:
        return frozenset(field.players[at].key for at in places)

    brackets = tuple(
        (
            keys(one.residents),
            keys(one.upfloaters),
            tuple(map(keys, one.shifted)),
            tuple((field.players[a].key, field.players[b].key) for a, b in one.pairs),
        )
        for one in done.brackets
    )
    boards = frozenset((board.white, board.black) for board in pairing.boards)
    return DubovOutcome(brackets, boards, pairing.bye)


def text_of(
    position: Position, faults: Collection[str] = (), values: Worth = AS_USUAL
) -> DubovText:
    """Return the literal program with the players of a position, not yet run."""
    table = position.table
    assert table.planned is not None
    points = values.win, values.loss
    here = dubov_people(table, position.present, position.prohibited, faults, points)
    return DubovText(here, initial_of(position), table.planned, table.rounds + 1, faults)


def by_text(
    position: Position, faults: Collection[str] = (), values: Worth = AS_USUAL
) -> DubovOutcome | None:
    """Return the pairing of the literal program; None: there is none."""
    text = text_of(position, faults, values)
    if not text.run():
        return None
    brackets = tuple(tuple(one) for one in text.done)
    return DubovOutcome(brackets, text.boards(), text.bye)
