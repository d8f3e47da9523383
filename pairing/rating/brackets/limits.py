"""Limits of the pairings of a bracket, by counting matchings; they rule out most levels.

A round with few legal pairs descends through very many levels. A maximum matching shows at once
that most of them are impossible, where a cheapest one would have to be computed for each.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from pairing.graphs.matching import (
    bits,
    deficiency,
    exposed_count,
    mask_of,
    maximum_matching,
    neighbours,
)
from pairing.rating.brackets.field import Bracket, Level, RatingField


class Limits:
    """The limits of the brackets of one field, each computed once.

    The graph is that of the whole field, with one more place that takes the bye: it is filled like
    a player, by one who may have it.
    """

    def __init__(self, field: RatingField) -> None:
        """Keep the field."""
        self.bye = 1 << field.size
        byes = mask_of(i for i, player in enumerate(field.players) if player.may_have_bye)
        self.graph = [row | self.bye * (byes >> i & 1) for i, row in enumerate(field.legal)]
        self.graph.append(byes)
        self.deficiency = cache(self._deficiency)
        self.most_with_moved = cache(self._most_with_moved)
        self.moved_stay = cache(self._moved_stay)
        self.learned: dict[tuple[Bracket, int], int] = {}

    def _deficiency(self, alive: int) -> tuple[int, int]:
        return deficiency(self.graph, alive)

    def left_over(self, players: Sequence[int], bye: bool) -> int:
        """Return how many of these stay over when as many as possible are paired."""
        return self.deficiency(mask_of(players) | self.bye * bye)[0]

    def joining(self, players: Sequence[int], bye: bool, left: int) -> int:
        """Return, as a mask, the players who can join these with at most `left` left over."""
        count, over = self.deficiency(mask_of(players) | self.bye * bye)
        if count < left:
            return -1
        return neighbours(self.graph, over) if count <= left + 1 else 0

    def _between(self, some: int, others: int) -> list[int]:
        """Return the graph of the pairs between some players and the others."""
        rows = [0] * len(self.graph)
        for i in bits(some | others):
            row = (others if some >> i & 1 else 0) | (some if others >> i & 1 else 0)
            rows[i] = self.graph[i] & row
        return rows

    def _most_with_moved(self, bracket: Bracket) -> int:
        """Return how many pairs with a player moved down can be made.

        Rule: knsb-rating-2014 C14b1, C14b2.
        """
        everybody = mask_of(bracket.players)
        rows = self._between(mask_of(bracket.moved), everybody)
        return (len(bracket.players) - deficiency(rows, everybody)[0]) // 2

    def moved_apart(self, bracket: Bracket, level: Level) -> bool:
        """Return whether the level is possible with no two players moved down paired, nor one free.

        M1 of them are paired first. Making more pairs leaves no paired player over.

        Rule: knsb-rating-2014 C14b1, C14b2.
        """
        moved = mask_of(bracket.moved)
        everybody = mask_of(bracket.players)
        residents = everybody & ~moved
        mate = maximum_matching(self._between(moved, residents), None, everybody)
        if len(mate) - exposed_count(mate) < 2 * level.m1:
            return False
        bye = self.bye if bracket.last and len(bracket.players) % 2 else 0
        rows = self._between(residents, everybody | bye)
        rows[-1] &= ~moved
        mate = maximum_matching(rows, mate, everybody | bye)
        paired = len(mate) - exposed_count(mate)
        return paired == (everybody | bye).bit_count() if bracket.last else paired >= 2 * level.p1

    def allow(self, bracket: Bracket, level: Level) -> bool:
        """Return whether no limit found so far excludes the level.

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
        """Record how many of P1 pairs had a player moved down at most.

        Where all pairs had to have one, it only records that they cannot.
        """
        if level.m1 == level.p1:
            with_moved = max(with_moved, level.m1 - 1)
        if level.m1:
            self.learned[bracket, level.p1] = with_moved

    def allow_above(self, bracket: Bracket, level: Level, rest: Sequence[int]) -> bool:
        """Return whether no limit found so far excludes the level with all others paired.

        Each player of the rest who cannot be paired within the rest takes a player from here.

        Rule: knsb-rating-2014 C13.
        """
        players = bracket.players
        rest = tuple(rest)
        odd = (len(players) + len(rest)) % 2 == 1
        if self.left_over((*players, *rest), odd):
            return False
        if 2 * level.p1 > len(players) - self.left_over(rest, odd):
            return False
        return level.m1 < len(bracket.moved) or not level.m1 or self.moved_stay(bracket, rest)

    def _moved_stay(self, bracket: Bracket, rest: tuple[int, ...]) -> bool:
        """Return whether all can be paired when all moved down are, with others of the bracket."""
        here = mask_of(bracket.players)
        moved = mask_of(bracket.moved)
        everybody = here | mask_of(rest)
        if everybody.bit_count() % 2:
            everybody |= self.bye
        rows = self._between(everybody & ~moved, everybody)
        for i in bits(everybody & ~here):
            rows[i] &= ~moved
        for i in bits(moved):
            rows[i] &= here
        return deficiency(rows, everybody)[0] == 0
