"""The Swiss on rating, one bracket at one level by C4 to C10 and D: slow, for tests alone.

Written from the text; it shares nothing with the engine. C10 drops the requirements one by one, the
last named first, each for as few pairs as possible, and starts again: so it ends with the first
candidate that drops least, compared in the order of C10 reversed. The least is found first, over
all sets of pairs. Then the candidates come in the order in which C6 to C9 make them, and those
whose beginning already drops more are skipped. Players are places in A2 order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import combinations
from typing import NamedTuple

from tests.oracles.rating_people import Norms

Pairs = tuple[tuple[int, int], ...]
Dropped = tuple[int, ...]
"""B2, A7d, X, Z, then B5 and B6 as downfloaters, B5 and B6 as upfloaters: how often each."""
Accept = Callable[[tuple[int, ...]], bool]

DIGIT = 64
"""More than any total of drops, which are one number, its first part the greatest."""


class Group(NamedTuple):
    """A bracket after C1: its players, those moved down, those taken out by C1, and M1 (C2)."""

    players: tuple[int, ...]
    moved: tuple[int, ...]
    gone: tuple[int, ...]
    m1: int
    last: bool

    @property
    def p0(self) -> int:
        """Return the most pairs (A6b)."""
        return len(self.players) // 2


class Choice(NamedTuple):
    """Pairs (higher, lower), the players left over, and what is dropped."""

    pairs: Pairs
    floaters: tuple[int, ...]
    dropped: Dropped


def transpositions(s2: Sequence[int], count: int) -> Iterator[tuple[int, ...]]:
    """Yield the opponents in S2 of the `count` players of S1, in the order of D1.

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
    everybody = [*s1, *s2]
    for down, up in _exchanged_places(len(s1), len(s2)):
        yield tuple(everybody[at] for at in down), tuple(everybody[at] for at in up)


@cache
def _exchanged_places(one: int, two: int) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Return the exchanges of D2 by place, for sizes of S1 and S2."""
    order = []
    for count in range(min(one, two) + 1):
        same = [
            (sum(up) - sum(down), tuple(-at for at in reversed(down)), up, down[::-1])
            for down in combinations(range(one), count)
            for up in combinations(range(one, one + two), count)
        ]
        order += [(down, up) for *_, up, down in sorted(same)]
    return order


def subsets(moved: Sequence[int], m1: int) -> Iterator[tuple[int, ...]]:
    """Yield the subsets of M1 players moved down, in the order of D3.

    Rule: knsb-rating-2014 D3.
    """
    yield from combinations(moved, m1)


def one_number(parts: Sequence[int]) -> int:
    """Return the drops as one number."""
    number = 0
    for part in parts:
        number = number * DIGIT + part
    return number


def parts_of(number: int) -> Dropped:
    """Return the eight parts of a number."""
    parts = []
    for _ in range(8):
        number, part = divmod(number, DIGIT)
        parts.append(part)
    return tuple(reversed(parts))


ONE_X, ONE_Z = one_number((0, 0, 1, 0, 0, 0, 0, 0)), one_number((0, 0, 0, 1, 0, 0, 0, 0))


class Pair(NamedTuple):
    """What a pair drops beside X and Z, as a number, and whether it counts for these."""

    number: int
    x: int
    z: int


class Attempt:
    """One bracket at one level (M1, P1)."""

    def __init__(self, norms: Norms, group: Group, m1: int, p1: int, lower_x1: bool = True) -> None:
        """Keep the bracket; `lower_x1`: C14a lowers X1 and Z1 with P1, as we read it, or not."""
        self.norms, self.group, self.m1, self.p1 = norms, group, m1, p1
        self.spare = len(group.players) - 2 * p1
        self.can_be = 0 <= m1 <= min(len(group.moved), p1) and p1 >= 0 and self.spare >= 0
        lowered = group.p0 - p1 if lower_x1 else 0
        self.x, self.z = (max(least - lowered, 0) for least in norms.x1_z1(group.players))
        self.bit = {i: 1 << at for at, i in enumerate(group.players)}
        self.pair = {
            (i, j): pair
            for i, j in combinations(group.players, 2)
            if (pair := self._pair(i, j)) is not None
        }
        self._best: dict[tuple[int, ...], dict[tuple[int, int, int], int | None]] = {}

    def _pair(self, i: int, j: int) -> Pair | None:
        """Return what a pair drops; B5 and B6 for upfloats hold in heterogeneous brackets only.

        Rule: knsb-rating-2014 B5, B6, C10a, C10b.
        """
        drops = self.norms.drops(i, j)
        if drops is None:
            return None
        b2, a7d, x, z = drops
        one, two = self.norms.players[i], self.norms.players[j]
        up: tuple[int, int] = (0, 0)
        if self.m1 and one.points_halves != two.points_halves:
            lower = min(one, two, key=lambda player: player.points_halves)
            up = int(lower.floats[0] == "U"), int(lower.floats[1] == "U")
        return Pair(one_number((b2, a7d, 0, 0, 0, 0, *up)), x, z)

    def _down(self, floaters: Sequence[int]) -> int:
        """Return what floaters drop: B5 and B6 for downfloats.

        Rule: knsb-rating-2014 B5, B6, C10c, C10d.
        """
        readings, b5, b6 = self.norms.readings, 0, 0
        for i in floaters:
            if self.group.last and not readings.bye_float:
                continue
            if i in self.group.moved and not readings.down_md:
                continue
            last, before = self.norms.players[i].floats
            b5 += last == "D"
            b6 += before == "D"
        return one_number((0, 0, 0, 0, b5, b6, 0, 0))

    # --- the least drop ---

    def _over(self) -> Iterator[tuple[int, ...]]:
        """Yield the players who can be left over together."""
        may = [
            i
            for i in self.group.players
            if not self.group.last or self.norms.players[i].may_have_bye
        ]
        return combinations(may, self.spare)

    def _charged(self, pair: Pair, x: int, z: int) -> tuple[int, int, int]:
        """Return what a pair adds where x and z are still allowed, and what then remains (C10e)."""
        added = pair.number
        if pair.x:
            x, added = (x - 1, added) if x else (0, added + ONE_X)
        if pair.z:
            z, added = (z - 1, added) if z else (0, added + ONE_Z)
        return added, x, z

    def _least(self, s1: tuple[int, ...], left: int, x: int, z: int) -> int | None:
        """Return the least that all of `left` drop when paired, no two of S1 together.

        `x` and `z` are how many pairs may still drop a preference without being counted.
        """
        if not left:
            return 0
        least = self._best.setdefault(s1, {})
        state = left, x, z
        if state in least:
            return least[state]
        here = [i for i in self.group.players if self.bit[i] & left]
        first, best = here[0], None
        for other in here[1:]:
            pair = self.pair.get((first, other))
            if pair is None or (first in s1 and other in s1):
                continue
            added, x_left, z_left = self._charged(pair, x, z)
            rest = self._least(s1, left & ~self.bit[first] & ~self.bit[other], x_left, z_left)
            if rest is not None and (best is None or added + rest < best):
                best = added + rest
        least[state] = best
        return best

    def _mask(self, players: Sequence[int]) -> int:
        return sum(self.bit[i] for i in players)

    def _choices(self) -> list[tuple[int, tuple[int, ...], tuple[int, ...]]]:
        """Return (dropped, S1, left over) of each S1 and all who can be left over."""
        choices = []
        for s1 in subsets(self.group.moved, self.m1) if self.can_be else ():
            for over in self._over():
                if not set(over) & set(s1):
                    rest = self._mask([i for i in self.group.players if i not in over])
                    least = self._least(s1, rest, self.x, self.z)
                    if least is not None:
                        choices.append((least + self._down(over), s1, over))
        return sorted(choices)

    def possible(self) -> bool:
        """Return whether there is any candidate."""
        return bool(self._choices())

    # --- the candidates in their order ---

    def first(self, accept: Accept | None = None) -> Choice | None:
        """Return the first candidate of those that drop least and are accepted.

        Rule: knsb-rating-2014 C3, C10a, C10b, C10c, C10d, C10e, C10f, C10g.
        """
        decided: dict[tuple[int, ...], bool] = {}

        def wanted(over: tuple[int, ...]) -> bool:
            if over not in decided:
                decided[over] = accept is None or accept(over)
            return decided[over]

        choices = self._choices()
        least = next((number for number, _, over in choices if wanted(over)), None)
        if least is None:
            return None
        allowed = {(s1, over) for number, s1, over in choices if number == least and wanted(over)}
        return next(self.candidates(_Limit(self, least, allowed)))

    def candidates(self, limit: _Limit | None = None) -> Iterator[Choice]:
        """Yield the candidates within the limit, in the order of C6, C7, C8a, C8b and C9.

        Rule: knsb-rating-2014 C4, C5, C6, C7, C8a, C8b, C9.
        """
        if not self.can_be:
            return
        for s1 in subsets(self.group.moved, self.m1):
            s2 = [i for i in self.group.players if i not in s1]
            if limit is not None and not limit.holds(s1, ()):
                continue
            for pairs, rest in self._pairs(s1, list(s1), s2, (), limit):
                yield from self._remainder(s1, rest, pairs, limit)

    def _pairs(
        self,
        subset: tuple[int, ...],
        s1: list[int],
        s2: list[int],
        pairs: Pairs,
        limit: _Limit | None,
    ) -> Iterator[tuple[Pairs, list[int]]]:
        """Yield the pairs of S1 with S2 in the order of D1, and the players of S2 left over."""
        if not s1:
            yield pairs, s2
            return
        for at, other in enumerate(s2):
            pair = (min(s1[0], other), max(s1[0], other))
            rest = [*s2[:at], *s2[at + 1 :]]
            if pair in self.pair and (limit is None or limit.holds(subset, (*pairs, pair))):
                yield from self._pairs(subset, s1[1:], rest, (*pairs, pair), limit)

    def _remainder(
        self, subset: tuple[int, ...], players: list[int], above: Pairs, limit: _Limit | None
    ) -> Iterator[Choice]:
        """Yield the candidates of the homogeneous part."""
        count = self.p1 - self.m1
        s1, s2 = players[:count], players[count:]
        for down, up in exchanges(s1, s2):
            one = sorted([*(i for i in s1 if i not in down), *up])
            two = sorted([*(i for i in s2 if i not in up), *down])
            for pairs, over in self._pairs(subset, one, two, above, limit):
                if limit is None or (subset, tuple(over)) in limit.allowed:
                    yield self._choice(pairs, tuple(over))

    def _choice(self, pairs: Pairs, over: tuple[int, ...]) -> Choice:
        number, x, z = 0, 0, 0
        for two in pairs:
            number += self.pair[two].number
            x, z = x + self.pair[two].x, z + self.pair[two].z
        parts = parts_of(number + self._down(over))
        dropped = (*parts[:2], max(x, self.x), max(z, self.z), *parts[4:])
        return Choice(pairs, over, dropped)

    def reached(self) -> bool:
        """Return whether M1 players moved down can be paired, so that the remainder is reached.

        Rule: knsb-rating-2014 C14b1.
        """
        for s1 in subsets(self.group.moved, self.m1):
            s2 = [i for i in self.group.players if i not in s1]
            if next(self._pairs(s1, list(s1), s2, (), None), None) is not None:
                return True
        return False


class _Limit:
    """What may be dropped, and by which players left over; tells if a beginning can keep to it."""

    def __init__(
        self, attempt: Attempt, least: int, allowed: set[tuple[tuple[int, ...], tuple[int, ...]]]
    ) -> None:
        self.attempt, self.least, self.allowed = attempt, least, allowed

    def holds(self, s1: tuple[int, ...], pairs: Pairs) -> bool:
        """Return whether these pairs can be completed to drop no more than the least."""
        attempt = self.attempt
        used, x, z = 0, attempt.x, attempt.z
        left = attempt._mask(attempt.group.players)
        for two in pairs:
            added, x, z = attempt._charged(attempt.pair[two], x, z)
            used += added
            left &= ~attempt._mask(two)
        for subset, over in self.allowed:
            out = attempt._mask(over)
            if subset == s1 and out & left == out:
                rest = attempt._least(s1, left & ~out, x, z)
                if rest is not None and used + rest + attempt._down(over) == self.least:
                    return True
        return False
