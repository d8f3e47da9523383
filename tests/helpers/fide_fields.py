"""A round of FIDE's Dutch System for tests: by the engine, and by the text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal, NamedTuple

from ledger.rulebooks.fide_keys import FideKeys
from ledger.values import Colour
from pairing.fide.players import FidePlayer, GamePoints, fide_players
from pairing.fide_dutch import engine, engine_2017
from pairing.fide_dutch.field import DutchField
from pairing.norms.model import Pairing
from tests.helpers.fide_rounds import Position
from tests.oracles.fide_dutch_text import DutchText
from tests.oracles.fide_dutch_text_2017 import DutchText2017
from tests.oracles.fide_people import people

Edition = Literal["2017", "2026"]

READINGS: Mapping[Edition, FideKeys] = {
    "2017": FideKeys(unplayed_float="always", pab_barred="bye_or_forfeit_win"),
    "2026": FideKeys(),
}


class Found(NamedTuple):
    """Brackets (moved down, residents, pairs, floaters), boards (white, black), and the bye."""

    brackets: Sequence[tuple[tuple[int, ...], tuple[int, ...], object, tuple[int, ...]]]
    boards: frozenset[tuple[int, int]]
    bye: int | None


def initial_of(position: Position) -> Colour:
    """Return the colour drawn before round 1."""
    assert position.table.first_colour is not None
    return position.table.first_colour


def players_of(position: Position, edition: Edition = "2026") -> list[FidePlayer]:
    """Return the players of a position as the engine is given them."""
    readings = READINGS[edition]
    return fide_players(
        position.table, position.present, position.last_round, GamePoints(), readings
    )


def by_engine(position: Position, edition: Edition = "2026") -> Found | None:
    """Return what the engine finds; None: no pairing."""
    program = engine if edition == "2026" else engine_2017
    rules = engine.RULES_2026 if edition == "2026" else engine_2017.RULES_2017
    players, initial = players_of(position, edition), initial_of(position)
    brackets = rules.brackets(DutchField(players, initial))
    pairing = program.pair(players, initial)
    if brackets is None or not isinstance(pairing, Pairing):
        assert brackets is None
        assert not isinstance(pairing, Pairing)
        return None
    return Found(
        [(d.bracket.moved, d.bracket.residents, d.pairs, d.floaters) for d in brackets],
        frozenset((board.white, board.black) for board in pairing.boards),
        pairing.bye,
    )


def text_of(position: Position) -> DutchText:
    """Return the literal program of 2026 with the players of a position, not yet run."""
    here = people(
        position.table, position.present, position.last_round, prohibited=position.prohibited
    )
    return DutchText(here, initial_of(position))


def text_2017_of(position: Position) -> DutchText2017:
    """Return the literal program of 2017 with the players of a position, not yet run."""
    here = people(
        position.table,
        position.present,
        position.last_round,
        prohibited=position.prohibited,
        edition=2017,
    )
    return DutchText2017(here, initial_of(position))


def by_text(position: Position, edition: Edition = "2026") -> Found | None:
    """Return what the literal program finds; None: no pairing."""
    text = text_of(position) if edition == "2026" else text_2017_of(position)
    if not text.run():
        return None
    brackets = [(t.moved, t.residents, tuple(sorted(t.pairs)), t.floaters) for t in text.done]
    return Found(brackets, *text.boards())
