"""The order in which the Swiss on rating treats its brackets: C1, the levels of C14, C12 and C13.

A solver pairs the inside of a bracket at one level: the literal solver tries the candidates of C6
to C10 one by one, the engine finds the same candidate by matching.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal, Protocol, TypeAlias

from pairing.rating.brackets.field import Bracket, Candidate, How, Level, PairedBracket, RatingField
from pairing.rating.brackets.floaters import Next

Accept: TypeAlias = Callable[[tuple[int, ...]], bool]
"""A test whether these floaters are wanted."""


class Solver(Protocol):
    """The solver that finds the pairing of one bracket at one level."""

    def first(
        self, bracket: Bracket, level: Level, accept: Accept | None = None
    ) -> Candidate | None:
        """Return the first accepted pairing of least vector, or None."""

    def first_completing(
        self, bracket: Bracket, level: Level, rest: tuple[int, ...]
    ) -> Candidate | None:
        """Return the first pairing of least vector whose floaters `completes` with the rest."""

    def first_undone(
        self, bracket: Bracket, level: Level, accept: Accept, wanted: Next
    ) -> Candidate | None:
        """Return the first accepted pairing; `wanted` describes the accepted floaters."""

    def possible(self, bracket: Bracket, level: Level) -> bool:
        """Return whether the bracket can be paired at this level at all."""

    def reached(self, bracket: Bracket, m1: int) -> bool:
        """Return whether M1 players moved down can be paired, so that the remainder is reached."""

    def completes(self, players: tuple[int, ...]) -> bool:
        """Return whether these players can all be paired, with one bye if their number is odd."""


@dataclass(frozen=True, slots=True)
class Undone:
    """A bracket that was paired and then paired again, or merged with the last one.

    `at` is its place from the top, `before` its earlier treatment. `accept` tells which floaters
    C12 or C13 wanted instead, `level` the level that the next bracket had to attain by C12 (None:
    the first one, out of C1).
    """

    at: int
    before: PairedBracket
    clause: Literal["C12", "C13", "merged"]
    accept: Accept | None = None
    level: Level | None = None


@dataclass(slots=True)
class Flow:
    """One round: the brackets treated so far, from the top, and the treatments that were undone."""

    field: RatingField
    solver: Solver
    done: list[PairedBracket] = dataclasses.field(default_factory=list)
    undone: list[Undone] = dataclasses.field(default_factory=list)

    def run(self) -> bool:
        """Treat all brackets; False when the last one cannot be paired.

        Rule: knsb-rating-2014 A3, C.
        """
        groups = score_groups(self.field.points)
        for residents in groups[:-1]:
            self.done.append(self._middle(residents))
        return self._last(groups[-1])

    def _moved(self) -> tuple[int, ...]:
        return self.done[-1].onward if self.done else ()

    def _middle(self, residents: tuple[int, ...]) -> PairedBracket:
        """Treat a bracket that has another below it.

        Rule: knsb-rating-2014 C1, C9, C10, C12, C14a, C14b1, C14b2.
        """
        moved = self._moved()
        bracket = self.field.bracket(moved, residents, last=False)
        if (
            self._any_floater(bracket.removed)
            and self._c12_serves(moved, residents)
            and self._undo(residents, None, False)
        ):
            # After C12 no floater is stuck, and P0 pairs can be made.
            bracket = self.field.bracket(self._moved(), residents, last=False)
            return self._at_first_level(bracket, residents, "after C12")
        for level in levels(bracket, self.solver):
            candidate = self.solver.first(bracket, level)
            if candidate is not None:
                return PairedBracket(bracket, residents, level, candidate, "direct")
            if self._may_undo(bracket) and self._undo(residents, level, False):
                again = self.field.bracket(self._moved(), residents, last=False)
                candidate = self.solver.first(again, level)
                assert candidate is not None, "C12 promised a pairing"
                return PairedBracket(again, residents, level, candidate, "after C12")
        return PairedBracket(bracket, residents, None, None, "whole")

    def _at_first_level(
        self, bracket: Bracket, residents: tuple[int, ...], how: How
    ) -> PairedBracket:
        level = Level(bracket.first_m1, bracket.p0)
        candidate = self.solver.first(bracket, level)
        assert candidate is not None, "C12 promised a pairing"
        return PairedBracket(bracket, residents, level, candidate, how)

    def _any_floater(self, stuck: Sequence[int]) -> bool:
        """Return whether the bracket above left one of these over, and could keep them instead.

        A player whom C1 took out of it has no opponent there either, and floats in any case.

        Rule: knsb-rating-2014 C1, C12.
        """
        above = self.done[-1].candidate if self.done else None
        return above is not None and any(i in above.floaters for i in stuck)

    def _c12_serves(self, moved: tuple[int, ...], residents: tuple[int, ...]) -> bool:
        """Return whether C12, out of C1, serves a bracket that A3 may treat as homogeneous."""
        if len(moved) < len(residents):
            return True
        self.field.parting.add("c12_half")
        return self.field.readings.c12_half

    def _may_undo(self, bracket: Bracket) -> bool:
        if not bracket.moved or bracket.first_m1:
            return bool(bracket.moved)
        self.field.parting.add("c12_half")
        return self.field.readings.c12_half

    def _undo(self, residents: tuple[int, ...], level: Level | None, last: bool) -> bool:
        """Replace the floaters of the bracket above with others that let this one be paired.

        `level` is the one to attain, None for the first one of the new bracket (out of C1). Return
        True if the bracket above has changed.

        Rule: knsb-rating-2014 C12.
        """
        if not self.done or self.done[-1].candidate is None:
            return False
        above = self.done[-1]
        assert above.candidate is not None
        assert above.level is not None
        old = above.candidate.floaters
        if not old:
            return False
        points = self.field.points
        wanted = sorted(points[i] for i in old)

        def accept(floaters: tuple[int, ...]) -> bool:
            if set(floaters) == set(old) or sorted(points[i] for i in floaters) != wanted:
                return False
            moved = (*floaters, *above.bracket.removed)
            bracket = self.field.bracket(moved, residents, last)
            if level is not None:
                return self.solver.possible(bracket, level)
            if set(bracket.removed) & set(floaters):
                return False
            return self.solver.possible(bracket, Level(bracket.first_m1, bracket.p0))

        wanted_below = Next(above.bracket.removed, residents, tuple(wanted), level, last)
        candidate = self.solver.first_undone(above.bracket, above.level, accept, wanted_below)
        if candidate is None:
            return False
        self.undone.append(Undone(len(self.done) - 1, above, "C12", accept, level))
        self.done[-1] = replace(above, candidate=candidate, how="C12")
        return True

    def _last(self, residents: tuple[int, ...]) -> bool:
        """Treat the last bracket, in which everybody must be paired.

        Rule: knsb-rating-2014 C12, C13, C14b2.
        """
        merged: tuple[int, ...] = ()
        while True:
            bracket_pairs = self._try_last(residents, merged)
            if bracket_pairs is None:
                if not self.done:
                    return False
                bracket_pairs = self._repair(residents, merged)
            if bracket_pairs is not None:
                self.done.append(bracket_pairs)
                return True
            above = self.done.pop()
            self.undone.append(Undone(len(self.done), above, "merged"))
            residents = tuple(sorted((*merged, *residents)))
            merged = above.residents

    def _last_bracket(self, residents: tuple[int, ...], merged: tuple[int, ...]) -> Bracket:
        moved = (*self._moved(), *merged)
        return self.field.bracket(moved, residents, last=True, merged=bool(merged))

    def _try_last(
        self, residents: tuple[int, ...], merged: tuple[int, ...]
    ) -> PairedBracket | None:
        bracket = self._last_bracket(residents, merged)
        stuck = self._stuck_in_last(bracket)
        all_residents = tuple(sorted((*residents, *merged)))
        if (
            not merged
            and self._any_floater(stuck)
            and self._c12_serves(self._moved(), residents)
            and self._undo(residents, None, True)
        ):
            bracket = self._last_bracket(residents, merged)
            return self._at_first_level(bracket, all_residents, "after C12")
        for level in last_levels(bracket):
            candidate = None if stuck else self.solver.first(bracket, level)
            if candidate is not None:
                return PairedBracket(bracket, all_residents, level, candidate, "direct")
            # In a merged bracket C13 is repeated; C12 is not.
            if not merged and self._may_undo(bracket) and self._undo(residents, level, True):
                bracket = self._last_bracket(residents, merged)
                candidate = self.solver.first(bracket, level)
                assert candidate is not None, "C12 promised a pairing"
                return PairedBracket(bracket, all_residents, level, candidate, "after C12")
        return None

    def _stuck_in_last(self, bracket: Bracket) -> list[int]:
        """Return the players without opponent or bye in the last bracket.

        Rule: knsb-rating-2014 C1.
        """
        stuck = self.field.stuck(bracket.players)
        if len(bracket.players) % 2 == 0:
            return stuck
        without_bye = [i for i in stuck if not self.field.players[i].may_have_bye]
        if without_bye != stuck:
            self.field.parting.add("c1_last")
        return stuck if self.field.readings.c1_last == "literal" else without_bye

    def _repair(self, residents: tuple[int, ...], merged: tuple[int, ...]) -> PairedBracket | None:
        """Pair the last bracket but one again so that the last one can be paired.

        Rule: knsb-rating-2014 C13.
        """
        above = self.done[-1]
        if above.candidate is None:
            return None
        rest = (*above.bracket.removed, *merged, *residents)

        def nobody_stuck(floaters: tuple[int, ...]) -> bool:
            everybody = tuple(sorted((*floaters, *rest)))
            return not self.field.stuck(everybody) and self.solver.completes(everybody)

        def can_be_paired(floaters: tuple[int, ...]) -> bool:
            return self.solver.completes((*floaters, *rest))

        literal = self.field.readings.c1_last == "literal"
        if self.field.size % 2:
            self.field.parting.add("c1_last")
        accept = nobody_stuck if literal else can_be_paired
        for level in levels(above.bracket, self.solver):
            if literal:
                repaired = self.solver.first(above.bracket, level, nobody_stuck)
            else:
                repaired = self.solver.first_completing(above.bracket, level, rest)
            if repaired is None:
                continue
            self.undone.append(Undone(len(self.done) - 1, above, "C13", accept))
            self.done[-1] = replace(above, level=level, candidate=repaired, how="C13")
            bracket = self._last_bracket(residents, merged)
            for last_level in last_levels(bracket):
                candidate = self.solver.first(bracket, last_level)
                if candidate is not None:
                    all_residents = tuple(sorted((*residents, *merged)))
                    return PairedBracket(bracket, all_residents, last_level, candidate, "after C13")
            raise AssertionError("C13 promised a pairing")
        return None


def score_groups(points: list[int]) -> list[tuple[int, ...]]:
    """Return the positions of each score, highest first; the points are in A2 order."""
    groups: dict[int, list[int]] = {}
    for i, halves in enumerate(points):
        groups.setdefault(halves, []).append(i)
    return [tuple(group) for group in groups.values()]


def levels(bracket: Bracket, solver: Solver) -> Iterator[Level]:
    """Yield the levels in the order of C14, as long as there is a pair to make.

    Once the remainder was reached P1 falls, and lowers M1 where P1 falls below it; before that M1
    falls, and 0 makes the bracket homogeneous.

    Rule: knsb-rating-2014 C14a, C14b1, C14b2, C13.
    """
    m1 = bracket.first_m1
    p1 = bracket.p0
    while p1:
        yield Level(m1, p1)
        if m1 and not solver.reached(bracket, m1):
            m1 -= 1
        else:
            p1 -= 1
            m1 = min(m1, p1)


def last_levels(bracket: Bracket) -> Iterator[Level]:
    """Yield the levels of the last bracket: everybody is paired, with decreasing M1.

    Rule: knsb-rating-2014 C13, C14b2.
    """
    for m1 in range(bracket.first_m1, -1, -1):
        yield Level(m1, bracket.p0)
