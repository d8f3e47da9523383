"""Conditions on a round of the Burstein System, pairing by pairing: for tests alone."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from tests.oracles.fide_burstein_text import BursteinBracket, BursteinText, Pairs, Vector, pairings

Allowed = Callable[[int, int | None], bool]
"""Tells whether two places of the text may meet, or one (None) have the bye, in a condition."""

FirstDifference = None | str | int | tuple[int, Pairs]
"""What a condition makes different first.

"impossible"; the place of the player who has the bye; a bracket: its number and its pairs; None:
nothing.
"""


class WithinBurstein:
    """The best pairing of a round within a condition, against the best without one."""

    def __init__(self, text: BursteinText, allowed: Allowed) -> None:
        """Take the text, which has been run, and what is allowed beside what is legal."""
        self.text, self.allowed = text, allowed

    def completes(self, places: Iterable[int]) -> bool:
        """Tell whether these have a complete pairing within the condition."""
        left = sorted(places)
        if not left:
            return True
        one, *rest = left
        return any(
            self.text.legal[one] >> two & 1
            and self.allowed(one, two)
            and self.completes(i for i in rest if i != two)
            for two in rest
        )

    def first_difference(self) -> FirstDifference:
        """Return what differs first in the best pairing within the condition."""
        text, everybody = self.text, range(len(self.text.players))
        if len(everybody) % 2:
            may = [
                i
                for i in everybody
                if text.may_have_bye(i)
                and self.allowed(i, None)
                and self.completes(j for j in everybody if j != i)
            ]
            if not may:
                return "impossible"
            bye = min(may, key=text.bye_order)
            if bye != text.bye:
                return bye
        elif not self.completes(everybody):
            return "impossible"
        for number, bracket in enumerate(text.done):
            pairs = self.best(bracket)
            if sorted(pairs) != sorted(bracket.pairs):
                return number, pairs
        return None

    def best(self, bracket: BursteinBracket) -> Pairs:
        """Return the first of the best pairings of a bracket within the condition."""
        text = self.text
        here = sorted((*bracket.moved, *bracket.residents))
        places = dict(enumerate(here, 1))
        level = text.players[bracket.residents[0]].score
        everybody = (i for i in range(len(text.players)) if i != text.bye)
        below = [i for i in everybody if text.players[i].score < level]
        for floating in range(len(here) % 2, len(here) + 1, 2):
            candidates: list[tuple[Vector, Pairs]] = []
            for by_number in pairings(list(places), floating):
                pairs = tuple((places[a], places[b]) for a, b in by_number if b)
                out = tuple(places[a] for a, b in by_number if not b)
                if all(
                    text.legal[i] >> j & 1 and self.allowed(i, j) for i, j in pairs
                ) and self.completes((*out, *below)):
                    candidates.append((text.vector(pairs, out, below), pairs))
            if candidates:
                return min(candidates, key=lambda one: one[0])[1]
        raise AssertionError("the brackets above leave a complete pairing")
