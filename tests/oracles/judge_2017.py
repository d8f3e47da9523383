"""Our round of 2017 beside that of py4swiss: the clause by which they differ.

The vector of a bracket is that of the literal program, with its look-ahead (C.7) and completion by
matchings, so that fields of any size can be judged.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from importlib import import_module
from typing import Any
from unittest.mock import patch

from pairing.fide_dutch.engine_2017 import pair, paired_brackets
from pairing.fide_dutch.field import DutchField
from pairing.graphs.cheapest_matching import CheapestMatching
from pairing.graphs.digits import Digits
from pairing.norms.model import NoPairing, Pairing
from tests.helpers.fide_fields import initial_of, players_of
from tests.helpers.fide_rounds import Position, file_text
from tests.oracles.fide_dutch_2017 import Round2017, pair_2017
from tests.oracles.fide_dutch_text import Pairs, Vector
from tests.oracles.fide_dutch_text_2017 import DutchText2017, Group
from tests.oracles.fide_people import people

LATER = (
    "C8",
    "C9",
    "C10",
    "C11",
    "C12",
    "C13",
    "C14",
    "C15",
    "C16",
    "C17",
    "C18",
    "C19",
)


class Judge2017(DutchText2017):
    """The literal program's vectors; who may not have the bye counts `barred` times in C.7."""

    barred = 3

    def _next_pairs(self, floaters: tuple[int, ...], lowest: int) -> Vector:
        level = self.players[lowest + 1].score
        group = [i for i, player in enumerate(self.players) if player.score == level]
        last = group[-1] == len(self.players) - 1
        places = [*floaters, *group]
        differences = {self.players[i].score - level for i in places}
        values = sorted(differences | {d + self.win for d in differences}, reverse=True)
        digits = Digits([3 * len(places) + 1, *[len(places) + 1] * len(values)])
        at = {value: digit for digit, value in enumerate(values, 1)}
        weights = [self.barred if last and not self.players[i].may_have_pab else 1 for i in places]
        alone = {
            n: digits.weigh([(0, weights[n]), (at[self.players[i].score - level + self.win], 1)])
            for n, i in enumerate(places)
        }
        rows: list[dict[int, int]] = [{} for _ in places]
        for n, i in enumerate(places):
            for to, j in enumerate(places[: n if i in group else 0]):
                if self.legal[i] >> j & 1:
                    cost = digits.weigh([(at[self._difference(i, j)], 1)])
                    rows[n][to] = rows[to][n] = cost
        mates = CheapestMatching(rows, alone=alone).run()
        assert mates is not None
        over = [n for n, to in enumerate(mates) if to < 0]
        pairs = tuple((places[n], places[to]) for n, to in enumerate(mates) if to > n)
        left = [places[n] for n in over]
        return sum(weights[n] for n in over), self._psd(places, pairs, left)


def beside_py4swiss(position: Position, ours: Pairing | NoPairing) -> str:
    """Return "same", or the clause by which the rounds differ; "?" first where it is not known.

    py4swiss takes the side of a preference from the difference, where A.6 has two games of one
    colour at the end decide it: such a round is paired by it again with the side of A.6.
    """
    content = file_text(position, "xx").encode()
    how = _judged(position, ours, pair_2017(content))
    if how == "same":
        return how
    with _sides_of_a6():
        again = _judged(position, ours, pair_2017(content))
    return again if again != "same" else "A6: two games of one colour at the end decide the side"


@contextmanager
def _sides_of_a6() -> Iterator[None]:
    """Let py4swiss take the side of a preference from two games of one colour at the end."""
    module: Any = import_module("py4swiss.engines.dutch.player")
    sides: Any = import_module("py4swiss.engines.common").ColorPreferenceSide
    white: Any = import_module("py4swiss.trf.results").ColorToken.WHITE
    usual = module._get_color_preference

    def preference(section: Any) -> Any:
        wish, difference, double = usual(section)
        games = [one.color == white for one in section.results if one.result.is_played()]
        if double and abs(difference) < 2:
            side = sides.BLACK if games[-1] else sides.WHITE
            wish = type(wish)(side=side, strength=wish.strength)
        return wish, difference, double

    with patch.object(module, "_get_color_preference", preference):
        yield


def _judged(position: Position, ours: Pairing | NoPairing, theirs: Round2017 | None) -> str:
    if isinstance(ours, NoPairing) or theirs is None:
        none = isinstance(ours, NoPairing) and theirs is None
        return "no pairing by both" if none else "? no pairing by one"
    boards = {(board.white, board.black) for board in ours.boards}
    if boards == set(theirs.boards):
        return "same"
    if {frozenset(board) for board in boards} == {frozenset(board) for board in theirs.boards}:
        rules = {b.rule for b in ours.boards if (b.white, b.black) not in theirs.boards}
        players = [replace(p, counted=p.number) for p in players_of(position, "2017")]
        plain = pair(players, initial_of(position))
        assert isinstance(plain, Pairing)
        if {(board.white, board.black) for board in plain.boards} == set(theirs.boards):
            return "E5: numbers of those in pairings"
        return f"? colours by {rules}"
    return _by_bracket(position, theirs)


def _by_bracket(position: Position, theirs: Round2017) -> str:
    """Return the clause of the first bracket in which the rounds differ."""
    players, initial = players_of(position, "2017"), initial_of(position)
    brackets = paired_brackets(DutchField(players, initial))
    assert brackets is not None
    place = {player.key: i for i, player in enumerate(players)}
    here = people(position.table, position.present, position.last_round, edition=2017)
    for our, their in zip(brackets, theirs.brackets, strict=False):
        pairs = tuple(sorted(_ordered(place[a], place[b]) for a, b in their.pairs))
        if pairs == our.pairs:
            continue
        bracket = our.bracket
        if {*map(place.__getitem__, (*their.moved, *their.residents))} != {*bracket.players}:
            return "? other brackets"
        if their.collapsed != (bracket.kind == "penultimate"):
            return "? A9: another bracket is the penultimate one"
        if len(pairs) != len(our.pairs):
            return "? C5" if len(pairs) > len(our.pairs) else "C5: we have more pairs"
        group = Group(
            bracket.moved, bracket.residents, bracket.kind == "last", bracket.kind == "ordinary"
        )
        text = Judge2017(here, initial)
        how = _by_criterion(text, group, our.pairs, pairs)
        plain = Judge2017(here, initial)
        plain.barred = 1
        if _by_criterion(plain, group, our.pairs, pairs).startswith("?"):
            return "C7: who may not have the bye, and is left over, counts for three"
        return how
    return "? more brackets"


def _ordered(i: int, j: int) -> tuple[int, int]:
    return min(i, j), max(i, j)


def _by_criterion(text: Judge2017, group: Group, ours: Pairs, theirs: Pairs) -> str:
    """Return the first criterion that tells two pairings of a bracket apart."""
    places = (*group.moved, *group.residents)

    def vector(pairs: Pairs) -> Vector:
        here = {i for pair in pairs for i in pair}
        return text._vector_of(group, pairs, tuple(i for i in places if i not in here))

    names = ("C6", "C7: pairs", "C7: differences") if group.looks_ahead else ("C6",)
    for name, *both in zip((*names, *LATER), vector(ours), vector(theirs), strict=True):
        if both[0] != both[1]:
            better = [both[0]] < [both[1]]
            return f"{name}: ours is better" if better else f"? {name}: theirs is better"
    return "? order"
