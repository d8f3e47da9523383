"""What decided a round of FIDE's Dutch System, bracket by bracket, as the engine decides it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from pairing.explain import decisions as shared
from pairing.explain.decisions import Decided, DecisionKey, KeyValue, Unit
from pairing.fide.contestants import contestants, initial_colour
from pairing.fide.decisions import decided, keys_of, of_bracket
from pairing.fide.edition import Edition
from pairing.fide_dutch.editions import EDITION_2026
from pairing.fide_dutch.engine import RULES_2026, pairing_of
from pairing.fide_dutch.explain.judge import DutchJudge
from pairing.fide_dutch.rules import DutchRules
from pairing.norms.contestants import ToPair
from pairing.norms.model import Board, NoPairing


def keys_of_dutch(edition: Edition) -> tuple[DecisionKey, ...]:
    """Return every key of an edition, in the order of its rows."""
    otherwise = DecisionKey(
        "fide.tpn_parity",
        edition.colour("5.2.5"),
        "boards",
        "boards to which the pairing number as it stands would give other colours",
        "0",
    )
    meaning = "how far each who was moved down is above the bracket; value: the farthest"
    return keys_of(edition, meaning, otherwise)


KEYS: Final = keys_of_dutch(EDITION_2026)


def decide(round_: ToPair, rules: DutchRules = RULES_2026) -> Decided | NoPairing:
    """Decide a round: its pairing, and the keys of each bracket.

    Rule: fide-dutch-2026 1.9, 3.8, C5; fide-dutch-2017 A9, B8.
    """
    players = contestants(round_)
    initial = initial_colour(round_.table, round_.rules)
    judge = DutchJudge(players, initial, rules)
    pairing = pairing_of(judge.field, judge.paired, initial, by_points=False, edition=rules.edition)
    if isinstance(pairing, NoPairing):
        return pairing
    keys = decided(pairing, judge, bracket_keys, judge.field.scores).keys
    return Decided(pairing, [*keys, *_colours_otherwise(judge, pairing.boards)])


def bracket_keys(
    number: int, judge: DutchJudge, places: Sequence[int] | None = None
) -> Iterator[KeyValue]:
    """Yield the keys of a bracket; `places` are its players in an order, None: in that of 1.2.

    Rule: fide-dutch-2026 C6, C7, C8, C9, C10, C11, C12, C13, C14, C15, C16, C17, C18, C19, C20,
    C21, 4.2, 4.3, 4.4.
    """
    bracket = judge.bracket(number)
    return of_bracket(number, judge, bracket.players if places is None else places, bracket.moved)


def _colours_otherwise(judge: DutchJudge, boards: Sequence[Board]) -> Iterator[KeyValue]:
    """The boards that would have other colours by the pairing number as it stands.

    Rule: fide-dutch-2026 5.2.5.
    """
    players = judge.field.players
    place = judge.at
    others = []
    for board in boards:
        higher = players[min(place[board.white], place[board.black])]
        if board.rule == judge.edition.colour("5.2.5") and (higher.counted - higher.number) % 2:
            others.append(board)
    if others:
        unit = Unit(0, "other colours", shared.players_at(others), len(others))
        yield KeyValue(unit, "fide.tpn_parity", len(others), 0, text="in_pairings")
