"""A round of FIDE's Dutch System for tests: by the engine, and by the text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ledger.values import Colour
from pairing.fide.players import FidePlayer, GamePoints, fide_players
from pairing.fide_dutch.engine import pair, paired_brackets
from pairing.fide_dutch.field import DutchField
from pairing.norms.model import Pairing
from tests.helpers.fide_rounds import Position
from tests.oracles.fide_dutch_text import DutchText
from tests.oracles.fide_people import people


class Found(NamedTuple):
    """Brackets (moved down, residents, pairs, floaters), boards (white, black), and the bye."""

    brackets: Sequence[tuple[tuple[int, ...], tuple[int, ...], object, tuple[int, ...]]]
    boards: frozenset[tuple[int, int]]
    bye: int | None


def initial_of(position: Position) -> Colour:
    """Return the colour drawn before round 1."""
    assert position.table.first_colour is not None
    return position.table.first_colour


def players_of(position: Position) -> list[FidePlayer]:
    """Return the players of a position in the form of the engine's input."""
    return fide_players(
        position.table, position.present, position.last_round, GamePoints(), position.prohibited
    )


def by_engine(position: Position) -> Found | None:
    """Return the engine's result; None: no pairing."""
    players, initial = players_of(position), initial_of(position)
    brackets, pairing = paired_brackets(DutchField(players, initial)), pair(players, initial)
    if brackets is None or not isinstance(pairing, Pairing):
        assert brackets is None
        assert not isinstance(pairing, Pairing)
        return None
    return Found(
        [(d.bracket.moved, d.bracket.residents, d.pairs, d.floaters) for d in brackets],
        frozenset((board.white, board.black) for board in pairing.boards),
        pairing.bye,
    )


def by_text(position: Position) -> Found | None:
    """Return the literal program's result; None: no pairing."""
    table, last_round = position.table, position.last_round
    text = DutchText(
        people(table, position.present, last_round, prohibited=position.prohibited),
        initial_of(position),
    )
    if not text.run():
        return None
    brackets = [(t.moved, t.residents, tuple(sorted(t.pairs)), t.floaters) for t in text.done]
    return Found(brackets, *text.boards())
