"""The FIDE (Dutch) System of 2026 by the text of articles 2 to 4, candidate by candidate: slow.

Written from the text, for tests alone; it shares nothing with the engine. Candidates come in the
order of articles 3 and 4, each with its vector (C6 to C21); the first with the least vector is
chosen. Only candidates with an illegal pair are skipped. Players are places in the order 1.2.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import chain, combinations
from typing import NamedTuple

from tests.oracles.fide_people import Person, white_of

Pairs = tuple[tuple[int, int], ...]
Vector = tuple[int | tuple[int, ...], ...]

NEVER = 1 << 20
"""Added to the score of a further floater: more than every difference (C18, C20)."""


class Treated(NamedTuple):
    """A bracket as it was paired, by places."""

    moved: tuple[int, ...]
    residents: tuple[int, ...]
    pairs: Pairs
    floaters: tuple[int, ...]
    vector: Vector


def transpositions(s1: Sequence[int], s2: Sequence[int], legal: Sequence[int]) -> Iterator[Pairs]:
    """Yield the first of S2 against S1, in the order of its transpositions (4.2)."""
    if not s1:
        yield ()
        return
    for at, two in enumerate(s2):
        if legal[s1[0]] >> two & 1:
            for rest in transpositions(s1[1:], [*s2[:at], *s2[at + 1 :]], legal):
                yield ((s1[0], two), *rest)


@cache
def exchanges(size: int, p: int) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Return (leaving S1, entering S1) by BSN, in the order of 4.3; nobody first."""
    swaps = [
        (out, into)
        for k in range(min(p, size - p) + 1)
        for out in combinations(range(1, p + 1), k)
        for into in combinations(range(p + 1, size + 1), k)
    ]
    return sorted(
        swaps, key=lambda e: (len(e[0]), sum(e[1]) - sum(e[0]), [-x for x in reversed(e[0])], e[1])
    )


def homogeneous(players: Sequence[int], p: int, legal: Sequence[int]) -> Iterator[Pairs]:
    """Yield the pairings of p pairs in the order of 3.3, 3.6, 4.2 and 4.3."""
    places = dict(enumerate(players, 1))
    for out, into in exchanges(len(players), p):
        s1 = sorted({*range(1, p + 1)} - {*out} | {*into})
        s2 = [number for number in places if number not in s1]
        yield from transpositions([places[i] for i in s1], [places[i] for i in s2], legal)


class DutchText:
    """One round; the players in the order of 1.2."""

    def __init__(self, players: Sequence[Person], initial: str = "W") -> None:
        """Take the players, and the initial colour."""
        self.players, self.initial = players, initial
        self.odd = len(players) % 2 == 1
        self.legal = [
            sum(1 << j for j, two in enumerate(players) if i != j and self._legal(one, two))
            for i, one in enumerate(players)
        ]
        self.complete = cache(self._complete)
        self.next_best = cache(self._next_best)
        self.of_pair = cache(self._of_pair)
        self.pab_score: int | None = None
        self.done: list[Treated] = []

    @staticmethod
    def _legal(one: Person, two: Person) -> bool:
        """Return whether C1 and C3 let two meet."""
        if two.key in one.met or one.key in two.met:
            return False
        same = one.wish == two.wish and one.wish[1] == 3
        return not same or one.top or two.top

    def _complete(self, mask: int, pab_score: int | None) -> bool:
        """Return whether all of a mask can be paired, one with the PAB if odd (C1, C2, C3)."""
        if not mask:
            return True
        one = (mask & -mask).bit_length() - 1
        rest = mask & ~(1 << one)
        player = self.players[one]
        odd = rest.bit_count() % 2 == 0
        may = player.may_have_pab and player.score == pab_score
        if odd and may and self.complete(rest, pab_score):
            return True
        near = self.legal[one] & rest
        while near:
            low = near & -near
            near ^= low
            if self.complete(rest & ~low, pab_score):
                return True
        return False

    def _completes(self, places: Sequence[int]) -> bool:
        """Return whether C4 holds, with the score of the PAB that C5 gave."""
        return self.complete(sum(1 << i for i in places), self.pab_score)

    def run(self) -> bool:
        """Pair the round, bracket by bracket; False: it has no complete pairing."""
        everybody = range(len(self.players))
        scores = sorted({player.score for player in self.players})
        for score in scores if self.odd else [None]:
            self.pab_score = score
            if self._completes(everybody):
                break
        else:
            return False
        floaters: tuple[int, ...] = ()
        for score in reversed(scores):
            residents = tuple(i for i in everybody if self.players[i].score == score)
            self.done.append(self._bracket(floaters, residents))
            floaters = self.done[-1].floaters
        assert len(floaters) == self.odd, "the last bracket leaves at most one"
        return True

    def _bracket(self, moved: tuple[int, ...], residents: tuple[int, ...]) -> Treated:
        """Return the bracket with its best candidate (3.8)."""
        size = len(moved) + len(residents)
        for p in range(size // 2, -1, -1):
            best = self._best(moved, residents, p)
            if best is not None:
                return best
        raise AssertionError("the bracket before keeps C4")

    def _best(self, moved: tuple[int, ...], residents: tuple[int, ...], p: int) -> Treated | None:
        """Return the first of the best candidates with p pairs; how many of M0 are paired is C7's."""
        best: Treated | None = None
        below = range(max(residents) + 1, len(self.players))
        for pairs in self._candidates(moved, residents, p):
            paired = {i for pair in pairs for i in pair}
            floaters = tuple(i for i in (*moved, *residents) if i not in paired)
            if not self._completes((*floaters, *below)):
                continue
            vector = self._vector(moved, residents, pairs, floaters)
            if best is None or vector < best.vector:
                best = Treated(moved, residents, pairs, floaters, vector)
                if not floaters and not any(
                    x if isinstance(x, int) else any(x) for x in vector[4:]
                ):
                    break
        return best

    def _candidates(
        self, moved: tuple[int, ...], residents: tuple[int, ...], p: int
    ) -> Iterator[Pairs]:
        """Yield the candidates in the order of 3.3 to 3.7 and 4.1 to 4.4, most moved down first."""
        most = min(len(moved), len(residents), p)
        for chosen in chain.from_iterable(combinations(moved, m1) for m1 in range(most, -1, -1)):
            m1 = len(chosen)
            for pairs in transpositions(chosen, residents, self.legal):
                met = {two for _, two in pairs}
                remainder = [i for i in residents if i not in met]
                if 2 * (p - m1) <= len(remainder):
                    for rest in homogeneous(remainder, p - m1, self.legal):
                        yield (*pairs, *rest)

    def _vector(
        self,
        moved: tuple[int, ...],
        residents: tuple[int, ...],
        pairs: Pairs,
        floaters: tuple[int, ...],
    ) -> Vector:
        """Return C6 to C21 of a candidate."""
        players = self.players
        level = players[residents[0]].score
        c6 = len(floaters)
        c7 = tuple(sorted((players[i].score for i in floaters), reverse=True))
        c8 = self.next_best(floaters, level)
        bound = self.pab_score is not None and self.pab_score >= level and c6 == 1
        c9 = players[floaters[0]].unplayed if bound else 0
        colours = [self.of_pair(*pair) for pair in pairs]
        c10_c13 = [sum(each[at] for each in colours) for at in range(4)]
        with_moved = [pair for pair in pairs if pair[0] in moved]
        numbers, lists = [], []
        for back in (0, 1):
            numbers += [
                sum(i in residents and players[i].floats[back] == "D" for i in floaters),
                sum(players[two].floats[back] == "U" for _, two in with_moved),
            ]
            down = [
                players[i].score - players[two].score
                for i, two in with_moved
                if players[i].floats[back] == "D"
            ] + [
                NEVER + players[i].score
                for i in floaters
                if i in moved and players[i].floats[back] == "D"
            ]
            up = [
                players[i].score - players[two].score
                for i, two in with_moved
                if players[two].floats[back] == "U"
            ]
            lists += [tuple(sorted(down, reverse=True)), tuple(sorted(up, reverse=True))]
        return (c6, c7, *c8, c9, *c10_c13, *numbers, *lists)

    def _of_pair(self, i: int, j: int) -> tuple[int, int, int, int]:
        """Return what a pair adds to C10, C11, C12 and C13."""
        one, two = self.players[i], self.players[j]
        white = white_of(one, two, self.initial)
        c10 = c11 = c12 = c13 = 0
        for player in (one, two):
            colour = "W" if player is white else "B"
            difference = player.difference + (1 if colour == "W" else -1)
            if one.top or two.top:
                c10 += abs(difference) > 2
                c11 += player.games[-2:] == colour * 2
            wanted, how = player.wish
            c12 += wanted not in ("", colour)
            c13 += wanted != colour and how == 2
        return c10, c11, c12, c13

    def _next_best(self, floaters: tuple[int, ...], level: int) -> tuple[int, tuple[int, ...]]:
        """Return how few of the next bracket can be left unpaired, and their scores (C8)."""
        lower = {player.score for player in self.players if player.score < level}
        if not lower:
            return 0, ()
        group = [i for i, player in enumerate(self.players) if player.score == max(lower)]
        bracket, below = [*floaters, *group], range(group[-1] + 1, len(self.players))
        for unpaired in range(len(bracket) + 1):
            scores = [
                tuple(sorted((self.players[i].score for i in out), reverse=True))
                for out in combinations(bracket, unpaired)
                if self._paired_here([i for i in bracket if i not in out])
                and self._completes((*out, *below))
            ]
            if scores:
                return unpaired, min(scores)
        raise AssertionError("the candidate keeps C4")

    def _paired_here(self, places: Sequence[int]) -> bool:
        """Return whether these can all be paired, without the PAB."""
        return len(places) % 2 == 0 and self.complete(sum(1 << i for i in places), None)

    def boards(self) -> tuple[frozenset[tuple[int, int]], int | None]:
        """Return (white, black) of each board, by key, and the player with the PAB."""
        boards = set()
        for treated in self.done:
            for i, j in treated.pairs:
                one, two = self.players[i], self.players[j]
                white = white_of(one, two, self.initial)
                boards.add((white.key, (two if white is one else one).key))
        left = self.done[-1].floaters if self.done else ()
        return frozenset(boards), self.players[left[0]].key if left else None
