"""What decided a round, as a system tells it: its keys, and the value of each in each group."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from ledger.messages import Sentence
from ledger.values import halves_text
from pairing.norms.model import Board, Pairing

BYE_MEANING = "half points of the player who has the bye, the only one in players"
NOT_RECOMPUTED = "not recomputed"


class DecisionKey(NamedTuple):
    """A key: its name, its clause in the rulebook, in what it counts, and what it means.

    wanted tells what there would be if nothing gave way, None where that cannot be said.
    """

    name: str
    clause: str
    unit: str
    meaning: Sentence
    wanted: str | None = None


def not_recomputed(clause: str) -> DecisionKey:
    """Return the key of a round that cannot be decided again."""
    meaning = "the round cannot be decided again; text is the code of what is in the way"
    return DecisionKey(NOT_RECOMPUTED, clause, "rounds", meaning)


def colour_keys(*clauses: str) -> tuple[DecisionKey, ...]:
    """Return the keys of the boards whose colours these clauses give."""
    meaning = "boards whose colours this clause gave; players are those at them"
    return tuple(DecisionKey(clause, clause, "boards", meaning) for clause in clauses)


class Unit(NamedTuple):
    """A group as it was formed, from 1, or what is of the whole round (0); players by key."""

    group: int
    label: str
    players: tuple[int, ...]
    boards: int
    floaters: tuple[int, ...] = ()


class KeyValue(NamedTuple):
    """A key of a group; see `pairing.review.decisions`. clause None: that of the key."""

    unit: Unit
    key: str
    value: int | None
    wanted: int | None = None
    parts: tuple[int, ...] = ()
    text: str | None = None
    clause: str | None = None


class Decided(NamedTuple):
    """A round decided again: its boards and bye, and every key."""

    pairing: Pairing
    keys: list[KeyValue]


def listed(values: Sequence[int]) -> str:
    """Return numbers as a list that people read."""
    return " ".join(map(str, values))


def points(halves: Sequence[int]) -> str:
    """Return half points as a list that people read."""
    return " ".join(map(halves_text, halves))


def bye(pairing: Pairing, halves: int) -> Iterator[KeyValue]:
    """Yield the half points of the player who has the bye, where somebody has."""
    if pairing.bye is not None:
        yield KeyValue(Unit(0, "bye", (pairing.bye,), 0), "bye", halves)


def floats(unit: Unit, differences: Sequence[int]) -> Iterator[KeyValue]:
    """How far those who came from above are above the group.

    Rule: knsb-wp-2014 A3; knsb-rating-2014 A4.
    """
    if differences:
        parts = tuple(differences)
        yield KeyValue(unit, "float", max(differences), None, parts, points(differences))


def colours(boards: Sequence[Board]) -> Iterator[KeyValue]:
    """How many boards have their colours by which clause."""
    count = Counter(board.rule for board in boards)
    for rule in sorted(count):
        unit = Unit(0, "colours", players_at([b for b in boards if b.rule == rule]), count[rule])
        yield KeyValue(unit, rule, count[rule])


def players_at(boards: Iterable[Board]) -> tuple[int, ...]:
    """Return the players at some boards, white first."""
    return tuple(player for board in boards for player in (board.white, board.black))


def lost_boards(pairing: Pairing, other: Pairing) -> int:
    """Return how many boards of a pairing another has not, or with other colours."""
    ours, theirs = ({(b.white, b.black) for b in one.boards} for one in (pairing, other))
    return len(ours - theirs)
