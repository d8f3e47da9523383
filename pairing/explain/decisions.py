"""The decisions of a round as a system reports them: its keys, and their values in each group."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from ledger.messages import Sentence
from pairing.norms.criterion import Criterion, Way, listed
from pairing.norms.model import Board, Pairing

BYE_MEANING = "half points of the player who has the bye, the only one in players"
NOT_RECOMPUTED = "not recomputed"


class DecisionKey(NamedTuple):
    """A key: its name, its clause in the rulebook, its unit, and its meaning.

    `wanted` describes the value when nothing gives way; None when there is no such description.
    """

    name: str
    clause: str
    unit: str
    meaning: Sentence
    wanted: str | None = None


def not_recomputed(clause: str) -> DecisionKey:
    """Return the key of a round that cannot be computed again."""
    meaning = "the round cannot be decided again; text is the code of what is in the way"
    return DecisionKey(NOT_RECOMPUTED, clause, "rounds", meaning)


def colour_keys(*clauses: str) -> tuple[DecisionKey, ...]:
    """Return the keys of the boards whose colours these clauses give."""
    meaning = "boards whose colours this clause gave; players are those at them"
    return tuple(DecisionKey(clause, clause, "boards", meaning) for clause in clauses)


class Unit(NamedTuple):
    """A group as it was formed, numbered from 1, or the whole round (0); players by key."""

    group: int
    label: str
    players: tuple[int, ...]
    boards: int
    floaters: tuple[int, ...] = ()


class KeyValue(NamedTuple):
    """The value of a key in a group; see `pairing.review.decisions`.

    `clause` is None for the clause of the key.
    """

    unit: Unit
    key: str
    value: int | None
    wanted: int | None = None
    parts: tuple[int, ...] = ()
    text: str | None = None
    clause: str | None = None


class Decided(NamedTuple):
    """A round computed again: its boards and bye, and all its keys."""

    pairing: Pairing
    keys: list[KeyValue]


def key_of(one: Criterion) -> DecisionKey:
    """Return the key of a criterion."""
    unit = {"points": "half points"}.get(one.unit, one.unit)
    return DecisionKey(one.row, one.clause, unit, one.meaning, one.wanted)


def of_criterion(unit: Unit, one: Criterion, way: Way) -> KeyValue:
    """Return what a criterion has for a way to pair a group."""
    return KeyValue(unit, one.row, one.number(way), one.least(way), one.parts(way), one.text(way))


def bye(pairing: Pairing, halves: int) -> Iterator[KeyValue]:
    """Yield the half points of the player with the bye, if there is one."""
    if pairing.bye is not None:
        yield KeyValue(Unit(0, "bye", (pairing.bye,), 0), "bye", halves)


def floats(unit: Unit, differences: Sequence[int]) -> Iterator[KeyValue]:
    """Yield how far the players from above stand above the group.

    Rule: knsb-wp-2014 A3; knsb-rating-2014 A4.
    """
    if differences:
        parts = tuple(differences)
        yield KeyValue(unit, "float", max(differences), parts=parts, text=listed(parts, "points"))


def colours(boards: Sequence[Board]) -> Iterator[KeyValue]:
    """Yield the number of boards whose colours come from each clause."""
    count = Counter(board.rule for board in boards)
    for rule in sorted(count):
        unit = Unit(0, "colours", players_at([b for b in boards if b.rule == rule]), count[rule])
        yield KeyValue(unit, rule, count[rule])


def players_at(boards: Iterable[Board]) -> tuple[int, ...]:
    """Return the players at some boards, white first."""
    return tuple(player for board in boards for player in (board.white, board.black))


def lost_boards(pairing: Pairing, other: Pairing) -> int:
    """Return how many boards of a pairing another pairing lacks, or has with other colours."""
    ours, theirs = ({(b.white, b.black) for b in one.boards} for one in (pairing, other))
    return len(ours - theirs)
