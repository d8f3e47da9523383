"""What no pairing of a bracket can reach, by counting matchings: most levels are refused by these.

A round with few legal pairs goes down through very many levels. A greatest matching tells at once
that most of them cannot be, where a cheapest one would have to be looked for at each.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from pairing.graphs.matching import exposed_count, maximum_matching
from pairing.rating.brackets.field import Bracket, Level, RatingField
from pairing.rating.brackets.in_order import mask_of


class Limits:
    """The limits of the brackets of one field, each found once."""

    def __init__(self, field: RatingField) -> None:
        """Take the field."""
        self.field = field
        self.left_over = cache(self._left_over)
        self.most_with_moved = cache(self._most_with_moved)
        self.moved_stay = cache(self._moved_stay)
        self.learned: dict[tuple[Bracket, int], int] = {}

    def _left_over(self, players: tuple[int, ...], bye: bool) -> int:
        """Return how many of these stay over when as many as can be are paired.

        With the bye there is one place more, to be filled like a player: by one who may have it.
        """
        return exposed_count(maximum_matching(self._with_bye(players, bye)))

    def _with_bye(self, players: tuple[int, ...], bye: bool) -> list[int]:
        adjacency = self.field.adjacency(players)
        if bye:
            empty = 1 << len(players)
            adjacency.append(0)
            for at, i in enumerate(players):
                if self.field.players[i].may_have_bye:
                    adjacency[at] |= empty
                    adjacency[-1] |= 1 << at
        return adjacency

    def _most_with_moved(self, bracket: Bracket) -> int:
        """Return how many pairs with a player moved down can be made.

        Rule: knsb-rating-2014 C14b1, C14b2.
        """
        adjacency = self.field.adjacency(bracket.players, frozenset(bracket.moved))
        return (len(adjacency) - exposed_count(maximum_matching(adjacency))) // 2

    def allow(self, bracket: Bracket, level: Level) -> bool:
        """Tell whether nothing known here forbids the level.

        Rule: knsb-rating-2014 C14a, C14b1, C14b2.
        """
        if bracket.last and self.left_over(bracket.players, len(bracket.players) % 2 == 1):
            return False
        if len(bracket.players) - self.left_over(bracket.players, False) < 2 * level.p1:
            return False
        most = self.learned.get((bracket, level.p1))
        if most is not None and most < level.m1:
            return False
        return level.m1 == 0 or self.most_with_moved(bracket) >= level.m1

    def learn(self, bracket: Bracket, level: Level, with_moved: int) -> None:
        """Keep how many of P1 pairs had a player moved down at the most, once that is known.

        Where all pairs had to have one, it is only known that they cannot.
        """
        if level.m1 == level.p1:
            with_moved = max(with_moved, level.m1 - 1)
        if level.m1:
            self.learned[bracket, level.p1] = with_moved

    def allow_above(self, bracket: Bracket, level: Level, rest: Sequence[int]) -> bool:
        """Tell whether nothing known here forbids the level where all others are paired with rest.

        Those of the rest who cannot be paired with each other each take a player from here.

        Rule: knsb-rating-2014 C13.
        """
        players, rest = bracket.players, tuple(rest)
        odd = (len(players) + len(rest)) % 2 == 1
        if self.left_over((*players, *rest), odd):
            return False
        if 2 * level.p1 > len(players) - self.left_over(rest, odd):
            return False
        return level.m1 < len(bracket.moved) or not level.m1 or self.moved_stay(bracket, rest)

    def _moved_stay(self, bracket: Bracket, rest: tuple[int, ...]) -> bool:
        """Tell whether all can be paired when all moved down are, with others of the bracket."""
        everybody = (*bracket.players, *rest)
        adjacency = self._with_bye(everybody, len(everybody) % 2 == 1)
        down = frozenset(bracket.moved)
        moved = mask_of(at for at, i in enumerate(bracket.players) if i in down)
        here = (1 << len(bracket.players)) - 1
        for at in range(len(adjacency)):
            if moved >> at & 1:
                adjacency[at] &= here & ~moved
            elif not here >> at & 1:
                adjacency[at] &= ~moved
        return exposed_count(maximum_matching(adjacency)) == 0
