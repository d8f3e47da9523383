"""The Swiss on rating, each bracket as C4 to C10 have it: slow, literal, an oracle for tests.

All candidates of a bracket are gone through in the order in which C6 to C9 make them. C10 drops the
requirements one by one, the last named first, each for as few pairs as possible, and starts again:
so it ends with the first candidate that drops least, compared in the order of C10 reversed. Instead
of starting again for requirements that no candidate meets, one walk keeps the first candidate of
each smaller vector.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations

from pairing.rating.brackets.field import NOTHING, Bracket, Candidate, Level, RatingField, Vector
from pairing.rating.brackets.flow import Accept

Pairs = tuple[tuple[int, int], ...]


def transpositions(s2: Sequence[int], count: int) -> Iterator[tuple[int, ...]]:
    """Yield who of S2 stands against the `count` players of S1, in the order of D1.

    Rule: knsb-rating-2014 D1.1, D1.2.
    """
    if count == 0:
        yield ()
        return
    for at, first in enumerate(s2):
        for rest in transpositions([*s2[:at], *s2[at + 1 :]], count - 1):
            yield (first, *rest)


def exchanges(
    s1: Sequence[int], s2: Sequence[int]
) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Yield (out of S1, out of S2) in the order of D2, nobody first, then one, two, ... players.

    Least difference of the places; then the list of S1 decreasing, then that of S2 increasing.

    Rule: knsb-rating-2014 D2, A9.
    """
    place = {player: at for at, player in enumerate([*s1, *s2])}
    for count in range(min(len(s1), len(s2)) + 1):
        both = [
            (
                sum(place[b] for b in up) - sum(place[a] for a in down),
                tuple(-place[a] for a in reversed(down)),
                tuple(place[b] for b in up),
                tuple(reversed(down)),
                up,
            )
            for down in combinations(s1, count)
            for up in combinations(s2, count)
        ]
        both.sort()
        for *_, down, up in both:
            yield down, up


def subsets(moved: Sequence[int], m1: int) -> Iterator[tuple[int, ...]]:
    """Yield the subsets of M1 players moved down, in the order of D3.

    Rule: knsb-rating-2014 D3.
    """
    yield from combinations(moved, m1)


class Literal:
    """Finds the pairing of a bracket at one level by going through all of them."""

    def __init__(self, field: RatingField, lower_x1: bool = True) -> None:
        """Take the field; ``trace`` gets a line for each bracket and level tried.

        lower_x1: C14a lowers X1 and Z1 with P1, as the rulebook has it, or leaves them.
        """
        self.field = field
        self.lower_x1 = lower_x1
        self.trace: list[str] = []
        self.completes = lru_cache(maxsize=None)(self._completes)

    def first(
        self, bracket: Bracket, level: Level, accept: Accept | None = None
    ) -> Candidate | None:
        """Return the first accepted candidate of least vector.

        Rule: knsb-rating-2014 C3, C4, C5, C6, C7, C8a, C8b, C9, C10a, C10b, C10c, C10d, C10e, C10f,
        C10g.
        """
        walk = _Walk(self.field, bracket, level, accept, lower_x1=self.lower_x1)
        best = walk.run()
        found = "none" if best is None else f"{best.pairs} drops {best.vector}"
        at = f"players {bracket.players} M1={level.m1} P1={level.p1}"
        self.trace.append(f"{at}: {walk.seen} candidates, {found}")
        return best

    def first_completing(
        self, bracket: Bracket, level: Level, rest: tuple[int, ...]
    ) -> Candidate | None:
        """Return the first candidate of least vector whose floaters complete with the rest.

        Rule: knsb-rating-2014 C13.
        """
        return self.first(bracket, level, lambda f: self.completes(tuple(sorted((*f, *rest)))))

    def possible(self, bracket: Bracket, level: Level) -> bool:
        """Tell whether there is any candidate at this level."""
        if not 0 <= level.m1 <= len(bracket.moved) or level.p1 > bracket.p0:
            return False
        return _Walk(self.field, bracket, level, None, any_will_do=True).run() is not None

    def reached(self, bracket: Bracket, m1: int) -> bool:
        """Tell whether M1 players moved down can be paired with others of the bracket.

        Rule: knsb-rating-2014 C14b1.
        """
        for s1 in subsets(bracket.moved, m1):
            s2 = [i for i in bracket.players if i not in s1]
            if next(legal_pairs(self.field, s1, s2), None) is not None:
                return True
        return False

    def _completes(self, players: tuple[int, ...]) -> bool:
        if not players:
            return True
        first, rest = players[0], players[1:]
        if len(players) % 2:
            return any(
                self.field.players[i].may_have_bye
                and self.completes(tuple(p for p in players if p != i))
                for i in players
            )
        return any(
            self.field.can_play(first, other)
            and self.completes(tuple(p for p in rest if p != other))
            for other in rest
        )


def legal_pairs(field: RatingField, s1: Sequence[int], s2: Sequence[int]) -> Iterator[Pairs]:
    """Yield the pairs of S1 with S2 that are allowed, in the order of D1.

    Rule: knsb-rating-2014 C6, C7.
    """
    if not s1:
        yield ()
        return
    for at, other in enumerate(s2):
        if field.can_play(s1[0], other):
            for rest in legal_pairs(field, s1[1:], [*s2[:at], *s2[at + 1 :]]):
                yield ((s1[0], other), *rest)


class _Walk:
    """One walk through the candidates of a bracket at one level, in the order of C6 to C9."""

    def __init__(
        self,
        field: RatingField,
        bracket: Bracket,
        level: Level,
        accept: Accept | None,
        any_will_do: bool = False,
        lower_x1: bool = True,
    ) -> None:
        self.field = field
        self.bracket = bracket
        self.level = level
        self.accept = accept
        self.any_will_do = any_will_do
        self.best: Candidate | None = None
        self.seen = 0
        lowered = bracket.p0 - level.p1 if lower_x1 else 0
        x, z = field.lowest_x_z(bracket.players, bracket.p0)
        self.x, self.z = max(x - lowered, 0), max(z - lowered, 0)

    def run(self) -> Candidate | None:
        if self.level.m1 > self.level.p1:
            return None  # C6: P1 - M1 pairs are left for the remainder.
        if self.level.m1:
            for s1 in subsets(self.bracket.moved, self.level.m1):
                s2 = [i for i in self.bracket.players if i not in s1]
                self._pair(list(s1), s2, (), NOTHING, in_remainder=False)
        else:
            self._remainder(list(self.bracket.players), self.level.p1, (), NOTHING)
        return self.best

    def _useless(self, vector: Vector) -> bool:
        if self.best is None:
            return False
        return self.any_will_do or with_vector(vector, self.x, self.z) >= self.best.vector

    def _pair(
        self, s1: list[int], s2: list[int], made: Pairs, vector: Vector, in_remainder: bool
    ) -> None:
        """Pair S1 with S2, the first of S1 with each of S2 in turn."""
        if self._useless(vector):
            return
        if not s1:
            if in_remainder:
                self._finish(s2, made, vector)
            else:
                self._remainder(s2, self.level.p1 - self.level.m1, made, vector)
            return
        for at, other in enumerate(s2):
            cost = self.field.cost(s1[0], other)
            if cost is not None:
                up = self.field.up(s1[0], other) if self.level.m1 else (0, 0)
                more = tuple(a + b for a, b in zip(vector, (*cost, 0, 0, *up), strict=True))
                pair = (min(s1[0], other), max(s1[0], other))
                rest = [*s2[:at], *s2[at + 1 :]]
                self._pair(s1[1:], rest, (*made, pair), more, in_remainder)  # type: ignore[arg-type]

    def _remainder(self, players: list[int], count: int, made: Pairs, vector: Vector) -> None:
        s1, s2 = players[:count], players[count:]
        if len(s2) < count or self._useless(vector):
            return
        for down, up in exchanges(s1, s2):
            if self._useless(vector):
                return
            one = sorted([*(i for i in s1 if i not in down), *up])
            two = sorted([*(i for i in s2 if i not in up), *down])
            self._pair(one, two, made, vector, in_remainder=True)

    def _finish(self, left: list[int], made: Pairs, vector: Vector) -> None:
        self.seen += 1
        field, floaters = self.field, tuple(sorted(left))
        if self.bracket.last and not all(field.players[i].may_have_bye for i in floaters):
            return
        whole = list(vector)
        for i in floaters:
            if self.bracket.last and not field.readings.bye_float:
                continue
            if i in self.bracket.moved and not field.readings.down_md:
                continue
            five, six = field.down(i)
            whole[4] += five
            whole[5] += six
        v = with_vector(tuple(whole), self.x, self.z)  # type: ignore[arg-type]
        if self.best is not None and v >= self.best.vector:
            return
        if self.accept is None or self.accept(floaters):
            self.best = Candidate(made, floaters, v)


def with_vector(vector: Vector, x: int, z: int) -> Vector:
    """Return the vector as C10e counts it: X and Z begin at X1 and Z1.

    Rule: knsb-rating-2014 C10e.
    """
    return (*vector[:2], max(vector[2], x), max(vector[3], z), *vector[4:])
