"""Questions about a round of the FIDE Dutch System for tests: a position, paired by the rules."""

from __future__ import annotations

from pairing.explain.question import Question
from pairing.norms.model import Pairing
from pairing.systems.registry import contestants, load_rulebook, pair_round
from tests.helpers.fide_rounds import Position
from tests.helpers.positions import NAMES


def asked_about(position: Position, name: str = "fide-dutch-2026") -> Question:
    """Return a round of a position, published as the engine of a rulebook pairs it."""
    rules = load_rulebook(name)
    assert not isinstance(rules, tuple), rules
    round_ = position.table, rules, position.present, position.last_round
    players, pairing = contestants(*round_), pair_round(*round_)
    boards, bye = tuple[tuple[int, int], ...](), None
    if isinstance(pairing, Pairing):
        boards, bye = tuple((b.white, b.black) for b in pairing.boards), pairing.bye
    return Question(
        round=position.table.rounds + 1,
        rules=rules,
        contestants=tuple(players),
        boards=boards,
        bye=bye,
        pairing=pairing,
        table=position.table,
        source="published",
        basis=7,
        label=lambda player: player,
        called=lambda player: f"{player} {NAMES[player] if player < len(NAMES) else 'N.N.'}",
        last_round=position.last_round,
    )
