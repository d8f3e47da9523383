"""The readings of a silent text of ours that decide in a bracket on rating.

A reading with both ways in the engine is tried both ways, and reported where the bracket would be
paired otherwise. A reading with one way only is reported where the bracket comes to it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from typing import Final

from ledger.rulebooks.rating_keys import RatingKeys
from ledger.rulebooks.readings import BUILT
from pairing.explain.claims import Claim
from pairing.norms.model import RatedPlayer
from pairing.rating.brackets.field import PairedBracket
from pairing.rating.explain.judge import RatingJudge

BOTH_WAYS: Final[dict[str, tuple[object, object]]] = {
    "half": ("after", "before"),
    "default_loss_float": ("paired", "none"),
    "bye_float": (True, False),
    "down_md": (True, False),
    "b2_pair": ("either", "both"),
    "topscorer": ("so_far", "total"),
    "c1_last": ("bye", "literal"),
    "c12_half": (True, False),
}
"""The readings of pairing that the engine has in two ways."""

OF_PLAYERS: Final = frozenset({"default_loss_float", "topscorer"})
"""The readings among them that apply before the pairing, to the properties of a player."""

CLAUSE_OF_READING: Final = {
    "half": "A3",
    "default_loss_float": "A4",
    "bye_float": "B5",
    "down_md": "B5",
    "b2_pair": "B2",
    "topscorer": "A10",
    "c1_last": "C1",
    "c12_half": "C12",
    "half_up": "A3",
    "lower_x1": "C14a",
    "c1_fail": "C1",
    "c12_repeat": "C12",
    "c12_c1": "C12",
    "c13_m1": "C13",
    "merge_md": "C13",
    "d3": "D3",
    "outside_s1": "D3",
}

BUILT_ONE_WAY: Final = BUILT["rating"]
"""The readings without an alternative, which are no keys of a rulebook, and what each says."""


def value_of(name: str, keys: RatingKeys) -> object:
    """Return what a reading says: a key of the rulebook, or the one way that is built."""
    return BUILT_ONE_WAY[name] if name in BUILT_ONE_WAY else getattr(keys, name)


class Readings:
    """The readings that decided in one round."""

    def __init__(
        self, judge: RatingJudge, players: Callable[[RatingKeys], Sequence[RatedPlayer]]
    ) -> None:
        """Keep the judge, and the function that gives the players under other readings."""
        self.judge = judge
        self.players = players

    @cached_property
    def turned(self) -> dict[str, frozenset[frozenset[int]]]:
        """Map each reading to the pairs that the engine makes with it reversed; maybe none.

        A reading is left out if its alternative never gave another answer on the way to the
        engine's pairing and it does not change the players: with it reversed the way is the same.
        """
        rounds: dict[str, frozenset[frozenset[int]]] = {}
        keys = self.judge.field.readings
        parting = self.judge.flow.field.parting
        for name, (one, two) in BOTH_WAYS.items():
            if name not in parting and name not in OF_PLAYERS:
                continue
            value = two if getattr(keys, name) == one else one
            readings = keys.model_copy(update={name: value})
            players = self.judge.field.players
            if name in OF_PLAYERS:
                players = self.players(readings)
            if name not in parting and players == self.judge.field.players:
                continue
            rounds[name] = _pairs(self.judge.under(readings, players), players)
        return rounds

    def claims(self, number: int, points: int) -> Iterator[Claim]:
        """Yield the readings that decided in a bracket.

        Rule: knsb-rating-2014 A3, C1, C12, C13, D3.
        """
        pairs = _pairs(self.judge.best[number : number + 1], self.judge.field.players)
        for name, other in self.turned.items():
            if not pairs <= other:
                yield self._claim(name, points, decides=True)
        for name in self.built_one_way(number):
            yield self._claim(name, points, decides=False)

    def otherwise(self, number: int) -> Iterator[tuple[str, int]]:
        """Yield the readings without which some pairs of a bracket would not be made: how many.

        Rule: knsb-rating-2014 A3, C1, C12.
        """
        pairs = _pairs(self.judge.best[number : number + 1], self.judge.field.players)
        for name, other in self.turned.items():
            lost = pairs - other
            if lost:
                yield name, len(lost)

    def of_the_last_group(self) -> Claim:
        """Return the reading that leaves a possible bye player without opponent in the last group.

        Rule: knsb-rating-2014 C1.
        """
        return self._claim("c1_last", self.judge.field.points[-1], decides=True)

    def _claim(self, name: str, points: int, decides: bool) -> Claim:
        value = value_of(name, self.judge.field.readings)
        return Claim(
            "reading",
            clause=CLAUSE_OF_READING[name],
            group=points,
            decisions=(f"rating.{name}",),
            detail={"value": str(value).lower(), "decides": decides},
        )

    def built_one_way(self, number: int) -> Iterator[str]:
        """Yield the readings without an alternative that a bracket comes to."""
        judge = self.judge
        treated = judge.best[number]
        bracket = treated.bracket
        level = treated.level
        moved_here = judge.best[number - 1].onward if number else ()
        scores = {judge.field.points[i] for i in treated.residents}
        if any(i in moved_here for i in bracket.removed):
            yield "c1_fail"
        if bracket.moved and not bracket.first_m1 and self._floats_up_again(number):
            yield "half_up"
        step = judge.wanted.get(number - 1)
        if treated.how == "after C12" and step is not None:
            if step.level is None:
                yield "c12_c1"
            elif step.level.p1 < bracket.p0 or step.level.m1 < bracket.first_m1:
                yield "c12_repeat"
        if len(scores) > 1 and moved_here:
            yield "merge_md"
        if level is None:
            return
        if level.p1 < bracket.p0 and judge.field.lowest_x_z(bracket.players, bracket.p0) != (0, 0):
            yield "lower_x1"
        if treated.how == "C13" and 0 < level.m1 == level.p1 < bracket.first_m1:
            yield "c13_m1"
        if 0 < level.m1 < len(bracket.moved):
            yield "d3"
            yield "outside_s1"

    def _floats_up_again(self, number: int) -> bool:
        """Return whether a pair has an upfloat against B5 or B6, which these readings need."""
        candidate = self.judge.best[number].candidate
        field = self.judge.field
        return candidate is not None and any(any(field.up(a, b)) for a, b in candidate.pairs)


def _pairs(
    brackets: Sequence[PairedBracket], players: Sequence[RatedPlayer]
) -> frozenset[frozenset[int]]:
    return frozenset(
        frozenset((players[a].key, players[b].key))
        for treated in brackets
        if treated.candidate
        for a, b in treated.candidate.pairs
    )
