"""The Swiss on rating, bracket after bracket as C1 and C12 to C14 have it: slow, for tests alone.

It shares nothing with the engine's way through the brackets (`pairing.rating.brackets.flow`), only
the field and the candidates of C4 to C10 (`tests.oracles.rating_bracket`). Players are positions in
A2 order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from pairing.rating.brackets.field import Bracket, Candidate, How, Level, PairedBracket, RatingField
from tests.oracles.rating_bracket import Literal

Players = tuple[int, ...]


class Procedure:
    """One round. ``done`` are the brackets as they stand at the end, from the top."""

    def __init__(self, field: RatingField, literal: Literal) -> None:
        """Take the field and what goes through the candidates of one bracket."""
        self.field = field
        self.literal = literal
        self.done: list[PairedBracket] = []

    def run(self) -> bool:
        """Treat the brackets from the highest score down; False when nobody can pair the round."""
        scores = sorted(set(self.field.points), reverse=True)
        for score in scores[:-1]:
            self.done.append(self._bracket_above_the_last(self._of_score(score)))
        return self._last_bracket(self._of_score(scores[-1]))

    def _of_score(self, score: int) -> Players:
        return tuple(i for i, halves in enumerate(self.field.points) if halves == score)

    def _moved_down(self) -> Players:
        return self.done[-1].onward if self.done else ()

    # --- C1, A3, C2 ---

    def _without_opponent(self, players: Iterable[int]) -> set[int]:
        group = set(players)
        return {i for i in group if not any(self.field.can_play(i, j) for j in group - {i})}

    def _start(self, moved: Players, residents: Players, last: bool, merged: bool) -> Bracket:
        """Return the bracket after C1, with M1 as C2 sets it.

        Rule: knsb-rating-2014 A3, C1, C2.
        """
        everybody = {*moved, *residents}
        gone = set() if last else self._without_opponent(everybody)
        here, down = everybody - gone, set(moved) - gone
        counted = everybody if self.field.readings.half == "before" else here
        half_or_more = len(down) * 2 >= len(counted)
        m1 = 0 if half_or_more and not merged else len(down)
        players, moved_down, removed = (tuple(sorted(group)) for group in (here, down, gone))
        return Bracket(players, moved_down, removed, m1, last)

    # --- a bracket with another below it ---

    def _bracket_above_the_last(self, residents: Players) -> PairedBracket:
        """Treat one bracket.

        Rule: knsb-rating-2014 C1, C10, C12, C14a, C14b1, C14b2.
        """
        moved = self._moved_down()
        bracket = self._start(moved, residents, last=False, merged=False)
        if set(moved) & set(bracket.removed) and self._c12_out_of_c1(residents, last=False):
            bracket = self._start(self._moved_down(), residents, last=False, merged=False)
            return self._must(bracket, residents, Level(bracket.first_m1, bracket.p0), "after C12")
        m1, p1 = bracket.first_m1, bracket.p0
        while p1 > 0:
            level = Level(m1, p1)
            found = self.literal.first(bracket, level)
            if found is not None:
                return PairedBracket(bracket, residents, level, found, "direct")
            if self._c12_at(bracket, residents, level):
                again = self._start(self._moved_down(), residents, last=False, merged=False)
                return self._must(again, residents, level, "after C12")
            m1, p1 = self._c14(bracket, m1, p1)
        return PairedBracket(bracket, residents, None, None, "whole")

    def _c14(self, bracket: Bracket, m1: int, p1: int) -> tuple[int, int]:
        """Return M1 and P1 after C14.

        Rule: knsb-rating-2014 C14a, C14b1, C14b2, C13.
        """
        if m1 == 0:
            return 0, p1 - 1
        if self.literal.reached(bracket, m1):
            return min(m1, p1 - 1), p1 - 1
        return m1 - 1, p1

    def _must(self, bracket: Bracket, residents: Players, level: Level, how: How) -> PairedBracket:
        found = self.literal.first(bracket, level)
        assert found is not None, "the floaters were chosen so that it can be paired"
        return PairedBracket(bracket, residents, level, found, how)

    # --- C12 ---

    def _c12_at(self, bracket: Bracket, residents: Players, level: Level) -> bool:
        """Undo the bracket above for floaters with whom this level can be paired."""
        treated_so = bracket.first_m1 == 0 and not self.field.readings.c12_half
        if not bracket.moved or treated_so:
            return False

        def serves(new: Bracket) -> bool:
            return self.literal.possible(new, level)

        return self._c12(residents, bracket.last, serves)

    def _c12_out_of_c1(self, residents: Players, last: bool) -> bool:
        """Undo the bracket above for floaters of whom nobody is without opponent, and P0 pairs.

        Rule: knsb-rating-2014 C1, C12.
        """
        if not self.field.readings.c12_half and 2 * len(self._moved_down()) >= (
            len(self._moved_down()) + len(residents)
        ):
            return False

        def serves(new: Bracket) -> bool:
            stuck = set(new.removed) - set(residents)
            return not stuck and self.literal.possible(new, Level(new.first_m1, new.p0))

        return self._c12(residents, last, serves)

    def _c12(self, residents: Players, last: bool, serves: Callable[[Bracket], bool]) -> bool:
        """Pair the bracket above so that other floaters come down, as many and of the same scores.

        Rule: knsb-rating-2014 A10, C12.
        """
        if not self.done:
            return False
        above = self.done[-1]
        if above.candidate is None or above.level is None or not above.candidate.floaters:
            return False
        old = above.candidate.floaters
        scores = sorted(self.field.points[i] for i in old)

        def wanted(floaters: Players) -> bool:
            if floaters == old or sorted(self.field.points[i] for i in floaters) != scores:
                return False
            moved = tuple(sorted((*floaters, *above.bracket.removed)))
            return serves(self._start(moved, residents, last, merged=False))

        found = self.literal.first(above.bracket, above.level, wanted)
        if found is None:
            return False
        self.done[-1] = PairedBracket(above.bracket, above.residents, above.level, found, "C12")
        return True

    # --- the last bracket ---

    def _last_bracket(self, lowest: Players) -> bool:
        """Treat the last bracket, and merge the one above into it as often as it takes.

        Rule: knsb-rating-2014 C1, C12, C13, C14b2.
        """
        bottom = lowest
        added: Players = ()
        while True:
            treated = self._as_it_is(bottom, added)
            if treated is None and self.done:
                treated = self._c13_other_floaters(bottom, added)
            if treated is not None:
                self.done.append(treated)
                return True
            if not self.done:
                return False
            bottom = tuple(sorted(bottom + added))
            added = self.done.pop().residents

    def _bottom(self, bottom: Players, added: Players) -> Bracket:
        moved = tuple(sorted(self._moved_down() + added))
        return self._start(moved, bottom, last=True, merged=bool(added))

    def _cannot_even_sit_out(self, bracket: Bracket) -> set[int]:
        """Return who has no opponent here, and not the bye instead.

        Rule: knsb-rating-2014 C1.
        """
        alone = self._without_opponent(bracket.players)
        odd = len(bracket.players) % 2 == 1
        if odd and self.field.readings.c1_last == "bye":
            alone = {i for i in alone if not self.field.players[i].may_have_bye}
        return alone

    def _as_it_is(self, bottom: Players, added: Players) -> PairedBracket | None:
        """Pair the last bracket with the floaters that come, or by C12 with others."""
        residents = tuple(sorted(bottom + added))
        bracket = self._bottom(bottom, added)
        alone = self._cannot_even_sit_out(bracket)
        may_undo = not added
        if may_undo and alone & set(self._moved_down()) and self._c12_out_of_c1(bottom, last=True):
            bracket = self._bottom(bottom, added)
            return self._must(bracket, residents, Level(bracket.first_m1, bracket.p0), "after C12")
        for m1 in reversed(range(bracket.first_m1 + 1)):
            level = Level(m1, bracket.p0)
            found = None if alone else self.literal.first(bracket, level)
            if found is not None:
                return PairedBracket(bracket, residents, level, found, "direct")
            if may_undo and self._c12_at(bracket, bottom, level):
                return self._must(self._bottom(bottom, added), residents, level, "after C12")
        return None

    def _c13_other_floaters(self, bottom: Players, added: Players) -> PairedBracket | None:
        """Pair the bracket above again, at any level, so that the last one can be paired.

        Rule: knsb-rating-2014 C13.
        """
        above = self.done[-1]
        if above.candidate is None:
            return None
        fixed = {*above.bracket.removed, *added, *bottom}

        def completes(floaters: Players) -> bool:
            everybody = fixed | set(floaters)
            if self.field.readings.c1_last == "literal" and self._without_opponent(everybody):
                return False
            return self.literal.completes(tuple(sorted(everybody)))

        m1, p1 = above.bracket.first_m1, above.bracket.p0
        while p1 > 0:
            found = self.literal.first(above.bracket, Level(m1, p1), completes)
            if found is not None:
                return self._after_c13(above, Level(m1, p1), found, bottom, added)
            m1, p1 = self._c14(above.bracket, m1, p1)
        return None

    def _after_c13(
        self, above: PairedBracket, level: Level, found: Candidate, bottom: Players, added: Players
    ) -> PairedBracket:
        self.done[-1] = PairedBracket(above.bracket, above.residents, level, found, "C13")
        bracket = self._bottom(bottom, added)
        for m1 in reversed(range(bracket.first_m1 + 1)):
            last = Level(m1, bracket.p0)
            candidate = self.literal.first(bracket, last)
            if candidate is not None:
                residents = tuple(sorted(bottom + added))
                return PairedBracket(bracket, residents, last, candidate, "after C13")
        raise AssertionError("the floaters were chosen so that it can be paired")
